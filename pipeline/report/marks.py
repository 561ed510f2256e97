"""Marks of rounds, as remarks tell them: what each means, and whether it speaks against a number."""

from collections.abc import Iterator

from pipeline.report.remark import Remark, listed
from pipeline.report.words import MARKS
from plans.records.endpoint import HOSTED_TOOLS
from plans.records.feedback import REPLACED, WORSENED
from plans.records.mirror import MIRRORED
from plans.records.model_usage import USAGE_LOST
from plans.records.result import NEVER_SERVABLE, RunResult
from plans.records.round import CANARY_SEEN, FILE_GONE
from plans.records.verdict import BUILT_SERVED, FOREIGN_FRAME, NOTHING_SERVABLE

TOLD_OTHERWISE = ("counterfactual", "unfinished")
"""Marks of the result that a remark tells in full when the trials are known."""
TOLD_IN_FULL = ("unproved", NEVER_SERVABLE, CANARY_SEEN)
"""Marks that a remark of their own always tells."""

GLOSSES = {
    BUILT_SERVED: "the start script needs packages that are no part of a hand-in, so what was built was shown",
    FOREIGN_FRAME: "a page embeds a frame that cannot be looked into: it counts as empty where nothing was "
    "loaded, and else may hold what is found nowhere else",
    **MARKS,
    "judge failed": "our judge crashed twice, so nothing was decided",
    "by the run's criteria": "they have changed in the suite since, so these numbers are not about its present version",
    "agent failed": "the agent's program ended with an error, and what it had was judged",
    "gave up": "the agent met its own step or token limit, or would not go on, and what it had was judged",
    "out of time": "the agent was stopped, and what it had was judged",
    MIRRORED: "packages that others can change were within reach while the agent worked",
    WORSENED: "for a study of robustness; the numbers of later rounds say nothing of feedback that is true",
    REPLACED: "what the model wrote could not be used, or gave away what was to be kept back",
    FILE_GONE: "it lay beside the round and was removed since; no number depends on it",
    USAGE_LOST: "models.json is missing or cannot be read",
    HOSTED_TOOLS: "its endpoint might search the web, run code or fetch files for it while the agent worked",
    "out of budget": "the agent had used up its round's budget, and what it had was judged",
}
"""Mark of a round → what it means."""

HARMLESS = (BUILT_SERVED, NOTHING_SERVABLE, FILE_GONE, USAGE_LOST, "reused")


def never_servable(result: RunResult) -> Iterator[Remark]:
    """Code agents none of whose rounds left a page: they may never have begun to work."""
    start = f"{NEVER_SERVABLE}: "
    if found := [mark.removeprefix(start) for mark in result.marks if mark.startswith(start)]:
        yield Remark(
            "warning",
            f"Nothing to open in any round: {', '.join(found)}",
            "Every root task failed for want of a page, as it does where a program or its model is not set up: see the "
            "transcripts under trials/ before you quote that as skill.",
        )


def marked(result: RunResult, *, has_trials: bool) -> Iterator[Remark]:
    """All marks that no remark of their own tells; of some there is one only where trials are known."""
    otherwise = (*TOLD_OTHERWISE, *TOLD_IN_FULL) if has_trials else TOLD_IN_FULL
    known = [mark for mark in result.marks if not mark.startswith(otherwise)]
    if known:
        told = (f"{mark}{_gloss(mark)}" for mark in known)
        is_grave = any(not mark.startswith(HARMLESS) for mark in known)
        weight = "warning" if is_grave else "mild"
        yield Remark(weight, "Marked rounds", listed(told), without_glosses=listed(known))


def _gloss(mark: str) -> str:
    return next((f" ({gloss})" for start, gloss in GLOSSES.items() if mark.startswith(start)), "")

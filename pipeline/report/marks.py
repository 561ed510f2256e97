"""What marks and remarks mean: what a reader must know before believing a number."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import shorten
from typing import Literal, NamedTuple

from pipeline.report.words import MARKS
from plans.records.marks import Mark, MarkCode
from plans.records.result import RunResult

BRIEF = 160
"""Characters of a remark's reason where there is room for a line."""


@dataclass(frozen=True)
class Remark:
    """Something that qualifies the numbers."""

    weight: Literal["danger", "warning", "mild"]
    title: str
    text: str
    is_against_quoting: bool = False
    """Whether it is told wherever a number is, however mild."""
    without_glosses: str = ""
    """The same where there is no room to say what each word in it means; empty where there is nothing to leave out."""

    @property
    def brief(self) -> str:
        """The reason in a sentence, for a place that has no room for all of the text; a list never ends in an entry."""
        if self.without_glosses:
            return self.text if len(self.text) <= BRIEF else self.without_glosses
        first = self.text.split(". ")[0].removesuffix(".")
        if len(first) <= BRIEF:
            return f"{first}."
        *entries, _ = first[:BRIEF].split("; ")
        is_list = len(entries) > 1
        return f"{'; '.join(entries)}; and more." if is_list else shorten(first, BRIEF, placeholder=" …")


def short_list(texts: Iterable[str], most: int = 12) -> str:
    """As many of the texts as are read, and how many more there are."""
    every = list(texts)
    rest = f"; and {len(every) - most:,} more" if len(every) > most else ""
    return "; ".join(every[:most]) + rest + "."


TOLD_OTHERWISE = frozenset({MarkCode.COUNTERFACTUAL, MarkCode.UNFINISHED})
"""Marks of the result that a remark tells in full when the trials are known."""
TOLD_IN_FULL = frozenset({MarkCode.UNPROVED, MarkCode.NEVER_SERVABLE, MarkCode.CANARY_LEAK})
"""Marks that a remark of their own always tells."""


class MarkMeaning(NamedTuple):
    """What a mark means to a reader."""

    gloss: str
    """Empty where the code says it all."""
    is_grave: bool = True
    """Whether it speaks against a number."""


MEANINGS: dict[MarkCode, MarkMeaning] = {
    MarkCode.OUT_OF_TIME: MarkMeaning("the agent was stopped, and what it had was judged"),
    MarkCode.OUT_OF_BUDGET: MarkMeaning(
        "the agent had used up its round's budget, and what it had was judged"
    ),
    MarkCode.GAVE_UP: MarkMeaning(
        "the agent met its own step or token limit, or would not go on, and what it had was judged"
    ),
    MarkCode.AGENT_FAILED: MarkMeaning("the agent's program ended with an error, and what it had was judged"),
    MarkCode.PACKAGE_MIRROR: MarkMeaning(
        "packages that others can change were within reach while the agent worked"
    ),
    MarkCode.HOSTED_TOOLS: MarkMeaning(
        "its endpoint might search the web, run code or fetch files for it while the agent worked"
    ),
    MarkCode.FEEDBACK_WORSENED: MarkMeaning(
        "for a study of robustness; the numbers of later rounds say nothing of feedback that is true"
    ),
    MarkCode.FEEDBACK_REPLACED: MarkMeaning(
        "what the model wrote could not be used, or gave away what was to be kept back"
    ),
    MarkCode.UNCHANGED: MarkMeaning(
        "the agent left its workspace as it had found it, as it does where its model was out of reach"
    ),
    MarkCode.CANARY_LEAK: MarkMeaning(""),
    MarkCode.FILE_GONE: MarkMeaning(
        "it lay beside the round and was removed since; no number depends on it", is_grave=False
    ),
    MarkCode.SUBMISSION_CUT: MarkMeaning("some files of a submission could not be kept, and were not judged"),
    MarkCode.WEAK_SANDBOX: MarkMeaning(""),
    MarkCode.UNSAFE_SANDBOX: MarkMeaning(""),
    MarkCode.NOTHING_SERVABLE: MarkMeaning(MARKS[MarkCode.NOTHING_SERVABLE], is_grave=False),
    MarkCode.NEVER_SERVABLE: MarkMeaning(""),
    MarkCode.BUILT_SERVED: MarkMeaning(
        "the start script needs packages that are no part of a submission, so what was built was shown",
        is_grave=False,
    ),
    MarkCode.FOREIGN_FRAME: MarkMeaning(
        "a page embeds a frame, which is not looked into and may hold what is found nowhere else"
    ),
    MarkCode.FORGED_TESTS: MarkMeaning("tests are said to pass whatever they expect"),
    MarkCode.REUSED: MarkMeaning(MARKS[MarkCode.REUSED], is_grave=False),
    MarkCode.COUNTERFACTUAL: MarkMeaning(""),
    MarkCode.ENDED_EARLY: MarkMeaning("another judge had found nothing wrong, so no later round was played"),
    MarkCode.CRITERIA_MOVED: MarkMeaning(
        "they have changed in the suite since, so these numbers are not about its present version"
    ),
    MarkCode.UNPROVED: MarkMeaning(""),
    MarkCode.UNFINISHED: MarkMeaning(""),
    MarkCode.USAGE_LOST: MarkMeaning("models.json is missing or cannot be read", is_grave=False),
    MarkCode.PART_ASKED: MarkMeaning("no more instances were asked"),
    MarkCode.OTHER_METRICS: MarkMeaning("the numbers are not by the family's own metrics"),
    MarkCode.FAMILY_CHANGED: MarkMeaning("the family's code or plan has changed since the suite was made"),
    MarkCode.REPLAYED: MarkMeaning("answers come from a journal, and no model was asked"),
    MarkCode.ANSWERS_MISSING: MarkMeaning("they could not be had, or not yet"),
    MarkCode.NO_TOKENS: MarkMeaning(
        "either the endpoint counts none, or these texts are errors of its own: read some before you believe the "
        "numbers"
    ),
    MarkCode.ERROR_ANSWERS: MarkMeaning("they are scored as the model's answers"),
    MarkCode.SAME_ANSWER: MarkMeaning(
        "it may be an error of the endpoint: read it before you believe the numbers"
    ),
    MarkCode.ACROSS_JUDGES: MarkMeaning("a difference may be that of the judges and not of the agents"),
    MarkCode.OTHER: MarkMeaning(""),
}


def explained(mark: Mark) -> str:
    """A mark with what it means."""
    gloss = MEANINGS[mark.code].gloss
    return f"{mark.text} ({gloss})" if gloss else mark.text


def never_servable(result: RunResult) -> Iterator[Remark]:
    """Code agents none of whose rounds left a page: they may never have begun to work."""
    if found := [mark.detail for mark in result.marks if mark.code is MarkCode.NEVER_SERVABLE]:
        yield Remark(
            "warning",
            f"Nothing to open in any round: {', '.join(found)}",
            "Every root task failed for want of a page, as it does where a program or its model is not set up: see the "
            "transcripts under trials/ before you quote that as skill.",
        )


def marked(result: RunResult, *, has_trials: bool) -> Iterator[Remark]:
    """All marks that no remark of their own tells; of some there is one only where trials are known."""
    otherwise = TOLD_OTHERWISE | TOLD_IN_FULL if has_trials else TOLD_IN_FULL
    known = [mark for mark in result.marks if mark.code not in otherwise]
    if known:
        weight = "warning" if any(MEANINGS[mark.code].is_grave for mark in known) else "mild"
        texts = short_list(mark.text for mark in known)
        yield Remark(weight, "Marked rounds", short_list(map(explained, known)), without_glosses=texts)

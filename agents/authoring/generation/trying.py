"""A reference tried on its criteria, and what failed told to the model that wrote it."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from agents.authoring.verification.matrix import without_edges
from plans.contracts.runs import Judge
from plans.errors import error_for, verdicts_to_rejudge
from plans.families import trivial_submissions
from plans.items import sealed, write_files
from plans.records.criteria import Criteria
from plans.records.project import Files, Scheme
from plans.records.task_kinds import GAP, TaskKind
from plans.records.verdict import Judgement, JudgeRequest, OutcomeVerdict, Status, World
from plans.scratch import scratch


class Undisturbed:
    """A judge whose own faults are errors, so that no model is asked to mend what is nobody's fault.

    Implements plans.contracts.runs.Judge by the one that it is given.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.name = judge.name

    @property
    def digest(self) -> str:
        return self._judge.digest

    @property
    def sandbox_digest(self) -> str:
        return self._judge.sandbox_digest

    @property
    def versions(self) -> Mapping[str, str]:
        return self._judge.versions

    async def judge(self, request: JudgeRequest) -> Judgement:
        """Raises SandboxRefused and JudgeError too, where a task was not decided because of the machine."""
        judgement = await self._judge.judge(request)
        for verdict in verdicts_to_rejudge(judgement):
            assert verdict.event is not None
            raise error_for(verdict.event)(
                f"Task {verdict.task!r} of {request.item!r} was not decided, which says nothing of what was made: "
                f"{verdict.reason} Give the same command again; what models answered is kept."
            )
        return judgement


async def judged(judge: Judge, item: str, files: Files, scheme: Scheme, random_seed: int) -> Judgement:
    """The files, judged on all tasks; they live in a temporary folder meanwhile."""
    with scratch("reference") as folder, sealed(scheme.grader) as grader:
        submission = Path(folder) / "submission"
        submission.mkdir()
        write_files(submission, files)
        request = JudgeRequest(
            item=item,
            submission=submission,
            criteria=scheme.criteria,
            grader=grader,
            world=World.CLOSED,
            random_seed=random_seed,
        )
        return await judge.judge(request)


TRIED_ATTACKS = frozenset({"parrot", "late-parrot", "footer", "appeal"})
"""Of a family's attacks, those that gain by what the criteria are, and not by what the judge is; the gate has all."""


async def gained(judge: Judge, item: str, family: str, scheme: Scheme, tasks: frozenset[str]) -> list[str]:
    """Each outcome of these tasks that a submission earns which does nothing, in words for who wrote them.

    The gate refuses an item for any of them, after some hundred attempts; here they cost a few.
    """
    if not tasks:
        return []
    trivial = trivial_submissions(family)
    submissions: dict[str, Files] = {"a submission of which nothing is written": trivial.empty()}
    for name, files in trivial.attacks(scheme.criteria).items():
        if name in TRIED_ATTACKS:
            submissions[f"a submission that shows words of the criteria and does nothing ({name})"] = files
    alone = without_edges(scheme.criteria)
    asked = tuple(task for task in alone.tasks if task.id in tasks)
    tried = Scheme(criteria=alone.model_copy(update={"tasks": asked}), grader=scheme.grader)
    by_outcome: dict[tuple[str, str], list[str]] = {}
    for what, files in submissions.items():
        judgement = await judged(judge, item, files, tried, random_seed=1)
        for verdict in judgement.tasks:
            for outcome in verdict.outcomes:
                if outcome.status is Status.PASSED:
                    by_outcome.setdefault((verdict.task, outcome.outcome), []).append(what)
    return [
        f"task {task}, outcome {outcome}, is earned by {' and by '.join(whom)}. Expect in it something that only work "
        "gives."
        for (task, outcome), whom in by_outcome.items()
    ]


QUOTED = 200
"""Characters of an output, an expectation or a reason that a short line quotes."""


class FailedOutcome(NamedTuple):
    """Something that a reference does not pass."""

    told: str
    """As a model is told it, with all that was seen."""
    brief: str
    """As a person is: the task, what of it failed, and the beginning of what was seen."""


def unseen(told: str) -> FailedOutcome:
    """A fault that no judge saw."""
    return FailedOutcome(told, told)


def failures(judgement: Judgement, criteria: Criteria) -> list[FailedOutcome]:
    """What did not pass and why, a line for each outcome; of blocked tasks nothing, as they were not tried."""
    return list(_told(judgement, criteria))


def _told(judgement: Judgement, criteria: Criteria) -> Iterator[FailedOutcome]:
    for verdict in judgement.tasks:
        if verdict.status in (Status.PASSED, Status.BLOCKED):
            continue
        statements = {outcome.id: outcome.statement for outcome in criteria.task(verdict.task).outcomes}
        missed = [outcome for outcome in verdict.outcomes if outcome.status is not Status.PASSED]
        if not missed:
            # A task that was not decided has not passed, whatever was seen of its outcomes.
            yield unseen(f"task {verdict.task} is {verdict.status.value}: {verdict.reason}")
        for outcome in missed:
            seen = outcome.observation
            what = f" Looked for: {seen.looked_for}. Seen: {seen.saw}." if seen else ""
            told = (
                f"task {verdict.task}, outcome {outcome.outcome} ({statements[outcome.outcome]}) is "
                f"{outcome.status.value}: {outcome.reason}{what}"
            )
            where = f"task {verdict.task}, outcome {outcome.outcome}, {outcome.status.value}"
            how = criteria.task(verdict.task).how
            yield FailedOutcome(told, f"{where}: {_brief(how, outcome)}")


def _brief(how: TaskKind, outcome: OutcomeVerdict) -> str:
    """Why, with what was expected where the reason does not name it, and what was printed."""
    why, seen = _quoted(outcome.reason), outcome.observation
    if how.pattern is not None and seen is not None:
        missing = first_missing(how.pattern, seen.saw)
        what = f"{missing} is not found" if missing else f"pattern {_quoted(how.pattern)!r}"
        return f"{why}; {what}; printed: {_quoted(seen.saw)!r}"
    if how.product_path is not None:
        return f"{why}; file {how.product_path}, as {how.reference_file}"
    if how.runs_tests:
        return f"{why}; {_quoted(' '.join(command.line for command in how.commands))}"
    # Of a web app the reason names the step and what was expected.
    return why


def first_missing(pattern: str, printed: str) -> str | None:
    """Which of the parts that such a pattern looks for one after the other is the first that is not found in what was
    printed, in words; None where each is found.
    """
    _, *parts = pattern.split(GAP)
    place = 0
    for number, part in enumerate(parts, 1):
        try:
            found = re.compile(part, re.MULTILINE).search(printed, place)
        except re.error:
            return None  # A gap stands within a part, so that the parts cannot be told from each other.
        if found is None:
            return f"pattern {number} of {len(parts)}, {part.removeprefix('(?:').removesuffix(')')!r}"
        place = found.end()
    return None


def _quoted(text: str) -> str:
    """The beginning of it, in one line."""
    plain = " ".join(text.split())
    return plain if len(plain) <= QUOTED else f"{plain[:QUOTED]}…"

"""A reference tried on its criteria, and what failed told to the model that wrote it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from plans.contracts.judging import Judge
from plans.errors import error_for, verdicts_to_rejudge
from plans.items import sealed, write_files
from plans.records.criteria import Criteria
from plans.records.project import Files, Scheme
from plans.records.verdict import Judgement, JudgeRequest, Status, World
from plans.scratch import scratch


class Undisturbed:
    """A judge whose own mishaps are errors, so that no model is asked to mend what is nobody's fault.

    Implements plans.contracts.judging.Judge by the one that it is given.
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


def failures(judgement: Judgement, criteria: Criteria) -> list[str]:
    """What did not pass and why, a line for each outcome; of blocked tasks nothing, as they were not tried."""
    return list(_told(judgement, criteria))


def _told(judgement: Judgement, criteria: Criteria) -> Iterator[str]:
    for verdict in judgement.tasks:
        if verdict.status in (Status.PASSED, Status.BLOCKED):
            continue
        statements = {outcome.id: outcome.statement for outcome in criteria.task(verdict.task).outcomes}
        missed = [outcome for outcome in verdict.outcomes if outcome.status is not Status.PASSED]
        if not missed:
            # A task that was not decided has not passed, whatever was seen of its outcomes.
            yield f"task {verdict.task} is {verdict.status.value}: {verdict.reason}"
        for outcome in missed:
            seen = outcome.observation
            what = f" Looked for: {seen.looked_for}. Seen: {seen.saw}." if seen else ""
            yield (
                f"task {verdict.task}, outcome {outcome.outcome} ({statements[outcome.outcome]}) is "
                f"{outcome.status.value}: {outcome.reason}{what}"
            )

"""Inspection: each criterion run on what was built, before anybody looks at either (PRDBench, section 3, step 3)."""

from agents.authoring.verification.matrix import independent
from plans.contracts.judging import Judge
from plans.errors import AuthorError
from plans.grading import sealed
from plans.items import write_files
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.judging import JudgeRequest
from plans.records.project import Built
from plans.records.task_modes import BrowserSteps
from plans.records.verdict import InspectedTask, Inspection, TaskVerdict, World
from plans.scratch import scratch


class JudgeInspector:
    """Implements plans.contracts.authoring.Inspector with a judge of programs."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    async def inspect(self, item: str, criteria: Criteria, built: Built) -> Inspection:
        """See the contract: no task waits for another, so that each shows what came of it."""
        alone = independent(criteria)
        with scratch("inspection") as folder, sealed(built.grader) as grader:
            scaffold = folder / "scaffold"
            scaffold.mkdir()
            write_files(scaffold, built.reference)
            judgement = await self._judge.judge(
                JudgeRequest(item=item, hand_in=scaffold, criteria=alone, grader=grader, world=World.CLOSED)
            )
        return Inspection(
            item=item,
            judge=judgement.judge_digest,
            tasks=tuple(_inspected(task, judgement.of(task.id)) for task in criteria.tasks),
        )


def _inspected(task: EvaluationTask, verdict: TaskVerdict) -> InspectedTask:
    if isinstance(task.how, BrowserSteps):
        raise AuthorError(
            f"The task {task.id!r} is tried in a browser, and has no command whose output could be shown. Leave such "
            "tasks out of a family that is inspected."
        )
    seen = [outcome.observation for outcome in verdict.outcomes]
    return InspectedTask(
        task=task.id,
        commands=tuple(command.line for command in task.how.act),
        came_out="\n".join(dict.fromkeys(one.saw for one in seen if one)),
        expected="\n".join(dict.fromkeys(one.looked_for for one in seen if one))
        or " ".join(outcome.statement for outcome in task.outcomes),
        status=verdict.status,
        reason=verdict.reason,
    )

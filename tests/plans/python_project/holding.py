"""Composed projects before the judge of programs: what passes and what fails of them."""

from collections.abc import Collection, Sequence
from pathlib import Path

from agents.judging.commands.judge import CommandJudge
from agents.judging.commands.running import CommandSettings
from agents.sandbox.roster import make_sandbox
from plans.items import write_files, write_grader
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.project import Files, Project
from plans.records.verdict import Judgement, JudgeRequest, Status, TaskVerdict

FEATURES = ("records", "search", "csv-export")
"""Of a project with criteria of each kind."""
ONCE = CommandSettings(repeats=0)
IN_ORDER_TOO = CommandSettings(repeats=0, manner="both")


class Held:
    """What the judge says of a project's submissions."""

    def __init__(self, project: Project, folder: Path, settings: CommandSettings = ONCE) -> None:
        self._project = project
        self._folder = folder
        self._settings = settings
        self._count = 0

    async def judged(self, files: Files, tasks: Sequence[EvaluationTask]) -> Judgement:
        """The judgement of these files on these tasks."""
        self._count += 1
        folder = self._folder / str(self._count)
        (folder / "submission").mkdir(parents=True)
        write_files(folder / "submission", files)
        write_grader(folder / "grader", self._project.grader)
        request = JudgeRequest(
            item=self._project.id,
            submission=folder / "submission",
            criteria=Criteria(tasks=tuple(tasks)),
            grader=folder / "grader",
        )
        async with CommandJudge(make_sandbox("bubblewrap"), self._settings) as judge:
            return await judge.judge(request)

    async def verdicts(self, files: Files, only: Collection[str] | None = None) -> dict[str, TaskVerdict]:
        """Task → verdict, each tried whatever became of what it depends on; `only`: of these tasks."""
        tasks = [task for task in self._project.criteria.tasks if only is None or task.id in only]
        judgement = await self.judged(files, alone(tasks))
        return {verdict.task: verdict for verdict in judgement.tasks}

    async def not_passed(self, files: Files, only: Collection[str] | None = None) -> list[tuple[str, str]]:
        """The tasks that do not pass, each with the reason."""
        found = await self.verdicts(files, only)
        return [(id, v.reason) for id, v in found.items() if v.status is not Status.PASSED]

    async def not_failed(self, files: Files, only: Collection[str] | None = None) -> list[tuple[str, str]]:
        """The tasks that pass or stay open, each with the reason."""
        found = await self.verdicts(files, only)
        return [(id, v.reason) for id, v in found.items() if v.status is not Status.FAILED]


def alone(tasks: Sequence[EvaluationTask]) -> list[EvaluationTask]:
    """The tasks without what they depend on, so that each is tried."""
    return [task.model_copy(update={"depends_on": ()}) for task in tasks]


def first_of_each_kind(project: Project) -> list[EvaluationTask]:
    """One unit test, one shell interaction, one file comparison."""
    kinds = {task.how.kind: task for task in reversed(project.criteria.tasks)}
    return alone(list(kinds.values()))

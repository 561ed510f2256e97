"""The release gate: judges the whole matrix of a project and says whether it may be released."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from agents.authoring.verification.conclusions import concluded, judged_cell, missing
from agents.authoring.verification.digest import digests_of
from agents.authoring.verification.edges import unconfirmed_edges
from agents.authoring.verification.fitting import fitting
from agents.authoring.verification.kills import unnoticed_mutants
from agents.authoring.verification.matrix import Row, further_rows, independent_rows, of_independent, rows
from agents.authoring.verification.readings import readings
from plans.contracts.authoring import Check, Reader
from plans.contracts.judging import Judge
from plans.errors import AuthorError, first_of
from plans.grading import sealed
from plans.items import write_files
from plans.records.evidence import REFERENCE_RUNS, Cell, CheckResult, Digests, Evidence
from plans.records.judging import JudgeRequest
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project
from plans.records.verdict import Judgement
from plans.scratch import scratch

Progress = Callable[[str, int, int], None]
"""Called with item, rows judged so far, rows in all."""


def no_progress(item: str, done: int, planned: int) -> None:
    """A Progress that shows nothing."""


class ReleaseGate:
    """Implements plans.contracts.authoring.Gate with a judge and the program-decided checks."""

    def __init__(
        self,
        judge: Judge,
        checks: Sequence[Check],
        *,
        repeats: int = REFERENCE_RUNS,
        cells_at_once: int = 3,
        progress: Progress = no_progress,
        runtime: str = "",
        reader: Reader | None = None,
    ) -> None:
        """`repeats`: runs of the reference. `cells_at_once`: hand-ins that are judged at the same time. `runtime`:
        digest of the packages that they find beside the system's own, empty where there are none. `reader`: decides
        further checks, before anything is judged.

        Raises AuthorError when the reference is not to be run at all: nothing would show that the item can be solved.
        """
        if repeats < 1:
            raise AuthorError(
                f"{repeats} runs of the reference prove nothing: an item that cannot be solved would be released. "
                "Ask for at least 1; 3 is usual, and shows whether they agree."
            )
        self._judge = judge
        self._checks = tuple(checks)
        self._repeats = repeats
        self._slots = asyncio.Semaphore(cells_at_once)
        self._progress = progress
        self._runtime = runtime
        self._reader = reader

    async def verify(self, project: Project, plan: Plan, known: Evidence | None = None) -> Evidence:
        """Evidence for the project; `known` is returned as it is when nothing that it was made for has changed.

        The program-decided checks always run. Hand-ins are judged again unless `known` holds the whole matrix, with at
        least as many runs of the reference, made for exactly these files and packages by this judge and this gate.
        Independent implementations that were added or edited since are judged by themselves.
        """
        digests = digests_of(project, plan, self._judge.digest, self._checks, self._runtime)
        checks = run_checks(self._checks, project, plan)
        checks += await readings(self._reader, project, checks, known, digests)
        repeats, cells = self._repeats, list[Cell]()
        if known is not None and self._holds(known, digests, project):
            repeats, cells = known.repeats, await self._with_independents(project, known, digests)
        elif all(check.passed for check in checks):
            cells = await self._cells(project)
        made = concluded(
            unconcluded(project, digests, checks, repeats, cells), project, runtime=self._runtime
        )
        return known if known is not None and known == made else made

    def _holds(self, known: Evidence, digests: Digests, project: Project) -> bool:
        if not known.cells or not still_holds(known, digests) or known.repeats < self._repeats:
            return False
        if not all(cell.sandbox in ("", self._judge.sandbox_digest) for cell in known.cells):
            return False
        return not missing(project, list(rows(project, known.repeats)), known.cells)

    async def _cells(self, project: Project) -> list[Cell]:
        matrix = [*rows(project, self._repeats), *independent_rows(project)]
        first = await self._judged(project, matrix)
        further = list(
            further_rows(project, unnoticed_mutants(project, first), unconfirmed_edges(project, first))
        )
        again = {cell.hand_in: cell for cell in await self._judged(project, further)} if further else {}
        return [again.get(cell.hand_in, cell) for cell in first]

    async def _with_independents(self, project: Project, known: Evidence, digests: Digests) -> list[Cell]:
        """The known cells; those of independent implementations judged anew where these have changed."""
        if known.digests.independents == digests.independents:
            return list(known.cells)
        rest = [cell for cell in known.cells if not cell.hand_in.startswith(of_independent(""))]
        return rest + await self._judged(project, list(independent_rows(project)))

    async def _judged(self, project: Project, matrix: Sequence[Row]) -> list[Cell]:
        done = 0

        async def judged(row: Row) -> Cell:
            nonlocal done
            async with self._slots:
                seen = await judge_row(self._judge, project, row)
            done += 1
            self._progress(project.id, done, len(matrix))
            return seen

        self._progress(project.id, 0, len(matrix))
        try:
            async with asyncio.TaskGroup() as group:
                running = [group.create_task(judged(row)) for row in matrix]
        except ExceptionGroup as errors:
            raise first_of(errors) from None
        return [task.result() for task in running]


async def judge_row(judge: Judge, project: Project, row: Row) -> Cell:
    """One hand-in of the project's matrix, as a cell of it."""
    return judged_cell(row, await judged_row(judge, project, row))


async def judged_row(judge: Judge, project: Project, row: Row) -> Judgement:
    """One hand-in of the project's matrix, judged; its files live in a temporary folder meanwhile."""
    with scratch("gate") as folder, sealed(project.grader) as grader:
        hand_in = Path(folder) / "hand-in"
        hand_in.mkdir()
        write_files(hand_in, row.files)
        request = JudgeRequest(
            item=project.id, hand_in=hand_in, criteria=row.criteria, grader=grader,
            world=row.world, only=row.only, random_seed=row.repeat, confirm=row.confirm,
        )  # fmt: skip
        return await judge.judge(request)


def still_holds(known: Evidence, digests: Digests) -> bool:
    """Whether what was judged is exactly this item, by this judge and this gate; the plan decides checks alone, and
    independent implementations are judged by themselves.
    """
    same = {"plan": digests.plan, "independents": digests.independents}
    return known.digests.model_copy(update=same) == digests


def run_checks(checks: Sequence[Check], project: Project, plan: Plan) -> list[CheckResult]:
    """Every program-decided check that the project can be held against, with all findings."""
    results: list[CheckResult] = []
    for check in fitting(checks, project):
        try:
            problems: Sequence[Problem] = check.check(project, plan)
        except AuthorError as error:
            problems = [Problem(where=project.id, message=str(error), mend="Mend this first.")]
        errors = [str(problem) for problem in problems if problem.severity == "error"]
        results.append(CheckResult(check=check.name, passed=not errors, findings=tuple(errors)))
    return results


def unconcluded(
    project: Project,
    digests: Digests,
    checks: Sequence[CheckResult],
    repeats: int = 0,
    cells: Sequence[Cell] = (),
) -> Evidence:
    """What was found, before anything is concluded from it."""
    return Evidence(
        item=project.id,
        digests=digests,
        repeats=repeats,
        cells=tuple(cells),
        mutants=(),
        edges=(),
        checks=tuple(checks),
        released=False,
    )

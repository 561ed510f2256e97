"""The release gate: judges the whole matrix of a project and says whether it may be released."""

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from agents.authoring.verification.conclusions import cell, edge_evidence, mutant_evidence, reasons
from agents.authoring.verification.matrix import Row, rows
from plans.contracts import Check, Judge
from plans.errors import AuthorError
from plans.items import project_digests, write_files
from plans.records.evidence import Cell, CheckResult, Digests, Evidence
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project

Progress = Callable[[str, int, int], None]
"""Called with item, rows judged so far, rows in all."""


def no_progress(item: str, done: int, planned: int) -> None:
    """A Progress that shows nothing."""


class ReleaseGate:
    """Implements plans.contracts.Gate with a judge and the program-decided checks."""

    def __init__(
        self,
        judge: Judge,
        checks: Sequence[Check],
        *,
        repeats: int = 3,
        cells_at_once: int = 3,
        progress: Progress = no_progress,
    ) -> None:
        """`repeats`: runs of the reference. `cells_at_once`: hand-ins that are judged at the same time."""
        self._judge = judge
        self._checks = tuple(checks)
        self._repeats = repeats
        self._slots = asyncio.Semaphore(cells_at_once)
        self._progress = progress

    async def verify(self, project: Project, plan: Plan, known: Evidence | None = None) -> Evidence:
        """Evidence for the project; `known` is returned as it is when nothing that it was made for has changed."""
        digests = project_digests(project, self._judge.digest)
        if known is not None and still_holds(known, digests):
            return known
        results = run_checks(self._checks, project, plan)
        broken = [result for result in results if not result.passed]
        if broken:
            return _conclude(project, digests, [], results)
        return _conclude(project, digests, await self._cells(project), results)

    async def _cells(self, project: Project) -> list[Cell]:
        matrix = list(rows(project, self._repeats))
        done = 0

        async def judged(row: Row) -> Cell:
            nonlocal done
            async with self._slots:
                seen = await judge_row(self._judge, project.id, row)
            done += 1
            self._progress(project.id, done, len(matrix))
            return seen

        self._progress(project.id, 0, len(matrix))
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(judged(row)) for row in matrix]
        return [task.result() for task in running]


async def judge_row(judge: Judge, item: str, row: Row) -> Cell:
    """One hand-in of the matrix, judged; its files live in a temporary folder meanwhile."""
    with tempfile.TemporaryDirectory(prefix="benchwright-gate-") as folder:
        hand_in = Path(folder) / "hand-in"
        hand_in.mkdir()
        write_files(hand_in, row.files)
        judgement = await judge.judge(
            item, hand_in, row.criteria,
            evidence=None, only=row.only, random_seed=row.repeat, confirm=row.confirm,
        )  # fmt: skip
    ancestors = {ancestor for id in row.only or () for ancestor in row.criteria.ancestors(id)}
    return cell(row.hand_in, row.repeat, judgement, None if row.only is None else row.only | ancestors)


def still_holds(known: Evidence, digests: Digests) -> bool:
    """Whether evidence speaks of exactly this item and this judge."""
    return known.digests == digests


def speaks_of_item(known: Evidence, digests: Digests) -> bool:
    """Whether evidence speaks of exactly this item, though perhaps by another version of judge or browser."""
    return known.digests.model_copy(update={"judge": digests.judge}) == digests


def run_checks(checks: Sequence[Check], project: Project, plan: Plan) -> list[CheckResult]:
    """Every program-decided check, with all findings."""
    results: list[CheckResult] = []
    for check in checks:
        try:
            problems: Sequence[Problem] = check.check(project, plan)
        except AuthorError as error:
            problems = [Problem(where=project.id, message=str(error), mend="Mend this first.")]
        errors = [str(problem) for problem in problems if problem.severity == "error"]
        results.append(CheckResult(check=check.name, passed=not errors, findings=tuple(errors)))
    return results


def _conclude(
    project: Project, digests: Digests, cells: Sequence[Cell], checks: Sequence[CheckResult]
) -> Evidence:
    by_name = {seen.hand_in: seen for seen in cells}
    planted = [p.mutant for p in project.mutants]
    mutants = mutant_evidence(project.criteria, planted, by_name) if cells else []
    edges = edge_evidence(project.criteria, planted, by_name) if cells else []
    against = reasons(cells, mutants, edges, checks)
    names = {laid_over.alternative.kind for laid_over in project.alternatives}
    return Evidence(
        item=project.id,
        digests=digests,
        cells=tuple(cells),
        mutants=tuple(mutants),
        edges=tuple(edges),
        checks=tuple(checks),
        alternative="independent"
        if "independent" in names
        else "restyled"
        if "restyled" in names
        else "none",
        released=not against,
        reasons=tuple(against),
    )

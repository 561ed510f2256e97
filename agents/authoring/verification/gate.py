"""The release gate: judges the whole matrix of a project and says whether it may be released.

Beside it: the gate without a browser, the checks that a model decides, and trials of single mutants and criteria before
the whole item is judged.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import Final, NamedTuple

from agents.authoring.verification.conclusions import concluded, judged_cell, missing
from agents.authoring.verification.edges import edge_evidence, emptying_mutants, unconfirmed_edges
from agents.authoring.verification.matrix import (
    Row,
    further_rows,
    independent_rows,
    mutant_evidence,
    mutant_rows,
    of_independent,
    rows,
    unnoticed_mutants,
    without_edges,
)
from plans.contracts.authoring import CatalogCheck, Check, Reader
from plans.contracts.runs import Judge
from plans.digests import closure_sources, files_digest, record_digest, value_digest
from plans.errors import AuthorError, first_of
from plans.families import trivial_submissions
from plans.items import project_digests, sealed, write_files
from plans.records.base import Problem
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.evidence import (
    REFERENCE_RUNS,
    Cell,
    CheckResult,
    Digests,
    EdgeEvidence,
    Evidence,
    MutantEvidence,
)
from plans.records.plan import Plan
from plans.records.project import Built, Project
from plans.records.verdict import InspectedTask, Inspection, Judgement, JudgeRequest, TaskVerdict, World
from plans.scratch import scratch

_GATE = "agents.authoring.verification.gate"
_AUTHORING = "agents/authoring/"
"""Where prompts and limits lie, of which neither gate nor checks read any."""
_PLANNED_BY = ("plan.yaml", "seeds.yaml")
"""Files of a family that suites are begun with; the plan of a suite has a digest of its own."""


OF_IMPORTED: Final = ("dag", "consistency")
"""Names of the checks that ask only whether parts fit together."""
_READ = ("graded", "prose", "plan")
"""Digests of what is read: where they are the same, what was found of it stands."""
NO_JUDGE = "none: static checks alone"
"""Stands in the evidence where the judge's digest would be, so that a later live gate does not take it as known."""


def digests_of(
    project: Project, plan: Plan, judge: str, checks: Sequence[Check], runtime: str = ""
) -> Digests:
    """All that evidence is made for: the item, the plan, the judge with this digest, a gate with these checks, and the
    packages with this digest that submissions find.
    """
    gate = gate_digest(fitting(checks, project), project.parameters.family)
    update = {"gate": gate, "plan": _plan_digest(project, plan), "runtime": runtime}
    return project_digests(project, judge).model_copy(update=update)


def gate_digest(checks: Sequence[Check], family: str) -> str:
    """Digest of the gate's code, of these checks' and of the family's trivial submissions', with all that these know:
    rows, attacks, and of checks that go by a catalog its words and features.

    Data that lie beside such code for others are left out: prompts and limits of authoring, and what a family is
    planned by. AuthorError where the family gives no trivial submissions.
    """
    return _code_digest(gate_modules(checks, family))


def gate_modules(checks: Sequence[Check], family: str) -> frozenset[str]:
    """The modules of the gate, of these checks and of the family's trivial submissions, which import what they know."""
    own = [*checks, trivial_submissions(family)]
    return frozenset({_GATE, *(type(one).__module__ for one in own)})


@cache
def _code_digest(modules: frozenset[str]) -> str:
    return files_digest({path: data for path, data in closure_sources(modules).items() if is_read(path)})


def is_read(path: str) -> bool:
    """Whether the gate goes by a file of ours that lies in a folder of its code."""
    return path.endswith(".py") or not (path.startswith(_AUTHORING) or PurePath(path).name in _PLANNED_BY)


def outdated(evidence: Evidence, project: Project, plan: Plan, checks: Sequence[Check]) -> list[str]:
    """What the evidence was not made for, beside item and judge: another gate, another plan; in words."""
    made = evidence.digests
    now = digests_of(project, plan, made.judge, checks)
    found = ["by another version of the release gate"] if made.gate != now.gate else []
    if made.plan != now.plan:
        found.append("for another plan, or for other parameters of the item")
    return found


def _plan_digest(project: Project, plan: Plan) -> str:
    return value_digest([record_digest(plan), record_digest(project.parameters)])


def fitting(checks: Sequence[Check], project: Project) -> tuple[Check, ...]:
    """Those of the checks that a project can be held against.

    Of an imported item, whose words are others' and which has no reference, only whether its parts fit together; of one
    that a model specified nothing that goes by a catalog.
    """
    if project.reference is None:
        return tuple(check for check in checks if check.name in OF_IMPORTED)
    if project.is_specified_by_model:
        return tuple(check for check in checks if not isinstance(check, CatalogCheck))
    return tuple(checks)


async def readings(
    reader: Reader | None,
    project: Project,
    checks: Sequence[CheckResult],
    known: Evidence | None,
    digests: Digests,
) -> list[CheckResult]:
    """What a model found, to be added to the program-decided `checks`.

    What is known of exactly these words stands, where nobody is to read now, or would ask the same. An item with a
    fault that a program finds is not read: it will be another when that is mended.
    """
    kept = kept_readings(known, digests)
    if reader is None or reader.stands(kept):
        return kept
    if not all(check.passed for check in checks):
        return []
    return list(await reader.read(project))


def kept_readings(known: Evidence | None, digests: Digests) -> list[CheckResult]:
    """What a model found of exactly these words; nothing where they are others by now, or none was asked."""
    if known is None or any(getattr(known.digests, name) != getattr(digests, name) for name in _READ):
        return []
    return [check for check in known.checks if check.decided_by == "model"]


GateProgress = Callable[[str, int, int], None]
"""Called with item, rows judged so far, rows in all; the latter grow where some have to be judged in another way."""


def no_progress(item: str, done: int, planned: int) -> None:
    """A `GateProgress` that shows nothing."""


class ReleaseGate:
    """Implements plans.contracts.authoring.Gate with a judge and the program-decided checks."""

    def __init__(
        self,
        judge: Judge,
        checks: Sequence[Check],
        *,
        repeats: int = REFERENCE_RUNS,
        cells_at_once: int = 3,
        progress: GateProgress = no_progress,
        runtime: str = "",
        reader: Reader | None = None,
    ) -> None:
        """`repeats`: runs of the reference. `cells_at_once`: submissions that are judged at the same time. `runtime`:
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

        The program-decided checks always run. Submissions are judged again unless `known` holds the whole
        matrix, with at least as many runs of the reference, made for exactly these files and packages by this
        judge and this gate. Independent implementations that were added or edited since are judged by themselves.
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
        more = await self._judged(project, further, len(matrix)) if further else []
        again = {cell.submission: cell for cell in more}
        return [again.get(cell.submission, cell) for cell in first]

    async def _with_independents(self, project: Project, known: Evidence, digests: Digests) -> list[Cell]:
        """The known cells; those of independent implementations judged anew where these have changed."""
        if known.digests.independents == digests.independents:
            return list(known.cells)
        rest = [cell for cell in known.cells if not cell.submission.startswith(of_independent(""))]
        return rest + await self._judged(project, list(independent_rows(project)))

    async def _judged(self, project: Project, matrix: Sequence[Row], before: int = 0) -> list[Cell]:
        """`before`: rows that were judged already, for whoever watches."""
        done, planned = before, before + len(matrix)

        async def judged(row: Row) -> Cell:
            nonlocal done
            async with self._slots:
                seen = await judge_row(self._judge, project, row)
            done += 1
            self._progress(project.id, done, planned)
            return seen

        self._progress(project.id, done, planned)
        try:
            async with asyncio.TaskGroup() as group:
                running = [group.create_task(judged(row)) for row in matrix]
        except ExceptionGroup as errors:
            raise first_of(errors) from None
        return [task.result() for task in running]


async def judge_row(judge: Judge, project: Project, row: Row) -> Cell:
    """One submission of the project's matrix, as a cell of it."""
    return judged_cell(row, await judged_row(judge, project, row))


async def judged_row(judge: Judge, project: Project, row: Row) -> Judgement:
    """One submission of the project's matrix, judged; its files live in a temporary folder meanwhile."""
    with scratch("gate") as folder, sealed(project.grader) as grader:
        submission = Path(folder) / "submission"
        submission.mkdir()
        write_files(submission, row.files)
        request = JudgeRequest(
            item=project.id, submission=submission, criteria=row.criteria, grader=grader,
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


class StaticGate:
    """Implements plans.contracts.authoring.Gate with the program-decided checks alone.

    It proves nothing about how the reference behaves: its evidence has no cells, so it releases nothing and says why.
    """

    def __init__(self, checks: Sequence[Check], runtime: str = "", reader: Reader | None = None) -> None:
        """`runtime`: digest of the packages that the suite locks; empty where it locks none. `reader`: decides further
        checks.
        """
        self._checks = tuple(checks)
        self._runtime = runtime
        self._reader = reader

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        digests = digests_of(project, plan, NO_JUDGE, self._checks, self._runtime)
        results = run_checks(self._checks, project, plan)
        results += await readings(self._reader, project, results, known, digests)
        return concluded(unconcluded(project, digests, results), project, runtime=self._runtime)


TrialProgress = Callable[[int, int], object]
"""Called with mutants tried so far, mutants in all; first with none."""


def untold(done: int, planned: int) -> None:
    """A `TrialProgress` that tells nobody."""


class MutantTrial(NamedTuple):
    """What became of the mutants, as the gate would see it."""

    survivors: list[MutantEvidence]
    """Mutants that a task which has to notice them did not."""
    open_edges: list[EdgeEvidence]
    """Edges that no mutant confirms, or none but such as leave nothing in the files."""
    cells: dict[str, Cell]
    """Row → what was seen."""


async def tried_mutants(judge: Judge, project: Project, tried: TrialProgress = untold) -> MutantTrial:
    """The project's mutants, each judged as the release gate judges it; raises what the judge raises."""
    rows, cells = list(mutant_rows(project)), list[Cell]()
    for row in rows:
        tried(len(cells), len(rows))
        cells.append(await judge_row(judge, project, row))
    tried(len(cells), len(rows))
    further = further_rows(project, unnoticed_mutants(project, cells), unconfirmed_edges(project, cells))
    again = [await judge_row(judge, project, row) for row in list(further)]
    seen = {cell.submission: cell for cell in (*cells, *again)}
    mutants = [planted.mutant for planted in project.mutants]
    return MutantTrial(
        survivors=[one for one in mutant_evidence(project.criteria, mutants, seen) if not one.killed],
        open_edges=[
            one
            for one in edge_evidence(project, seen)
            if not one.confirmed or one.by in emptying_mutants(project)
        ],
        cells=seen,
    )


class JudgeInspector:
    """Implements plans.contracts.authoring.Inspector with a judge of programs."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    async def inspect(self, item: str, criteria: Criteria, built: Built) -> Inspection:
        """See the contract: no task waits for another, so that each shows what came of it."""
        alone = without_edges(criteria)
        with scratch("inspection") as folder, sealed(built.grader) as grader:
            scaffold = folder / "scaffold"
            scaffold.mkdir()
            write_files(scaffold, built.reference)
            judgement = await self._judge.judge(
                JudgeRequest(
                    item=item, submission=scaffold, criteria=alone, grader=grader, world=World.CLOSED
                )
            )
        return Inspection(
            item=item,
            judge=judgement.judge_digest,
            tasks=tuple(_inspected(task, judgement.of(task.id)) for task in criteria.tasks),
        )


def _inspected(task: EvaluationTask, verdict: TaskVerdict) -> InspectedTask:
    if not task.how.commands:
        raise AuthorError(
            f"The task {task.id!r} is tried in a browser, and has no command whose output could be shown. Leave such "
            "tasks out of a family that is inspected."
        )
    seen = [outcome.observation for outcome in verdict.outcomes]
    return InspectedTask(
        task=task.id,
        commands=tuple(command.line for command in task.how.commands),
        came_out="\n".join(dict.fromkeys(one.saw for one in seen if one)),
        expected="\n".join(dict.fromkeys(one.looked_for for one in seen if one))
        or " ".join(outcome.statement for outcome in task.outcomes),
        status=verdict.status,
        reason=verdict.reason,
    )

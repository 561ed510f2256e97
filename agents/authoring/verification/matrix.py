"""The matrix of the release gate: which submissions are judged on which tasks, and which mutants they kill."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from plans.errors import AuthorError
from plans.families import trivial_submissions
from plans.patches import apply_patch, reference_of
from plans.records.base import Record
from plans.records.criteria import Criteria, EvaluationTask, Level
from plans.records.evidence import Cell, MutantEvidence
from plans.records.project import Files, Mutant, PlantedMutant, Project
from plans.records.verdict import Status, World

NOP = "nop"
"""Name of the row in which nothing at all is submitted; of no other row nothing can be run."""
REFERENCE = "reference"
EMPTY = "empty"
PARENT = "parent"
"""Name of the row that only a variant has."""

_NONE: frozenset[str] = frozenset()
_OPERATING = frozenset(["click", "fill", "select", "check", "press", "drag", "upload", "complete"])
"""What a step does that changes the app, or would if nothing were broken."""


class Row(Record):
    """One submission, how it is judged, and what must come of it."""

    submission: str
    """Name as in evidence: nop, empty, reference, alternative/<name>, mutant/<id>, attack/<name>, independent/<name>,
    parent."""
    must: Literal["pass", "fail", "watched"]
    """pass: every task passes. fail: no outcome holds. watched: what it means is concluded from single tasks."""
    files: Files
    criteria: Criteria
    only: frozenset[str] | None = None
    confirm: frozenset[str] | None = None
    """Tasks whose failure is looked at once more in a fresh context; None: all."""
    repeat: int = 1
    world: World = World.CLOSED

    @property
    def judged(self) -> frozenset[str]:
        """Tasks that it is judged on: those asked for and whatever they depend on."""
        return frozenset(task.id for task in self.criteria.with_prerequisites(self.only))


def rows(project: Project, repeats: int) -> Iterator[Row]:
    """The matrix of a project, in an order in which the cheap refusals come first; of an imported item, which has no
    reference, those rows alone that have to fail.

    Where nothing may pass, no failure is confirmed. A second look could only hide something there: an outcome that
    one look saw hold counts as gained, whereas two looks that disagree would make it unresolved.

    AuthorError where the project's family gives nothing that has to fail, or a mutant cannot be made.
    """
    criteria, alone = project.criteria, without_edges(project.criteria)
    family = project.parameters.family
    trivial = trivial_submissions(family)
    attacks = trivial.attacks(criteria)
    if not attacks:
        raise AuthorError(
            f"The family {family!r} attacks nothing of {project.id!r}, so nothing would show that its judge withstands "
            "an attack. Let its trivial submissions name at least one."
        )
    yield Row(submission=NOP, must="fail", files={}, criteria=criteria)
    yield Row(submission=EMPTY, must="fail", files=trivial.empty(), criteria=alone, confirm=_NONE)
    if project.reference is not None:
        yield from _passing_rows(project, project.reference, repeats)
        yield from mutant_rows(project)
    for name, files in attacks.items():
        yield Row(submission=f"attack/{name}", must="fail", files=files, criteria=alone, confirm=_NONE)


def _passing_rows(project: Project, reference: Files, repeats: int) -> Iterator[Row]:
    """Those that have to pass: the reference, again and again, and whatever else is right."""
    criteria = project.criteria
    for repeat in range(1, repeats + 1):
        yield Row(submission=REFERENCE, must="pass", files=reference, criteria=criteria, repeat=repeat)
    for laid_over in project.alternatives:
        files = {**reference, **laid_over.files}
        yield Row(
            submission=of_alternative(laid_over.alternative.name), must="pass", files=files, criteria=criteria
        )


def mutant_rows(project: Project) -> Iterator[Row]:
    """The rows of the project's mutants: each tries its own tasks, and the children of those that it is the first to
    break. AuthorError where one cannot be made.
    """
    for planted, first in _first_to_break(project):
        yield mutant_row(project, planted, _children(project, first))


def of_alternative(name: str) -> str:
    """Name of an alternative's row; an author is free to call an alternative anything, `nop` too."""
    return f"alternative/{name}"


def of_independent(name: str) -> str:
    """Name of an independent implementation's row."""
    return f"independent/{name}"


def independent_rows(project: Project) -> Iterator[Row]:
    """The rows of the project's implementations by other hands."""
    for one in project.independents:
        yield independent_row(project, one.about.name, one.files)


def independent_row(project: Project, name: str, files: Files) -> Row:
    """An implementation by another hand, judged as submissions are: in DAG order and in the open world."""
    return Row(
        submission=of_independent(name),
        must="watched",
        files=files,
        criteria=project.criteria,
        world=World.OPEN,
    )


def of_mutant(id: str) -> str:
    """Name of a mutant's row."""
    return f"mutant/{id}"


def further_rows(
    project: Project, unnoticed: Collection[str], unconfirmed: Collection[tuple[str, str]]
) -> Iterator[Row]:
    """What is judged once more of mutants, after the matrix was.

    Args:
        project: Whose mutants they are.
        unnoticed: Mutants that their own task does not fail: it is tried after its ancestors now, since a presence task
            that it waits for may notice them.
        unconfirmed: Edges (parent, child) where the parent's first mutant left the child whole; the child is tried on
            the other ones.
    """
    for planted, first in _first_to_break(project):
        again = set(planted.mutant.kills) - first
        untried = frozenset(child for parent, child in unconfirmed if parent in again)
        is_unnoticed = planted.mutant.id in unnoticed
        if untried or is_unnoticed:
            children = untried | _children(project, first)
            yield mutant_row(project, planted, children, after_ancestors=is_unnoticed)


def mutant_row(
    project: Project, planted: PlantedMutant, children: frozenset[str], *, after_ancestors: bool = False
) -> Row:
    """A mutant on its own tasks and on `children`, each by itself; or its own tasks `after_ancestors`, in DAG order.

    A task that fails by itself notices the mutant, unless nobody comes to it: those ancestors that operate the app are
    tried too, since one that cannot be decided on the mutant would leave the task undecided in every run. That a child
    fails when it is tried, wherever else the mutant shows itself, confirms the edge, unless the mutant leaves
    nothing of the app (edges.py). One that does so is enough, so the first one of each task tries its children.
    """
    own = frozenset(planted.mutant.kills)
    on_the_way = frozenset[str]() if after_ancestors else _operating_ancestors(project.criteria, own)
    by_themselves = children if after_ancestors else children | own | on_the_way
    criteria = project.criteria.model_copy(
        update={
            "tasks": tuple(
                _alone(task) if task.id in by_themselves else task for task in project.criteria.tasks
            )
        }
    )
    return Row(
        submission=of_mutant(planted.mutant.id),
        must="watched",
        files=apply_patch(reference_of(project, "no mutant of it can be made"), planted.patch),
        criteria=criteria,
        only=own | children | on_the_way,
        confirm=own,
    )


def parent_row(project: Project, reference: Files) -> Row:
    """The reference of the item that a variant was made from, submitted for the variant: it may not complete it."""
    return Row(submission=PARENT, must="watched", files=reference, criteria=project.criteria)


def without_edges(criteria: Criteria) -> Criteria:
    """The same tasks without edges: each has to fail on its own, not because a prerequisite did."""
    return criteria.model_copy(update={"tasks": tuple(_alone(task) for task in criteria.tasks)})


def _first_to_break(project: Project) -> Iterator[tuple[PlantedMutant, frozenset[str]]]:
    """Each mutant with those of its tasks that none before it breaks."""
    broken = set[str]()
    for planted in project.mutants:
        kills = frozenset(planted.mutant.kills)
        yield planted, kills - broken
        broken |= kills


def _children(project: Project, parents: Collection[str]) -> frozenset[str]:
    return frozenset(child for task in parents for child in project.criteria.children(task))


def _operating_ancestors(criteria: Criteria, tasks: frozenset[str]) -> frozenset[str]:
    above = frozenset(ancestor for task in tasks for ancestor in criteria.ancestors(task)) - tasks
    return frozenset(id for id in above if any(step.do in _OPERATING for step in criteria.task(id).steps))


def _alone(task: EvaluationTask) -> EvaluationTask:
    return task.model_copy(update={"depends_on": ()})


Noticed = Literal["failed", "blocked by presence parent", "survived", "unresolved"]

KILLED: frozenset[Noticed] = frozenset(["failed", "blocked by presence parent"])


def mutant_evidence(
    criteria: Criteria, mutants: Sequence[Mutant], cells: Mapping[str, Cell]
) -> list[MutantEvidence]:
    """For each mutant and each task that has to notice it, whether the task did."""
    found: list[MutantEvidence] = []
    for mutant in mutants:
        for task in mutant.kills:
            how = how_noticed(criteria, task, cells[of_mutant(mutant.id)])
            found.append(MutantEvidence(mutant=mutant.id, task=task, killed=how in KILLED, how=how))
    return found


def unnoticed_mutants(project: Project, cells: Sequence[Cell]) -> frozenset[str]:
    """Mutants that a task which has to notice them did not."""
    by_name = {cell.submission: cell for cell in cells}
    found = mutant_evidence(project.criteria, [planted.mutant for planted in project.mutants], by_name)
    return frozenset(seen.mutant for seen in found if not seen.killed)


def unfailed_outcomes(project: Project, cells: Sequence[Cell]) -> tuple[str, ...]:
    """Outcomes that on every mutant passed, were not decided or not come to, as `task/outcome` in the order of tasks.

    Their task failed on a mutant by another of its outcomes, so that nothing shows that these can fail. An outcome that
    was not come to, since the task broke off before, was not failed: `1 == 1` would be, too.
    """
    ours = {of_mutant(planted.mutant.id) for planted in project.mutants}
    failed = {
        (task, outcome)
        for cell in cells
        if cell.submission in ours
        for task, outcomes in cell.tasks.items()
        for outcome, status in outcomes.items()
        if status is Status.FAILED and outcome not in cell.unseen.get(task, ())
    }
    return tuple(
        f"{task.id}/{outcome.id}"
        for task in project.criteria.tasks
        for outcome in task.outcomes
        if (task.id, outcome.id) not in failed
    )


def how_noticed(criteria: Criteria, task: str, seen: Cell) -> Noticed:
    """What became of a mutant's task.

    survived: it passed, or waits for a task that is not about mere presence. unresolved: it was not decided, or would
    not be, because a task that it waits for is not.
    """
    above = {seen.task_status.get(ancestor) for ancestor in criteria.ancestors(task)}
    if Status.UNRESOLVED in above:
        return "unresolved"
    match seen.task_status[task]:
        case Status.FAILED:
            return "failed"
        case Status.BLOCKED:
            parents = [criteria.task(parent) for parent in criteria.task(task).depends_on]
            failed = [
                p
                for p in parents
                if seen.task_status.get(p.id) is Status.FAILED and p.level is Level.PRESENCE
            ]
            return "blocked by presence parent" if failed else "survived"
        case Status.UNRESOLVED:
            return "unresolved"
        case Status.PASSED:
            return "survived"

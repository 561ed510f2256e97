"""Checks of the criteria as a whole: the DAG, coverage of requirements, size, and what the mutants are about."""

from collections.abc import Iterator, Mapping, Sequence, Set
from graphlib import CycleError, TopologicalSorter

from plans.errors import AuthorError
from plans.families import trivial_submissions
from plans.patches import apply_patch, reference_of
from plans.records.base import Problem
from plans.records.criteria import Criteria, Level
from plans.records.plan import Plan
from plans.records.project import Files, Project
from plans.records.specification import PRD

RANK = {Level.PRESENCE: 0, Level.FUNCTIONALITY: 1, Level.ROBUSTNESS: 2}


class Dag:
    """Acyclic, levels rise, parents first; each task but that of the accessibility clause under a presence task."""

    name = "dag"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return list(dag_problems(project.criteria, f"{project.id}/criteria.yaml"))


def dag_problems(criteria: Criteria, file: str) -> Iterator[Problem]:
    """Everything that keeps the criteria from being a DAG whose levels rise."""
    levels = {task.id: task.level for task in criteria.tasks}
    if len(levels) < len(criteria.tasks):
        seen: set[str] = set()
        for task in criteria.tasks:
            if task.id in seen:
                yield _problem(file, task.id, "is the id of two tasks.", "Rename one of them.")
            seen.add(task.id)
    earlier: set[str] = set()
    for task in criteria.tasks:
        for parent in task.depends_on:
            if parent not in levels:
                yield _problem(
                    file, task.id, f"depends on {parent!r}, which does not exist.", "Correct the id."
                )
            elif RANK[levels[parent]] > RANK[task.level]:
                yield _problem(
                    file,
                    task.id,
                    f"is a {task.level} task but depends on the {levels[parent]} task {parent!r}.",
                    "Turn the edge round, or correct a level: presence comes before functionality before robustness.",
                )
            elif parent not in earlier:
                yield _problem(
                    file, task.id, f"stands before its prerequisite {parent!r}.", "List parents first."
                )
        if not task.depends_on and task.level is not Level.PRESENCE and not task.is_of_clause:
            yield _problem(
                file,
                task.id,
                f"is a {task.level} task without prerequisites.",
                "Let it depend on a presence task.",
            )
        earlier.add(task.id)
    if cycle := find_cycle(criteria):
        yield _problem(file, cycle[0], f"is in a cycle: {' → '.join(cycle)}.", "Remove one of these edges.")


def find_cycle(criteria: Criteria) -> list[str]:
    """The ids of one cycle, first one repeated at the end; empty when there is none."""
    ids = {task.id for task in criteria.tasks}
    graph = {task.id: [parent for parent in task.depends_on if parent in ids] for task in criteria.tasks}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _problem(file: str, task: str, message: str, mend: str) -> Problem:
    return Problem(where=f"{file}: task {task}", message=f"{task!r} {message}", mend=mend)


class Completeness:
    """Each leaf requirement has a task, each task names leaf requirements, each task has a mutant."""

    name = "completeness"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        killed = {id for planted in project.mutants for id in planted.mutant.kills}
        return [
            *coverage_problems(project.prd, project.criteria, project.id),
            *(
                Problem(
                    where=f"{project.id}/criteria.yaml: task {task.id}",
                    message=f"No mutant must be killed by {task.id!r}, so nothing shows that it can fail.",
                    mend="Plant at least one defect that it has to notice.",
                )
                for task in project.criteria.tasks
                if task.id not in killed
            ),
        ]


def coverage_problems(prd: PRD, criteria: Criteria, item: str) -> Iterator[Problem]:
    """Requirements that nothing tests, and tests of what is no requirement."""
    leaves = {leaf.id: leaf for leaf in prd.leaves()}
    known = {requirement.id for requirement in prd.walk()}
    tested = {id for task in criteria.tasks for id in task.requirements}
    for id, leaf in leaves.items():
        if id not in tested:
            yield Problem(
                where=f"{item}/prd.yaml: {id}",
                message=f"Requirement {id} ({leaf.title!r}) is tested by no task.",
                mend="Add a task for it, or move it to the non-goals.",
            )
    for task in criteria.tasks:
        for id in task.requirements:
            if id not in leaves:
                yield Problem(
                    where=f"{item}/criteria.yaml: task {task.id}",
                    message=f"Names {id}, which is {'not a leaf of' if id in known else 'not in'} the PRD.",
                    mend="Name a leaf requirement.",
                )


class Complexity:
    """Sampled values lie in the plan's ranges, and so do the numbers of tasks and outcomes where it names them.

    A plan may count the task of the accessibility clause or not: the catalog's does, and a model does not know of it.
    """

    name = "complexity"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        counted, without = _counted(project.criteria), _counted(project.criteria.without_clause())
        values = {**project.parameters.values, **counted}
        problems: list[Problem] = []
        for parameter in plan.parameters:
            value = values.get(parameter.name)
            if value is None:
                continue
            if parameter.values is not None:
                chosen = value if isinstance(value, list) else [value]
                outside: list[object] = [choice for choice in chosen if choice not in parameter.values]
                allowed = f"one of {list(parameter.values)}"
            else:
                low, high = parameter.minimum or 0.0, parameter.maximum or 0.0
                either = (value, without.get(parameter.name))
                fits = any(isinstance(one, (int, float)) and low <= one <= high for one in either)
                outside = [] if fits else [value]
                allowed = f"between {low:g} and {high:g}"
            problems.extend(
                Problem(
                    where=f"{project.id}/parameters.yaml: {parameter.name}",
                    message=f"{parameter.name} is {one!r}, which the plan does not foresee.",
                    mend=f"It should be {allowed}; change the item or the plan.",
                )
                for one in outside
            )
        return problems


def _counted(criteria: Criteria) -> dict[str, int]:
    return {
        "evaluation_tasks": len(criteria.tasks),
        "expected_outcomes": sum(len(task.outcomes) for task in criteria.tasks),
    }


class MutantsApply:
    """Each patch applies to the reference and makes it different, no two make the same of it, and none proves what it
    does not show.

    Whatever is tried on an app of which nothing is left fails: so one such mutant would prove any task. Each task
    beyond presence therefore has a mutant of its own, and a mutant that leaves nothing speaks for presence alone.
    """

    name = "mutants"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return mutant_problems(project)


def mutant_problems(project: Project) -> list[Problem]:
    """What is wrong with the project's mutants, before any of them is tried."""
    reference = reference_of(project, "no mutant of it can be made")
    problems: list[Problem] = []
    made: dict[str, Files] = {}
    for planted in project.mutants:
        where = _place(project, planted.mutant.id)
        try:
            changed = apply_patch(reference, planted.patch)
        except AuthorError as error:
            problems.append(Problem(where=where, message=str(error), mend=""))
            continue
        if changed == reference:
            problems.append(
                Problem(where=where, message="The patch changes nothing.", mend="Plant a defect.")
            )
        if same := next((other for other, files in made.items() if files == changed), None):
            message = f"Makes the same files as mutant {same!r}."
            problems.append(Problem(where=where, message=message, mend="Remove one of them."))
        made[planted.mutant.id] = changed
    return [*problems, *_empty_problems(project, reference, made), *_own_problems(project)]


def _empty_problems(project: Project, reference: Files, made: Mapping[str, Files]) -> Iterator[Problem]:
    """Mutants that leave nothing of the app and are to prove more than that something is there."""
    beyond = {task.id for task in project.criteria.tasks if task.level is not Level.PRESENCE}
    is_empty = trivial_submissions(project.parameters.family).is_empty
    for planted in project.mutants:
        claimed = [task for task in planted.mutant.kills if task in beyond]
        if claimed and is_empty(made.get(planted.mutant.id, reference)):
            yield Problem(
                where=_place(project, planted.mutant.id),
                message=f"Leaves nothing of the app, on which any task fails, and is to prove {', '.join(claimed)}.",
                mend="Plant a defect in an app that works otherwise, or let it kill presence tasks alone.",
            )


def _own_problems(project: Project) -> Iterator[Problem]:
    """Tasks beyond presence without a mutant of their own: it kills the task and nothing but what depends on it."""
    above = _ancestors(project.criteria)
    kills = [frozenset(planted.mutant.kills) for planted in project.mutants]
    for task in project.criteria.tasks:
        about = [named for named in kills if task.id in named]
        own = any(all(task.id in above.get(other, ()) for other in named - {task.id}) for named in about)
        if about and task.level is not Level.PRESENCE and not own:
            yield Problem(
                where=f"{project.id}/criteria.yaml: task {task.id}",
                message=f"Each mutant that {task.id!r} must kill is to be killed by tasks that do not depend on it "
                "too, so nothing shows that it can fail where the rest works.",
                mend="Plant a defect of its own: the mutant names the task, and beside it only what depends on it.",
            )


def _ancestors(criteria: Criteria) -> dict[str, Set[str]]:
    """Task → all that it depends on, also where the criteria are no DAG."""
    parents = {task.id: task.depends_on for task in criteria.tasks}
    found: dict[str, Set[str]] = {}
    for task in parents:
        above: set[str] = set()
        open_ids = list(parents[task])
        while open_ids:
            if (parent := open_ids.pop()) not in above:
                above.add(parent)
                open_ids.extend(parents.get(parent, ()))
        found[task] = above
    return found


def _place(project: Project, mutant: str) -> str:
    return f"{project.id}/mutants/{mutant}"

"""Do the mutants' patches apply, is each a defect of its own, and has each task one that is about it."""

from collections.abc import Iterator, Mapping, Sequence, Set

from plans.errors import AuthorError
from plans.families import trivial_hand_ins
from plans.patches import apply_patch
from plans.records.criteria import Criteria, Level
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Files, Project
from plans.references import reference_of


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
    is_empty = trivial_hand_ins(project.parameters.family).is_empty
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

"""Do the mutants' patches apply, and does each change something."""

from collections.abc import Sequence

from plans.errors import AuthorError
from plans.patches import apply_patch
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project


class MutantsApply:
    """Each patch applies to the reference and makes it different, and no two mutants are the same."""

    name = "mutants"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        problems: list[Problem] = []
        seen: dict[str, str] = {}
        for planted in project.mutants:
            where = f"{project.id}/mutants/{planted.mutant.id}"
            try:
                changed = apply_patch(project.reference, planted.patch)
            except AuthorError as error:
                problems.append(Problem(where=where, message=str(error), mend="Make the patch anew."))
                continue
            if changed == project.reference:
                problems.append(
                    Problem(where=where, message="The patch changes nothing.", mend="Plant a defect.")
                )
            if planted.patch in seen:
                message = f"Is the same as mutant {seen[planted.patch]!r}."
                problems.append(Problem(where=where, message=message, mend="Remove one of them."))
            seen[planted.patch] = planted.mutant.id
        return problems

"""What a code agent finds in its workspace when a trial of an item begins.

An item that was authored here begins with nothing. PRDBench hands out the specification, the data that belong to it,
and all of its tests and expected files; of these an agent gets what goes in, and nothing of what is to come out.
"""

from collections.abc import Iterator

from plans.records.imported import Imported
from plans.records.project import Grader, Project

GIVEN = "given"
"""Where the grader of an imported item has the data that its code agent is given."""
PRD = "src/PRD.md"


def handed_out(project: Project) -> Grader:
    """Path in the workspace → what lies there; nothing for an item that was authored here."""
    if project.imported is None:
        return {}
    published = project.imported.published
    found = {
        name: project.grader[kept]
        for name in (*published.must_survive, *published.shipped_beside)
        if (kept := f"{GIVEN}/{name}") in project.grader
    }
    found |= {name: project.grader[name] for name in _inputs(project.imported) if name in project.grader}
    return {PRD: (published.prd or "").encode(), **found}


def _inputs(imported: Imported) -> Iterator[str]:
    """The files that criteria take in, but for those that another takes for its test or its outcome."""
    criteria = imported.published.criteria
    kept_back = {*imported.published.stale_products}
    for one in criteria:
        kept_back |= {*one.run_files, *one.reference_files, *one.products, *one.expected_files}
    for one in criteria:
        for name in (*one.input_files, *(step.input.file for step in one.steps)):
            if name and name not in kept_back and not name.endswith(".py"):
                yield name

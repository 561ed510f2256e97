"""What a code agent finds in its workspace when a trial of an item begins.

An item that was authored here begins with nothing. PRDBench hands out the specification, the data that belong to it,
and all of its tests and expected files; of these an agent gets what goes in, and nothing of what is to come out.
"""

from collections.abc import Iterator, Set

from plans.records.project import Grader, Project
from plans.records.published import Imported

GIVEN = "given"
"""Where the grader of an imported item has the data that its code agent is given."""
PRD = "src/PRD.md"


def handed_out(project: Project) -> Grader:
    """Path in the workspace → what lies there; nothing for an item that was authored here."""
    if project.imported is None:
        return {}
    published = project.imported.published
    kept_back = _kept_back(project.imported)
    beside = [name for name in published.shipped_beside if name not in kept_back and not name.endswith(".py")]
    found = {
        name: project.grader[kept]
        for name in (*published.must_survive, *beside)
        if (kept := f"{GIVEN}/{name}") in project.grader
    }
    inputs = _inputs(project.imported, kept_back)
    found |= {name: project.grader[name] for name in inputs if name in project.grader}
    return {PRD: (published.prd or "").encode(), **found}


def _kept_back(imported: Imported) -> Set[str]:
    """The files that a criterion takes for its test or its outcome."""
    found = {*imported.published.stale_products}
    for one in imported.published.criteria:
        found |= {*one.run_files, *one.reference_files, *one.products, *one.expected_files}
    return found


def _inputs(imported: Imported, kept_back: Set[str]) -> Iterator[str]:
    """The files that criteria take in, but for those that are kept back."""
    for one in imported.published.criteria:
        for name in (*one.input_files, *(step.input.file for step in one.steps)):
            if name and name not in kept_back and not name.endswith(".py"):
                yield name

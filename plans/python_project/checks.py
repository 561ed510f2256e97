"""The family's own checks: of every project, and of a catalog's that the query asks for nothing that it lacks."""

from plans.catalog.checks import AsksForWhatIsThere
from plans.contracts.authoring import Check
from plans.python_project.generator import PythonProjectAuthor
from plans.python_project.program_checks import FreshProducts, PythonProgram, StatedInterfaces, TellingTests


class AsksForFeatures(AsksForWhatIsThere):
    """By the catalog of Python projects."""

    author = PythonProjectAuthor


CHECKS: tuple[Check, ...] = (
    PythonProgram(),
    StatedInterfaces(),
    TellingTests(),
    FreshProducts(),
    AsksForFeatures(),
)
"""The family's own checks, beside those that every family with criteria shares."""

"""Imported items that cannot be tried here are told and left out: numbers of them would be about packages."""

from collections.abc import Callable, Mapping, Sequence

from plans.errors import AuthorError
from plans.files import read_record
from plans.paths import SuitePaths
from plans.records.imported import Imported
from plans.records.project import Project

Reasons = Mapping[str, Sequence[str]]
"""Item → why it cannot be tried; of those that can, nothing."""


def runnable(items: Sequence[Project], say: Callable[[str], None]) -> list[Project]:
    """Those of the items that can be tried; each other one is said with its reason.

    Raises AuthorError where none is left.
    """
    reasons = {item.id: item.imported.not_runnable if item.imported is not None else () for item in items}
    left = _left(reasons, say)
    return [item for item in items if item.id in left]


def runnable_ids(paths: SuitePaths, ids: Sequence[str], say: Callable[[str], None]) -> list[str]:
    """The same of items that are not read yet; raises InvalidFile, and AuthorError where none is left."""
    files = {id: paths.item(id).imported for id in ids}
    reasons = {
        id: read_record(file, Imported).not_runnable if file.exists() else () for id, file in files.items()
    }
    left = _left(reasons, say)
    return [id for id in ids if id in left]


def _left(reasons: Reasons, say: Callable[[str], None]) -> frozenset[str]:
    left = frozenset(id for id, why in reasons.items() if not why)
    for id, why in reasons.items():
        if why:
            say(f"{id} is left out: it needs {'; '.join(why)}.")
    if not left and reasons:
        raise AuthorError(
            f"{', '.join(reasons)}: none of the items can be tried here, so nothing was begun. Lock what they need in "
            "the suite's runtime/ and import them anew, or name other items."
        )
    return left

"""Imported items that cannot be tried here are told and left out: numbers of them would be about packages."""

from collections.abc import Callable, Mapping, Sequence

from pipeline.exchange.prdbench.runnable import locked_packages, why_not
from plans.errors import AuthorError
from plans.files import read_record
from plans.paths import ItemPaths, SuitePaths
from plans.records.project import Project
from plans.records.suite import Imported

Reasons = Mapping[str, Sequence[str]]
"""Item → why it cannot be tried; of those that can, nothing."""


def runnable(paths: SuitePaths, items: Sequence[Project], say: Callable[[str], None]) -> list[Project]:
    """Those of a suite's items that can be tried with what it locks now; each other one is said with its reason.

    Raises AuthorError where none is left.
    """
    left = _left(_reasons(paths, {item.id: item.imported for item in items}), say)
    return [item for item in items if item.id in left]


def runnable_ids(paths: SuitePaths, ids: Sequence[str], say: Callable[[str], None]) -> list[str]:
    """The same of items that are not read yet; raises InvalidFile, and AuthorError where none is left."""
    left = _left(_reasons(paths, {id: _imported(paths.item(id)) for id in ids}), say)
    return [id for id in ids if id in left]


def require_runnable(suite: SuitePaths | None, item: ItemPaths) -> None:
    """AuthorError where hand-ins of the item cannot be tried; `suite`: the one that it lies in, if any."""
    imported = _imported(item)
    if imported is None:
        return
    id = item.root.resolve().name
    if reasons := _reasons(suite or SuitePaths(item.root), {id: imported})[id]:
        raise AuthorError(
            f"{id} needs {'; '.join(reasons)}, so that a verdict would be about that and not about the hand-in. Lock "
            "what it needs in its suite's runtime/."
        )


def _imported(item: ItemPaths) -> Imported | None:
    return read_record(item.imported, Imported) if item.imported.exists() else None


def _reasons(paths: SuitePaths, items: Mapping[str, Imported | None]) -> Reasons:
    packages = locked_packages(paths)
    return {id: why_not(one.published, packages) if one is not None else () for id, one in items.items()}


def _left(reasons: Reasons, say: Callable[[str], None]) -> frozenset[str]:
    left = frozenset(id for id, why in reasons.items() if not why)
    for id, why in reasons.items():
        if why:
            say(f"{id} is left out: it needs {'; '.join(why)}.")
    if not left and reasons:
        raise AuthorError(
            f"{', '.join(reasons)}: none of the items can be tried here, so nothing was begun. Lock what they need in "
            "the suite's runtime/, or name other items."
        )
    return left

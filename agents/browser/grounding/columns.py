"""The columns of a table, by which its rows are told from those of a table that only lays out a page or a form."""

from agents.browser.grounding.known import HEADED
from agents.browser.snapshot import Snapshot

_CELLS = ("cell", "columnheader", "rowheader")

_SEVERAL = 2
"""Rows of figures from which one without any before them is their head."""


def columns_of(snapshot: Snapshot, container: int) -> str:
    """How many columns the table has that holds rows, and whether it heads them; of its longest row if it does not."""
    around = (container, *snapshot.ancestors(container))
    table = next((i for i in around if snapshot.elements[i].role == "table"), container)
    rows = [_cells(snapshot, i) for i in snapshot.inside(table) if snapshot.elements[i].role == "row"]
    heads = [cells for cells in rows if cells and all(role == "columnheader" for role in cells)]
    return f"{HEADED}{len(heads[0])}" if heads else str(max(map(len, rows), default=0))


def _cells(snapshot: Snapshot, row: int) -> list[str]:
    roles = (snapshot.elements[i].role for i in snapshot.children.get(row, []))
    return [role for role in roles if role in _CELLS]


def without_head(snapshot: Snapshot, rows: tuple[int, ...]) -> tuple[int, ...]:
    """The rows of figures without one before them that only says what stands in their columns."""
    head, *others = rows or (0,)
    is_head = len(others) >= _SEVERAL and not _has_digits(snapshot, head)
    return tuple(others) if is_head and all(_has_digits(snapshot, row) for row in others) else rows


def _has_digits(snapshot: Snapshot, index: int) -> bool:
    return any(map(str.isdigit, snapshot.text(index)))

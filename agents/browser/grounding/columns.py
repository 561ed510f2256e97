"""The columns of a table, by which its rows are told from those of a table that only lays out a page or a form."""

from agents.browser.grounding.contract import HEADED
from agents.browser.snapshot import Snapshot

_CELLS = ("cell", "columnheader", "rowheader")


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

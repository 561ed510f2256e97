"""What long work is about to do, said before it begins."""

from pathlib import Path

from pipeline.cli.gates import GateName
from plans.plurals import count_text

MINUTES = (1, 2)
"""Of an item in the live gate on two cores, as measured; the README says the same."""


def work_ahead(folder: Path, items: int, gate: GateName) -> str:
    """`Writes generated/mine-2.0.0: 2 items, about 2 to 4 minutes on two cores.`"""
    low, high = (items * minutes for minutes in MINUTES)
    takes = f"about {low} to {high} minutes on two cores" if gate == "live" else "about a second each"
    return f"Writes {folder}: {count_text(items, 'item')}, {takes}."

"""What long work is about to do, said before it begins."""

from pathlib import Path

from pipeline.cli.gates import GateName
from plans.plurals import count_text

MINUTES = (1, 2)
"""Of an item in the live gate on two cores that do nothing else, as measured; the README says the same."""
HAND_INS = 43
"""Judged for an item of usual size in the live gate: its reference thrice, its alternatives, mutants and attacks."""


def work_ahead(folder: Path, items: int, gate: GateName) -> str:
    """`Writes generated/mine-2.0.0: 2 items, some 86 hand-ins to judge, which takes …`"""
    low, high = (items * minutes for minutes in MINUTES)
    takes = (
        f"some {items * HAND_INS:,} hand-ins to judge, which takes two idle cores about {low} to {high} minutes, and "
        "busy ones as much longer as they have other work"
        if gate == "live"
        else "about a second each"
    )
    return f"Writes {folder}: {count_text(items, 'item')}, {takes}."

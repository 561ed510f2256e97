"""What long work is about to do, said before it begins."""

from pathlib import Path
from typing import NamedTuple

from pipeline.cli.gates import GateName
from plans.families import family_named
from plans.plurals import count_text


class GateWork(NamedTuple):
    """What the live gate takes for an item of usual size, as measured; the README says the same."""

    hand_ins: int
    """Judged: its reference thrice, its alternatives, mutants and attacks."""
    minutes: tuple[int, int]
    """On two cores that do nothing else."""


GATE_WORK = {"browser": GateWork(49, (1, 2)), "commands": GateWork(54, (2, 4))}
"""Family.judge → what the live gate takes with it."""


def work_ahead(folder: Path, items: int, gate: GateName, family: str) -> str:
    """`Writes generated/mine-2.0.0: 2 items, some 86 hand-ins to judge, which takes …`; AuthorError for no family."""
    each = GATE_WORK[family_named(family).judge]
    low, high = (items * minutes for minutes in each.minutes)
    takes = (
        f"some {items * each.hand_ins:,} hand-ins to judge, which takes two idle cores about {low} to {high} minutes, "
        "and busy ones as much longer as they have other work"
        if gate == "live"
        else "about a second each"
    )
    return f"Writes {folder}: {count_text(items, 'item')}, {takes}."

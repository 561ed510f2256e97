"""What a folder is, of the things that we make: told by the one file that makes it that."""

from pathlib import Path
from typing import Literal

from plans.paths import ItemPaths, RunPaths, SuitePaths

Kind = Literal["suite", "item", "run"]
KINDS: tuple[Kind, ...] = ("suite", "item", "run")
NOUN: dict[Kind, str] = {"suite": "a suite", "item": "an item of a suite", "run": "a run"}
"""What a kind is called in a sentence."""


def kinds_of(folder: Path) -> tuple[Kind, ...]:
    """What a folder is: nothing of ours, one thing, or several where they were once written into each other."""
    return tuple(kind for kind in KINDS if mark_of(folder, kind).is_file())


def mark_of(folder: Path, kind: Kind) -> Path:
    """The file that makes a folder one of that kind."""
    match kind:
        case "suite":
            return SuitePaths(folder).suite
        case "item":
            return ItemPaths(folder).criteria
        case "run":
            return RunPaths(folder).spec

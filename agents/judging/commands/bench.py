"""Where tasks are tried by commands, and by which settings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import Field

from plans.contracts.sandboxing import SandboxProvider
from plans.records.base import Record
from plans.records.verdict import Manner


class CommandSettings(Record):
    """Bounds and manner of judging."""

    manner: Manner = "isolated"
    repeats: int = Field(default=3, ge=0)
    """How often tests that passed are run again, each time on a fresh copy: all have to pass. The last time, and once
    in any case, some expect what is wrong, and have to fail."""
    at_once: int = Field(default=2, gt=0)
    """Tasks that are tried at the same time where each has a copy of its own."""
    product_bytes: int = Field(default=16_000_000, gt=0)
    """The largest file that is held against an expected one."""


@dataclass(frozen=True, slots=True)
class Bench:
    """One hand-in, and where its tasks are tried."""

    provider: SandboxProvider
    settings: CommandSettings
    hand_in: Path
    grader: Path | None
    item: str
    """Id of the project."""
    guesses: Mapping[str, str] = field(default_factory=dict[str, str])
    """Task → what of how it is tried nothing tells: that it fails shows nothing then."""
    read_as: Callable[[str], str] | None = None
    """An output → how it is read: with the menus of a hand-in as the criteria have them. None: as it stands."""
    known_by: str = ""
    """Digest of what is judged, by whom and where: what comes of a task there is asked of a model once. Empty: nobody
    knows, and it is asked again where a word of it is another."""
    unusable_answers: Mapping[str, int] = field(default_factory=dict[str, int])
    """Task → how often a model's answers about it could not be used."""

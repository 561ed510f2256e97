"""Where tasks are tried."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from agents.judging.commands.settings import CommandSettings
from plans.contracts.sandboxing import SandboxProvider


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

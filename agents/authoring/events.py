"""What happens while models author an item, for whoever watches: codes and numbers; the words are the watcher's."""

from collections.abc import Callable
from typing import NamedTuple

from plans.records.model_role import Role


class Asked(NamedTuple):
    """A model is asked to write something."""

    item: str
    """Empty for what is of no single item."""
    part: str
    """What is written, by the name of its prompt: prd, criteria, tests, adjudicate …"""
    role: Role


class Misshapen(NamedTuple):
    """Answers did not have the form that was asked for; the model was shown so and answered again."""

    item: str
    part: str
    answers: int
    key: str
    """Where the journal has the answer that did."""


class SentBack(NamedTuple):
    """An answer was checked, and is shown to the model again with what is wrong."""

    item: str
    part: str
    time: int
    """From 1."""
    most: int
    """Times that it is shown at most, before it is given up."""
    problems: tuple[str, ...]
    """All of them."""
    key: str
    """Where the journal has the answer: one that is read again after a stop is told of again under the same key. Empty
    for what a code agent left in its workspace."""


class Planned(NamedTuple):
    """It is settled what an item is made from."""

    item: str
    tasks: int | None
    """Evaluation tasks that it is to have; None where its plan says nothing of them."""


class Mending(NamedTuple):
    """A reference does not pass, and goes back to who wrote it."""

    item: str
    number: int
    """From 1."""
    most: int
    wrong: tuple[str, ...]
    """What does not pass, and why."""


class MutantsTried(NamedTuple):
    """How many of some mutants were tried on their tasks."""

    item: str
    is_mechanical: bool
    """Whether a program made them; else the model that plants defects."""
    done: int
    planned: int


class Implementing(NamedTuple):
    """A hand that sees neither criteria nor reference begins a round of work on an item."""

    item: str
    author: str
    number: int
    """From 1."""
    most: int


class Implemented(NamedTuple):
    """What it handed in was judged."""

    item: str
    number: int
    passed: int
    tasks: int
    """All of them."""
    missed: tuple[str, ...]
    """Tasks that do not pass and are not blocked."""


AuthoringEvent = Asked | Misshapen | SentBack | Planned | Mending | MutantsTried | Implementing | Implemented
Hear = Callable[[AuthoringEvent], object]


def unheard(event: AuthoringEvent) -> None:
    """A Hear that tells nobody."""

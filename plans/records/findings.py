"""What judging a task found out about an app, from which other tasks of the same app may begin."""

from dataclasses import dataclass

from plans.records.base import Record
from plans.records.targets import Target


@dataclass(frozen=True, slots=True)
class Look:
    """By what an element is known again."""

    tag: str
    role: str
    tokens: str
    words: tuple[str, ...]
    """Stems of its name, else of what it says, without numbers."""


class Meaning(Record):
    """What a target was found to be."""

    target: Target
    look: Look


class Way(Record):
    """By what a target is reached that is not on every screen."""

    target: Target
    presses: tuple[Look, ...]
    """What is pressed from the start page, in order; nothing where what it leads to stands there."""


class Finding(Record):
    """How a task was gone about when its outcomes were observed, where that is not what its words say at once."""

    meant: tuple[Meaning, ...] = ()
    """Targets that are other elements than those which fit their words best."""
    inside: bool = False
    """Whether items had to be gone into for what others offer on them."""
    ways: tuple[Way, ...] = ()
    """To targets that stand on another screen than where the task looks for them."""
    is_pointed_out: bool = False
    """Whether a model pointed it out, so that it is also of what is merely looked at."""

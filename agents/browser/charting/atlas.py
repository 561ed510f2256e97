"""A map of an app: the screens that were seen, and by which presses each of them is reached."""

from collections.abc import Iterator

from agents.browser.grounding.contract import Found, Grounding
from agents.browser.grounding.ground import ground
from agents.browser.snapshot import Snapshot
from plans.records.base import Record
from plans.records.findings import Look
from plans.records.targets import Target

_CALLED_SO = 0.95
"""Score from which something goes by a name of what is looked for, and by no mere other wording."""


class Screen(Record):
    """What a press brought to light."""

    way: tuple[Look, ...]
    """What is pressed to come here from the start page, in order; nothing for the start page itself."""
    snapshot: Snapshot


class Atlas(Record):
    """The screens of an app, those first that are reached by fewer presses."""

    screens: tuple[Screen, ...]
    presses: int
    """Presses that were made to find them."""
    cut: str = ""
    """Why the exploration ended before everything was pressed; empty when it did not."""

    def ways_to(self, target: Target) -> Iterator[tuple[Look, ...]]:
        """The ways to the screens on which something fits a target; the start page is none.

        Where it is called so comes before where something may merely be meant, and then the shortest first.
        """
        seen = [(s.way, ground(s.snapshot, target, purpose="act")) for s in self.screens if s.way]
        found = [(way, grounding) for way, grounding in seen if grounding.found is not Found.MISSING]
        yield from (way for way, _ in sorted(found, key=lambda pair: not _is_called_so(pair[1])))

    @property
    def size(self) -> str:
        """How much was seen, in words."""
        return f"{_many(len(self.screens), 'screen')}, {_many(self.presses, 'press', 'presses')}"


def _is_called_so(grounding: Grounding) -> bool:
    return bool(grounding.candidates) and grounding.candidates[0].score >= _CALLED_SO


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or f'{one}s'}"

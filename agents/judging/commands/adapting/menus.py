"""Menus that programs print: their entries, and output in which such a menu stands in the words of the criteria."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from agents.judging.commands.responses import plain

_ENTRY = re.compile(r"^[\s|│║*•>]*[\[(]?(\d{1,2}|[A-Za-z])(?:[\])]|\s*[.):]|\s+[-–—])\s*(\S.*?)[\s|│║]*$")


_LONGEST = 300
"""Letters of a row that may be an entry of a menu; longer ones are none, and would be searched for long."""


class Entry(NamedTuple):
    """An entry of a menu."""

    choice: str
    """What is typed for it."""
    title: str


def menu_in(output: str) -> tuple[Entry, ...]:
    """The longest run of lines that are entries of a menu, each with a choice of its own; empty where there is none."""
    runs: list[list[Entry]] = [[]]
    for row in plain(output).splitlines():
        match = _ENTRY.match(row) if len(row) <= _LONGEST else None
        if match is not None and match[1] not in {one.choice for one in runs[-1]}:
            runs[-1].append(Entry(match[1], match[2]))
        elif row.strip():
            runs.append([])
    longest = max(runs, key=len)
    return tuple(longest) if len(longest) > 1 else ()


class Translation(NamedTuple):
    """A menu of the hand-in, and how the criteria have it."""

    own: tuple[Entry, ...]
    asked: tuple[Entry, ...]
    """In the order of the criteria."""
    pairs: Mapping[Entry, Entry]
    """Own entry → the asked one that it is."""

    def applied(self, output: str) -> str:
        """The output with each menu as the criteria number and order it; entries that are missing stay missing.

        Nothing but a run of entries that the program's own menu has is replaced, so that what it says otherwise is read
        as it stands.
        """
        return "\n".join(self._rows(plain(output).split("\n")))

    def _rows(self, rows: Sequence[str]) -> Iterator[str]:
        block: list[Entry] = []
        held: list[str] = []
        for row in rows:
            before, entry = self._entry(row)
            if entry is None:
                if block and not row.strip():
                    held.append(row)
                    continue
                yield from self._block(block)
                yield from held
                block, held = [], []
                yield row
                continue
            if before:
                yield from self._block(block)
                block = []
                yield before
            held = []
            block.append(entry)
        yield from self._block(block)
        yield from held

    def _block(self, block: Sequence[Entry]) -> Iterator[str]:
        there = {self.pairs[entry] for entry in block if entry in self.pairs}
        yield from (f"{entry.choice}. {entry.title}" for entry in self.asked if entry in there)
        yield from (f"{entry.choice}. {entry.title}" for entry in block if entry not in self.pairs)

    def _entry(self, row: str) -> tuple[str, Entry | None]:
        """The entry that a row ends with, and what stands before it, such as a prompt without a line end."""
        for entry in self.own if len(row) <= _LONGEST else ():
            form = rf"^(.*?)(?:^|(?<=\s)|(?<=[>:?]))[\s|│║*•>]*[\[(]?{re.escape(entry.choice)}"
            form += rf"(?:[\])]|\s*[.):]|\s+[-–—])\s*{re.escape(entry.title)}[\s|│║]*$"
            if (match := re.match(form, row)) is not None:
                return match[1].rstrip(), entry
        return "", None

"""A menu that has to be shown: one with as many entries as are wanted, half of which are called as they are named."""

import re
from collections.abc import Sequence
from itertools import groupby

from agents.judging.commands.decisions import Decision
from agents.judging.commands.phrases import says, single_words
from agents.judging.commands.prose.nearness import is_said_anywhere
from agents.judging.commands.prose.wording import Wanted, share_said

_ENTRY = re.compile(r"^\W*(?:\d{1,2}|[a-z])\s*[\]】)）.:、-](?!\d)\s*\S", re.I)
_UNSAID = 1
"""Words of a description, at most, that are said nowhere."""
_LONGEST = 60
"""Lines, at most, of an output that shows a menu: who prints a whole specification prints lists too."""
_FEWEST = 3
"""Entries, at least, that make a menu."""
_HALF = 0.5
"""Share of the entries that are wanted which have to be there by their names: whoever calls others otherwise has them
all the same, as long as there are as many.
"""


def is_entry(line: str) -> bool:
    """Whether a line is an entry of a menu, by the number or the letter that it begins with."""
    return _ENTRY.match(line) is not None


def by_menu(asked: Wanted, lines: Sequence[str]) -> Decision | None:
    """Two points where a menu is shown as it is asked for; None where it is not, or where more is asked for.

    Args:
        asked: What the description says to look for.
        lines: What the program says to this alone; of a start, all that it prints.
    """
    if asked.refusal or asked.values or not says("asks_for_menu", f"{asked.title}\n{asked.expected}"):
        return None
    if len(lines) > _LONGEST:
        return None
    runs = [list(run) for shown, run in groupby(lines, is_entry) if shown]
    longest = max(runs, key=len, default=list[str]())
    listed = asked.literals if len(asked.literals) >= _FEWEST else asked.parts
    if len(longest) < max(_FEWEST, len(listed)):
        return None
    if listed:
        named = sum(is_said_anywhere(one, lines) for one in listed)
        if named < _HALF * len(listed):
            return None
        return Decision(
            2.0, f"a menu of {len(longest)} entries is shown, with {named} of {len(listed)} as named"
        )
    things = [word for word in asked.subjects if word not in single_words("said_of_menus")]
    unsaid = sum(not share_said([word], "\n".join(lines)) for word in things)
    if unsaid > _UNSAID or (not asked.is_start and unsaid == len(things)):
        return None
    return Decision(2.0, f"a menu of {len(longest)} entries is shown")

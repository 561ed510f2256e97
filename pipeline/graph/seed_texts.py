"""What no text of a seed may hold: more than anybody types, and characters that are not seen."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from plans.records.problem import Problem
from plans.records.seed import Seed

LONGEST_QUERY = 20_000
"""Characters of a seed's query. A longer one is no request, and what comes of it is a file that cannot be read."""
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but for tabs and the ends of lines, and what turns the direction of writing: in a
terminal, a page or a prompt they show a reviewer another text than is there."""
_NAMED = 5
"""Characters of one text that are named."""


class SeedText(NamedTuple):
    """One text of a seed, and where it stands."""

    field: str
    text: str
    where: str
    """Path, with the line where it is known."""


def texts_of(seed: Seed, where: str) -> Iterator[SeedText]:
    """Every text of a seed that somebody wrote freely."""
    named = {"query": seed.query, "source": seed.source, "category": seed.category, "domain": seed.domain}
    yield from (SeedText(field, text, where) for field, text in named.items() if text)
    yield from (SeedText("tags", tag, where) for tag in seed.tags)


def wrong_texts(texts: Iterable[SeedText]) -> list[Problem]:
    """A problem for each text that is too long, and for each that holds what is not seen."""
    return [problem for text in texts for problem in _wrong(text)]


def _wrong(one: SeedText) -> Iterator[Problem]:
    if one.field == "query" and len(one.text) > LONGEST_QUERY:
        message = f"the query has {len(one.text):,} characters, of at most {LONGEST_QUERY:,}."
        mend = "Say in short what is wanted; part several requests by a blank line, or give each an id of its own."
        yield Problem(where=one.where, message=message, mend=mend)
    if unseen := list(dict.fromkeys(_UNSEEN.findall(one.text))):
        points = ", ".join(f"U+{ord(character):04X}" for character in unseen[:_NAMED])
        more = ", …" if len(unseen) > _NAMED else ""
        message = f"the {one.field} holds characters that are not seen ({points}{more})."
        mend = "Remove them: whoever reviews the item would read another text than is there."
        yield Problem(where=one.where, message=message, mend=mend)

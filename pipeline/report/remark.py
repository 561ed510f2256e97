"""One thing that a reader must know before believing the numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import shorten
from typing import Literal

BRIEF = 160
"""Characters of a remark's reason where there is room for a line."""


@dataclass(frozen=True)
class Remark:
    """Something that qualifies the numbers."""

    weight: Literal["danger", "warning", "mild"]
    title: str
    text: str
    is_against_quoting: bool = False
    """Whether it is told wherever a number is, however mild."""
    without_glosses: str = ""
    """The same where there is no room to say what each word in it means; empty where there is nothing to leave out."""

    @property
    def brief(self) -> str:
        """The reason in a sentence, for a place that has no room for all of the text; a list never ends in an entry."""
        if self.without_glosses:
            return self.text if len(self.text) <= BRIEF else self.without_glosses
        first = self.text.split(". ")[0].removesuffix(".")
        if len(first) <= BRIEF:
            return f"{first}."
        *entries, _ = first[:BRIEF].split("; ")
        is_list = len(entries) > 1
        return f"{'; '.join(entries)}; and more." if is_list else shorten(first, BRIEF, placeholder=" …")


def listed(texts: Iterable[str], most: int = 12) -> str:
    """As many of the texts as are read, and how many more there are."""
    every = list(texts)
    rest = f"; and {len(every) - most:,} more" if len(every) > most else ""
    return "; ".join(every[:most]) + rest + "."

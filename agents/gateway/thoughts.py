"""What a model that thinks aloud says before its answer, told apart from it."""

import re
from typing import NamedTuple

_MARKED = re.compile(r"\A(?:\s*<think(?:ing)?>.*?</think(?:ing)?>)+\s*", re.DOTALL)
_UNENDED = re.compile(r"\A\s*<think(?:ing)?>", re.DOTALL)
_UNBEGUN = re.compile(r"\A.*?^[ \t]*</think(?:ing)?>[ \t]*$\s*", re.DOTALL | re.MULTILINE)
"""Where the endpoint's own template has begun them: their end stands on a line of its own."""


class Said(NamedTuple):
    """What a model said."""

    thoughts: str
    answer: str
    """Empty where it never got beyond its thoughts."""


def parted(text: str) -> Said:
    """Thoughts at the beginning of a text, their marks included, and what follows them."""
    found = _MARKED.match(text)
    if found is None:
        if _UNENDED.match(text):
            return Said(text, "")
        found = _UNBEGUN.match(text)
    return Said(found.group(), text[found.end() :]) if found else Said("", text)

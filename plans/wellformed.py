"""Words of others as files can hold them: JSON can say halves of a letter, and depths, that no text of ours can."""

import re
from typing import Any, cast

_HALF = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
DEPTH = 100
"""Levels of a value that are kept; what lies deeper is told as such."""
DEEPER = "(deeper than is kept)"


def well_formed(text: str) -> str:
    """The text with each lone surrogate replaced."""
    return _HALF.sub(_REPLACEMENT, text)


def mended(value: Any, depth: int = DEPTH) -> Any:
    """A value of JSON with every text in it well formed, and of no greater depth."""
    match value:
        case str():
            return well_formed(value)
        case list() | dict() if depth == 0:
            return DEEPER
        case list():
            return [mended(part, depth - 1) for part in cast("list[Any]", value)]
        case dict():
            parts = cast("dict[str, Any]", value).items()
            return {well_formed(key): mended(part, depth - 1) for key, part in parts}
        case _:
            return value

"""Values in the words of a verdict's reason."""

from collections.abc import Sequence

LONGEST = 160
"""Characters of a value that are shown."""
MOST = 5
"""Values that are listed."""
BRIEF = 40
"""Characters of a value that is listed among others."""
LIGHT = 0.5
"""Brightness from which on a page is called light."""


def shown(value: object) -> str:
    """The value as a person would write it: a count that was read as 2.0 is 2, and what is empty is nothing."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value in ("", [], ()):
        return "nothing"
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def listed(values: Sequence[object]) -> str:
    """The first of several values, each in a few words, for a place where their number is told."""
    first = (" ".join(str(value).split()) for value in values[:MOST])
    told = [repr(text if len(text) <= BRIEF else f"{text[: BRIEF - 1]}…") for text in first]
    return ", ".join([*told, "…"] if len(values) > MOST else told)


def brightness(value: object) -> str:
    """How light a page was, in a word beside the number from 0 to 1."""
    if not isinstance(value, int | float):
        return shown(value)
    return f"{'light' if value > LIGHT else 'dark'} ({value:.2f})"

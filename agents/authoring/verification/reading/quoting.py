"""Whether a quotation really stands where it is said to stand."""

import re

FEWEST_WORDS = 3
"""Words of a quotation: fewer stand anywhere. A model is asked for more than are required of it."""
_SPACE = re.compile(r"\s+")
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})
_MARKED = re.compile(r"[*_`]|(?m:^\s*[-#>]+\s+)")


def occurs(quotation: str, text: str) -> bool:
    """Whether the words stand in the text in this order with nothing between them; line ends, the marks of Markdown and
    the form of quotation marks and dashes do not count, nor does a mark at the end.
    """
    words = plain(quotation).strip(" .,;:!?\"'")
    return len(words.split()) >= FEWEST_WORDS and words in plain(text)


def plain(text: str) -> str:
    """What is compared."""
    return _SPACE.sub(" ", _MARKED.sub("", text.translate(_STRAIGHT))).strip().casefold()

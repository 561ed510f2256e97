"""Words of others within a line of ours: whatever they hold, they neither end the line nor begin one in our name."""

import unicodedata


def folded(text: str) -> str:
    """The text in one line: each run of blanks and line ends is one blank, and control characters are left out.

    What a hand-in, a program or an endpoint says is told within our messages. With its line ends it could write a
    line such as `17 passed` beneath ours, and nobody could tell whose it is.
    """
    return " ".join("".join(" " if c.isspace() else c for c in text if not _is_mute(c)).split())


def hanging(text: str) -> str:
    """A message of several lines, each after the first set in, so that none stands where one of ours begins."""
    first, *others = text.splitlines() or [""]
    return "\n".join((first, *(f"  {line}" if line else line for line in others)))


def _is_mute(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") and not character.isspace()

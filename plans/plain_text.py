"""Text made safe to show or to name files by: well-formed, one line, never in our name; plurals and ids."""

import re
import unicodedata
from typing import Any, cast

_HALF = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
DEPTH = 100
"""Levels of a value that are kept; what lies deeper is told as such."""
DEEPER = "(deeper than is kept)"


LINE_CONTROLS = "\n\t"
"""Control characters that belong to ordinary text."""
_JOINERS = "\u200c\u200d"
"""Zero-width characters that some scripts and emoji need between two letters or pictures."""
_STRAY_JOINER = re.compile(rf"[{_JOINERS}](?<![^\x00-\x7f\s{_JOINERS}][{_JOINERS}])")
"""A joiner with nothing before it to join: after ASCII, a blank or another joiner it only hides text."""
KEPT = "\n\t\u200c\u200d"
"""Control characters that belong to ordinary text: line ends, tabs, and the joiners of scripts and emoji."""


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


def folded(text: str) -> str:
    """The text in one line: each run of blanks and line ends is one blank, and control characters are left out.

    What a submission, a program or an endpoint says is told within our messages. With its line ends it could write a
    line such as `17 passed` beneath ours, and nobody could tell whose it is.
    """
    return " ".join("".join(" " if c.isspace() else c for c in text if not _is_mute(c)).split())


def plain(text: str) -> str:
    """All line ends as one kind, and without characters that steer a terminal or turn the way it is read."""
    return "".join(c for c in "\n".join(text.splitlines()) if c in KEPT or _is_shown(c))


def plain_line(text: str) -> str:
    """Plain text in one line: each run of blanks and line ends is one blank."""
    return " ".join(plain(text).split())


def _is_shown(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs")


def hanging(text: str) -> str:
    """A message of several lines, each after the first set in, so that none stands where one of ours begins."""
    first, *others = text.splitlines() or [""]
    return "\n".join((first, *(f"  {line}" if line else line for line in others)))


def lines_of(text: str) -> list[str]:
    """The lines of a text that a program or a person wrote, without their ends: those of a file read as text.

    str.splitlines also ends one at U+2028, U+0085, form feeds and others, which may stand within a line.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def escape_controls(text: str) -> str:
    r"""The text with control, bidirectional and zero-width characters written out, such as `\x1b` and `\u202e`.

    Models, agents, pages and seeds are quoted on the terminal and in reports. Raw, their text could move the cursor,
    write to the clipboard, reorder a line or hide a part of it.
    """
    if text.isprintable():
        return text
    text = _STRAY_JOINER.sub(_written_out, text)
    # Pages have millions of characters, and hardly ever one of these.
    controls = "".join(re.escape(one) for one in set(text) if _is_control(one))
    return re.sub(f"[{controls}]", _written_out, text) if controls else text


def _is_control(character: str) -> bool:
    is_kept = character in LINE_CONTROLS or character in _JOINERS or character.isprintable()
    return not is_kept and unicodedata.category(character) != "Zs"


def _written_out(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


def _is_mute(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") and not character.isspace()


def count_text(number: int, noun: str, plural: str | None = None) -> str:
    """`1 task`, `2 tasks`, `1,000 tasks`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"

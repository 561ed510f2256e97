"""Words of others within a prompt: quoted so that nothing in them can end the quotation and speak in our name.

Whatever comes from an item, from a user or from a page is one of four: a line, a message, a document, or a string among
words of ours.
"""

import json
import re

from plans.untrusted_text import plain, plain_line

LONGEST_LINE = 400
"""Characters of what stands in one line of ours."""


def line(text: str) -> str:
    """In one line, whatever line ends there are in it; a long one is cut."""
    words = plain_line(text)
    return words if len(words) <= LONGEST_LINE else f"{words[: LONGEST_LINE - 1]}…"


def message(text: str) -> str:
    """What somebody said: each of its lines begins with the mark of a quotation, so that none is ours."""
    return "\n".join(f"> {row}".rstrip() for row in plain(text).strip("\n").split("\n"))


def document(text: str) -> str:
    """What is handed over whole: between two fences that are longer than any row of tildes in it."""
    body = plain(text).strip("\n")
    longest = max((len(row) for row in re.findall("~+", body)), default=0)
    fence = "~" * max(longest + 1, 3)
    return f"{fence}markdown\n{body}\n{fence}"


def string(text: str, longest: int = LONGEST_LINE) -> str:
    """Within quotation marks, in one line: as in JSON, nothing in it can end them. A long one is cut, which is told."""
    words = plain_line(text)
    said = json.dumps(words[:longest], ensure_ascii=False)
    return said if len(words) <= longest else f"{said} (cut: {len(words)} characters)"

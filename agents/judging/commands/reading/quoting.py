"""Whether words are a quotation that shows something: whole words of one line, and enough of them."""

import re
from collections.abc import Iterable

from agents.judging.commands.responses import printed_lines

FEWEST = 3
"""Signs of a quotation that is no whole line, without spaces; a Chinese character counts as two."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LETTER = r"[^\W_\u4e00-\u9fff]"
"""What continues a word or a number; a Chinese character is a word by itself."""


def stands_in(words: str, lines: Iterable[str]) -> bool:
    """Whether words stand in one of the lines, whatever spaces are between them."""
    said = " ".join(words.split())
    return bool(said) and any(said in line for line in lines)


def is_of_weight(words: str, lines: Iterable[str]) -> bool:
    """Whether words that stand in one of the lines are enough of it to show anything: all of it, or whole words with
    some signs.
    """
    said = " ".join(words.split())
    before = rf"(?<!{_LETTER})(?<!\d[.,])" if re.match(_LETTER, said) else ""
    behind = rf"(?!{_LETTER}|[.,]\d)" if re.match(_LETTER, said[-1:]) else ""
    whole = re.compile(f"{before}{re.escape(said)}{behind}")
    is_enough = weight(said) >= FEWEST
    return any(said == line or (is_enough and whole.search(line) is not None) for line in lines)


def rows(text: str) -> list[str]:
    """The lines of a text that say something, with single spaces."""
    return [row for line in text.splitlines() if (row := " ".join(line.split()))]


def printed_rows(output: str) -> list[str]:
    """The same of an output, as it is shown and as it came."""
    return list(dict.fromkeys((*printed_lines(output), *rows(output))))


def weight(words: str) -> int:
    """How many signs words have, without spaces; a Chinese character counts as two."""
    return sum(len(word) for word in words.split()) + len(_HAN.findall(words))

"""What a response says in one place, and menus that have to be shown."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from agents.judging.commands.decisions import Decision
from agents.judging.commands.phrases import says, single_words
from agents.judging.commands.prose.wording import Wanted, share_said, words_of

_MOST = 0.75
"""Share of a text's words that have to be there."""
_NEAR, _DENSE = 12, 6
"""Lines with words among which words have to stand, and how many words these may have for each of them."""
_PLAIN = 4
"""Words, at most, that a line has for each word of a part that it names: it names it and says little else."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?%?")
_LETTER = r"[^\W\u4e00-\u9fff]"
"""What continues a word or a number; a Chinese character is a word by itself."""
_IN_LINE = re.compile(
    rf"(?:(?<![\w.)\]-])-(?=\d)|(?<!{_LETTER})(?<!\.))\d{{1,15}}(?:,\d{{3}})*(?:\.\d{{1,15}})?%?(?!{_LETTER})"
)
"""A number, with its sign; the line between two numbers is none."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_QUOTE = 8
"""Words of a text from which on nobody says most of it by chance."""


def is_said(literal: str, lines: Sequence[str]) -> bool:
    """Whether lines say a text: as it stands, or most of its words, in whatever form, and all of its numbers in their
    order, in one of them.
    """
    if _NUMBER.fullmatch(literal):
        return any(_is_as_great(number, literal) for line in lines for number in _unsigned(line))
    numbers, words = _IN_LINE.findall(literal), words_of(_IN_LINE.sub(" ", literal))
    most = _DENSE * max(len(words), 1)
    return _stands_in(literal, lines) or any(
        _has_numbers(numbers, line) and (_is_mostly_in(words, line) if words else bool(numbers))
        for line in lines
        if len(_WORD.findall(line)) <= most
    )


def is_said_anywhere(literal: str, lines: Sequence[str]) -> bool:
    """Whether lines say a text in whatever way: where they do not, nothing of it is there."""
    if _NUMBER.fullmatch(literal):
        return any(_may_be(number, literal) for line in lines for number in _unsigned(line))
    return _may_stand_in(literal, lines) or _is_mostly_in(words_of(literal), "\n".join(lines))


def unquoted(lines: Sequence[str], texts: Sequence[str]) -> list[str]:
    """The lines without those that repeat one of the texts: who prints what was expected does nothing of it.

    Short texts are what a program may well say.
    """
    told = [words for text in texts if len(words := words_of(text)) >= _QUOTE]
    return [line for line in lines if not any(_repeats(line, words) for words in told)]


def are_listed(parts: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether lines near each other name all parts, each in a line that says little else: as a label, an entry of a
    menu, or a heading of a table.
    """
    words = [words_of(part) for part in parts]
    most = _DENSE * sum(map(len, words))
    return bool(words) and any(
        all(any(place in named for named in _named_by(words, near)) for place in range(len(words)))
        for near in _near(lines, most)
    )


def share_together(words: Sequence[str], lines: Sequence[str]) -> float:
    """The greatest share of the words that lines near each other say, which say little else."""
    near = ("\n".join(part) for part in _near(lines, _DENSE * len(words)))
    return max((share_said(words, part) for part in near), default=0.0)


def _repeats(line: str, words: Sequence[str]) -> bool:
    said = set(words_of(line))
    return sum(word in said for word in words) >= _MOST * len(words)


def _is_as_great(number: str, literal: str) -> bool:
    """Whether a number is a literal one: of its kind, as precise or more so, and equal at its precision."""
    places = _places(literal)
    is_of_kind = number.endswith("%") == literal.endswith("%") and _places(number) >= places
    return is_of_kind and round(_value(number), places) == _value(literal)


def _may_be(number: str, literal: str) -> bool:
    """Whether a number may stand for a literal one: less precise, or a share of one for one of a hundred."""
    shares = {_value(number), _value(number) * 100, _value(number) / 100}
    return any(round(share, _places(literal)) == _value(literal) for share in shares)


def _value(number: str) -> float:
    return float(number.rstrip("%").replace(",", ""))


def _places(number: str) -> int:
    return len(number.rstrip("%").partition(".")[2])


def _unsigned(line: str) -> Iterator[str]:
    """The numbers of a line as a number alone is held against them: descriptions say those without their sign."""
    return (number.lstrip("-") for number in _IN_LINE.findall(line))


def _has_numbers(numbers: Sequence[str], line: str) -> bool:
    """Whether a line has all of the numbers, in their order."""
    there = iter(_IN_LINE.findall(line))
    return all(any(_is_as_great(other, number) for other in there) for number in numbers)


def _stands_in(literal: str, lines: Sequence[str]) -> bool:
    """Whether a text stands there whole: no word and no number at its ends goes on."""
    before = rf"(?<!{_LETTER})(?<!\d[.,])" if re.match(_LETTER, literal) else ""
    behind = rf"(?!{_LETTER}|[.,]\d)" if re.match(_LETTER, literal[-1:]) else ""
    return _is_found(f"{before}{re.escape(literal)}{behind}", lines)


def _may_stand_in(literal: str, lines: Sequence[str]) -> bool:
    """Whether a text stands there, be it as a part of other words; no number is a part of another."""
    before = r"(?<!\d)(?<!\d[.,])" if re.match(r"\d", literal) else ""
    behind = r"(?!\d|[.,]\d)" if re.match(r"\d", literal[-1:]) else ""
    return _is_found(f"{before}{re.escape(literal)}{behind}", lines)


def _is_found(pattern: str, lines: Sequence[str]) -> bool:
    return re.search(pattern, "\n".join(lines), re.IGNORECASE) is not None


def _is_mostly_in(words: Sequence[str], text: str) -> bool:
    return share_said(words, text) >= _MOST


def _named_by(parts: Sequence[Sequence[str]], lines: Sequence[str]) -> Iterator[set[int]]:
    """Of each line the places of the parts that it names."""
    for line in lines:
        named = {place for place, words in enumerate(parts) if share_said(words, line) == 1}
        if len(_WORD.findall(line)) <= _PLAIN * sum(len(parts[place]) for place in named):
            yield named


def _near(lines: Sequence[str], most: int) -> Iterator[list[str]]:
    """From each line on as many as are near and have no more words than that; rows of figures and signs are none."""
    counted = [(line, len(_WORD.findall(line))) for line in lines]
    counted = [(line, count) for line, count in counted if count]
    for begin in range(len(counted)):
        near: list[str] = []
        left = most
        for line, count in counted[begin : begin + _NEAR]:
            left -= count
            if left < 0:
                break
            near.append(line)
        if near:
            yield near


_ENTRY = re.compile(r"^\W*(?:\d{1,2}|[a-z])\s*[\]】)）.:、-](?!\d)\s*\S", re.I)
_UNSAID = 1
"""Words of a description, at most, that are said nowhere."""
_LONGEST = 60
"""Lines, at most, of an output that shows a menu: who prints a whole specification prints lists too."""
_FEWEST = 3
"""Entries, at least, that make a menu."""
_HALF = 0.5
"""Share of the entries that are wanted which have to be there by their names: whoever calls others otherwise has them
all the same, as long as there are as many.
"""


def is_entry(line: str) -> bool:
    """Whether a line is an entry of a menu, by the number or the letter that it begins with."""
    return _ENTRY.match(line) is not None


def by_menu(asked: Wanted, lines: Sequence[str]) -> Decision | None:
    """Two points where a menu is shown as it is asked for; None where it is not, or where more is asked for.

    Args:
        asked: What the description says to look for.
        lines: What the program says to this alone; of a start, all that it prints.
    """
    if asked.refusal or asked.values or not says("asks_for_menu", f"{asked.title}\n{asked.expected}"):
        return None
    if len(lines) > _LONGEST:
        return None
    runs = [list(run) for shown, run in groupby(lines, is_entry) if shown]
    longest = max(runs, key=len, default=list[str]())
    listed = asked.literals if len(asked.literals) >= _FEWEST else asked.parts
    if len(longest) < max(_FEWEST, len(listed)):
        return None
    if listed:
        named = sum(is_said_anywhere(one, lines) for one in listed)
        if named < _HALF * len(listed):
            return None
        return Decision(
            2.0, f"a menu of {len(longest)} entries is shown, with {named} of {len(listed)} as named"
        )
    things = [word for word in asked.subjects if word not in single_words("said_of_menus")]
    unsaid = sum(not share_said([word], "\n".join(lines)) for word in things)
    if unsaid > _UNSAID or (not asked.is_start and unsaid == len(things)):
        return None
    return Decision(2.0, f"a menu of {len(longest)} entries is shown")

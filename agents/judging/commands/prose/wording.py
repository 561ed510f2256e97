"""Expectations in a criterion's description: literal texts and numbers, refusals, prompts to confirm."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rapidfuzz import fuzz

from agents.judging.commands.decisions import PointsDecision
from agents.judging.commands.responses import pattern, says, single_words

_QUOTED = re.compile(
    r"(?<!\w)'(?!\s)([^'\n]{1,80})(?<!\s)'(?!\w)|(?<!\w)\"([^\"\n]{1,80})\"(?!\w)"
    r"|“([^”\n]{1,80})”|‘([^’\n]{1,80})’|`([^`\n]{1,80})`"
)
_SAYS_NOTHING = re.compile(r"[\W_]*|\w|[,.;:)\]}].*")
"""A quoted text that is a sign, a letter, or what stands between two quoted texts."""
_PLACEHOLDER = re.compile(r"X{2,}|\bX\b|\b[XY]:[XY]\b|\{[^{}]*\}|<[^<>]*>|\.{3}|…|^--?[A-Z]")
"""What stands in a text for what is others each time."""
_ALL_OR_NONE = re.compile(r"(?:0|100)(?:\.0+)?%")
"""Shares that are said in other words as well: all of them, 12 of 12."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+%?|%)(?!\w)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W_]+")
_DIGIT = re.compile(r"\d")
_ROW = re.compile(r"[|\t│].*[|\t│]")
"""A row of a table: what fails or is missing there is data."""
_LIKE = 80.0
"""Percent of likeness at which a word counts as another form of one (rapidfuzz's ratio)."""
_BESIDE = 30
"""Letters before and behind a number in which it is said to bound others."""
_ENDS_A_LIST = re.compile(r"[.:()\n]")
_LIST = 3
"""Parts, at least, that make a list."""
_LONGEST = 5
"""Words of a part, at most."""


_MOST = 0.75
"""Share of a text's words that have to be there."""
_NEAR, _DENSE = 12, 6
"""Lines with words among which words have to stand, and how many words these may have for each of them."""
_PLAIN = 4
"""Words, at most, that a line has for each word of a part that it names: it names it and says little else."""
_PLAIN_NUMBER = re.compile(r"\d+(?:\.\d+)?%?")
_LETTER = r"[^\W\u4e00-\u9fff]"
"""What continues a word or a number; a Chinese character is a word by itself."""
_IN_LINE = re.compile(
    rf"(?:(?<![\w.)\]-])-(?=\d)|(?<!{_LETTER})(?<!\.))\d{{1,15}}(?:,\d{{3}})*(?:\.\d{{1,15}})?%?(?!{_LETTER})"
)
"""A number, with its sign; the line between two numbers is none."""
_WORD_RUN = re.compile(r"[^\W\d_]{3,}")
_QUOTE = 8
"""Words of a text from which on nobody says most of it by chance."""
_ENTRY = re.compile(r"^\W*(?:\d{1,2}|[a-z])\s*[\]】)）.:、-](?!\d)\s*\S", re.I)
_UNSAID = 1
"""Words of a description, at most, that are said nowhere."""
_LONGEST_PLACE = 60
"""Lines, at most, of an output that shows a menu: who prints a whole specification prints lists too."""
_FEWEST = 3
"""Entries, at least, that make a menu."""
_HALF = 0.5
"""Share of the entries that are wanted which have to be there by their names: whoever calls others otherwise has them
all the same, as long as there are as many.
"""


class WantedText(NamedTuple):
    """What is to be read in a response."""

    literals: tuple[str, ...]
    """Texts and numbers; those that are named as examples, and numbers that only bound others, are none."""
    is_in_statement: bool
    """Whether they stand in the statement, which says what is laid and typed too, and not in the expected output."""
    refusal: bool
    """Whether the program has to refuse something, or to tell of a fault."""
    confirmation: bool
    """Whether it has to ask whether somebody is sure."""
    values: bool
    """Whether figures have to be right: that they are named shows nothing of that."""
    chinese: bool
    """Whether text in Chinese is demanded."""
    is_start: bool
    """Whether it is about how the program starts, before anything is typed."""
    is_end: bool
    """Whether it is about leaving the program."""
    title: str
    expected: str
    """The expected output, as it was described."""
    description: tuple[str, ...]
    """The texts by which all this is known, without what is quoted in them; who prints them shows nothing."""
    subjects: tuple[str, ...]
    """The words of the expected output that are not said of anything."""
    parts: tuple[str, ...]
    """What the expected output lists after a colon, or after "including" and the like; none of fewer than three."""


def wanted(expected: str, statement: str, title: str) -> WantedText:
    """What a criterion demands, by its expected output; the statement fills what that leaves open."""
    literals = _quoted(expected) + _numbers(expected)
    both = f"{expected}\n{statement}"
    refusal = says("asks_for_refusal", _without_denials(expected or statement))
    return WantedText(
        literals=literals or _quoted(statement),
        is_in_statement=not literals,
        refusal=refusal,
        confirmation=says("asks_for_confirmation", both),
        values=says("asks_for_values", both),
        chinese="chinese" in both.lower(),
        is_start=says("starts", title),
        is_end=says("leaves", title),
        title=title,
        expected=expected,
        description=tuple(_QUOTED.sub(" ", text) for text in (expected, statement)),
        subjects=subjects_of(expected),
        parts=_parts(expected),
    )


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, in small letters."""
    return tuple(_WORD.findall(text.lower()))


def share_said(words: Sequence[str], text: str) -> float:
    """The share of words that a text says, in whatever form; none of no words. One with a digit has one form."""
    said = set(_WORD.findall(text.lower()))
    there = sum(word in said or any(_is_alike(word, other) for other in said) for word in words)
    return there / len(words) if words else 0.0


def refusing(lines: Sequence[str]) -> list[str]:
    """What refuses something or tells of a fault; what only asks for the next thing does not, whatever it names."""
    told = (pattern("prompts").sub(" ", line).strip() for line in lines if not _ROW.search(line))
    return [line for line in told if says("refuses", line)]


def confirms(text: str) -> bool:
    """Whether somebody is asked whether they are sure."""
    return says("confirms", text)


def has_chinese(text: str) -> bool:
    """Whether a Chinese character stands in it."""
    return _HAN.search(text) is not None


def _quoted(text: str) -> tuple[str, ...]:
    found = (
        (match.start(), next(group for group in match.groups() if group).strip())
        for match in _QUOTED.finditer(text)
    )
    return tuple(
        dict.fromkeys(
            literal
            for at, literal in found
            if not _SAYS_NOTHING.fullmatch(literal)
            and not _PLACEHOLDER.search(literal)
            and not _is_example(text, at)
            and not _is_denied(text, at)
        )
    )


def _numbers(text: str) -> tuple[str, ...]:
    """The decimals and percentages that are not quoted; of whole numbers each says too little."""
    found = (
        match.group()
        for match in _NUMBER.finditer(_QUOTED.sub(lambda quoted: " " * len(quoted.group()), text))
        if not _ALL_OR_NONE.fullmatch(match.group())
        and not _is_example(text, match.start())
        and not _is_denied(text, match.start())
        and not _is_bound(text, match)
    )
    return tuple(dict.fromkeys(found))


def _parts(text: str) -> tuple[str, ...]:
    """The first list of three parts or more."""
    begins = (match.end() for match in re.finditer(f"{pattern('begins_a_list').pattern}|:", text, re.I))
    for begin in begins:
        sentence = _ENDS_A_LIST.split(text[begin:], maxsplit=1)[0]
        listed = re.split(f"[,;]|{pattern('joins').pattern}\\b", sentence)
        parts = [" ".join(subjects_of(part)) for part in listed if not says("and_others", part.strip())]
        parts = [part for part in parts if part]
        if len(parts) >= _LIST and all(len(part.split()) <= _LONGEST for part in parts):
            return tuple(dict.fromkeys(parts))
    return ()


def subjects_of(text: str) -> tuple[str, ...]:
    """The words of a text that are not said of anything."""
    words = (word for word in _WORD.findall(text.lower()) if len(word) > 2 and not word.isdigit())
    return tuple(dict.fromkeys(word for word in words if word not in single_words("said_of_anything")))


def _is_example(text: str, at: int) -> bool:
    """Whether a literal is named as an example: in its sentence, after `such as` and the like."""
    before = re.split(r"[.;\n](?:\s|$)", text[:at].replace("e.g.", "such as"))[-1]
    return says("examples", before)


def _is_denied(text: str, at: int) -> bool:
    """Whether it is said that a literal is not to be there."""
    return re.search(rf"{pattern('denials').pattern}\W+(?:\w+\W+){{0,2}}$", text[:at], re.I) is not None


def _is_bound(text: str, number: re.Match[str]) -> bool:
    """Whether a number says how great others may be, or how far off: nobody prints that."""
    before, after = text[max(number.start() - _BESIDE, 0) : number.start()], text[number.end() :][:_BESIDE]
    return re.search(rf"(?:{pattern('bounds').pattern}|[<>≤≥±])\W*$", before, re.I) is not None or (
        pattern("bounded").match(after.lstrip()) is not None
    )


def _is_alike(word: str, other: str) -> bool:
    return not _DIGIT.search(word) and fuzz.ratio(word, other) >= _LIKE


def _without_denials(text: str) -> str:
    return pattern("asks_for_none").sub("", text)


def is_said(literal: str, lines: Sequence[str]) -> bool:
    """Whether lines say a text: as it stands, or most of its words, in whatever form, and all of its numbers in their
    order, in one of them.
    """
    if _PLAIN_NUMBER.fullmatch(literal):
        return any(_is_as_great(number, literal) for line in lines for number in _unsigned(line))
    numbers, words = _IN_LINE.findall(literal), words_of(_IN_LINE.sub(" ", literal))
    most = _DENSE * max(len(words), 1)
    return _stands_in(literal, lines) or any(
        _has_numbers(numbers, line) and (_is_mostly_in(words, line) if words else bool(numbers))
        for line in lines
        if len(_WORD_RUN.findall(line)) <= most
    )


def is_said_anywhere(literal: str, lines: Sequence[str]) -> bool:
    """Whether lines say a text in whatever way: where they do not, nothing of it is there."""
    if _PLAIN_NUMBER.fullmatch(literal):
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
        if len(_WORD_RUN.findall(line)) <= _PLAIN * sum(len(parts[place]) for place in named):
            yield named


def _near(lines: Sequence[str], most: int) -> Iterator[list[str]]:
    """From each line on as many as are near and have no more words than that; rows of figures and signs are none."""
    counted = [(line, len(_WORD_RUN.findall(line))) for line in lines]
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


def is_entry(line: str) -> bool:
    """Whether a line is an entry of a menu, by the number or the letter that it begins with."""
    return _ENTRY.match(line) is not None


def by_menu(asked: WantedText, lines: Sequence[str]) -> PointsDecision | None:
    """Two points where a menu is shown as it is asked for; None where it is not, or where more is asked for.

    Args:
        asked: What the description says to look for.
        lines: What the program says to this alone; of a start, all that it prints.
    """
    if asked.refusal or asked.values or not says("asks_for_menu", f"{asked.title}\n{asked.expected}"):
        return None
    if len(lines) > _LONGEST_PLACE:
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
        return PointsDecision(
            2.0, f"a menu of {len(longest)} entries is shown, with {named} of {len(listed)} as named"
        )
    things = [word for word in asked.subjects if word not in single_words("said_of_menus")]
    unsaid = sum(not share_said([word], "\n".join(lines)) for word in things)
    if unsaid > _UNSAID or (not asked.is_start and unsaid == len(things)):
        return None
    return PointsDecision(2.0, f"a menu of {len(longest)} entries is shown")

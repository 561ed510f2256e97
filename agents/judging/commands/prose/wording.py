"""What a description of a criterion says to look for: literal texts and numbers, refusals, prompts to confirm."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from agents.judging.commands.phrases import pattern, says, single_words

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


class Wanted(NamedTuple):
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


def wanted(expected: str, statement: str, title: str) -> Wanted:
    """What a criterion demands, by its expected output; the statement fills what that leaves open."""
    literals = _quoted(expected) + _numbers(expected)
    both = f"{expected}\n{statement}"
    refusal = says("asks_for_refusal", _without_denials(expected or statement))
    return Wanted(
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

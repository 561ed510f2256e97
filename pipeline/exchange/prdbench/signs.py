"""The words by which published criteria and tasks are read: `signs.yaml`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import ClassVar, Literal

from plans.files import read_record
from plans.records.base import FileRecord, Record
from plans.records.published import RemarkKind

NeedKind = Literal["package", "heavy_package", "service", "network"]


class Makes(Record):
    """Words in the titles of two criteria by which the one makes what the other asks for."""

    makers: tuple[str, ...]
    users: tuple[str, ...]


class Demanding(Record):
    """Words by which a PRD demands a package or service that it names."""

    demanding: tuple[str, ...]
    """In the same sentence."""
    headings: tuple[str, ...]
    """In the heading above."""
    choosing: tuple[str, ...]
    """In the same sentence: then it is a choice, whatever else is said."""


class Signs(FileRecord):
    """All of them; a star at the end of a word stands for any ending, and one within a phrase for one word."""

    SCHEMA: ClassVar[str] = "prdbench-signs"

    remarks: dict[RemarkKind, tuple[str, ...]]
    """Remark → words in what a criterion says that call for it."""
    starts: tuple[str, ...]
    """Words in the title of the criterion that the program starts at all."""
    exits: tuple[str, ...]
    """What is typed to leave a program."""
    commands: frozenset[str]
    """Programs with which a further line of a command begins; a line without one is an answer to the first."""
    demanding: Demanding
    needs: dict[NeedKind, dict[str, tuple[str, ...]]]
    """Kind → package or service → words that name it, besides its own name as an import."""
    imports: dict[str, str]
    """Names of modules and programs that are not those of what they belong to."""
    distributions: dict[str, tuple[str, ...]]
    """Package → names under which registries have it, any of which will do; left out, its own."""
    makes_for: dict[Literal["import_query", "build_solve"], Makes]
    no_noun: tuple[str, ...]
    """Words of titles that do not tell what they are about."""


@cache
def signs() -> Signs:
    """The words; read once."""
    return read_record(Path(__file__).with_name("signs.yaml"), Signs)


def first_sign(text: str, words: Iterable[str]) -> str | None:
    """The first of the words in a text, as the text has it."""
    found = _pattern(tuple(words)).search(text)
    return found[0] if found else None


def all_signs(text: str, words: Iterable[str]) -> Iterator[re.Match[str]]:
    """Every place where one of the words stands in a text."""
    return _pattern(tuple(words)).finditer(text)


def needs_by_module() -> Mapping[str, tuple[NeedKind, str]]:
    """Module → what it belongs to."""
    needs = signs().needs.items()
    own: dict[str, tuple[NeedKind, str]] = {name: (kind, name) for kind, named in needs for name in named}
    return own | {module: own[name] for module, name in signs().imports.items()}


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """One pattern of all; without any words it matches nothing."""
    parts = [
        r"\w*".join(map(re.escape, word.removesuffix("*").split("*")))
        + (r"\w*" if word.endswith("*") else "")
        for word in words
    ]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])" if parts else r"(?!)", re.IGNORECASE)

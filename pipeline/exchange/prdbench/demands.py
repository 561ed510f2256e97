"""What a published PRD says of packages and services: what it demands, and what it merely names.

PRDs name libraries by the dozen, as examples or as what their authors would take. Somebody who does without is judged
like everybody else, so that only what is demanded keeps a task from being tried where it is not there.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pipeline.exchange.prdbench.signs import all_signs, first_sign, signs
from plans.plain_text import lines_of

_VERSION = re.compile(r"[\s`'\"*(]*(?:(?:[=~<>!]=|[<>])\s*v?\d|v?\d+(?:\.\d+)+|\d+(?:\.\d+)*\+)")
"""A version behind a name: `Flask==1.0.2`, `MySQL 8.0+`. Who names one, means that one."""
_OR = re.compile(r"[\s`'\"*]*(?:/\s*[\w(]|(?:or|或)\b)", re.IGNORECASE)
_OR_BEFORE = re.compile(r"(?:[\w)]\s*/|\b(?:or|或))[\s`'\"*]*$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;!?。；])\s+")
_HEADING = re.compile(r"\s*#{1,6}\s|\s*\*\*[^*]+\*\*:?\s*$")


class Named(NamedTuple):
    """How a PRD speaks of something."""

    word: str
    """As it has it where it says the most."""
    is_demanded: bool
    """Whether nobody does as it says without it."""


def named_in(prd: str, words: tuple[str, ...]) -> Named | None:
    """How a PRD speaks of what goes by these words; None where it does not.

    It demands what it gives a version of, what stands in a sentence of demand ("must", "relying on", "install") or in a
    list of dependencies; unless that very sentence makes it a choice ("optional", "e.g.", "Flask or FastAPI").
    """
    found: Named | None = None
    for heading, sentence in _sentences(prd):
        for match in all_signs(sentence, words):
            if _is_demand(sentence, heading, match):
                return Named(match[0], is_demanded=True)
            found = found or Named(match[0], is_demanded=False)
    return found


def _sentences(prd: str) -> Iterator[tuple[str, str]]:
    """Each sentence with the heading that it stands under."""
    heading = ""
    for line in lines_of(prd):
        if _HEADING.match(line):
            heading = line
        for sentence in _SENTENCE.split(line):
            yield heading, sentence


def _is_demand(sentence: str, heading: str, name: re.Match[str]) -> bool:
    before, behind = sentence[: name.start()], sentence[name.end() :]
    said = signs().demanding
    if first_sign(sentence, said.choosing) or _OR.match(behind) or _OR_BEFORE.search(before):
        return False
    return bool(
        _VERSION.match(behind) or first_sign(sentence, said.demanding) or first_sign(heading, said.headings)
    )

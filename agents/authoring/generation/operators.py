"""Mechanical defects: small edits of a project's scripts, drawn at random by operators that stand beside."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import ClassVar

from pydantic import Field, field_validator

from plans.families import trivial_hand_ins
from plans.files import parse_record, read_text
from plans.patches import made_patch
from plans.records.base import FileRecord, Record
from plans.records.criteria import Criteria, Level
from plans.records.project import Files, Mutant, PlantedMutant

FILE = Path(__file__).with_name("operators.yaml")


class Operator(Record):
    """A way to break a script: a mistake that people make."""

    name: str
    pattern: str
    """What is looked for, a regular expression."""
    replacement: str
    """What stands there instead; it may name groups of the pattern."""
    said: str
    """The defect in words."""

    @field_validator("pattern")
    @classmethod
    def _is_sound(cls, pattern: str) -> str:
        re.compile(pattern)
        return pattern


class Breaking(Record):
    """Ways to break the scripts of a project."""

    endings: tuple[str, ...] = Field(min_length=1)
    """How names of its scripts end."""
    operators: tuple[Operator, ...] = Field(min_length=1)


class Operators(FileRecord):
    """`operators.yaml`: by the way in which tasks are tried."""

    SCHEMA: ClassVar[str] = "operators"

    browser: Breaking
    commands: Breaking


BLANK = "blank-page"


@cache
def operators() -> Operators:
    """What is tried on lines of scripts; raises InvalidFile."""
    return parse_record(read_text(FILE), Operators, FILE)


def blank(family: str, reference: Files, criteria: Criteria) -> PlantedMutant:
    """The reference with a start page on which nothing is left, which every presence task has to notice."""
    return emptied(BLANK, "The page stays blank", trivial_hand_ins(family).empty(), reference, criteria)


def emptied(id: str, description: str, left: Files, reference: Files, criteria: Criteria) -> PlantedMutant:
    """The reference with what is `left` in the place of its files of these names; it speaks for presence tasks."""
    patches = (made_patch(path, reference.get(path, ""), text) for path, text in sorted(left.items()))
    presence = tuple(task.id for task in criteria.tasks if task.level is Level.PRESENCE)
    mutant = Mutant(id=id, description=description, kills=presence, operator="removed")
    return PlantedMutant(mutant=mutant, patch="".join(patches))


def broken(
    reference: Files, random_seed: int, most: int, breaking: Breaking
) -> Iterator[tuple[Operator, str, str]]:
    """At most so many mechanical defects, in an order drawn by the seed: operator, where it is, and its patch."""
    found = [
        (operator, path, match)
        for path, text in sorted(reference.items())
        if path.endswith(breaking.endings)
        for operator in breaking.operators
        for match in re.finditer(operator.pattern, text)
    ]
    Random(random_seed).shuffle(found)
    for operator, path, match in found[:most]:
        text = reference[path]
        changed = text[: match.start()] + match.expand(operator.replacement) + text[match.end() :]
        if changed != text:
            line = text.count("\n", 0, match.start()) + 1
            yield operator, f"{path}, line {line}", made_patch(path, text, changed)

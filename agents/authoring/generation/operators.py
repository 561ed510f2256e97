"""Mechanical defects: small edits of a project's scripts, drawn at random, and the page of which nothing is left."""

import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from plans.families import trivial_hand_ins
from plans.patches import made_patch
from plans.records.criteria import Criteria, Level
from plans.records.project import Files, Mutant, PlantedMutant


class Operator(NamedTuple):
    """A way to break a script."""

    name: str
    pattern: re.Pattern[str]
    replacement: str
    said: str


OPERATORS = (
    Operator(
        "wrong comparison",
        re.compile(r"(?<![=!<>])===(?!=)"),
        "!==",
        "a comparison for equality is turned round",
    ),
    Operator("wrong comparison", re.compile(r"!=="), "===", "a comparison for difference is turned round"),
    Operator("off-by-one", re.compile(r"(?<=[\w\])]) <= (?=[\w(])"), " < ", "a limit is one too low"),
    Operator("off-by-one", re.compile(r"(?<=[\w\])]) >= (?=[\w(])"), " > ", "a limit is one too high"),
    Operator("wrong formula", re.compile(r"(?<=[\w\])]) \+ 1\b"), " + 2", "a step of one is a step of two"),
    Operator("wrong condition", re.compile(r" && "), " || ", "of two conditions one suffices"),
    Operator("wrong condition", re.compile(r"if \(!(?=[\w(])"), "if (", "a condition is turned round"),
    Operator(
        "missing call",
        re.compile(r"(?m)^(\s*)(?:save|store|persist|localStorage)[\w.]*\([^;\n]*\);"),
        r"\1;",
        "nothing is kept",
    ),
    Operator(
        "missing call",
        re.compile(r"(?m)^(\s*)(?:render|draw|update|refresh|show)\w*\(\);"),
        r"\1;",
        "the view is not drawn again",
    ),
    Operator(
        "stale list",
        re.compile(r"\.filter\("),
        ".filter(() => true, ",
        "a filter lets everything through",
    ),
    Operator("no-op", re.compile(r"\.push\("), ".concat(", "what is added is lost"),
)
"""What is tried on lines of scripts; each is a mistake that people make."""
BLANK = "blank-page"


def blank(family: str, reference: Files, criteria: Criteria) -> PlantedMutant:
    """The reference with a start page on which nothing is left, which every presence task has to notice."""
    empty = trivial_hand_ins(family).empty()
    patches = (made_patch(path, reference.get(path, ""), text) for path, text in sorted(empty.items()))
    presence = tuple(task.id for task in criteria.tasks if task.level is Level.PRESENCE)
    mutant = Mutant(id=BLANK, description="The page stays blank", kills=presence, operator="removed")
    return PlantedMutant(mutant=mutant, patch="".join(patches))


def broken(reference: Files, random_seed: int, most: int) -> Iterator[tuple[Operator, str, str]]:
    """At most so many mechanical defects, in an order drawn by the seed: operator, where it is, and its patch."""
    found = [
        (operator, path, match)
        for path, text in sorted(reference.items())
        if path.endswith((".js", ".mjs", ".html"))
        for operator in OPERATORS
        for match in operator.pattern.finditer(text)
    ]
    Random(random_seed).shuffle(found)
    for operator, path, match in found[:most]:
        text = reference[path]
        changed = text[: match.start()] + match.expand(operator.replacement) + text[match.end() :]
        if changed != text:
            line = text.count("\n", 0, match.start()) + 1
            yield operator, f"{path}, line {line}", made_patch(path, text, changed)

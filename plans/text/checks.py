"""What a program can tell of an instance, and what a model is asked of it."""

import re
from collections.abc import Sequence
from typing import Any, cast

from pydantic import JsonValue

from plans.text.conflicts import conflicts
from plans.text.constraint import GROUPS, MOST, Constraint
from plans.text.document import sentences
from plans.text.language import read_back
from plans.text.metrics import constraints_of
from plans.text.writer import written

Json = dict[str, JsonValue]
CHECKS = ("completeness", "consistency", "feasibility", "constrainedness")


def check(instance: Json) -> dict[str, str]:
    """Check → what is wrong with the instance; empty where nothing is.

    Feasibility is proved by a text that keeps to all constraints which a program decides. Where none is found it is
    unproved, not impossible, and the instance is refused all the same. Which two contradict each other, the table of
    conflicts says.
    """
    constraints = constraints_of(instance)
    told = cast("list[dict[str, Any]]", instance["constraints"])
    pairs = conflicts(constraints)
    names = {id(constraint): str(one["name"]) for constraint, one in zip(constraints, told, strict=True)}
    return {
        "completeness": "; ".join(_incomplete(str(instance["prompt"]), constraints, told)),
        "consistency": "; ".join(f"{names[id(a)]} conflicts with {names[id(b)]}" for a, b in pairs),
        "feasibility": "" if pairs else _unproved(instance, constraints, told),
        "constrainedness": _constrainedness(instance, told),
    }


def questions(instance: Json) -> dict[str, str]:
    """What only a model, or a person, can tell."""
    prompt = str(instance["prompt"])
    about = cast("Json", instance["metadata"])["topic"]
    return {
        "clarity": f"Is it clear what the following request asks for, and for whom?\n\n{prompt}",
        "sense": f"Would somebody plausibly ask for such a text about {about}?\n\n{prompt}",
        "consistency of meaning": f"Do all demands of the following request go together in meaning?\n\n{prompt}",
        "feasibility of meaning": f"Could an experienced writer meet all demands of this request?\n\n{prompt}",
    }


def _incomplete(prompt: str, constraints: Sequence[Constraint], told: Sequence[dict[str, Any]]) -> list[str]:
    """The prompt says each constraint once, in words that say that constraint and no other, and asks nothing more."""
    found: list[str] = []
    rest = prompt
    for constraint, one in zip(constraints, told, strict=True):
        text = str(one["text"])
        if text not in rest:
            found.append(f"{one['name']} is not in the prompt: {text!r}")
        elif read_back(text) != constraint:
            found.append(f"{one['name']} reads otherwise than it is checked: {text!r}")
        rest = rest.replace(text, "\n", 1)
    lines = [re.sub(r"^\s*(?:[-*]|\d+\.)\s+", "", line) for line in rest.split("\n")]
    more = [text for line in lines for text in (line, *sentences(line)) if read_back(text) is not None]
    return [
        *found,
        *(f"the prompt asks for more than its constraints: {text!r}" for text in dict.fromkeys(more)),
    ]


def _unproved(instance: Json, constraints: Sequence[Constraint], told: Sequence[dict[str, Any]]) -> str:
    about = str(cast("Json", instance["metadata"])["topic"])
    missed = ", ".join(told[one]["name"] for one in written(constraints, about).missed)
    return f"unproved: no text was found that keeps to all; missed: {missed}" if missed else ""


def _constrainedness(instance: Json, told: Sequence[dict[str, Any]]) -> str:
    """The numbers that the parameters state are those of the constraints, but for constraints that were added."""
    parameters = cast("Json", instance["parameters"])
    added = cast("list[str]", cast("Json", instance["metadata"]).get("added", []))
    wrong: list[str] = []
    for group in GROUPS:
        count = sum(one["group"] == group for one in told) - added.count(group)
        if parameters.get(group) != count:
            wrong.append(f"{group} is {count}, stated {parameters.get(group)}")
    measured = round(len(told) / (MOST * len(GROUPS)), 4)
    if parameters.get("constrainedness") != measured:
        wrong.append(f"constrainedness is {measured}, stated {parameters.get('constrainedness')}")
    return "; ".join(wrong)

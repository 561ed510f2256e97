"""A model's steps, read: one line of YAML each, in the short form of the judge's step language."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import yaml
from pydantic import JsonValue

from agents.authoring.generation.shapes import NamedTarget
from plans.dialect import KeysTwice, load_yaml
from plans.errors import InvalidFile
from plans.records.criteria import Criteria
from plans.shorthand import Fields, StepReader, short_step


def read_targets(written: Sequence[NamedTarget], problems: list[str]) -> dict[str, JsonValue]:
    """Name → target; what cannot be read is added to `problems`."""
    found: dict[str, JsonValue] = {}
    for one in written:
        value = _loaded(one.target, f"target {one.name!r}", problems)
        if one.name in found:
            problems.append(f"Two targets are called {one.name!r}; rename one of them.")
        elif isinstance(value, dict):
            found[one.name] = value
        elif value is not None:
            problems.append(f"target {one.name!r}: {one.target!r} is no mapping with `role` and `name`.")
    return found


def read_steps(
    written: Sequence[str], targets: Mapping[str, JsonValue], where: str, problems: list[str]
) -> list[Fields]:
    """The steps in full; what cannot be read is added to `problems`."""
    reader = StepReader(targets, where)
    found: list[Fields] = []
    for number, text in enumerate(written, 1):
        place = f"{where}, step {number}"
        before = len(problems)
        value = _loaded(text, place, problems)
        if len(problems) > before:
            continue
        try:
            found.append(reader.step(value))
        except InvalidFile as error:
            problems += [f"{place}: {problem.message} {problem.mend}" for problem in error.problems]
        except RecursionError:
            problems.append(f"{place}: a target in it is `like` itself.")
        except (TypeError, AttributeError, ValueError) as error:
            problems.append(f"{place}: {text!r} is no step: {error}.")
    return found


class ShownCriteria(NamedTuple):
    """How tasks are tried in a browser, each target described once."""

    targets: dict[str, JsonValue]
    """Name → target."""
    steps: dict[str, list[str]]
    """Task → its steps, a line of YAML each, with targets by name."""


def shown_criteria(criteria: Criteria) -> ShownCriteria:
    """The steps of all tasks as a model can read them, and write them again."""
    written = Criteria.to_file(criteria.model_dump(mode="json", exclude_defaults=True))
    steps = {
        task["id"]: [_line(short_step(step)) for step in task["how"].get("steps", ())]
        for task in written["tasks"]
    }
    return ShownCriteria(written.get("targets", {}), steps)


def _line(step: JsonValue) -> str:
    if not isinstance(step, dict):
        return flow(step)
    [(verb, rest)] = step.items()
    return f"{verb}: {flow(rest)}"


def flow(value: JsonValue) -> str:
    """It as YAML on one line."""
    line = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=math.inf, allow_unicode=True)
    return line.removesuffix("\n").removesuffix("\n...")


def _loaded(text: str, place: str, problems: list[str]) -> JsonValue:
    try:
        return load_yaml(text)
    except KeysTwice as error:
        problems.append(f"{place}: {error}.")
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        told = " ".join(str(error).split())[:200]
        problems.append(
            f"{place}: {text!r} is no YAML on one line ({told}). Quote texts that hold braces, brackets, colons, "
            "commas or quotation marks."
        )
    return None

"""A model's steps, read: one line of YAML each, in the short form of the judge's step language."""

from collections.abc import Mapping, Sequence

import yaml
from pydantic import JsonValue

from agents.authoring.generation.shapes import NamedTarget
from plans.dialect import KeysTwice, load_yaml
from plans.errors import InvalidFile
from plans.records.how.browser import BrowserSteps
from plans.records.steps import Step
from plans.shorthand import Fields, StepReader


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


def shown_step(step: Step) -> str:
    """A step as a line of YAML, with nothing left open."""
    value = step.model_dump(mode="json", exclude_defaults=True)
    return yaml.safe_dump(
        {"do": step.do, **value}, default_flow_style=True, sort_keys=False, width=100_000, allow_unicode=True
    ).strip()


def shown_steps(how: BrowserSteps) -> list[str]:
    """All steps of a task so."""
    return [shown_step(step) for step in how.steps]


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

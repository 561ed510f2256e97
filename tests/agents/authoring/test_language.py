"""A model that writes criteria is told the whole language of the steps."""

import re
from pathlib import Path
from typing import get_args

import agents
import plans
from agents.authoring.generation.pages import read_steps
from plans.records.expressions import FUNCTIONS
from plans.records.steps import GeneratedKind, ReadKind

PROMPT = (Path(agents.__file__).parent / "authoring/generation/prompts/language_browser.md.jinja").read_text()


def test_every_function_of_the_language_is_in_the_prompt() -> None:
    """says_day, any_number, says_how_many and backed, which our own catalog uses, were known to nobody else."""
    (told,) = re.findall(r"these\s+functions:\n(.*?)\nApps write values", PROMPT, re.DOTALL)
    assert [name for name in FUNCTIONS if not re.search(rf"\b{name}\b", told)] == []
    called = set(re.findall(r"\b([a-z_]+)\(", told))
    assert called <= FUNCTIONS.keys(), "and no other"


def test_every_step_that_the_prompt_shows_can_be_read() -> None:
    """A draw with `where` was shown by nothing, and models left it out or wrote what cannot be read."""
    verbs = {"click", "fill", "select", "check", "press", "set_clock", "resize"}
    verbs |= {"complete", "remember", "generate", "draw", "compute"}
    shown = [" ".join(step.split()) for step in re.findall(r"`([a-z_]+: [^`]+)`", PROMPT)]
    steps = [step for step in shown if step.partition(":")[0] in verbs]
    called = (
        "add button, title form, save button, delete button, start button, question, records link, title field, "
        "search box, kind filter, done box, entries, lend button"
    )
    targets = {name: {"role": "any", "name": name} for name in called.split(", ")}
    problems: list[str] = []
    read_steps(steps, targets, "prompt", problems)
    assert problems == []
    assert any(step.startswith("draw: {") and "where" in step for step in steps)


def test_everything_that_can_be_read_and_made_up_is_in_the_prompt() -> None:
    (read,) = re.findall(r"what can be read:(.*?)- `draw", PROMPT, re.DOTALL)
    assert [kind for kind in get_args(ReadKind) if not re.search(rf"\b{kind}\b", read)] == []
    (made,) = re.findall(r"kinds:(.*?)- `remember", PROMPT, re.DOTALL)
    assert [kind for kind in get_args(GeneratedKind) if not re.search(rf"\b{kind}\b", made)] == []


def test_every_function_of_the_language_is_in_the_guide_of_the_catalog() -> None:
    guide = (Path(plans.__file__).parent / "webapp/catalog/README.md").read_text()
    assert [name for name in FUNCTIONS if not re.search(rf"`{name}[`(]", guide)] == []

"""A model that writes criteria is told the whole language of the steps."""

import re
from pathlib import Path
from typing import get_args

import agents
import plans
from plans.records.expressions import FUNCTIONS
from plans.records.steps import GeneratedKind, ReadKind

PROMPT = (Path(agents.__file__).parent / "authoring/generation/prompts/language_browser.md.jinja").read_text()


def test_every_function_of_the_language_is_in_the_prompt() -> None:
    """says_day, any_number, says_how_many and backed, which our own catalog uses, were known to nobody else."""
    (told,) = re.findall(r"these\s+functions:\n(.*?)\nApps write values", PROMPT, re.DOTALL)
    assert [name for name in FUNCTIONS if not re.search(rf"\b{name}\b", told)] == []
    called = set(re.findall(r"\b([a-z_]+)\(", told))
    assert called <= FUNCTIONS.keys(), "and no other"


def test_everything_that_can_be_read_and_made_up_is_in_the_prompt() -> None:
    (read,) = re.findall(r"what can be read:(.*?)- `draw", PROMPT, re.DOTALL)
    assert [kind for kind in get_args(ReadKind) if not re.search(rf"\b{kind}\b", read)] == []
    (made,) = re.findall(r"kinds:(.*?)- `remember", PROMPT, re.DOTALL)
    assert [kind for kind in get_args(GeneratedKind) if not re.search(rf"\b{kind}\b", made)] == []


def test_every_function_of_the_language_is_in_the_guide_of_the_catalog() -> None:
    guide = (Path(plans.__file__).parent / "webapp/catalog/README.md").read_text()
    assert [name for name in FUNCTIONS if not re.search(rf"`{name}[`(]", guide)] == []

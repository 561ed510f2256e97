"""`benchwright prompts`: what models are asked can be read before anybody pays for it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from agents.authoring.shown_prompts import FAULT
from pipeline.cli.prompts import prompts
from pipeline.cli.wiring.prompts import prompt_steps
from plans.errors import AuthorError

SAMPLE = Path("generated/sample")
SHOP = SAMPLE / "items/plant-shop"
STEPS = [
    (family, role, step)
    for family in ("webapp", "python_project")
    for role, known in prompt_steps(family).items()
    for step in known
]


def shown(*words: object) -> dict[str, Any]:
    result = CliRunner().invoke(prompts, ["show", *map(str, words), "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(result.stdout)


@pytest.mark.parametrize(("family", "role", "step"), STEPS, ids=lambda part: part)
def test_every_prompt_can_be_shown_before_there_is_an_item(family: str, role: str, step: str) -> None:
    if (family, step) in (("webapp", "tests"), ("python_project", "restyled")):
        with pytest.raises(AuthorError):
            shown(role, step, "--family", family)
        return
    told = shown(role, step, "--family", family)
    assert {"PRD", "query", "criteria"} <= set(told["placeholders"])
    assert told["messages"][-1]["role"] == "user"
    assert bool(told["shape"]) is (role != "coder"), "code agents answer in files"


def test_a_prompt_about_an_item_has_its_own_artifacts() -> None:
    told = shown("generator", "reference", "--suite", SAMPLE, "--item", "plant-shop")
    assert told["placeholders"] == []
    asked = told["messages"][-1]["text"]
    assert told["item"] == "plant-shop"
    assert (SHOP / "seed.yaml").read_text().partition("query: ")[2].partition("\n")[0][:30] in asked
    assert asked.count("synonyms: [Basket, Bag, Shopping cart") == 1, "a target is described once"
    assert told == shown("generator", "reference", "--item", SHOP, "--suite", SAMPLE)


def test_the_same_is_printed_for_people_with_the_shape_of_the_answer() -> None:
    result = CliRunner().invoke(prompts, ["show", "planner", "seed"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "----- system -----" in result.stdout
    assert "----- shape SeedReading -----" in result.stdout
    assert "(the request, as somebody typed it)" in result.stdout


def test_without_a_step_they_are_listed() -> None:
    result = CliRunner().invoke(prompts, ["show"], catch_exceptions=False)
    assert all(step in result.stdout for _, _, step in STEPS)
    listed = shown("generator")["roles"]
    patches = [f"patch-{part}" for part in ("prd", "query", "criteria", "mutants")]
    made = ["prd", "query", "criteria", "tests", "reference", "repair", "restyled", "mutants"]
    assert listed == {"generator": [*made, *patches, "mend"]}


@pytest.mark.parametrize("step", ["patch-prd", "patch-query", "patch-criteria", "patch-mutants", "mend"])
def test_what_is_wrong_is_shown_where_something_is_put_right(step: str) -> None:
    told = shown("generator", step, "--suite", SAMPLE, "--item", "plant-shop")
    assert FAULT in told["messages"][-1]["text"]
    assert told["shape"].endswith("Patch")


@pytest.mark.parametrize(
    "words",
    [
        ["generator", "critera"],
        ["ui_judge"],
        ["generator", "prd", "--suite", SAMPLE, "--item", "plant-shopp"],
        ["generator", "prd", "--item", SAMPLE],
    ],
    ids=["no step", "no item makes it", "no item of the suite", "no item"],
)
def test_what_cannot_be_shown_is_told(words: list[object]) -> None:
    with pytest.raises(AuthorError):
        CliRunner().invoke(prompts, ["show", *map(str, words)], catch_exceptions=False)

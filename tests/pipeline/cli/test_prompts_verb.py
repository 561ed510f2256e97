"""`benchwright prompts`: what models are asked can be read before anybody pays for it."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jinja2 import Environment, Template

from agents.authoring.shown_prompts import FAULT
from pipeline.cli.prompts import prompts
from pipeline.cli.wiring.prompts import prompt_book
from plans.errors import AuthorError
from plans.families import FAMILIES, USUAL, instance_families
from plans.files import read_record
from plans.paths import ItemPaths
from plans.plain_text import lines_of
from plans.records.model_settings import ROLES
from plans.records.specification import Query, Underspecification

SAMPLE = Path("generated/sample")
SHOP = SAMPLE / "items/plant-shop"
CONNECTION = ("check", "check-again")
"""Steps that every role has."""
NEVER = {
    ("webapp", "tests"), ("python_project", "restyled"), ("python_project", "restyled-again")
}  # fmt: skip
"""Of items of the family nobody is asked for it."""


def steps_of(*families: str) -> list[tuple[str, str, str]]:
    """Family, role and step of every prompt but those that all roles have."""
    return [
        (family, role, step)
        for family in families
        for role, known in prompt_book(family).steps.items()
        for step in known
        if step not in CONNECTION
    ]


STEPS = steps_of(*FAMILIES)


def shown(*words: object) -> dict[str, Any]:
    result = CliRunner().invoke(prompts, ["show", *map(str, words), "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(result.stdout)


@pytest.mark.parametrize(("family", "role", "step"), STEPS, ids=lambda part: part)
def test_every_prompt_can_be_shown_before_there_is_an_item(family: str, role: str, step: str) -> None:
    if (family, step) in NEVER:
        with pytest.raises(AuthorError):
            shown(role, step, "--family", family)
        return
    told = shown(role, step, "--family", family)
    assert {"PRD", "query", "criteria"} <= set(told["placeholders"])
    assert told["messages"][-1]["role"] == "user"
    assert bool(told["shape"]) is (role != "coder"), "code agents answer in files"


@pytest.mark.parametrize(("family", "role", "step"), steps_of(*instance_families()), ids=lambda part: part)
def test_prompts_of_a_family_of_instances_are_shown_without_a_suite(
    family: str, role: str, step: str
) -> None:
    told = shown(role, step, "--family", family)
    assert told["messages"][-1]["role"] == "user"
    assert bool(told["shape"]) is (role != "solver"), "a solver answers in a text"


@pytest.mark.parametrize("role", ["solver", "ui_judge"])
def test_what_a_connection_is_tried_by_is_shown_of_every_role(role: str) -> None:
    first, again = (shown(role, step) for step in CONNECTION)
    assert first["shape"] == again["shape"] == "Ready"
    assert [one["role"] for one in again["messages"]] == ["user", "assistant", "user"]


@pytest.mark.parametrize("step", ["bind", "walk"])
def test_a_judge_is_asked_about_the_items_own_targets(step: str) -> None:
    asked = shown("ui_judge", step, "--item", SHOP)["messages"][-1]["text"]
    # Of the first task, which looks for the entries of the list.
    assert "- `items`: " in asked


def test_every_template_of_an_agent_is_rendered_by_some_step(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: set[Path] = set()
    new_context, get_template = Template.new_context, Environment.get_template

    def noted(template: Template) -> None:
        if template.filename:
            rendered.add(Path(template.filename).resolve())

    def rendering(template: Template, *words: Any, **options: Any) -> Any:
        noted(template)
        return new_context(template, *words, **options)

    # What is imported is rendered once in a process, which an earlier test may have been.
    def importing(environment: Environment, *words: Any, **options: Any) -> Template:
        template = get_template(environment, *words, **options)
        noted(template)
        return template

    monkeypatch.setattr(Template, "new_context", rendering)
    monkeypatch.setattr(Environment, "get_template", importing)
    families = (*FAMILIES, *instance_families())
    books = [*map(prompt_book, families), prompt_book("webapp", None, ItemPaths(SHOP))]
    for show in (show for book in books for known in book.steps.values() for show in known.values()):
        with suppress(AuthorError):
            asyncio.run(show())
    prompters = Path("agents/coding/prompts")
    # For families without words of their own, and all that are shipped have them.
    fallbacks = {prompters / f"{interface}.md.jinja" for interface in ("fixed", "free")}
    assert all(
        (prompters / f"{one.name.split('.')[0]}_{family}.md.jinja").exists()
        for one in fallbacks
        for family in FAMILIES
    )
    unseen = {path for path in Path("agents").glob("**/*.jinja") if path.resolve() not in rendered}
    assert unseen == fallbacks


def test_a_request_is_shown_at_the_level_that_is_asked_for() -> None:
    query = read_record(ItemPaths(SHOP).query, Query)
    for level in Underspecification:
        told = shown("coder", "request", "--item", SHOP, "--level", level)
        assert told["level"] == level
        assert lines_of(query.at(level).text)[0] in told["messages"][-1]["text"]
    assert shown("coder", "request", "--item", SHOP)["level"] == Underspecification.MEDIUM
    assert shown("coder", "minimal", "--family", "python_project")["level"] is None
    assert shown("coder", "minimal", "--family", "python_project", "--level", "low")["level"] == "low"
    with pytest.raises(AuthorError):
        shown("coder", "full-prd", "--item", SHOP, "--level", "low")


def test_a_prompt_about_an_item_has_its_own_artifacts() -> None:
    told = shown("generator", "reference", "--suite", SAMPLE, "--item", "plant-shop")
    assert told["placeholders"] == []
    asked = told["messages"][-1]["text"]
    assert told["item"] == "plant-shop"
    assert (SHOP / "prd.md").read_text().splitlines()[0] in asked
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
    assert all(role in result.stdout for role in ROLES)
    every = shown()["roles"]
    assert {(role, step) for role, known in every.items() for step in known if step not in CONNECTION} == {
        (role, step) for family, role, step in STEPS if family == USUAL
    }
    listed = shown("generator")["roles"]
    patches = [f"patch-{part}" for part in ("prd", "query", "criteria", "mutants")]
    made = [
        "prd",
        "query",
        "criteria",
        "tests",
        "reference",
        "repair",
        "restyled",
        "restyled-again",
        "mutants",
    ]
    assert listed == {"generator": [*made, *patches, "mend", *CONNECTION]}


@pytest.mark.parametrize("step", ["patch-prd", "patch-query", "patch-criteria", "patch-mutants", "mend"])
def test_what_is_wrong_is_shown_where_something_is_put_right(step: str) -> None:
    told = shown("generator", step, "--suite", SAMPLE, "--item", "plant-shop")
    assert FAULT in told["messages"][-1]["text"]
    assert told["shape"].endswith("Patch")


@pytest.mark.parametrize(
    "words",
    [
        ["generator", "critera"],
        ["ui_judge", "read", "--family", "webapp"],
        ["generator", "prd", "--suite", SAMPLE, "--item", "plant-shopp"],
        ["generator", "prd", "--item", SAMPLE],
    ],
    ids=["no step", "another family's step", "no item of the suite", "no item"],
)
def test_what_cannot_be_shown_is_told(words: list[object]) -> None:
    with pytest.raises(AuthorError):
        CliRunner().invoke(prompts, ["show", *map(str, words)], catch_exceptions=False)

"""What the README shows can be done."""

import re
import shlex
from pathlib import Path

import click
import pytest
import yaml
from pydantic import TypeAdapter

from pipeline.cli.main import VERBS, benchwright
from plans.records.steps import Step

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def commands() -> list[str]:
    lines = [line.split("  #")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("benchwright ")]


def verb_of(line: str) -> tuple[click.Command, list[str]]:
    _, name, *arguments = shlex.split(line)
    verb = benchwright.get_command(click.Context(benchwright), name)
    assert verb is not None, f"{name!r} is no verb"
    return verb, arguments


@pytest.mark.parametrize("line", commands())
def test_a_command_of_the_readme_is_understood(line: str) -> None:
    verb, arguments = verb_of(line)
    verb.make_context(verb.name, arguments, resilient_parsing=True)
    known = {option for parameter in verb.params for option in parameter.opts}
    assert {word for word in arguments if word.startswith("--")} <= known


def test_every_verb_stands_in_the_readme() -> None:
    shown = {shlex.split(line)[1] for line in commands()} | {"demo"}
    assert set(VERBS) <= shown


@pytest.mark.parametrize("name", sorted(VERBS))
def test_every_verb_has_help_with_an_example(name: str) -> None:
    verb = benchwright.get_command(click.Context(benchwright), name)
    assert verb is not None
    help_text = verb.get_help(click.Context(verb, info_name=name))
    assert f"benchwright {name}" in help_text.split("Options:")[0]
    assert "Example" in help_text


def test_the_steps_that_the_readme_shows_are_steps() -> None:
    steps = [step for block in blocks("yaml") for step in yaml.safe_load(block)]
    assert steps
    TypeAdapter(list[Step]).validate_python(steps)


def test_what_the_readme_links_to_is_there() -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_seed_of_the_readme_is_shipped() -> None:
    quoted = re.search(r"^> (.+)$", README, flags=re.MULTILINE)
    assert quoted
    shipped = yaml.safe_load((ROOT / "plans" / "webapp" / "seeds.yaml").read_text())
    assert quoted.group(1) in [" ".join(seed["query"].split()) for seed in shipped["seeds"]]

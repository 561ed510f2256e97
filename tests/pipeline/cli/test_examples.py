"""Every example of the help and of the README is a command line that its verb takes as it stands."""

import os
import re
import shlex
from pathlib import Path

import click
import pytest
from click.exceptions import Exit

os.environ.update(LANGGRAPH_STRICT_MSGPACK="true", LANGSMITH_TRACING="false", LANGCHAIN_TRACING_V2="false")

from pipeline.cli.verbs import INSTANCE_VERBS, VERBS, benchwright, instances
from plans.families import REQUIRED_FILES
from tests.test_house import ROOT

SUITES = (
    "generated/sample",
    "generated/mine",
    "generated/mine-2",
    "generated/lent",
    "generated/prdbench",
    "generated/programs",
)
INSTANCES = ("generated/calendar", "generated/calendar-2", "generated/text", "generated/sorting")
RUNS = ("runs/mine", "runs/other", "runs/may", "runs/june", "runs/programs")
RUNS_ON_INSTANCES = ("runs/models", "runs/calendar", "runs/july", "runs/august")


def verb_called(name: str, group: click.Group = benchwright) -> click.Command:
    verb = group.get_command(click.Context(group), name)
    assert verb is not None
    return verb


def examples(text: str) -> list[list[str]]:
    """The words of each command line in a text, without its comment and what stands before the command."""
    joined = re.sub(r"\\\n\s*", "", text)
    lines = re.findall(r"^ *(?:[A-Z]+=\S+ )?benchwright (.*)$", joined, flags=re.MULTILINE)
    return [shlex.split(line, comments=True) for line in lines]


def of_help() -> list[list[str]]:
    every = [verb_called(name) for name in VERBS] + [verb_called(name, instances) for name in INSTANCE_VERBS]
    return [words for verb in every for words in examples(verb.help or "")]


def of_readme() -> list[list[str]]:
    guides = ("first-suite.md", "commands.md", "instances.md")
    pages = (ROOT / "README.md", *(ROOT / ".github" / guide for guide in guides))
    blocks = [
        block for page in pages for block in re.findall(r"```sh\n(.*?)```", page.read_text(), flags=re.DOTALL)
    ]
    return [words for block in blocks for words in examples(block)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory and a home with all that the examples name."""
    for suite in SUITES:
        item = tmp_path / suite / "items" / "plant-shop"
        (item / "reference").mkdir(parents=True)
        (item / "criteria.yaml").touch()
        (tmp_path / suite / "suite.yaml").touch()
    for suite in INSTANCES:
        (tmp_path / suite / "instances").mkdir(parents=True)
        (tmp_path / suite / "suite.yaml").touch()
    for run in (*RUNS, *RUNS_ON_INSTANCES):
        (tmp_path / run).mkdir(parents=True)
        (tmp_path / run / "run.yaml").touch()
        (tmp_path / run / ("projects" if run in RUNS else "instances.jsonl")).touch()
    for place in ("my-attempt", "annas-shop", "labels", "PRDBench", "their-reports"):
        (tmp_path / place).mkdir()
    for place in ("families", "mine"):
        family = tmp_path / place / "sorting" / ".authoring" / "family.json"
        family.parent.mkdir(parents=True)
        family.touch()
    for part in REQUIRED_FILES:
        built_in = tmp_path / "plans" / "calendar" / part
        built_in.parent.mkdir(parents=True, exist_ok=True)
        built_in.touch()
    seeds = tmp_path / "plans" / "python_project" / "seeds.yaml"
    seeds.parent.mkdir(parents=True)
    seeds.touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", [*of_help(), *of_readme(), *examples(benchwright.help or "")], ids=" ".join)
def test_an_example_is_taken_as_it_stands(words: list[str]) -> None:
    name, *arguments = (str(Path(word).expanduser()) if word.startswith("~") else word for word in words)
    command = verb_called(name)
    if isinstance(command, click.Group):
        verb, (of_group, *arguments) = command, arguments
        found = verb.get_command(click.Context(verb), of_group)
        assert found is not None
        command = found
    ended = 0
    try:
        with command.make_context(name, arguments) as context:
            assert context.params
    except Exit as listed:
        ended = listed.exit_code
    assert ended == 0


def test_every_verb_has_an_example() -> None:
    assert {words[0] for words in of_help()} == set(VERBS)
    assert {words[1] for words in of_help() if words[0] == "instances"} == set(INSTANCE_VERBS)

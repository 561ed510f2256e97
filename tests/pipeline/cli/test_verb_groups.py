"""Items and instances have verbs of their own; a verb that is given the other's names its command. Help is short."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pipeline.cli.folders import VERBS_OF_BOTH
from pipeline.cli.output import SectionedVerb
from pipeline.cli.verbs import INSTANCE_VERBS, VERBS, benchwright, instances
from plans.errors import AuthorError, WrongVerb
from plans.families import HOME
from plans.paths import RunPaths, SuitePaths
from tests.test_house import ROOT

SAMPLE = ROOT / "generated" / "sample"
OF_SUITES = ("check", "verify", "show", "run", "grow", "refresh", "review")
OF_RUNS = ("report", "compare")
MORE = {"run": ("--repeats", "2"), "grow": ("--n", "2")}
"""Options that both take."""
MOST_LINES = 90
"""Lines of the help of a verb, at 100 columns."""


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of instances."""
    folder = tmp_path_factory.mktemp("made") / "meetings"
    made = call("instances", "author", "--family", "calendar", "--n", "2", "--jobs", "1", "--out", folder)
    assert made.exit_code == 0, made.output
    return folder


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(benchwright, [str(word) for word in words])


def command_named(*words: str | Path) -> str:
    """The command that the error names."""
    error = call(*words).exception
    assert isinstance(error, WrongVerb), error
    assert "\n" not in str(error)
    return error.command


def run_of(place: Path, of: str) -> Path:
    """As much of a run as shows what it was played on."""
    paths = RunPaths(place)
    place.mkdir()
    paths.spec.touch()
    if of == "instances":
        paths.instances.touch()
    else:
        paths.projects.mkdir()
    return place


def test_each_verb_for_instances_exists_for_items_too() -> None:
    assert {*OF_SUITES, *OF_RUNS, "author"} == set(VERBS_OF_BOTH) == set(INSTANCE_VERBS)
    assert set(INSTANCE_VERBS) < set(VERBS)


@pytest.mark.parametrize("verb", OF_SUITES)
def test_a_suite_of_the_other_contents_is_told_its_command(suite: Path, verb: str) -> None:
    more = MORE.get(verb, ())
    assert command_named(verb, suite, *more) == f"benchwright instances {verb} {suite}"
    assert command_named("instances", verb, SAMPLE, *more) == f"benchwright {verb} {SAMPLE}"


@pytest.mark.parametrize("verb", OF_RUNS)
def test_a_run_on_the_other_contents_is_told_its_command(tmp_path: Path, verb: str) -> None:
    on_instances, on_items = run_of(tmp_path / "a", "instances"), run_of(tmp_path / "b", "items")
    assert command_named(verb, on_instances) == f"benchwright instances {verb} {on_instances}"
    assert command_named("instances", verb, on_items) == f"benchwright {verb} {on_items}"
    mixed = call("compare", on_items, on_instances)
    assert isinstance(mixed.exception, WrongVerb)


def test_a_suite_that_lost_its_instances_is_still_one_of_instances(suite: Path, tmp_path: Path) -> None:
    paths = SuitePaths(tmp_path)
    paths.suite.write_bytes(SuitePaths(suite).suite.read_bytes())
    assert command_named("check", tmp_path) == f"benchwright instances check {tmp_path}"


def test_a_plan_that_waits_is_told_the_command_that_decides_it(tmp_path: Path) -> None:
    parked = tmp_path / "meetings"
    made = call("instances", "author", "--family", "calendar", "--review", "defer", "--out", parked)
    assert made.exit_code == 0
    assert command_named("review", parked) == f"benchwright instances review {parked}"


def test_families_are_told_the_command_that_takes_them(tmp_path: Path) -> None:
    out = ("--out", tmp_path / "suite")
    assert command_named("author", "--family", "calendar", *out) == (
        "benchwright instances author --family calendar"
    )
    assert command_named("instances", "author", "--family", "webapp", *out) == (
        "benchwright author SEEDS --family webapp"
    )
    family = HOME / "calendar"
    assert command_named("review", family, "--list") == f"benchwright instances review {family}"
    assert not (tmp_path / "suite").exists()


def test_verbs_that_items_alone_have_name_what_scores_models(suite: Path, tmp_path: Path) -> None:
    scoring = f"benchwright instances run {suite}"
    assert command_named("judge", tmp_path, "--item", suite) == scoring
    assert command_named("export", "prdbench", suite, "--out", tmp_path / "out") == scoring
    run = run_of(tmp_path / "run", "instances")
    refused = call("export", "prdbench-reports", run, "--suite", SAMPLE, "--out", tmp_path / "out")
    assert type(refused.exception) is AuthorError


@pytest.mark.parametrize(
    ("words", "other"),
    [
        (("run", "generated/x", "--model", "m"), "benchwright instances run"),
        (("author", "--n", "5"), "benchwright instances author"),
        (("show", "generated/x", "--item", "a"), "benchwright instances show"),
        (("instances", "run", "generated/x", "--agent", "oracle"), "benchwright run"),
        (("instances", "compare", "runs/x", "--judge", "abc"), "benchwright compare"),
    ],
)
def test_an_option_of_the_other_verb_is_told_as_one(words: tuple[str, ...], other: str) -> None:
    ended = call(*words)
    assert ended.exit_code == 2
    assert f"`{other}`" in ended.output


@pytest.mark.parametrize(
    "words",
    [("run", "--nonsense"), ("instances", "run", "--nonsense"), ("models", "check", "--families", "x")],
)
def test_an_option_that_neither_has_is_told_as_unknown(words: tuple[str, ...]) -> None:
    ended = call(*words)
    assert ended.exit_code == 2
    assert "It is an option of" not in ended.output


def test_verbs_of_both_share_no_option_that_means_nothing_to_one() -> None:
    """An option of code agents, seeds or gates has no place among instances, nor one of solvers among items."""
    context = click.Context(benchwright)
    options: dict[str, set[str]] = {"items": set(), "instances": set()}
    for verb in VERBS_OF_BOTH:
        for held, group in (("items", benchwright), ("instances", instances)):
            command = group.get_command(context, verb)
            assert command is not None
            options[held] |= {name for one in command.params for name in one.opts if name.startswith("--")}
    assert options["instances"].isdisjoint(
        {"--agent", "--gate", "--rounds", "--judge", "--sandbox", "--manner"}
    )
    assert options["items"].isdisjoint({"--model", "--solver", "--families", "--metrics", "--limit", "--set"})


def commands_below(
    group: click.Group, before: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command that the group leads to, by its words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*before, name), command
        if isinstance(command, click.Group):
            yield from commands_below(command, (*before, name))


EVERY_COMMAND = dict(commands_below(benchwright))


@pytest.mark.parametrize("words", EVERY_COMMAND, ids=" ".join)
def test_help_fits_where_it_is_read(words: tuple[str, ...]) -> None:
    """That of `run` had 133 lines, and summaries of the commands of a group ended in dots."""
    command = EVERY_COMMAND[words]
    parent = click.Context(benchwright, info_name="benchwright", terminal_width=80, max_content_width=80)
    narrow = click.Context(command, parent, info_name=" ".join(words)).get_help()
    if isinstance(command, click.Group):
        listed = narrow.partition("ommands:\n")[2] or narrow.partition("Verbs:\n")[2]
        assert len(listed.splitlines()) == len(command.list_commands(click.Context(command)))
        assert "..." not in listed
    wide = click.Context(command, info_name=" ".join(words), terminal_width=100).get_help()
    assert len(wide.splitlines()) <= MOST_LINES


def test_options_stand_under_headings_and_each_once() -> None:
    verb = EVERY_COMMAND[("run",)]
    headings = {
        line.rstrip(":") for line in verb.get_help(click.Context(verb)).splitlines() if line.endswith(":")
    }
    assert isinstance(verb, SectionedVerb)
    assert {"Options", *verb.sections} <= headings
    for command in EVERY_COMMAND.values():
        if isinstance(command, SectionedVerb):
            placed = [name for names in command.sections.values() for name in names]
            assert len(placed) == len(set(placed))
            assert {*placed} <= {one.name for one in command.params}

"""A person looks at what a judge finds in an app, says what the rest is, and the app is judged by that."""

from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner

from pipeline.cli.apps import MappedApp, bind, show_map
from pipeline.cli.judge import judge
from plans.errors import EXIT_CODE, AuthorError, Cause, InvalidFile
from plans.records.verdict import Judgement, Status, World
from tests.agents.judging.conftest import clicks, criteria, expects, task
from tests.pipeline.cli.test_bad_input import suite_of
from tests.pipeline.runner.stand_ins import shop

pytestmark = pytest.mark.browser

# More controls in words of its own than a program tries one after the other.
PAGE = """<!doctype html><meta charset=utf-8><title>Crate</title><h1>Crate</h1>
<b style="cursor:pointer">Amber</b> <b style="cursor:pointer">Birch</b> <b style="cursor:pointer">Cedar</b>
<b style="cursor:pointer">Drift</b> <b style="cursor:pointer">Ember</b>
<b style="cursor:pointer" onclick="n.textContent = 1">Into the crate</b><p>Crate holds <i id=n>0</i></p>"""
ADDED = task(
    "added",
    clicks("Reserve"),
    expects(
        "counted", kind="reads", read="number", target={"role": "text", "name": "Crate holds"}, that="it == 1"
    ),
)
IN_ALL = task(
    "in-all",
    clicks("Reserve"),
    expects("seen", kind="visible", target={"role": "text", "name": "Crates in all"}),
    needs=("added",),
)


@pytest.fixture
def item(tmp_path: Path) -> Path:
    made = shop().model_copy(update={"criteria": criteria({**ADDED, "level": "presence"}, IN_ALL)})
    return suite_of(tmp_path / "suite", made).item("shop").root


@pytest.fixture
def app(tmp_path: Path) -> Path:
    folder = tmp_path / "app"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    return folder


def judged(app: Path, item: Path, *more: str) -> Judgement:
    done = CliRunner().invoke(judge, [str(app), "--item", str(item), "--task", "added", "--json", *more])
    return Judgement.model_validate_json(done.stdout)


@pytest.mark.slow
def test_what_a_program_leaves_open_a_person_binds(app: Path, item: Path, tmp_path: Path) -> None:
    assert judged(app, item).tasks[0].status is Status.UNRESOLVED
    undecided = CliRunner().invoke(judge, [str(app), "--item", str(item), "--task", "added"])
    assert undecided.exit_code == EXIT_CODE[Cause.JUDGE]
    assert judged(app, item, "--world", "closed").world is World.CLOSED

    shown = CliRunner().invoke(show_map, [str(app), "--item", str(item), "--json"])
    mapped = MappedApp.model_validate_json(shown.stdout)
    (line,) = [line for line in mapped.map.screens[0].lines if "Into the crate" in line]
    assert "button 'Reserve'" in mapped.unbound

    file = tmp_path / "bindings.yaml"
    begun = CliRunner().invoke(bind, [str(app), "--item", str(item), "--file", str(file)])
    assert begun.exit_code == 0, begun.output
    said = yaml.safe_load(file.read_text())
    kinds = {one["target"]: one["kind"] for one in said["bindings"]}
    assert kinds["button 'Reserve'"] == "unsure"
    assert kinds["text 'Crates in all'"] == "later", "no task meets it before it has pressed something"
    assert str(file) in begun.output.splitlines()[-1]
    (reserve,) = [one for one in said["bindings"] if one["target"] == "button 'Reserve'"]
    reserve |= {"kind": "element", "element": line.strip().partition("]")[0].removeprefix("[")}
    file.write_text(yaml.safe_dump(said))

    verdict = judged(app, item, "--bindings", str(file))
    assert verdict.tasks[0].status is Status.PASSED, verdict.tasks[0].reason
    assert [one.bound_by for one in verdict.bindings if one.bound_to] == ["person"]


def test_every_binding_that_cannot_hold_is_named(app: Path, item: Path, tmp_path: Path) -> None:
    file = tmp_path / "bindings.yaml"
    wrong = [
        {"target": "button 'Reserve'", "kind": "element", "element": "s1e999"},
        {"target": "no such target", "kind": "absent"},
    ]
    file.write_text(yaml.safe_dump({"schema_version": 1, "item": "shop", "bindings": wrong}))
    filled = file.read_bytes()
    done = CliRunner().invoke(bind, [str(app), "--item", str(item), "--file", str(file)])
    assert isinstance(done.exception, InvalidFile)
    assert len(done.exception.problems) == len(wrong)
    assert file.read_bytes() == filled, "what a person filled in is not written over"


@pytest.mark.parametrize(
    ("verb", "more"),
    [(show_map, ()), (bind, ()), (judge, ("--world", "open")), (judge, ("--bindings", "bindings.yaml"))],
)
def test_an_item_that_no_browser_tries_has_no_targets(
    app: Path, tmp_path: Path, verb: click.Command, more: tuple[str, ...]
) -> None:
    how = {"kind": "shell-interaction", "act": [{"line": "true"}], "expected": {"words": "done"}}
    by_shell = {**ADDED, "level": "presence", "how": how}
    made = shop().model_copy(update={"criteria": criteria(by_shell)})
    item = suite_of(tmp_path / "suite", made).item("shop").root
    done = CliRunner().invoke(verb, [str(app), "--item", str(item), *more])
    assert isinstance(done.exception, AuthorError)


@pytest.mark.slow
def test_targets_that_leave_no_task_open_are_not_asked_for(item: Path, tmp_path: Path) -> None:
    """Ten targets were listed as not found, and one of them had left a task open."""
    app = tmp_path / "other"
    app.mkdir()
    page = """<!doctype html><meta charset=utf-8><title>Crate</title><h1>Crate</h1><button
onclick="n.textContent = 1; more.hidden = false">Reserve</button><p>Crate holds <i id=n>0</i></p>
<p id=more hidden>Crates in all: 1</p>"""
    (app / "index.html").write_text(page)
    file = tmp_path / "bindings.yaml"
    begun = CliRunner().invoke(bind, [str(app), "--item", str(item), "--file", str(file)])
    assert begun.exit_code == 0, begun.output
    assert not file.exists(), begun.output

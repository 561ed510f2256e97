"""A suite that was edited into nonsense, and a machine that lacks something: a clear message, and nothing is begun."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.browser.launching import require_chromium
from pipeline.cli.judge import judge
from pipeline.cli.running import RunOrder, start
from pipeline.runner.progress import no_progress
from plans.errors import BrowserMissing, InvalidFile
from plans.files import write_record
from plans.items import suite_item, write_project
from plans.paths import SuitePaths
from plans.records.criteria import Criteria
from plans.records.project import Project
from plans.settings import read_settings
from tests.pipeline.runner.stand_ins import shop, suite


def suite_of(folder: Path, item: Project) -> SuitePaths:
    paths = SuitePaths(folder)
    write_project(paths.item(item.id), item, "")
    write_record(paths.suite, suite(item).model_copy(update={"items": (suite_item(item),)}))
    return paths


def with_parents(**parents: str) -> Project:
    """The shop, with these prerequisites put in by hand."""
    project = shop(features=("cart",))
    tasks = tuple(
        task.model_copy(update={"depends_on": (parents[task.id.replace("-", "_")],)})
        if task.id.replace("-", "_") in parents
        else task
        for task in project.criteria.tasks
    )
    return project.model_copy(update={"criteria": Criteria(tasks=tasks)})


async def test_a_cycle_is_told_before_anything_is_run(tmp_path: Path) -> None:
    """Once the judge met it, twice a round, and every task was unresolved."""
    paths = suite_of(tmp_path / "suite", with_parents(cart_presence="cart-robustness"))
    order = RunOrder(suite=paths.root, agents=("nop",), out=tmp_path / "run")
    with pytest.raises(InvalidFile, match="is in a cycle: cart-.* Remove one of these edges"):
        await start(order, no_progress)
    assert not (tmp_path / "run").exists()


def test_a_prerequisite_that_does_not_exist_is_told_by_judge(tmp_path: Path) -> None:
    paths = suite_of(tmp_path / "suite", with_parents(cart_functionality="nowhere"))
    arguments = [str(tmp_path), "--item", str(paths.item("shop").root)]
    with pytest.raises(InvalidFile, match="depends on 'nowhere', which does not exist"):
        CliRunner().invoke(judge, arguments, standalone_mode=False, catch_exceptions=False)


def test_a_browser_that_is_named_and_not_there_is_told_by_its_name() -> None:
    settings = read_settings({"BENCHWRIGHT_CHROMIUM": "/nowhere/chromium"})
    with pytest.raises(BrowserMissing, match="/nowhere/chromium"):
        require_chromium(settings.chromium)

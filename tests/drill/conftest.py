"""Small suites for the fault drill: one of web pages, one of Python programs, one of instances.

They are cut from what the catalog makes to a few quick tasks, so that an entry of the drill takes seconds.
"""

from collections.abc import Collection, Iterable
from pathlib import Path

import pytest

from pipeline.graph.seeds import read_seeds
from plans.files import read_record, write_record
from plans.items import read_project, suite_item, write_project
from plans.paths import SuitePaths
from plans.python_project.generator import PythonProjectAuthor
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.suite import Suite
from tests.drill.commands import ROOT, benchwright

DRILL = Path(__file__).parent
SHIPPED = SuitePaths(ROOT / "generated" / "sample")
PAGE, PAGE_TASKS = "family-cookbook", ("browse-list", "ratings-shown", "timer-shown")
MEETINGS = 12
PROGRAM, PROGRAM_TASKS = "plant-register", ("menu-start", "menu-saved", "records-add", "records-file")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(DRILL):
            item.add_marker(pytest.mark.drill)


@pytest.fixture(scope="session")
def sample() -> Path:
    """The shipped suite."""
    return SHIPPED.root


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> SuitePaths:
    """A suite with one web app of three tasks, from the shipped one."""
    project = cut(read_project(SHIPPED.item(PAGE)), PAGE_TASKS)
    return suite_of(tmp_path_factory.mktemp("suite") / "pages", [project])


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> SuitePaths:
    """A suite with one Python program: a shell interaction, a unit test and a file comparison among its tasks."""
    author = PythonProjectAuthor()
    seeds = read_seeds(ROOT / "plans" / "python_project" / "seeds.yaml")
    seed = next(seed for seed in seeds if seed.id == PROGRAM)
    project = cut(author.project(author.recipe(seed, author.plan(), 0), "canary"), PROGRAM_TASKS)
    folder = tmp_path_factory.mktemp("suite") / "programs"
    return suite_of(folder, [project], author.plan(), family="python_project")


@pytest.fixture(scope="session")
def meetings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of instances."""
    folder = tmp_path_factory.mktemp("suite") / "meetings"
    benchwright("instances", "author", "--family", "calendar", "--n", MEETINGS, "--out", folder)
    return folder


def cut(project: Project, tasks: Collection[str]) -> Project:
    """The project with these tasks and their prerequisites alone."""
    kept = tuple(project.criteria.with_prerequisites(tasks))
    names = {task.id for task in kept}
    return project.model_copy(
        update={
            "criteria": project.criteria.model_copy(update={"tasks": kept}),
            "mutants": tuple(one for one in project.mutants if names.issuperset(one.mutant.kills)),
        }
    )


def suite_of(
    folder: Path, projects: Iterable[Project], plan: Plan | None = None, family: str = "webapp"
) -> SuitePaths:
    """The projects as a suite on disk, which nothing proves yet."""
    paths = SuitePaths(folder)
    for project in projects:
        write_project(paths.item(project.id), project, "")
    update = {"name": folder.name, "family": family, "items": tuple(map(suite_item, projects))}
    write_record(paths.suite, read_record(SHIPPED.suite, Suite).model_copy(update=update))
    write_record(paths.plan, plan or read_record(SHIPPED.plan, Plan))
    return paths

"""A family is one entry of a table: everything that asks for one of its parts finds it there, and guesses nothing."""

import pytest
from pydantic import ValidationError

from agents.authoring.verification.checks import common_checks, every_check
from agents.authoring.verification.matrix import rows
from pipeline.cli.wiring.judging import judge_for
from plans.errors import AuthorError
from plans.families import FAMILIES, Family, checks, generator, metrics, require_interface
from plans.project_metrics import ProjectMetrics
from plans.records.base import Problem
from plans.records.criteria import Criteria
from plans.records.project import Files
from plans.settings import Settings, read_settings
from plans.webapp.generator import WebAppAuthor
from tests.pipeline.runner.stand_ins import shop


class NoTabs:
    """A check that no other family has."""

    name = "no tabs"

    def check(self, project: object, plan: object) -> list[Problem]:
        return []


SCRIPT_CHECKS = (NoTabs(),)

SCRIPTS = Family(
    generator="plans.webapp.generator:WebAppAuthor",
    checks=f"{__name__}:SCRIPT_CHECKS",
    metrics="plans.project_metrics:ProjectMetrics",
    judge="shell",
    kinds=("shell-interaction",),
    interfaces=("fixed", "free"),
    submission="script",
)


@pytest.fixture
def settings() -> Settings:
    return read_settings({})


def test_a_second_family_is_one_more_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, "script", SCRIPTS)
    assert isinstance(generator("script"), WebAppAuthor)
    assert isinstance(metrics("script"), ProjectMetrics)
    assert [check.name for check in checks("script")] == ["no tabs"]
    assert "no tabs" in [check.name for check in every_check("script", "canary")]
    assert "no tabs" not in [check.name for check in every_check("webapp", "canary")]
    require_interface("script", "free")
    fixed = SCRIPTS.model_copy(update={"interfaces": ("fixed",)})
    monkeypatch.setitem(FAMILIES, "script", fixed)
    with pytest.raises(AuthorError):
        require_interface("script", "free")


async def test_a_judge_that_nobody_knows_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Every suite was once judged in a browser, whatever its family said."""
    monkeypatch.setitem(FAMILIES, "script", SCRIPTS)
    with pytest.raises(AuthorError, match=r"'script' names 'shell' as its judge.*Use one of: browser"):
        async with judge_for("script", settings):
            pass


async def test_a_family_that_nobody_knows_is_refused_wherever_it_is_asked_for(settings: Settings) -> None:
    """Its interface was once taken to be the fixed one."""
    known = "There is no family 'poems'. Use one of: python_project, webapp"
    with pytest.raises(AuthorError, match=known):
        generator("poems")
    with pytest.raises(AuthorError, match=known):
        checks("poems")
    with pytest.raises(AuthorError, match=known):
        require_interface("poems", "fixed")
    with pytest.raises(AuthorError, match=known):
        async with judge_for("poems", settings):
            pass


def test_a_place_is_a_module_and_a_name() -> None:
    with pytest.raises(ValidationError, match="generator"):
        SCRIPTS.model_validate({**SCRIPTS.model_dump(), "generator": "plans/webapp/generator.py"})


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_every_family_keeps_what_its_entry_promises(name: str) -> None:
    assert generator(name).family == name
    assert all(check.name for check in checks(name))
    assert metrics(name).standing


def test_a_family_that_gives_nothing_that_has_to_fail_releases_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Web pages were submitted for every family: of another one they were nothing to run, and failed by that."""
    monkeypatch.setitem(FAMILIES, "script", SCRIPTS)
    item = shop()
    scripts = item.model_copy(update={"parameters": item.parameters.model_copy(update={"family": "script"})})
    assert list(rows(item, 1))
    with pytest.raises(AuthorError, match="'script' gives no submissions that have to fail"):
        list(rows(scripts, 1))
    monkeypatch.setitem(
        FAMILIES, "script", SCRIPTS.model_copy(update={"trivial_submissions": f"{__name__}:NoAttacks"})
    )
    with pytest.raises(AuthorError, match="'script' attacks nothing of 'shop'"):
        list(rows(scripts, 1))


class NoAttacks:
    """Trivial submissions without an attack."""

    def empty(self) -> Files:
        return {"main.py": ""}

    def attacks(self, criteria: Criteria) -> dict[str, Files]:
        return {}


def test_a_family_says_in_what_ways_its_tasks_are_tried_and_which_files_have_no_comments() -> None:
    shell = SCRIPTS.model_copy(update={"uncommented": ("*.csv",)})
    files = {"main.py": "# canary", "data/rows.csv": "a,b", "notes.json": "{}"}
    item = shop().model_copy(update={"reference": files, "grader": {"x.png": b"\xff\xfe", "t.py": b""}})
    named = {check.name: check for check in common_checks(shell, "canary")}
    assert "data binding" not in named, "steps are asked about where tasks have some"
    plan = WebAppAuthor().plan()
    lacking = [problem.where for problem in named["canary"].check(item, plan)]
    assert lacking == ["shop/reference/notes.json", "shop/grader/t.py"]
    assert "no judge of its family decides" in named["consistency"].check(item, plan)[0].message

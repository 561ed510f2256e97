"""A refreshed or grown suite is sampled from the suite's own plan, as its developers left it."""

from pathlib import Path

import pytest

from agents.authoring.verification.static import StaticGate
from pipeline.cli.wiring import authoring_context
from pipeline.graph.authoring import author_suite
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.refreshing import grow_spec, refresh_spec
from plans.errors import AuthorError, InvalidFile
from plans.files import read_record, write_record
from plans.paths import SuitePaths
from plans.records.plan import Plan
from plans.webapp.generator import CatalogAuthor
from review.reviewers import AutoReviewer
from tests.pipeline.graph.scripted import NoProgress
from tests.pipeline.graph.studio import spec


async def authored(folder: Path, order: AuthoringSpec) -> SuitePaths:
    paths = SuitePaths(folder)
    context = authoring_context(order, paths, CatalogAuthor(), StaticGate([]))
    await author_suite(context, AutoReviewer(), NoProgress())
    return paths


def narrow(paths: SuitePaths, **ranges: tuple[str, ...]) -> Plan:
    """The suite's plan as a developer narrows it, with these values for some of its parameters."""
    plan = read_record(paths.plan, Plan)
    parameters = tuple(
        p.model_copy(update={"values": ranges[p.name]}) if p.name in ranges else p for p in plan.parameters
    )
    narrowed = plan.model_copy(update={"parameters": parameters})
    write_record(paths.plan, narrowed)
    return narrowed


async def old_suite(folder: Path) -> tuple[SuitePaths, Plan]:
    paths = await authored(folder / "old", spec({"shop": "a shop for plants with a cart"}, gate="static"))
    return paths, narrow(paths, tone=("terse",), domain=("houseplants", "groceries"))


async def test_a_refreshed_suite_keeps_the_plan_that_was_narrowed(tmp_path: Path) -> None:
    """The family's plan was taken: its new version held what the suite's developers had ruled out."""
    old, narrowed = await old_suite(tmp_path)
    order = refresh_spec(old, CatalogAuthor(), random_seed=3, version=None, gate="static")
    (assignment,) = order.assignments
    assert assignment.recipe is not None
    assert assignment.recipe.parameters.values["tone"] == "terse"
    assert assignment.recipe.parameters.values["domain"] == "groceries"
    new = await authored(tmp_path / "new", order)
    assert read_record(new.plan, Plan) == narrowed


async def test_a_grown_suite_keeps_the_plan_that_was_narrowed(tmp_path: Path) -> None:
    old, narrowed = await old_suite(tmp_path)
    order = grow_spec(old, CatalogAuthor(), narrowed, 2, random_seed=1, gate="static")
    grown = await authored(tmp_path / "old", order)
    assert read_record(grown.plan, Plan) == narrowed


async def test_a_suite_without_its_plan_is_not_grown_from_another(tmp_path: Path) -> None:
    """A plan that had been lost was replaced by the family's, in silence."""
    old, narrowed = await old_suite(tmp_path)
    order = grow_spec(old, CatalogAuthor(), narrowed, 1, random_seed=1, gate="static")
    old.plan.unlink()
    with pytest.raises(InvalidFile, match="plan.yaml: is missing"):
        await authored(tmp_path / "old", order)


def test_a_seed_of_a_suite_of_its_own_has_no_plan_to_keep(tmp_path: Path) -> None:
    assert spec({"a": "b"}).kept_plan(SuitePaths(tmp_path)) is None


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9", "0.10.0"])
async def test_a_new_version_is_above_the_old_one(tmp_path: Path, version: str) -> None:
    """Two suites were called `quick 1.0.0`, and numbers of either could be quoted for the other."""
    old, _ = await old_suite(tmp_path)
    with pytest.raises(AuthorError, match=f"'{version}' is not above 1.0.0"):
        refresh_spec(old, CatalogAuthor(), random_seed=1, version=version, gate="static")
    later = refresh_spec(old, CatalogAuthor(), random_seed=1, version="1.0.10", gate="static")
    assert later.version == "1.0.10"

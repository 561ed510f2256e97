"""A suite that a model made is added to and made afresh by models, every reply written by hand."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from agents.authoring.planning.by_model import ModelPlanner
from agents.gateway.gateway import Gateway, open_gateway
from agents.gateway.journal import open_journal
from pipeline.refresh.refreshing import grown_by_model, new_version, refreshed_by_model
from pipeline.refresh.verifying import parents_of
from plans.errors import AuthorError, GivenUp
from plans.files import read_record
from plans.items import read_files, read_project, read_suite
from plans.paths import SuitePaths
from plans.records.plan import Plan, TaskSpecification
from tests.agents.authoring.hand import MEALS, SEED, hand_written
from tests.agents.gateway.model_endpoint import KEY, MODEL, ModelEndpoint, settings_for
from tests.pipeline.graph.test_author_by_model import PARTS, asked_for, authored
from tests.pipeline.refresh.test_refreshing import old_suite

pytestmark = pytest.mark.slow

MORE = {"query": MEALS, "subject": "week menu"}


@pytest.fixture
async def lent(tmp_path: Path) -> SuitePaths:
    """A suite of one item, the lent books."""
    assert (await authored(tmp_path / "lent", hand_written())).is_written
    return SuitePaths(tmp_path / "lent")


@asynccontextmanager
async def asking(endpoint: ModelEndpoint, journal: Path) -> AsyncGenerator[Gateway]:
    async with endpoint.serving() as url:
        with open_journal(journal) as kept:
            async with open_gateway(settings_for(url), lambda _: KEY, kept) as gateway:
                yield gateway


def writing(*seeds: dict[str, Any]) -> ModelEndpoint:
    return hand_written({"WrittenSeed": list(seeds)})


async def test_what_is_added_is_what_the_plan_lacks(lent: SuitePaths) -> None:
    endpoint = writing(MORE)
    async with asking(endpoint, lent.journal) as model:
        spec = await grown_by_model(lent, model, 1, random_seed=3, gate="static", reference_by="minimal")
    [assignment] = spec.assignments
    assert (assignment.id, assignment.seed.query, assignment.seed.source) == ("week-menu", MEALS, "model")
    assert (spec.author, spec.reference_by, spec.extends) == ("model", "minimal", True)
    assert (spec.version, spec.canary) == ("1.1.0", read_suite(lent).canary)
    there = read_project(lent.item("lent")).parameters.values
    plan = read_record(lent.plan, Plan)
    assert assignment.settled.keys() == {one.name for one in plan.parameters if one.name in there} - {
        "expected_outcomes"
    }
    assert assignment.settled["category"] != there["category"]
    told = endpoint.asked[0]["messages"][1]["content"]
    assert f"> {SEED}" in told
    assert f"- category: {assignment.settled['category']}" in told


async def test_the_item_that_is_added_has_what_was_settled(lent: SuitePaths) -> None:
    """The model reads the request as of another category, and what was settled goes before."""
    endpoint = writing(MORE)
    async with asking(endpoint, lent.journal) as model:
        spec = await grown_by_model(lent, model, 1, random_seed=3, gate="static", reference_by="generator")
    plan = read_record(lent.plan, Plan)
    async with asking(hand_written(), lent.journal) as model:
        planner = ModelPlanner(model, plan, TaskSpecification(task=plan.task), (), 0)
        recipe = (await planner.recipe(spec.assignments[0], plan)).value
    assert {name: recipe.parameters.values[name] for name in spec.assignments[0].settled} == spec.assignments[
        0
    ].settled
    assert recipe.seed.coverage.category == spec.assignments[0].settled["category"]


async def test_a_request_that_is_there_already_is_sent_back(lent: SuitePaths) -> None:
    same = {"query": f"{SEED} Please!", "subject": "lent books"}
    endpoint = writing(same, MORE)
    async with asking(endpoint, lent.journal) as model:
        spec = await grown_by_model(lent, model, 1, random_seed=3, gate="static", reference_by="generator")
    assert spec.assignments[0].seed.query == MEALS
    assert "`query` says what 'lent' says" in endpoint.asked[1]["messages"][-1]["content"]

    async with asking(writing(same, same, same), lent.root / "other.sqlite") as model:
        with pytest.raises(GivenUp, match="says what 'lent' says"):
            await grown_by_model(lent, model, 1, random_seed=4, gate="static", reference_by="generator")


async def test_a_variant_is_of_another_request_with_its_parents_values(lent: SuitePaths) -> None:
    endpoint = writing(MORE)
    async with asking(endpoint, lent.root / "new.sqlite") as model:
        spec = await refreshed_by_model(
            new_version(lent, None), model, random_seed=1, gate="live", reference_by="generator"
        )
    [assignment] = spec.assignments
    assert (spec.version, spec.author, spec.extends) == ("2.0.0", "model", False)
    assert spec.canary != read_suite(lent).canary
    there = read_project(lent.item("lent")).parameters.values
    assert assignment.settled.items() <= there.items()
    assert assignment.made_from is not None
    assert (assignment.made_from.parent, assignment.made_from.parent_suite) == ("lent", "lent 1.0.0")
    assert parents_of(spec) == {"week-menu": read_files(lent.item("lent").reference)}
    assert "## The item in whose place it comes" in endpoint.asked[0]["messages"][1]["content"]


@pytest.mark.parametrize(
    ("subject", "id"),
    [("x" * 49 + " tail", "x" * 49), ("Aux", "aux-2"), ("Lent", "lent-2")],
    ids=["cut at a dash", "a name of a device", "taken"],
)
async def test_an_id_is_one_that_a_folder_can_have(lent: SuitePaths, subject: str, id: str) -> None:
    """Some were none, and the work ended with a complaint about the record of the seed."""
    async with asking(writing({"query": MEALS, "subject": subject}), lent.journal) as model:
        spec = await grown_by_model(lent, model, 1, random_seed=3, gate="static", reference_by="generator")
    assert spec.assignments[0].id == id


async def test_a_catalogs_suite_stays_the_catalogs(tmp_path: Path) -> None:
    shop, _ = await old_suite(tmp_path)
    async with asking(hand_written(), tmp_path / "journal.sqlite") as model:
        with pytest.raises(AuthorError, match="shop: made out of a catalog"):
            await grown_by_model(shop, model, 1, random_seed=1, gate="static", reference_by="generator")
        with pytest.raises(AuthorError, match="shop: made out of a catalog"):
            await refreshed_by_model(
                new_version(shop, None), model, random_seed=1, gate="static", reference_by="generator"
            )


@pytest.mark.browser
@pytest.mark.timeout(900)
async def test_the_command_adds_an_item_and_names_what_it_needs(lent: SuitePaths) -> None:
    endpoint = writing(MORE)
    async with endpoint.serving() as url:
        refused = await said_by(lent, url)
        assert "lent: made by models" in refused
        assert "Give --author model" in refused
        said = await said_by(lent, url, "--author", "model")
    assert [item.id for item in read_suite(lent).items] == ["lent", "week-menu"], said
    assert read_suite(lent).version == "1.1.0"
    assert asked_for(endpoint)[:3] == ["WrittenSeed", "SeedReading", "WrittenPRD"]
    assert "WrittenPlan" not in asked_for(endpoint), "the plan that was reviewed stays"
    assert PARTS[0] == "WrittenPlan"


async def said_by(suite: SuitePaths, url: str, *options: str) -> str:
    """What `benchwright grow` says."""
    grow = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pipeline.cli.main", "grow", str(suite.root), "--n", "1", "--gate", "static"),
        *options,
        env={**os.environ, "BENCHWRIGHT_ENDPOINT": url, "BENCHWRIGHT_MODEL": MODEL, "BENCHWRIGHT_KEY": KEY},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    return " ".join((await grow.communicate())[0].decode().split())

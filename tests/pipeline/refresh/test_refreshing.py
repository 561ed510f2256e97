"""A refreshed or grown suite is sampled from the suite's own plan, as its developers left it."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from agents.authoring.verification.gate import StaticGate
from pipeline.cli.author_summary import print_summary
from pipeline.cli.wiring.authors import authoring_context
from pipeline.graph.authoring import author_suite
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.refreshing import grow_spec, new_version, refresh_spec
from plans.errors import AuthorError, InvalidFile
from plans.files import read_record, write_record
from plans.items import KEEP_LINE_ENDINGS, project_digests, read_suite
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.seed import SeedFile
from plans.webapp.generator import WebAppAuthor
from review.checkpoints import AutoReviewer
from tests.pipeline.graph.scripted import NoProgress
from tests.pipeline.graph.studio import spec

pytestmark = pytest.mark.slow


async def authored(folder: Path, order: AuthoringSpec) -> SuitePaths:
    paths = SuitePaths(folder)
    context = authoring_context(order, paths, WebAppAuthor(), StaticGate([]))
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
    order = refresh_spec(new_version(old, None), WebAppAuthor(), random_seed=3, gate="static")
    (assignment,) = order.assignments
    assert assignment.recipe is not None
    assert assignment.recipe.parameters.values["tone"] == "terse"
    assert assignment.recipe.parameters.values["domain"] == "groceries"
    new = await authored(tmp_path / "new", order)
    assert read_record(new.plan, Plan) == narrowed


async def test_unproved_variants_are_told_to_be_proved_against_their_parents(tmp_path: Path) -> None:
    """The command that was named without them judged for minutes and could release no variant."""
    old, _ = await old_suite(tmp_path)
    order = refresh_spec(new_version(old, None), WebAppAuthor(), random_seed=3, gate="static")
    context = authoring_context(order, SuitePaths(tmp_path / "new"), WebAppAuthor(), StaticGate([]))
    report = await author_suite(context, AutoReviewer(), NoProgress())
    assert report.next_step == f"benchwright verify {tmp_path / 'new'} --parents {old.root}"


async def test_a_grown_suite_keeps_the_plan_that_was_narrowed(tmp_path: Path) -> None:
    old, narrowed = await old_suite(tmp_path)
    order = grow_spec(old, WebAppAuthor(), narrowed, 2, random_seed=1, gate="static")
    grown = await authored(tmp_path / "old", order)
    assert read_record(grown.plan, Plan) == narrowed


async def test_a_suite_without_its_plan_is_not_grown_from_another(tmp_path: Path) -> None:
    """A plan that had been lost was replaced by the family's, in silence."""
    old, narrowed = await old_suite(tmp_path)
    order = grow_spec(old, WebAppAuthor(), narrowed, 1, random_seed=1, gate="static")
    old.plan.unlink()
    with pytest.raises(InvalidFile, match="plan.yaml: is missing"):
        await authored(tmp_path / "old", order)


def test_a_seed_of_a_suite_of_its_own_has_no_plan_to_keep(tmp_path: Path) -> None:
    assert spec({"a": "b"}).kept_plan(SuitePaths(tmp_path)) is None


class LaterGate:
    """Refuses the first attempts, as many as it is told to, and tells what it was shown."""

    def __init__(self, refusals: int) -> None:
        self._refusals = refusals
        self.shown: list[Project] = []

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        self.shown.append(project)
        released = len(self.shown) > self._refusals
        reasons = () if released else ("not yet",)
        return Evidence(
            item=project.id,
            digests=project_digests(project, judge="later"),
            cells=(),
            mutants=(),
            edges=(),
            checks=(),
            released=released,
            reasons=reasons,
        )


async def made_again(folder: Path, order: AuthoringSpec) -> tuple[SuitePaths, list[Project]]:
    """The suite, and every attempt at its one item, of which the third was released."""
    paths, gate = SuitePaths(folder), LaterGate(2)
    context = authoring_context(order.model_copy(update={"gate": "live"}), paths, WebAppAuthor(), gate)
    report = await author_suite(context, AutoReviewer(), NoProgress())
    assert report.is_all_released
    assert report.items[0].attempts == 3
    return paths, gate.shown


@pytest.mark.parametrize("random_seed", range(4))
async def test_a_variant_made_again_is_a_variant_of_the_same_parent(tmp_path: Path, random_seed: int) -> None:
    """It was made from the variant before, and so could be about what had leaked, from an item that no suite had."""
    old = await authored(tmp_path / "old", spec({"shop": "a shop for plants with a cart"}, gate="static"))
    order = refresh_spec(new_version(old, None), WebAppAuthor(), random_seed=random_seed, gate="live")
    paths, attempts = await made_again(tmp_path / "new", order)

    assert len({p.parameters.random_seed for p in attempts}) == 3
    for project in attempts:
        assert project.seed.coverage.domain != "houseplants"
        assert project.seed.seed.id == project.id == "shop-r1"
        assert project.seed.seed.source == "variant of tried 1.0.0/shop"
    (line,) = read_suite(paths).items
    assert line.lineage
    assert (line.lineage.parent, line.lineage.parent_suite) == ("shop", "tried 1.0.0")
    assert read_record(paths.seeds, SeedFile).seeds == (attempts[-1].seed.seed,)


async def test_a_grown_item_made_again_fills_the_same_gap(tmp_path: Path) -> None:
    """It became a variant of itself, in another domain, "of /events-5c88b2f225"."""
    old, narrowed = await old_suite(tmp_path)
    order = grow_spec(old, WebAppAuthor(), narrowed, 1, random_seed=1, gate="live")
    (assignment,) = order.assignments
    assert assignment.recipe
    paths, attempts = await made_again(tmp_path / "old", order)

    assert len({p.parameters.random_seed for p in attempts}) == 3
    for project in attempts:
        assert project.seed == assignment.recipe.seed
        assert project.parameters.values["domain"] == assignment.recipe.parameters.values["domain"]
    assert read_suite(paths).items[-1].lineage is None
    assert read_record(paths.seeds, SeedFile).seeds[-1] == assignment.seed


async def test_a_variant_that_asks_for_much_less_is_told_everywhere(tmp_path: Path) -> None:
    """It passed in silence."""
    old = await authored(tmp_path / "old", spec({"shop": "a shop for plants with a cart"}, gate="static"))
    plan = read_record(old.plan, Plan)
    few = plan.parameter("evaluation_tasks").model_copy(update={"minimum": 6, "maximum": 8})
    parameters = tuple(few if p.name == few.name else p for p in plan.parameters)
    write_record(old.plan, plan.model_copy(update={"parameters": parameters}))
    order = refresh_spec(new_version(old, None), WebAppAuthor(), random_seed=1, gate="static")
    new = SuitePaths(tmp_path / "new")
    context = authoring_context(order, new, WebAppAuthor(), StaticGate([]))
    report = await author_suite(context, AutoReviewer(), NoProgress())

    (line,) = read_suite(new).items
    assert line.lineage
    assert "evaluation tasks" in (unlike := line.lineage.unlike)
    assert unlike in new.changelog.read_text()
    assert new.git_attributes.read_text() == KEEP_LINE_ENDINGS
    console = Console(file=StringIO(), width=400)
    print_summary(console, report)
    assert isinstance(console.file, StringIO)
    assert f"shop-r1: {unlike}." in console.file.getvalue()


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9", "0.10.0"])
async def test_a_new_version_is_above_the_old_one(tmp_path: Path, version: str) -> None:
    """Two suites were called `quick 1.0.0`, and numbers of either could be quoted for the other."""
    old, _ = await old_suite(tmp_path)
    with pytest.raises(AuthorError, match=f"'{version}' is not above 1.0.0"):
        refresh_spec(new_version(old, version), WebAppAuthor(), random_seed=1, gate="static")
    later = refresh_spec(new_version(old, "1.0.10"), WebAppAuthor(), random_seed=1, gate="static")
    assert later.version == "1.0.10"

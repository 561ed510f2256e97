"""A variant's parent is submitted for it, in whichever process the gate is opened."""

from pathlib import Path

import pytest

from agents.authoring.planning.agent import given
from agents.authoring.verification.conclusions import (
    COMPLETED,
    NOT_SUBMITTED,
    NOT_YET_SUBMITTED,
    UNDECIDED,
    concluded,
)
from agents.authoring.verification.gate import ReleaseGate
from pipeline.cli.wiring.gates import open_gate
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.verifying import ParentFails, parents_of, variants_of
from plans.digests import files_digest
from plans.errors import AuthorError
from plans.files import write_record
from plans.items import write_project
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.seed import Assignment, Recipe
from plans.records.suite import Lineage, Suite, SuiteItem
from plans.records.verdict import Status
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.graph.studio import spec
from tests.pipeline.runner.stand_ins import ReadingJudge, shop, suite
from tests.proofs import proof


class ProvingGate:
    """A gate to which every item is sound; it keeps what speaks of the same item and judge."""

    def __init__(self, judge: str) -> None:
        self._judge_digest = judge

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        made = proof(project, self._judge_digest)
        return known if known is not None and known.digests == made.digests else made


async def verified(
    parent: Project | None,
    known: Evidence | None = None,
    *,
    judge: str = "a" * 64,
    item: Project | None = None,
) -> tuple[Evidence, ReadingJudge]:
    reading = ReadingJudge(judge)
    parents = {"shop": None if parent is None else parent.reference}
    gate = ParentFails(ProvingGate(judge), reading, parents)
    return await gate.verify(item or shop(), PLAN, known), reading


def a_suite(*lines: SuiteItem) -> Suite:
    return suite().model_copy(update={"items": lines})


def refreshed(old: Path) -> AuthoringSpec:
    """What a refresh of a suite with the item `shop` asks for, and one item more that has no parent."""
    parent = Lineage(parent="shop", parent_suite="sample 1.0.0", changed=("names",))
    recipe = Recipe(id="kiosk", seed=shop().seed, parameters=shop().parameters, parent=parent)
    new = Assignment(seed=recipe.seed.seed.model_copy(update={"id": "new"}))
    return spec({}, assignments=(given(recipe), new), parents=str(old), gate="live")


async def test_a_parent_that_completes_its_variant_keeps_it_from_release() -> None:
    evidence, _ = await verified(shop())
    assert not evidence.released
    assert evidence.reasons == (COMPLETED,)


async def test_a_parent_that_could_not_be_judged_has_not_failed() -> None:
    """A variant was released when the one task that its parent did not pass was unresolved."""
    evidence, _ = await verified(shop(features=("cart",)))
    whole, parent = evidence.cells[:-1], evidence.cells[-1]
    statuses = dict.fromkeys(parent.task_status, Status.PASSED)
    last = list(statuses)[-1]

    def of_parent(status: Status) -> Evidence:
        seen = parent.model_copy(update={"task_status": {**statuses, last: status}})
        return concluded(evidence.model_copy(update={"cells": (*whole, seen)}), shop(), is_variant=True)

    assert of_parent(Status.FAILED).released
    undecided = of_parent(Status.UNRESOLVED)
    assert not undecided.released
    assert undecided.reasons == (UNDECIDED.format(task=last, status="unresolved"),)


async def test_a_parent_is_submitted_last_and_a_refusal_says_so() -> None:
    """`verify --parents` of a variant with a survivor said that its parent had not been submitted: run it again."""
    evidence, _ = await verified(shop(features=("cart",)))
    survivor = next(cell for cell in evidence.cells if cell.submission.startswith("mutant/"))
    passed = survivor.model_copy(update={"task_status": dict.fromkeys(survivor.task_status, Status.PASSED)})
    cells = tuple(
        passed if cell is survivor else cell for cell in evidence.cells if cell.submission != "parent"
    )
    refused = concluded(evidence.model_copy(update={"cells": cells}), shop(), is_variant=True)
    assert "survived" in refused.reasons[0]
    assert refused.reasons[-1] == NOT_YET_SUBMITTED


async def test_a_parent_that_fails_is_in_the_evidence_and_submitted_once() -> None:
    evidence, judge = await verified(shop(features=("cart",)))
    assert evidence.released
    assert [cell.submission for cell in evidence.cells].count("parent") == 1
    assert len(judge.judged) == 1

    again, judge = await verified(shop(features=("cart",)), evidence)
    assert again == evidence
    assert judge.judged == []


async def test_evidence_that_was_made_without_the_parent_is_completed() -> None:
    """As when an earlier process went on with a refreshed suite behind the plain gate."""
    evidence, judge = await verified(shop(), proof(shop()))
    assert not evidence.released
    assert len(judge.judged) == 1


async def test_without_the_parents_suite_what_was_seen_of_the_parent_stays(tmp_path: Path) -> None:
    """`benchwright verify` dropped the row when it made evidence anew, and released the variant without it."""
    before, _ = await verified(shop(features=("cart",)))
    edited = shop().model_copy(update={"mutants": shop().mutants[::-1]})
    after, judge = await verified(None, before, item=edited)
    assert after.digests != before.digests
    assert after.released
    assert after.cells[-1] == before.cells[-1]
    assert judge.judged == []


async def test_by_another_judge_a_variant_is_not_released_without_its_parent() -> None:
    before, _ = await verified(shop(features=("cart",)))
    after, _ = await verified(None, before, judge="b" * 64)
    assert not after.released
    assert after.reasons == (NOT_SUBMITTED,)
    again, judge = await verified(shop(features=("cart",)), after, judge="b" * 64)
    assert again.released
    assert len(judge.judged) == 1


def test_the_parents_are_those_of_the_suite_that_the_variants_name(tmp_path: Path) -> None:
    old = SuitePaths(tmp_path)
    write_project(old.item("shop"), shop(), "")
    write_record(old.suite, suite(shop()))
    lineage = Lineage(parent="shop", parent_suite="sample 1.0.0", changed=("names",))
    line = SuiteItem(id="kiosk", graded_digest="0", prose_digest="0", lineage=lineage)
    assert variants_of(a_suite(line), None) == {"kiosk": None}
    assert variants_of(a_suite(line), old) == {"kiosk": shop().reference}

    elsewhere = line.model_copy(
        update={"lineage": lineage.model_copy(update={"parent_suite": "other 2.0.0"})}
    )
    with pytest.raises(
        AuthorError, match=r"is sample 1\.0\.0, and .* kiosk were made from \(other 2\.0\.0\)"
    ):
        variants_of(a_suite(elsewhere), old)
    with pytest.raises(AuthorError, match="No item of sample 1.0.0 is a variant.*Leave out --parents"):
        variants_of(suite(shop()), old)


def test_a_suite_that_has_grown_since_still_has_its_variants_parents(tmp_path: Path) -> None:
    """`verify --parents` refused the parent's suite once it had grown by an item and by a version."""
    old = SuitePaths(tmp_path)
    write_project(old.item("shop"), shop(), "")
    write_record(old.suite, suite(shop()).model_copy(update={"version": "1.1.0"}))
    lineage = Lineage(
        parent="shop",
        parent_suite="sample 1.0.0",
        changed=("names",),
        reference_digest=files_digest(shop().reference),
    )
    line = SuiteItem(id="kiosk", graded_digest="0", prose_digest="0", lineage=lineage)
    assert variants_of(a_suite(line), old) == {"kiosk": shop().reference}

    (old.item("shop").reference / "index.html").write_text("edited since")
    with pytest.raises(AuthorError, match="its references are not those that kiosk were made from"):
        variants_of(a_suite(line), old)


async def test_the_gate_of_a_refreshed_suite_knows_the_parents_by_its_spec(tmp_path: Path) -> None:
    """`benchwright review` opens the gate in another process, from nothing but the spec on disk."""
    write_project(SuitePaths(tmp_path).item("shop"), shop(), "")
    asked = AuthoringSpec.model_validate_json(refreshed(tmp_path).model_dump_json())
    assert parents_of(asked) == {"kiosk": shop().reference}
    async with open_gate(asked, SuitePaths(tmp_path / "new")) as gate:
        assert isinstance(gate, ParentFails)


def test_a_parent_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(AuthorError, match=r"items/shop/reference is gone.*Put the suite back"):
        parents_of(refreshed(tmp_path))


async def test_a_suite_without_parents_has_the_plain_gate(tmp_path: Path) -> None:
    assert parents_of(spec({"shop": "a shop"})) == {}
    async with open_gate(spec({"shop": "a shop"}, gate="live"), SuitePaths(tmp_path)) as gate:
        assert isinstance(gate, ReleaseGate)

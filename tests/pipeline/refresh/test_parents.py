"""A variant's parent is handed in for it, in whichever process the gate is opened."""

from pathlib import Path

import pytest

from agents.authoring.planning.assignment import Assignment, given
from agents.authoring.verification.gate import ReleaseGate
from pipeline.cli.gates import open_gate
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.parents import COMPLETED, ParentFails, parents_of
from plans.contracts import Recipe
from plans.errors import AuthorError
from plans.items import write_project
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.suite import Lineage
from tests.pipeline.graph.scripted import PLAN, ScriptedGate
from tests.pipeline.graph.studio import spec
from tests.pipeline.runner.stand_ins import ReadingJudge, shop


async def verified(parent: Project, known: Evidence | None = None) -> tuple[Evidence, ReadingJudge]:
    judge = ReadingJudge()
    gate = ParentFails(PassingGate(), judge, {"shop": parent.reference})
    return await gate.verify(shop(), PLAN, known), judge


class PassingGate(ScriptedGate):
    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        numbered = project.parameters.model_copy(update={"values": {"attempt": 1}})
        return await super().verify(project.model_copy(update={"parameters": numbered}), plan, known)


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


async def test_a_parent_that_fails_is_in_the_evidence_and_handed_in_once() -> None:
    evidence, judge = await verified(shop(features=("cart",)))
    assert evidence.released
    assert [cell.hand_in for cell in evidence.cells] == ["parent"]
    assert len(judge.judged) == 1

    again, judge = await verified(shop(features=("cart",)), evidence)
    assert again == evidence
    assert judge.judged == []


async def test_evidence_that_was_made_without_the_parent_is_completed() -> None:
    """As when an earlier process went on with a refreshed suite behind the plain gate."""
    plain = await PassingGate().verify(shop(), PLAN, None)
    evidence, judge = await verified(shop(), plain)
    assert not evidence.released
    assert len(judge.judged) == 1


async def test_the_gate_of_a_refreshed_suite_knows_the_parents_by_its_spec(tmp_path: Path) -> None:
    """`benchwright review` opens the gate in another process, from nothing but the spec on disk."""
    write_project(SuitePaths(tmp_path).item("shop"), shop(), "")
    asked = AuthoringSpec.model_validate_json(refreshed(tmp_path).model_dump_json())
    assert parents_of(asked) == {"kiosk": shop().reference}
    async with open_gate(asked) as gate:
        assert isinstance(gate, ParentFails)


def test_a_parent_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(AuthorError, match=r"items/shop/reference is gone.*Put the suite back"):
        parents_of(refreshed(tmp_path))


async def test_a_suite_without_parents_has_the_plain_gate() -> None:
    assert parents_of(spec({"shop": "a shop"})) == {}
    async with open_gate(spec({"shop": "a shop"}, gate="live")) as gate:
        assert isinstance(gate, ReleaseGate)

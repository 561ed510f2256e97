"""The demo takes the sample suite's evidence only where it proves the very item, by the gate that would run."""

from pathlib import Path

import pytest

from agents.authoring.verification.checks.structure import Dag
from agents.authoring.verification.gate import digests_of
from pipeline.cli.demo import ShippedEvidence
from plans.files import write_record
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Project
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.runner.stand_ins import shop
from tests.proofs import proof

CHECKS = (Dag(),)
LIVE = "l" * 64


class LiveGate:
    """The gate that runs where the shipped evidence does not do."""

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        return proof(project, LIVE)


def shipped(**digests: str) -> Evidence:
    made = digests_of(shop(), PLAN, "s" * 64, CHECKS)
    return proof(shop()).model_copy(update={"digests": made.model_copy(update=digests)})


async def taken(folder: Path, evidence: Evidence, live: tuple[str, ...] = ()) -> tuple[bool, list[str]]:
    suite = SuitePaths(folder)
    write_record(suite.item("shop").evidence, evidence)
    told: list[str] = []
    gate = ShippedEvidence(LiveGate(), CHECKS, suite, live, told.append)
    found = await gate.verify(shop(), PLAN, None)
    return found.digests.judge != LIVE, told


async def test_what_another_judge_proved_is_taken_unless_the_gate_is_to_run_live(tmp_path: Path) -> None:
    assert await taken(tmp_path, shipped()) == (True, [])
    assert await taken(tmp_path, shipped(), live=("shop",)) == (False, [])


async def test_a_shipped_item_that_only_says_it_is_released_is_judged_live(tmp_path: Path) -> None:
    holed = shipped().model_copy(update={"cells": shipped().cells[1:]})
    assert holed.released
    is_taken, told = await taken(tmp_path, holed)
    assert not is_taken
    assert "nop (run 1) was never judged" in told[0]


@pytest.mark.parametrize(
    ("digest", "said"),
    [
        ("gate", "it was made by another version of the release gate"),
        ("plan", "it was made for another plan"),
        ("reference", "an edit of reference voids it"),
    ],
)
async def test_evidence_of_another_gate_plan_or_item_is_not_taken(
    tmp_path: Path, digest: str, said: str
) -> None:
    is_taken, told = await taken(tmp_path, shipped(**{digest: ""}))
    assert not is_taken
    assert said in told[0]

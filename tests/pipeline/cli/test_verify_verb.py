"""What `benchwright verify` tells of an item."""

from pathlib import Path

import pytest

from pipeline.cli.verify import print_verified
from pipeline.refresh.verifying import Edits, Verified
from plans.items import read_project
from plans.paths import ItemPaths
from plans.records.evidence import Cell
from plans.records.verdict import Status
from tests.pipeline.runner.stand_ins import suite
from tests.proofs import proof

SHIPPED = Path(__file__).resolve().parents[3] / "generated" / "sample" / "items" / "plant-shop"


def test_every_alternative_that_passed_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Items have two, and "restyled" alone was told."""
    project = read_project(ItemPaths(SHIPPED))
    evidence = proof(project)
    print_verified(Verified(suite(project), {"plant-shop": evidence}, frozenset(), Edits()))
    assert "other-data, restyled" in capsys.readouterr().out

    def spoilt(cell: Cell) -> Cell:
        if cell.hand_in != "alternative/other-data":
            return cell
        return cell.model_copy(update={"task_status": dict.fromkeys(cell.task_status, Status.FAILED)})

    less = evidence.model_copy(update={"cells": tuple(map(spoilt, evidence.cells))})
    print_verified(Verified(suite(project), {"plant-shop": less}, frozenset(), Edits()))
    assert "other-data" not in capsys.readouterr().out


def test_an_edit_is_told_with_the_line_to_change(capsys: pytest.CaptureFixture[str]) -> None:
    project = read_project(ItemPaths(SHIPPED))
    edits = Edits(graded=("a", "b"), prose=("b", "c"), is_plan=True)
    print_verified(Verified(suite(project), {}, frozenset(), edits))
    told = " ".join(capsys.readouterr().out.split())
    assert (
        "Edited since suite.yaml was written: what decides a verdict in a, b; the wording of b, c; the plan."
        in told
    )
    assert "raise `version:` in suite.yaml" in told

"""What `benchwright verify` tells of an item."""

from pathlib import Path

import pytest

from agents.authoring.verification.conclusions import concluded
from agents.authoring.verification.release_status import is_refused
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
        if cell.submission != "alternative/other-data":
            return cell
        return cell.model_copy(update={"task_status": dict.fromkeys(cell.task_status, Status.FAILED)})

    less = evidence.model_copy(update={"cells": tuple(map(spoilt, evidence.cells))})
    print_verified(Verified(suite(project), {"plant-shop": less}, frozenset(), Edits()))
    assert "other-data" not in capsys.readouterr().out


def test_a_refused_item_is_told_with_a_way_on(capsys: pytest.CaptureFixture[str]) -> None:
    """It said no, and no more; evidence that is merely not whole is no refusal."""
    project = read_project(ItemPaths(SHIPPED))
    whole = proof(project)
    lost = whole.cells[0].model_copy(update={"tasks": {}, "task_status": {}})
    torn = concluded(whole.model_copy(update={"cells": (lost, *whole.cells[1:])}), project)
    assert not torn.released
    assert not is_refused(torn)

    mutant = next(cell for cell in whole.cells if cell.submission.startswith("mutant/"))
    alive = mutant.model_copy(
        update={
            "task_status": dict.fromkeys(mutant.task_status, Status.PASSED),
            "tasks": {task: dict.fromkeys(seen, Status.PASSED) for task, seen in mutant.tasks.items()},
        }
    )
    cells = tuple(alive if cell is mutant else cell for cell in whole.cells)
    refused = concluded(whole.model_copy(update={"cells": cells}), project)
    assert is_refused(refused)
    other = concluded(refused, project, runtime="b" * 64)
    assert not is_refused(other), "it speaks of other packages"

    print_verified(Verified(suite(project), {"plant-shop": refused}, frozenset(), Edits()))
    told = " ".join(capsys.readouterr().out.split())
    assert "Refused: plant-shop." in told
    assert "mend it there and run this again" in told


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

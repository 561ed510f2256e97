"""What lies beside an item is believed as far as its cells go, and no further."""

from pathlib import Path

import pytest

from agents.authoring.verification.release_status import standing, told
from plans.files import write_record
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.suite import Lineage, Suite
from tests.pipeline.runner.stand_ins import shop, suite
from tests.proofs import proof

SHOP = shop(features=("cart",))
SUITE = suite(SHOP)


def said(folder: Path, evidence: Evidence, suite: Suite = SUITE) -> str:
    write_record(SuitePaths(folder).item("shop").evidence, evidence)
    return told(standing(SuitePaths(folder), suite, SHOP))


def test_a_whole_matrix_proves_its_item(tmp_path: Path) -> None:
    assert said(tmp_path, proof(SHOP)) == ""


def test_an_item_without_evidence_is_not_proved(tmp_path: Path) -> None:
    assert told(standing(SuitePaths(tmp_path), SUITE, SHOP)) == "it has no evidence"


@pytest.mark.parametrize("claimed", [True, False])
def test_released_is_not_believed_either_way(tmp_path: Path, claimed: bool) -> None:
    """`released: true` over cells that say otherwise was taken at its word by check, run and demo."""
    alive = proof(SHOP)
    cells = tuple(
        alive.cells[2].model_copy(update={"submission": cell.submission})
        if cell.submission == "mutant/no-cart-presence"
        else cell
        for cell in alive.cells
    )
    weak = alive.model_copy(update={"cells": cells, "released": claimed, "reasons": ()})
    assert said(tmp_path, weak).startswith("mutant no-cart-presence is not killed by cart-presence: survived")
    assert said(tmp_path, alive.model_copy(update={"released": claimed})) == ""


def test_checks_without_a_browser_prove_nothing(tmp_path: Path) -> None:
    assert said(tmp_path, proof(SHOP).model_copy(update={"cells": ()})) == "nothing was judged"


def test_evidence_that_leaves_a_check_out_proves_nothing(tmp_path: Path) -> None:
    """Rows had to be there and checks had not: an item whose evidence listed no check at all counted as proved."""
    whole = proof(SHOP)
    fewer = tuple(result for result in whole.checks if result.check != "leakage")
    assert said(tmp_path, whole.model_copy(update={"checks": fewer})) == "check leakage was never made"


def test_an_edit_voids_it(tmp_path: Path) -> None:
    other = proof(shop(features=("search",)))
    assert said(tmp_path, other).startswith("the evidence was made for other files: an edit of graded")


def test_a_variant_is_not_proved_without_its_parents_row(tmp_path: Path) -> None:
    lineage = Lineage(parent="kiosk", parent_suite="sample 1.0.0", changed=("names",))
    variant = SUITE.model_copy(update={"items": (SUITE.items[0].model_copy(update={"lineage": lineage}),)})
    assert "its parent's reference was not submitted" in said(tmp_path, proof(SHOP), variant)
    assert said(tmp_path, proof(SHOP, parent={"index.html": ""}), variant) == ""

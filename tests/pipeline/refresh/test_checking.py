"""What `check` says of a suite that somebody edited by hand."""

from pathlib import Path

import pytest

from pipeline.graph.publish import proof_text
from pipeline.graph.report import ending_words
from pipeline.refresh.checking import CheckedSuite, check_suite
from pipeline.refresh.verifying import verify_suite
from plans.digests import text_digest
from plans.files import write_record
from plans.items import read_evidence, read_project, read_suite, write_independents
from plans.paths import ItemPaths, SuitePaths
from plans.records.evidence import Cell, Evidence
from plans.records.project import Files, Independent, IndependentImplementation, IndependentRuling
from plans.records.specification import Underspecification
from plans.records.verdict import Status
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.graph.test_proof import JudgingGate
from tests.pipeline.runner.stand_ins import shop


@pytest.fixture
def suite(tmp_path: Path) -> SuitePaths:
    paths = SuitePaths(suite_of(tmp_path, shop(), shop("board", ("cart",))))
    write_record(paths.plan, PLAN)
    return paths


def about(checked: CheckedSuite, path: Path) -> list[str]:
    return [problem.message for problem in checked.problems if problem.where.startswith(str(path))]


@pytest.mark.parametrize("text", ["[]", '{"schema_version": 1, "item": "shop", "cells": NaN}'])
def test_evidence_that_cannot_be_read_is_one_problem_among_all(suite: SuitePaths, text: str) -> None:
    before = check_suite(suite.root)
    suite.item("shop").evidence.write_text(text)
    checked = check_suite(suite.root)
    assert about(checked, suite.item("shop").evidence)
    assert about(checked, suite.item("board").evidence) == about(before, suite.item("board").evidence) != []
    assert about(checked, suite.plan) == about(before, suite.plan)
    assert checked.items == 2


def rewritten(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


async def test_verifying_tells_every_kind_of_edit(suite: SuitePaths) -> None:
    """One version number named two suites: new wording and another plan were taken over without a word."""
    gate = JudgingGate("a" * 64)
    await verify_suite(suite, gate)
    assert not (await verify_suite(suite, gate)).edited.told

    rewritten(suite.item("shop").prd, "There is cart.", "There is a cart.")
    prose = (await verify_suite(suite, gate)).edited
    assert (prose.graded, prose.prose, prose.is_plan) == ((), ("shop",), False)
    rewritten(suite.item("board").criteria, "weight: 2.0", "weight: 2.5")
    graded = (await verify_suite(suite, gate)).edited
    assert (graded.graded, graded.is_plan) == (("board",), False)
    rewritten(suite.plan, "Small apps that somebody needs.", "Small apps that nobody needs.")
    plan = (await verify_suite(suite, gate)).edited
    assert (plan.graded, plan.prose, plan.is_plan) == ((), (), True)
    assert plan.told == "the plan"


def test_a_mend_of_an_edit_names_the_line_to_change(suite: SuitePaths) -> None:
    """No verb gives a suite a new version."""
    rewritten(suite.item("shop").prd, "There is cart.", "There is a cart.")
    rewritten(suite.plan, "Small apps that somebody needs.", "Small apps that nobody needs.")
    moved = [p for p in check_suite(suite.root).problems if "digest" in p.message]
    assert len(moved) >= 2
    for problem in moved:
        assert "`benchwright verify`" in problem.mend
        assert "raise `version:` in suite.yaml" in problem.mend


async def test_a_page_that_says_something_else_than_the_specification_is_named_and_mended(
    suite: SuitePaths,
) -> None:
    page = suite.item("shop").prd_text
    await verify_suite(suite, JudgingGate("a" * 64))
    assert about(check_suite(suite.root), page) == []
    page.write_text(page.read_text().replace("There is cart.", "There is no cart."))
    (message,) = about(check_suite(suite.root), page)
    assert "differs from prd.yaml" in message
    assert f"{page}:{page.read_text().splitlines().index('There is no cart.') + 1}" in {
        problem.where for problem in check_suite(suite.root).problems
    }
    await verify_suite(suite, JudgingGate("a" * 64))
    assert about(check_suite(suite.root), page) == []
    page.unlink()
    assert about(check_suite(suite.root), page) == ["is missing."]


def evidence_of(place: ItemPaths) -> Evidence:
    evidence = read_evidence(place)
    assert evidence is not None
    return evidence


async def test_evidence_of_one_run_of_the_reference_is_warned_of(suite: SuitePaths) -> None:
    """Cut down to one run, it passed in silence, although nothing showed any more that runs agree."""
    await verify_suite(suite, JudgingGate("a" * 64))
    place = suite.item("shop")
    evidence = evidence_of(place)
    cells = tuple(cell for cell in evidence.cells if cell.repeat == 1)
    write_record(place.evidence, evidence.model_copy(update={"repeats": 1, "cells": cells}))
    (few,) = [p for p in check_suite(suite.root).problems if "of the reference" in str(p)]
    assert few.message.startswith("holds 1 run of the reference")
    assert (few.where, few.severity) == (str(place.evidence), "warning")


async def test_evidence_that_names_another_item_proves_none(suite: SuitePaths) -> None:
    await verify_suite(suite, JudgingGate("a" * 64))
    place = suite.item("shop")
    write_record(place.evidence, evidence_of(place).model_copy(update={"item": "board"}))
    (message,) = [m for m in about(check_suite(suite.root), place.evidence) if "prove the item" in m]
    assert "made for the item 'board', and this one is 'shop'" in message


async def test_outcomes_that_no_mutant_fails_are_counted_and_named(suite: SuitePaths) -> None:
    """A task is proved by any of its outcomes: nothing told which others never failed."""

    def noticed_by_the_first(cell: Cell) -> Cell:
        seen = {task: {**outcomes, "right": Status.PASSED} for task, outcomes in cell.tasks.items()}
        return (
            cell.model_copy(update={"tasks": seen}) if cell.submission.startswith("mutant/no-cart") else cell
        )

    await verify_suite(suite, JudgingGate("a" * 64))
    assert check_suite(suite.root).unfailed_outcomes == ()
    assert "board/cart-functionality" in check_suite(suite.root).killed_by_wrecks
    place = suite.item("board")
    evidence = evidence_of(place)
    cells = tuple(map(noticed_by_the_first, evidence.cells))
    write_record(place.evidence, evidence.model_copy(update={"cells": cells}))

    checked = check_suite(suite.root)
    named = [f"board/cart-{level}/right" for level in ("presence", "functionality", "robustness")]
    assert checked.unfailed_outcomes == tuple(named)
    assert "board/cart-functionality" not in checked.killed_by_wrecks, (
        "an outcome of it passes beside the defect"
    )
    assert not any("presence" in task for task in checked.killed_by_wrecks)
    assert checked.proved_outcomes == checked.outcomes == 42
    renewed = proof_text(suite, read_suite(suite), ["board"])
    assert "Of these items' 42 expected outcomes, 3 were failed by no mutant" in renewed
    assert "| board | cart-presence/right, cart-functionality/right, cart-robustness/right |" in renewed


async def implemented(
    suite: SuitePaths, *, is_other_author: bool = True, files: Files | None = None
) -> tuple[Independent, Path]:
    """The shop with an implementation whose failures are ruled on, verified."""
    place = suite.item("shop")
    project = read_project(place)
    low = project.query.at(Underspecification.LOW).text
    ruling = IndependentRuling(task="cart-presence", fault="app", reason="it is gone", by="person")
    one = Independent(
        name="mary", author="minimal:small", by="model", is_other_author=is_other_author, seen="low",
        seen_digest=text_digest(low), rulings=(ruling,),
    )  # fmt: skip
    made = IndependentImplementation(about=one, files=files or {"index.html": "<h1>theirs</h1>\n"})
    write_independents(place, [made])
    await verify_suite(suite, JudgingGate("a" * 64))
    return one, place.independent("mary")


async def test_an_implementation_that_was_edited_after_the_gate_is_named(suite: SuitePaths) -> None:
    """It was told that no item has any."""
    _, folder = await implemented(suite)
    sound = check_suite(suite.root)
    assert (sound.independents, about(sound, folder.parent)) == (1, [])
    (folder / "files/index.html").write_text("<h1>other</h1>\n")
    checked = check_suite(suite.root)
    assert checked.independents == 0
    (problem,) = [one for one in checked.problems if one.where == str(folder.parent)]
    assert (problem.severity, str(folder) in problem.message) == ("warning", True)
    await verify_suite(suite, JudgingGate("a" * 64))
    assert about(check_suite(suite.root), folder.parent) == []


async def test_a_ruling_that_was_edited_after_the_gate_is_named(suite: SuitePaths) -> None:
    _, folder = await implemented(suite)
    rewritten(folder / "independent.yaml", "fault: app", "fault: criterion")
    (problem,) = [one for one in check_suite(suite.root).problems if str(folder) in one.where]
    assert (problem.where, problem.severity) == (str(folder / "independent.yaml"), "warning")
    await verify_suite(suite, JudgingGate("a" * 64))
    assert about(check_suite(suite.root), folder) == []


async def test_a_copy_of_the_reference_is_told_and_counts_as_no_implementation(suite: SuitePaths) -> None:
    reference = read_project(suite.item("shop")).reference
    assert reference is not None
    _, folder = await implemented(
        suite, files={f"{name}.txt": f"\n\n{text}" for name, text in reference.items()}
    )
    checked = check_suite(suite.root)
    assert (checked.independents, len(about(checked, folder))) == (0, 1)


async def test_an_implementation_by_the_references_own_model_is_told_as_such(suite: SuitePaths) -> None:
    _, folder = await implemented(suite, is_other_author=False)
    checked = check_suite(suite.root)
    assert (checked.independents, len(about(checked, folder))) == (1, 1)
    assert "minimal:small, the same model as the reference" in proof_text(suite, read_suite(suite), [])
    fairness = ending_words(suite, "shop", "ready")
    await implemented(suite)
    assert len(ending_words(suite, "shop", "ready")) < len(fairness)
    assert "the same model" not in proof_text(suite, read_suite(suite), [])

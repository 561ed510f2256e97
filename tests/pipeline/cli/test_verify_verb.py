"""What `benchwright verify` tells of an item."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.authoring.verification.conclusions import concluded
from agents.authoring.verification.release_status import is_refused
from pipeline.cli.verify import print_verified, verify
from pipeline.refresh.verifying import Edits, Verified, verify_suite
from plans.errors import AuthorError
from plans.files import write_record
from plans.items import read_project
from plans.paths import ItemPaths, SuitePaths
from plans.records.evidence import Cell, IndependentEvidence
from plans.records.project import Independent, IndependentImplementation, Project
from plans.records.verdict import Status
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.graph.test_proof import JudgingGate
from tests.pipeline.runner.stand_ins import shop, suite
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
    assert "run this again" in told


def with_annas(project: Project) -> Project:
    """The project with an implementation by Anna alone."""
    about = Independent(
        name="anna", author="Anna", by="person", is_other_author=True, seen="low", seen_digest="0" * 64
    )
    anna = IndependentImplementation(about=about, files={"index.html": "<p>Plants</p>\n"})
    return project.model_copy(update={"independents": (anna,)})


def test_tasks_that_do_not_pass_on_an_independent_implementation_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It told how many pass, and which do not stood in evidence.json alone."""
    project = with_annas(read_project(ItemPaths(SHIPPED)))
    first, second, third = (task.id for task in project.criteria.tasks[:3])
    became = {first: Status.FAILED, second: Status.UNRESOLVED}
    evidence = proof(project)
    of_anna = IndependentEvidence(
        name="anna", passed=(third,), not_passed=became, faults={second: "criterion"}
    )
    whole = evidence.model_copy(update={"independents": (of_anna,)})
    verified = Verified(suite(project), {"plant-shop": whole}, frozenset(), Edits())
    print_verified(verified)
    (line,) = [
        one for one in capsys.readouterr().out.replace("\n", " ").split("plant-shop: ") if "anna" in one
    ]
    assert f"failed: {first}" in line
    assert f"unresolved: {second}" in line
    assert third not in line
    print_verified(verified, {"plant-shop": "anna"})
    assert f"passed: {third}" in " ".join(capsys.readouterr().out.split())


async def test_what_a_person_wrote_is_put_beside_the_others(tmp_path: Path) -> None:
    paths = SuitePaths(suite_of(tmp_path, shop()))
    write_record(paths.plan, PLAN)
    gate = JudgingGate("a" * 64)
    for name in ("bert", "anna"):
        (one,) = with_annas(shop()).independents
        named = one.model_copy(update={"about": one.about.model_copy(update={"name": name})})
        await verify_suite(paths, gate, supplied={"shop": named})
    kept = [one.about.name for one in read_project(paths.item("shop")).independents]
    assert kept == ["anna", "bert"]


@pytest.mark.parametrize(
    "words",
    [
        ("--independent", "FOLDER"),
        ("--independent", "FOLDER", "--item", "plant-shop"),
        ("--independent", "FOLDER", "--author", "Anna"),
        ("--author", "Anna"),
        (
            "--independent",
            "FOLDER",
            "--item",
            "plant-shop",
            "--author",
            "Anna",
            "--independent-by",
            "minimal",
        ),
    ],
)
def test_an_implementation_that_is_not_said_whole_is_refused_before_anything_is_judged(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    given = [str(tmp_path) if word == "FOLDER" else word for word in words]
    outcome = CliRunner().invoke(verify, [str(SHIPPED.parents[1]), *given])
    assert isinstance(outcome.exception, AuthorError)


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

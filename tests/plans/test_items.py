"""Items that somebody else wrote: what is no part of the folder is not read, and nothing ends the program."""

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from plans.errors import InvalidFile, PathEscape
from plans.items import (
    read_evidence,
    read_files,
    read_grader,
    read_project,
    read_suite,
    suite_item,
    write_grader,
    write_independents,
    write_project,
)
from plans.paths import ItemPaths, SuitePaths
from plans.prd_text import prd_page
from plans.records.project import Independent, IndependentImplementation, Project
from tests.importing import PUBLISHED_PRD, without_reference
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.runner.stand_ins import CANARY, shop


@pytest.fixture
def suite(tmp_path: Path) -> SuitePaths:
    return SuitePaths(suite_of(tmp_path / "suite", shop(features=("cart",))))


@pytest.fixture
def item(suite: SuitePaths) -> ItemPaths:
    return suite.item("shop")


def problems(error: pytest.ExceptionInfo[InvalidFile]) -> list[str]:
    return [f"{problem.where}: {problem.message}" for problem in error.value.problems]


def test_a_file_name_that_is_not_utf_8_is_a_problem_that_can_be_printed(item: ItemPaths) -> None:
    Path(os.fsdecode(os.fsencode(item.reference) + b"/\xff\xfe.html")).write_text("x")
    for read in (lambda: read_project(item), lambda: read_files(item.reference)):
        with pytest.raises(InvalidFile) as error:
            read()
        assert problems(error) == [f"{item.reference}/\\xff\\xfe.html: has a name that is not UTF-8 text."]
        assert str(error.value).encode()


GRADER = {"tests/test_cart.py": b"def test_cart(): ...\n", "expected/cart.xlsx": b"PK\x03\x04\xff\x00"}


def test_a_graders_files_are_read_as_they_were_written_and_decide(item: ItemPaths) -> None:
    """Only text could be held, and nothing that a judge alone sees."""
    plain = read_project(item)
    assert plain.grader == {}
    write_project(item, plain.model_copy(update={"grader": GRADER}), "")
    graded = read_project(item)
    assert graded.grader == GRADER
    edited = graded.model_copy(update={"grader": {**GRADER, "expected/cart.xlsx": b"PK"}})
    assert len({suite_item(one).graded_digest for one in (plain, graded, edited)}) == 3
    assert len({suite_item(one).prose_digest for one in (plain, graded, edited)}) == 1


def test_a_graders_file_that_is_a_link_or_cannot_be_named_is_refused(item: ItemPaths, tmp_path: Path) -> None:
    write_grader(item.grader, GRADER)
    (tmp_path / "secret").write_text("nobody's business")
    (item.grader / "in.txt").symlink_to(tmp_path / "secret")
    (item.grader / "a:b").write_text("x")
    with pytest.raises(InvalidFile) as error:
        read_grader(item.grader)
    assert problems(error) == [
        f"{item.grader / 'in.txt'}: is a link.",
        f"{item.grader / 'a:b'}: has a name that no task can name.",
    ]
    with pytest.raises(PathEscape):
        write_grader(item.grader, {"../out.txt": b""})


@pytest.mark.parametrize(
    "name", ["criteria.yaml", "evidence.json", "evaluation.yaml", "reference", "mutants"]
)
def test_an_entry_that_is_a_link_is_refused_and_what_it_leads_to_is_not_told(
    item: ItemPaths, tmp_path: Path, name: str
) -> None:
    secret = tmp_path / "secret"
    if (item.root / name).is_dir():
        (item.root / name).rename(secret)
    else:
        secret.write_text("root:x:0:0: of nobody's business")
        (item.root / name).unlink(missing_ok=True)
    (item.root / name).symlink_to(secret)
    with pytest.raises(InvalidFile) as error:
        read_project(item)
    assert problems(error) == [f"{item.root / name}: is a link."]
    if name == "evidence.json":
        with pytest.raises(InvalidFile, match="is a link"):
            read_evidence(item)


def test_a_link_in_the_place_of_an_item_is_refused_by_the_suite(suite: SuitePaths, tmp_path: Path) -> None:
    elsewhere = suite.item("shop").root.rename(tmp_path / "elsewhere")
    suite.item("shop").root.symlink_to(elsewhere)
    for read in (lambda: read_suite(suite), lambda: read_project(suite.item("shop"))):
        with pytest.raises(InvalidFile) as error:
            read()
        assert problems(error) == [f"{suite.item('shop').root}: is a link."]


@pytest.mark.parametrize("name", ["suite.yaml", "plan.yaml", "items"])
def test_a_suite_whose_own_files_are_links_is_refused(suite: SuitePaths, tmp_path: Path, name: str) -> None:
    place = suite.root / name
    elsewhere = tmp_path / "elsewhere"
    if place.exists():
        place.rename(elsewhere)
    place.symlink_to(elsewhere)
    with pytest.raises(InvalidFile, match="is a link"):
        read_suite(suite)


def test_a_suite_in_a_folder_that_is_reached_by_a_link_is_read(suite: SuitePaths, tmp_path: Path) -> None:
    (tmp_path / "by-another-name").symlink_to(suite.root)
    reached = SuitePaths(tmp_path / "by-another-name")
    assert read_project(reached.item(read_suite(reached).items[0].id)) == read_project(suite.item("shop"))


def test_an_imported_item_is_read_as_it_was_written(tmp_path: Path) -> None:
    project = without_reference(shop(features=("cart",))).model_copy(update={"grader": GRADER})
    place = ItemPaths(tmp_path / "shop")
    write_project(place, project, prd_page(project, CANARY))
    assert read_project(place) == project
    assert not place.reference.exists()
    assert place.prd_text.read_text().startswith(PUBLISHED_PRD)


def test_an_imported_item_with_a_reference_is_told(tmp_path: Path) -> None:
    place = ItemPaths(tmp_path / "shop")
    project = without_reference(shop(features=("cart",)))
    write_project(place, project, prd_page(project, CANARY))
    place.reference.mkdir()
    with pytest.raises(InvalidFile) as error:
        read_project(place)
    assert problems(error) == [f"{place.reference}: belongs to no imported item."]


@pytest.mark.parametrize("change", [{"reference": None}, {"imported": without_reference(shop()).imported}])
def test_only_an_imported_item_is_without_a_reference(change: dict[str, object]) -> None:
    values = {name: getattr(shop(), name) for name in Project.model_fields}
    with pytest.raises(ValidationError, match="exactly where it was not imported"):
        Project.model_validate({**values, **change})


def test_mutants_of_nothing_are_refused() -> None:
    imported = without_reference(shop())
    values = {name: getattr(imported, name) for name in Project.model_fields}
    with pytest.raises(ValidationError, match="an imported item has none"):
        Project.model_validate({**values, "mutants": shop().mutants})


def test_independent_implementations_are_read_as_they_were_written(item: ItemPaths) -> None:
    about = Independent(
        name="mary", author="Mary", by="person", is_other_author=True, seen="low", seen_digest="0" * 64
    )
    one = IndependentImplementation(about=about, files={"index.html": "<p>hers</p>", "js/app.js": "1"})
    write_independents(item, (one,))
    assert read_project(item).independents == (one,)
    write_independents(item, ())
    assert read_project(item).independents == ()


def test_an_independent_implementation_in_a_folder_of_another_name_is_refused(item: ItemPaths) -> None:
    about = Independent(
        name="mary", author="Mary", by="person", is_other_author=True, seen="low", seen_digest="0" * 64
    )
    write_independents(item, (IndependentImplementation(about=about, files={"index.html": "1"}),))
    item.independent("mary").rename(item.independent("paul"))
    with pytest.raises(InvalidFile) as refused:
        read_project(item)
    (problem,) = refused.value.problems
    assert problem.where.endswith("paul/independent.yaml")

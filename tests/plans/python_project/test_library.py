"""The catalog as files: what is shipped is sound, and what is wrong in a draft is told all at once."""

import shutil
from pathlib import Path

import pytest

from plans.errors import InvalidFile
from plans.python_project.catalog.library import HERE, ProgramCatalog, read_library, survey
from plans.records.specification import Underspecification
from tests.plans.python_project.composing import composed


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    """A small catalog of one's own."""
    shutil.copytree(HERE / "shell", tmp_path / "shell")
    shutil.copy(HERE / "lexicon.yaml", tmp_path)
    (tmp_path / "domains").mkdir()
    shutil.copy(HERE / "domains" / "expenses.yaml", tmp_path / "domains")
    for name in ("menu", "search", "records"):
        shutil.copytree(HERE / "features" / name, tmp_path / "features" / name)
    return tmp_path


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def told_by(draft: Path) -> str:
    with pytest.raises(InvalidFile) as caught:
        read_library(draft)
    return str(caught.value)


def test_ten_domains_and_fourteen_features_are_shipped_at_least(library: ProgramCatalog):
    assert len(library.domains) >= 10
    assert len(library.features) >= 14
    assert [feature.id for feature in library.base] == ["menu"]


def test_every_feature_is_asked_for_by_a_sentence_and_by_words_of_seeds(library: ProgramCatalog):
    for feature in library.features.values():
        low, medium = (
            {leaf for wish in feature.wishes[level] for leaf in wish.gives}
            for level in (Underspecification.LOW, Underspecification.MEDIUM)
        )
        assert medium, feature.id
        assert medium <= low, feature.id
        assert len(feature.keywords) >= 3


def test_a_task_without_which_a_requirement_is_not_tried_cannot_be_spared(draft: Path):
    place = draft / "features" / "search" / "feature.yaml"
    edit(place, "  - id: unit\n", "  - id: unit\n    spare: true\n")
    edit(place, "  - id: signs\n", "  - id: signs\n    spare: true\n")
    assert "requirement interface: is tested by no task that is in every project" in told_by(draft)


def test_every_feature_is_tried_in_a_shell_and_by_unit_tests(library: ProgramCatalog):
    for feature in library.features.values():
        assert any(task.shell for task in feature.tasks), feature.id
        assert any(task.unit for task in feature.tasks), feature.id
        assert {task.level for task in feature.tasks} >= {"presence", "functionality", "robustness"}, (
            feature.id
        )


def test_a_draft_is_read_as_what_is_shipped(draft: Path):
    assert composed(read_library(draft), "expenses", ("search",)).criteria.tasks


def test_all_problems_of_a_draft_are_told_at_once(draft: Path):
    search = draft / "features" / "search" / "feature.yaml"
    edit(search, "requirements: [find, count]", "requirements: [find, sum]")
    edit(search, "task: signs", "task: dots")
    edit(
        draft / "features" / "records" / "feature.yaml",
        "depends_on: [menu.start]",
        "depends_on: [menu.begin]",
    )
    (draft / "features" / "menu" / "module.py.j2").unlink()
    edit(draft / "features" / "menu" / "tests.py.j2", "def test_a_line_", "def test_one_line_")
    edit(draft / "domains" / "expenses.yaml", "package: pennywise", "package: console")
    edit(draft / "domains" / "expenses.yaml", "Food, 84.35", "Feast, 84.35")
    told = told_by(draft)
    assert "'sum' is no requirement of this feature" in told
    assert "mutant blanks-count: kills 'dots'" in told
    assert "task signs: has no mutant" in told
    assert "depends on 'menu.begin', which is no task" in told
    assert "menu/feature.yaml: has no module.py.j2" in told
    assert "runs 'test_a_line_shows_everything_but_the_note', which tests.py.j2 lacks" in told
    assert "no task runs 'test_one_line_shows_everything_but_the_note'" in told
    assert "'Feast' is none of" in told


def test_names_that_are_there_already_are_refused(draft: Path):
    edit(draft / "features" / "search" / "feature.yaml", "module: search", "module: store")
    edit(draft / "features" / "search" / "feature.yaml", "{name: search,", "{name: list,")
    edit(draft / "domains" / "expenses.yaml", "package: pennywise", "package: editing")
    told = told_by(draft)
    assert "module 'store' is there already" in told
    assert "brings the command 'list', as does 'menu'" in told
    assert "package 'editing' has the name of a module" in told


def test_a_draft_with_problems_leaves_the_others_usable(draft: Path):
    (draft / "features" / "search" / "feature.yaml").write_text("id: search\nrequirements: [")
    library, problems = survey(draft)
    assert list(library.features) == ["menu", "records"]
    assert any("search/feature.yaml" in problem.where for problem in problems)


def test_a_template_that_cannot_be_filled_in_is_told_with_its_place(draft: Path):
    edit(draft / "features" / "search" / "feature.yaml", "qqxyz", "{{ nowhere }}")
    with pytest.raises(InvalidFile) as caught:
        composed(read_library(draft), "expenses", ("search",))
    assert "search/feature.yaml: tasks.case.shell.act[0]" in str(caught.value)
    assert "'nowhere' is undefined" in str(caught.value)


def test_a_defect_whose_text_is_not_there_is_told(draft: Path):
    edit(
        draft / "features" / "search" / "module.py.j2",
        "wanted = text.strip().casefold()",
        "wanted = text.casefold()",
    )
    with pytest.raises(InvalidFile) as caught:
        composed(read_library(draft), "expenses", ("search",))
    assert "mutants.blanks-count" in str(caught.value)
    assert "stands 0 times in src/pennywise/search.py" in str(caught.value)


def test_an_expectation_that_the_plan_itself_says_is_refused(draft: Path):
    """A program that prints its test plan would pass."""
    search = draft / "features" / "search" / "feature.yaml"
    edit(
        search,
        """shown: ["{{ rows(hit) }}", "{{ value('Found', 1) }}"]""",
        """shown: ["{{ hit[0].name }}"]""",
    )
    with pytest.raises(InvalidFile) as caught:
        composed(read_library(draft), "expenses", ("search",))
    assert "task search-note" in str(caught.value)
    assert "which the plan itself says" in str(caught.value)


def test_records_that_show_nothing_are_refused(draft: Path):
    """Where all notes say the same, no search by a note can be told from one that ignores notes."""
    domain = draft / "domains" / "expenses.yaml"
    lines = [
        line if not line.startswith("  - [") else line.rpartition(", ")[0] + ", Paid in full]"
        for line in domain.read_text().splitlines()
    ]
    domain.write_text("\n".join(lines) + "\n")
    with pytest.raises(InvalidFile) as caught:
        composed(read_library(draft), "expenses", ("search",))
    assert "a word stands in one note alone" in str(caught.value)

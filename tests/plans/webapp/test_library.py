"""The catalog as files: what is shipped is sound, and what is wrong in a draft is told all at once."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from plans.errors import InvalidFile
from plans.files import read_record
from plans.webapp.catalog.domain import CATEGORIES
from plans.webapp.catalog.library import HERE, WebCatalog, WebFeature, read_library, survey

FEATURES = sorted((HERE / "features").glob("*/feature.yaml"))


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    """A small catalog of one's own."""
    for name in ("shell", "domains"):
        shutil.copytree(HERE / name, tmp_path / name)
    for name in ("lexicon.yaml", "inventing.yaml"):
        shutil.copy(HERE / name, tmp_path)
    for name in ("browse", "search"):
        shutil.copytree(HERE / "features" / name, tmp_path / "features" / name)
    return tmp_path


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize("path", FEATURES, ids=lambda path: path.parent.name)
def test_a_shipped_feature_is_valid_to_the_schema_too(path: Path):
    assert read_record(path, WebFeature).id == path.parent.name


def test_six_categories_24_domains_and_24_features_are_shipped(library: WebCatalog):
    assert Counter(domain.category for domain in library.domains.values()) == dict.fromkeys(CATEGORIES, 4)
    assert len(library.features) >= 24
    assert [feature.id for feature in library.base] == ["accessibility", "browse"]


def test_every_category_has_enough_features_to_choose_from(library: WebCatalog):
    for category in CATEGORIES:
        natural = [feature.id for feature in library.features.values() if feature.natural(category) > 0]
        assert len(natural) >= 8, category


def test_every_feature_is_asked_for_at_the_lowest_level_by_a_sentence_that_gives_it_away(library: WebCatalog):
    for feature in library.features.values():
        if feature.clause:
            assert not feature.wishes, "it is told beside the query"
            continue
        told = {leaf for wish in feature.wishes["low"] for leaf in wish.gives}
        assert told, feature.id


def test_all_problems_of_a_draft_are_told_at_once(draft: Path):
    search = draft / "features" / "search" / "feature.yaml"
    edit(search, "requirements: [none]", "requirements: [nothing]")
    edit(search, "task: narrow", "task: widen")
    (draft / "features" / "browse" / "feature.js").unlink()
    with pytest.raises(InvalidFile) as caught:
        read_library(draft)
    told = str(caught.value)
    assert "'nothing' is no requirement of this feature" in told
    assert "mutant no-op: kills 'widen'" in told
    assert "has no feature.js" in told


def test_a_draft_with_problems_leaves_the_others_usable(draft: Path):
    (draft / "features" / "search" / "feature.yaml").write_text("id: search\nrequirements: [")
    library, problems = survey(draft)
    assert list(library.features) == ["browse"]
    assert any("search/feature.yaml" in problem.where for problem in problems)


def test_a_task_that_nothing_can_break_is_refused(draft: Path):
    search = draft / "features" / "search" / "feature.yaml"
    edit(search, "task: none\n", "task: case\n")
    with pytest.raises(InvalidFile, match="task none: has no mutant"):
        read_library(draft)


def test_a_key_that_stands_twice_in_a_feature_is_refused_with_its_line(draft: Path):
    """The catalog was read by a loader of its own, in which the last of two keys won."""
    search = draft / "features" / "search" / "feature.yaml"
    line = len(search.read_text().splitlines()) + 1
    search.write_text(search.read_text().rstrip("\n") + "\ntitle: Another title\n")
    with pytest.raises(InvalidFile, match=rf"feature.yaml:{line}: the key 'title' stands there twice"):
        read_library(draft)

"""`judge --alternative`: an alternative lies over the reference, so its own folder holds no start page."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli.author import author
from pipeline.cli.judge import judge
from plans.errors import AuthorError
from plans.files import read_record
from plans.paths import ItemPaths, SuitePaths
from plans.records.criteria import Criteria

pytestmark = pytest.mark.slow


@pytest.fixture
def item(tmp_path: Path) -> ItemPaths:
    (tmp_path / "seeds.yaml").write_text("seeds: [{id: shop, query: A shop for house plants with a cart}]\n")
    CliRunner().invoke(
        author, [str(tmp_path / "seeds.yaml"), "--gate", "static", "--out", str(tmp_path / "s")]
    )
    return SuitePaths(tmp_path / "s").item("shop")


def judged(item: ItemPaths, *more: str) -> Result:
    return CliRunner().invoke(judge, [*more, "--item", str(item.root)])


@pytest.mark.browser
def test_an_alternative_is_judged_as_it_lies_over_the_reference(item: ItemPaths) -> None:
    """Its folder alone was judged, and "no start page" was what came of it."""
    first = read_record(item.criteria, Criteria).tasks[0].id
    result = judged(item, "--alternative", "restyled", "--task", first)
    assert result.exit_code == 0, result.output


def test_one_submission_is_judged(item: ItemPaths) -> None:
    assert "Give either FOLDER" in judged(item).output
    assert "One submission is judged" in judged(item, str(item.reference), "--alternative", "restyled").output
    unknown = judged(item, "--alternative", "restiled").exception
    assert isinstance(unknown, AuthorError)
    assert "has no alternative 'restiled'" in str(unknown)

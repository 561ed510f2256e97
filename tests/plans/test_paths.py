"""Nothing that a file or a user names may leave its folder."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plans.errors import PathEscape
from plans.paths import RunPaths, SuitePaths, inside


@pytest.mark.parametrize("name", ["..", "../x", "/etc/passwd", "a/../../x", "link/x"])
def test_a_path_that_leaves_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "link").symlink_to(tmp_path)
    with pytest.raises(PathEscape, match="leaves"):
        inside(tmp_path / "suite", name)


@settings(deadline=None)
@given(st.text(max_size=80))
def test_an_id_becomes_a_folder_of_the_suite_or_is_refused(id: str) -> None:
    paths = SuitePaths(Path("/suite"))
    try:
        root = paths.item(id).root
    except PathEscape:
        return
    assert root.parent == paths.items
    assert root.name == id


def test_a_trial_lies_where_the_drawing_says() -> None:
    judgement = RunPaths(Path("runs/demo")).trial("shop", "oracle", 1).round(2).judgement("ab" * 32)
    assert judgement == Path("runs/demo/trials/shop/oracle/1/round-2/judgements/abababababababab")

"""The families that are shipped are reviewed artifacts too: what lies there is what somebody approved."""

import shutil
from pathlib import Path

import pytest

from plans.families import HOME, instance_families
from plans.files import read_lines
from plans.paths import FamilyPaths
from plans.records.review import Decision
from review.families import approved_files


@pytest.mark.parametrize("name", instance_families())
def test_plan_and_code_of_a_shipped_family_are_approved_as_they_stand(name: str) -> None:
    others = approved_files(FamilyPaths(HOME / name)).others
    assert not others, (
        f"{', '.join(others)} of {name} were edited after they were approved. Look at the edit, and approve it: "
        f'BENCHWRIGHT_REVIEWER=authors benchwright instances review plans/{name} --approve --note "…"'
    )
    assert all(
        one.note and one.edit_distance == 0 for one in read_lines(HOME / name / "review.jsonl", Decision)
    )


def test_an_edit_of_a_helper_module_asks_for_a_new_approval(tmp_path: Path) -> None:
    name = instance_families()[0]
    shutil.copytree(HOME / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    paths = FamilyPaths(tmp_path / name)
    before = set(approved_files(paths).others)
    (tmp_path / name / "answers.py").write_text("")
    (tmp_path / name / "added.py").write_text("")
    assert set(approved_files(paths).others) - before == {"answers.py", "added.py"}

"""The command's edge: one or two lines for a user's mistake, a traceback for ours, exit codes with a meaning."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def benchwright(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pipeline.cli.main", *arguments],
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(cwd)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["check", "nowhere"], 3, "No suite lies in nowhere"),
        (["verify", "nowhere"], 3, "No suite lies in nowhere"),
        (["run", "nowhere", "--agent", "oracle"], 3, "No suite lies in nowhere"),
        (["refresh", "nowhere"], 3, "No suite lies in nowhere"),
        (["grow", "nowhere"], 3, "No suite lies in nowhere"),
        (["report", "nowhere"], 3, "No run lies in nowhere"),
        (["frobnicate"], 2, "No such command"),
        (["run"], 2, "Missing argument"),
    ],
)
def test_a_users_mistake_is_told_in_a_line_or_two(
    tmp_path: Path, arguments: list[str], code: int, words: str
) -> None:
    done = benchwright(*arguments, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_suite_edited_into_nonsense_is_told_whole(tmp_path: Path) -> None:
    (tmp_path / "suite.yaml").write_text("name: Bad Name\nversion: one\nitems: nothing\ncolour: red\n")
    done = benchwright("check", str(tmp_path), cwd=tmp_path)
    assert done.returncode == 3
    for line in (
        "suite.yaml:1: name",
        "suite.yaml:2: version",
        "suite.yaml:3: items",
        "'colour' was unexpected",
    ):
        assert line in done.stderr


def test_schemas_are_written_where_they_are_asked_for(tmp_path: Path) -> None:
    done = benchwright("schemas", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "criteria.schema.json").exists()

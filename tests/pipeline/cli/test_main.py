"""The command's edge: one or two lines for a user's mistake, a traceback for ours, exit codes with a meaning."""

import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from typing import IO

import pytest

ROOT = Path(__file__).resolve().parents[3]


def benchwright(*arguments: str, cwd: Path, stdout: IO[str] | int = PIPE) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pipeline.cli.main", *arguments],
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(cwd)},
        stdout=stdout,
        stderr=PIPE,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["run", "nowhere", "--agent", "oracle"], 3, "No suite lies in nowhere"),
        (["report", "nowhere"], 3, "No run lies in nowhere"),
        (["jugde", "."], 2, "Did you mean 'judge'?"),
        (["run", "--agnet", "nop"], 2, "Did you mean one of: '--agent', '--manner'?"),
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


def test_a_run_that_cannot_begin_does_not_wait_for_statistics() -> None:
    """A name that was typed wrongly was told after two seconds, more than half of them for scipy."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys, pipeline.cli.run; print('scipy.stats' in sys.modules)"],
        env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout == "False\n"


def test_a_suite_edited_into_nonsense_is_told_whole(tmp_path: Path) -> None:
    (tmp_path / "suite.yaml").write_text("name: Bad Name\nversion: one\nitems: nothing\ncolour: red\n")
    done = benchwright("check", str(tmp_path), cwd=tmp_path)
    assert done.returncode == 3
    for line in (
        "suite.yaml:1: name",
        "suite.yaml:2: version",
        "suite.yaml:3: items",
        "suite.yaml:4: colour: there is no such field",
    ):
        assert line in done.stderr


def test_schemas_are_written_where_they_are_asked_for(tmp_path: Path) -> None:
    done = benchwright("schemas", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "criteria.schema.json").exists()


def test_output_that_cannot_be_written_is_told_in_a_line(tmp_path: Path) -> None:
    """`… --json > result.json` on a full disk was a traceback of forty lines."""
    with Path("/dev/full").open("w") as full:
        done = benchwright("schemas", "out", cwd=tmp_path, stdout=full)
    assert done.returncode == 4
    assert (
        done.stderr == "Error: The output could not be written: No space left on device. Send it elsewhere.\n"
    )


def test_a_working_directory_that_is_gone_is_told_in_a_line(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    line = f"rmdir {gone}; exec {sys.executable} -m pipeline.cli.main check sample"
    done = subprocess.run(
        ["sh", "-c", line], cwd=gone, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (
        4,
        "Error: The working directory is gone. Change to one that is there: cd ~\n",
    )

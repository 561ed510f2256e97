"""The command's edge: one or two lines for a user's mistake, a traceback for ours, exit codes with a meaning."""

import asyncio
import errno
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE
from types import SimpleNamespace
from typing import IO

import click
import pytest

from pipeline.cli.main import CRASHED_CODE, main
from pipeline.cli.verbs import INTERNAL, OWN_ENVIRONMENT, READER_GONE_CODE, VERBS, run_command
from plans.errors import EXIT_CODE, AuthorError, BrowserLost, Cause

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
        (["run", "--agnet", "nop"], 2, "Did you mean one of: '--agent', '--manner'?"),
    ],
)
def test_a_users_mistake_is_told_in_a_line_or_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], code: int, words: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert called(monkeypatch, *arguments) == code
    told = capsys.readouterr().err
    assert words in told
    assert "Traceback" not in told
    assert list(tmp_path.iterdir()) == []


SAMPLE = str(ROOT / "generated" / "sample")
ITEM = f"{SAMPLE}/items/plant-shop"
OF_NOTHING = (
    ["author", "nowhere.yaml", "--out", "made"],
    ["author", "nowhere.yaml", "--out", "made", "--replay", "nowhere"],
    ["bind", "nowhere", "--item", ITEM],
    ["check", "nowhere"],
    ["compare", "nowhere", "nowhere-2"],
    ["export", "prdbench", "nowhere", "--out", "made"],
    ["grow", "nowhere"],
    ["import", "prdbench", "nowhere", "--out", "made"],
    ["import", "prdbench-reports", "nowhere"],
    ["judge", "nowhere", "--item", ITEM],
    ["judge", ITEM, "--item", "nowhere"],
    ["judge", f"{ITEM}/reference", "--item", ITEM, "--bindings", "nowhere.yaml"],
    ["map", "nowhere", "--item", ITEM],
    ["refresh", "nowhere", "--out", "made"],
    ["report", "nowhere"],
    ["review", "nowhere"],
    ["review", ITEM, "--edit", "nowhere"],
    ["run", "nowhere", "--agent", "nop"],
    ["show", "nowhere"],
    ["verify", "nowhere"],
)
"""Commands that name a file or folder that does not exist."""


def called(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    for name, value in OWN_ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["benchwright", *arguments])
    return run_command()


def test_a_path_that_does_not_exist_has_one_exit_code_whatever_the_verb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`check` ended with 3, and `judge`, `map` and `import` with 2."""
    monkeypatch.chdir(tmp_path)
    codes = {" ".join(command): called(monkeypatch, *command) for command in OF_NOTHING}
    assert set(codes.values()) == {EXIT_CODE[Cause.AUTHOR]}, codes
    assert list(tmp_path.iterdir()) == []
    assert called(monkeypatch, "judge") == 2, "an argument that is left out is wrong usage"


@pytest.mark.parametrize(
    ("arguments", "error", "exit_code"),
    [
        (["check", "nowhere", "--json"], "author", 3),
        (["map", "nowhere", "--item", ITEM, "--json"], "author", 3),
        (["judge", "--json"], "usage", 2),
        (["run", "--json", "--agnet", "nop"], "usage", 2),
        (["frobnicate", "--json"], "usage", 2),
        (["check", "nowhere"], None, 3),
        (["check", "--", "--json"], None, 3),
    ],
)
def test_an_error_is_one_json_object_where_json_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], error: str | None, exit_code: int,
) -> None:  # fmt: skip
    """Standard output stayed empty, so that a program that read it failed at parsing."""
    monkeypatch.chdir(tmp_path)
    assert called(monkeypatch, *arguments) == exit_code
    printed = capsys.readouterr()
    assert printed.err
    if error is None:
        assert printed.out == ""
    else:
        told = json.loads(printed.out)["error"]
        assert told["code"] == error
        assert told["message"]


@pytest.mark.slow
def test_a_run_that_cannot_begin_does_not_wait_for_statistics() -> None:
    """A name that was typed wrongly was told after two seconds, more than half of them for scipy."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys, pipeline.cli.run; print('scipy.stats' in sys.modules)"],
        env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout == "False\n"


@pytest.mark.slow
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


@pytest.mark.slow
def test_schemas_are_written_where_they_are_asked_for(tmp_path: Path) -> None:
    done = benchwright("schemas", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "criteria.schema.json").exists()


@pytest.mark.slow
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


async def fails_in_tasks(error: Exception) -> None:
    async def failing() -> None:
        raise error

    async with asyncio.TaskGroup() as group:
        group.create_task(failing())


async def is_cancelled() -> None:
    raise asyncio.CancelledError


def writes_to_a_program_that_has_ended() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        os.write(writer, b"x")
    finally:
        os.close(writer)


def raises(error: Exception) -> Callable[[], None]:
    def verb() -> None:
        raise error

    return verb


@pytest.mark.parametrize(
    ("verb", "code"),
    [
        (raises(ValueError("a page said \x1b]52;c;eA==\x07 and \u202e")), CRASHED_CODE),
        (raises(OSError(errno.ENOENT, "No such file", "/gone")), CRASHED_CODE),
        (raises(EOFError()), CRASHED_CODE),
        (raises(asyncio.IncompleteReadError(b"", 4)), CRASHED_CODE),
        (writes_to_a_program_that_has_ended, CRASHED_CODE),
        (lambda: asyncio.run(fails_in_tasks(KeyError("x"))), CRASHED_CODE),
        (lambda: asyncio.run(is_cancelled()), CRASHED_CODE),
        (lambda: asyncio.run(fails_in_tasks(AuthorError("wrong seed"))), EXIT_CODE[Cause.AUTHOR]),
        (raises(ExceptionGroup("", [ExceptionGroup("", [BrowserLost("it died")])])), EXIT_CODE[Cause.INFRASTRUCTURE]),
        (raises(OSError(errno.ENOSPC, "No space left", "/a", None, "/b")), EXIT_CODE[Cause.INFRASTRUCTURE]),
    ],
    ids=["value", "file", "input", "stream", "pipe", "task", "cancelled", "author", "browser", "disk"],
)  # fmt: skip
def test_a_defect_of_ours_has_an_exit_code_of_its_own(
    verb: Callable[[], None],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A traceback ended with 1, which means "done, and the answer is no": scripts took it for a failed submission."""
    as_json = click.Option(["--json"], is_flag=True, expose_value=False)
    command = click.Command("verb", callback=verb, params=[as_json])
    monkeypatch.setitem(sys.modules, "a_verb", SimpleNamespace(verb=command))
    monkeypatch.setitem(VERBS, "verb", ("a_verb:verb", ""))
    monkeypatch.setattr(sys, "argv", ["benchwright", "verb", "--json"])
    heeded = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(SystemExit) as ended:
            main()
    finally:
        signal.signal(signal.SIGTERM, heeded)
    assert ended.value.code == code
    printed = capsys.readouterr()
    told = printed.err.splitlines()
    cause = {exit_code: cause.value for cause, exit_code in EXIT_CODE.items()}
    assert json.loads(printed.out)["error"]["code"] == cause.get(code, INTERNAL)
    assert told[0].startswith("Error: ")
    assert ("Traceback (most recent call last):" in "\n".join(told)) is (code == CRASHED_CODE)
    if code == CRASHED_CODE:
        assert "issue" in told[-1], "it says where to report it"
    assert all(line.isprintable() for line in told)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["check", "nowhere", "--json"],
        pytest.param(["check", SAMPLE], marks=pytest.mark.slow),
        pytest.param(["check", SAMPLE, "--json"], marks=pytest.mark.slow),
        pytest.param(["run", "--help"], marks=pytest.mark.slow),
    ],
)
def test_a_reader_that_leaves_ends_the_command_without_a_word(words: list[str], tmp_path: Path) -> None:
    """`benchwright … | head` ended with 1, as a check that found errors, and some verbs with a traceback."""
    line = f"exec {shlex.join([sys.executable, '-m', 'pipeline.cli.main', *words])} 2>&1"
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as gone:
        done = subprocess.run(
            ["sh", "-c", line], cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
            stdout=gone, stderr=PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (READER_GONE_CODE, "")


@pytest.mark.slow
def test_a_reader_that_leaves_standard_output_alone_makes_no_noise_on_the_other(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as gone:
        done = benchwright("check", SAMPLE, cwd=tmp_path, stdout=gone)
    assert (done.returncode, done.stderr) == (READER_GONE_CODE, "")

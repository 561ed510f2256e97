"""Ctrl-C and SIGTERM: one line, and exit code 130 or 143, from the first moment to the last, however often it comes."""

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from tests.pipeline.cli.heeding import HEEDING, IGNORING

ROOT = Path(__file__).resolve().parents[3]
STOPPED = "Stopped. What was finished is kept; the same command goes on from there.\n"
BEGIN = "import sys; from pipeline.cli import main; main.COMMAND = 'story:run_command'; main.main()"
WORK = """
import asyncio

from pipeline.cli import stopping

stopping.PATIENCE = {patience}

async def work():
    print("begun", flush=True)
    try:
        await asyncio.sleep(60)
    finally:
        print("closing", flush=True)
        await asyncio.sleep({closing})
        print("closed", flush=True)

def run_command():
    stopping.run_until_stopped(work())
"""


ENDINGS = pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])


def started(folder: Path, story: str, ctrl_c: Sequence[str] = HEEDING) -> Popen[str]:
    """The command's entry with this story for a command."""
    (folder / "story.py").write_text(story)
    return begun("-c", BEGIN, path=f"{ROOT}:{folder}", cwd=folder, ctrl_c=ctrl_c)


def begun(*words: str, path: str, cwd: Path, ctrl_c: Sequence[str] = HEEDING) -> Popen[str]:
    environment = {"PYTHONPATH": path, "PATH": "/usr/bin:/bin", "HOME": str(cwd)}
    command = [*ctrl_c, sys.executable, *words]
    return Popen(command, stdout=PIPE, stderr=PIPE, text=True, env=environment, cwd=cwd)


def wait_for(process: Popen[str], line: str) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == f"{line}\n"


@pytest.mark.parametrize(
    ("module", "number", "code"),
    [("click", signal.SIGINT, 130), ("pydantic", signal.SIGINT, 130), ("pydantic", signal.SIGTERM, 143)],
)
def test_while_the_command_is_being_loaded(
    tmp_path: Path, module: str, number: signal.Signals, code: int
) -> None:
    """In its first second it was ended by the signal, with a traceback of imports."""
    words = ("-X", "importtime", "-m", "pipeline.cli.main", "run", "nowhere", "--agent", "nop")
    process = begun(*words, path=str(ROOT), cwd=tmp_path)
    assert process.stderr is not None
    assert any(f" {module}" in line for line in process.stderr)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert errors.endswith(STOPPED)
    assert "Traceback" not in errors
    assert process.returncode == code


def test_a_command_in_the_background_that_is_ended_closes_what_it_opened(tmp_path: Path) -> None:
    """With Ctrl-C ignored, as `nohup … &` has it, SIGTERM ended the command and left sandboxes and browsers."""
    process = started(tmp_path, WORK.format(patience=10, closing=0.1), ctrl_c=IGNORING)
    wait_for(process, "begun")
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    output, errors = process.communicate(timeout=60)
    assert (output, errors, process.returncode) == ("closing\nclosed\n", STOPPED, 143)


@ENDINGS
def test_told_more_than_once_it_closes_what_was_opened_and_says_how_to_go_on(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    """`timeout` and service managers send SIGTERM: the command ended by it without a word, and closed nothing. A second
    Ctrl-C, 50 ms after the first, tore what the first had begun to close, and gave tracebacks.
    """
    process = started(tmp_path, WORK.format(patience=10, closing=0.5))
    wait_for(process, "begun")
    for _ in range(3):
        process.send_signal(number)
        time.sleep(0.05)
    output, errors = process.communicate(timeout=60)
    assert (output, errors, process.returncode) == ("closing\nclosed\n", STOPPED, code)


@ENDINGS
def test_told_again_later_it_breaks_off(tmp_path: Path, number: signal.Signals, code: int) -> None:
    process = started(tmp_path, WORK.format(patience=0.1, closing=60))
    wait_for(process, "begun")
    process.send_signal(number)
    wait_for(process, "closing")
    time.sleep(0.2)
    process.send_signal(number)
    output, errors = process.communicate(timeout=30)
    assert "closed" not in output
    assert STOPPED in errors
    assert process.returncode == code


def test_a_verb_that_keeps_nothing_does_not_say_that_it_does(tmp_path: Path) -> None:
    (tmp_path / "story.py").write_text("def run_command():\n    raise KeyboardInterrupt\n")
    process = begun("-c", BEGIN, "judge", path=f"{ROOT}:{tmp_path}", cwd=tmp_path)
    output, errors = process.communicate(timeout=30)
    assert (output, errors) == ("", "Stopped. The same command begins anew.\n")
    assert process.returncode == 130


@pytest.mark.parametrize("words", [["--evidence", "seen"], ["--evidence=seen"]])
def test_who_judges_with_evidence_is_told_that_what_was_paid_for_is_kept(
    tmp_path: Path, words: list[str]
) -> None:
    """It said that all begins anew, and whoever had paid for half a judgement did not dare to go on."""
    (tmp_path / "story.py").write_text("def run_command():\n    raise KeyboardInterrupt\n")
    process = begun("-c", BEGIN, "judge", "mine", *words, path=f"{ROOT}:{tmp_path}", cwd=tmp_path)
    _, errors = process.communicate(timeout=30)
    assert (
        errors
        == "Stopped. The same command begins anew, and pays for no reply twice that its evidence holds.\n"
    )


@pytest.mark.parametrize(
    "story",
    [
        "def run_command():\n    exec('raise KeyboardInterrupt')\n",
        "import threading, time\n\n\ndef run_command():\n"
        "    threading.Thread(target=time.sleep, args=(60,)).start()\n    raise KeyboardInterrupt\n",
        "raise KeyboardInterrupt\n",
    ],
    ids=["in a text that is executed", "beside a thread", "while a module is read"],
)
def test_it_is_never_python_that_tells_of_it(tmp_path: Path, story: str) -> None:
    """Where a dataclass was being made just then, Python ended by the signal after all had been said."""
    process = started(tmp_path, story)
    output, errors = process.communicate(timeout=30)
    assert (output, errors, process.returncode) == ("", STOPPED, 130)


def test_a_command_that_is_not_to_be_stopped_so_is_not(tmp_path: Path) -> None:
    """As a shell starts those that are to run in the background."""
    story = WORK.format(patience=0, closing=0).replace("sleep(60)", "sleep(1)")
    (tmp_path / "story.py").write_text(story)
    line = f'trap "" INT; exec {sys.executable} -c "{BEGIN}"'
    environment = {"PYTHONPATH": f"{ROOT}:{tmp_path}", "PATH": "/usr/bin:/bin"}
    process = subprocess.Popen(["sh", "-c", line], stdout=PIPE, stderr=PIPE, text=True, env=environment)
    wait_for(process, "begun")
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert (output, errors, process.returncode) == ("closing\nclosed\n", "", 0)


def test_no_verb_runs_its_work_in_another_way() -> None:
    verbs = [path for path in (ROOT / "pipeline" / "cli").glob("*.py") if path.name != "stopping.py"]
    assert [path.name for path in verbs if "asyncio.run(" in path.read_text()] == []

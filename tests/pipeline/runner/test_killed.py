"""A run that is killed with SIGKILL, again and again, ends as if nothing had happened."""

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from pipeline.runner.reader import RunFolder
from plans.paths import RunPaths
from tests.pipeline.runner.killed_run import main

FINISHED = ("round.json", "judgement.json", "feedback.json")
"""Files that say that something is done."""


def start(folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.pipeline.runner.killed_run", str(folder)]
    return subprocess.Popen(command, stderr=subprocess.PIPE)


def finished(folder: Path) -> dict[Path, tuple[int, int]]:
    """Everything that is recorded as done, with what would change if it were done again."""
    found: dict[Path, tuple[int, int]] = {}
    for path in folder.glob("trials/*/*/*/round-*/**/*.json"):
        if path.name in FINISHED:
            seen = path.stat()
            found[path] = (seen.st_ino, seen.st_mtime_ns)
    return found


def kill_when(process: subprocess.Popen[bytes], folder: Path, count: int) -> bool:
    """Kill as soon as `count` files lie under the trials; False when the run ended before."""
    deadline = time.monotonic() + 60
    while process.poll() is None:
        assert time.monotonic() < deadline
        if sum(path.is_file() for path in folder.glob("trials/**/*")) >= count:
            process.kill()
            process.communicate()
            return True
        time.sleep(0.002)
    return False


def outcome(folder: Path) -> object:
    """All that a run found, times apart."""
    reader = RunFolder(RunPaths(folder))
    return [
        (
            trial,
            round.number,
            round.carried,
            round.record.submission_digest,
            round.judgement and {task.task: task.status for task in round.judgement.tasks},
            round.feedback and round.feedback.text,
        )
        for trial in reader.trials()
        for round in reader.rounds(*trial)
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same run, not killed."""
    folder = tmp_path_factory.mktemp("whole")
    with start(folder) as process:
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors.decode()
    return folder


def killed_and_finished(folder: Path, counts: list[int]) -> None:
    done: dict[Path, tuple[int, int]] = {}
    for count in counts:
        with start(folder) as process:
            kill_when(process, folder, count)
        now = finished(folder)
        assert {path: now.get(path) for path in done} == done
        done = now
    with start(folder) as process:
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors.decode()
    now = finished(folder)
    assert {path: now[path] for path in done} == done
    assert not list(folder.glob("archive/.*"))


@pytest.mark.slow
def test_a_killed_run_ends_as_the_whole_one(whole: Path, tmp_path: Path) -> None:
    killed_and_finished(tmp_path, [40])
    assert outcome(tmp_path) == outcome(whole)
    summaries = [json.loads(RunPaths(folder).summary.read_text())["agents"] for folder in (tmp_path, whole)]
    assert summaries[0] == summaries[1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_kills_at_random_points(whole: Path, tmp_path: Path, seed: int) -> None:
    total = sum(path.is_file() for path in whole.glob("trials/**/*"))
    counts = sorted(Random(seed).randrange(1, total) for _ in range(6))
    killed_and_finished(tmp_path, counts)
    assert outcome(tmp_path) == outcome(whole)


async def test_a_finished_run_does_nothing_more(whole: Path) -> None:
    before = finished(whole)
    await main(whole)
    assert finished(whole) == before

"""The catalog author behind the command itself, killed with SIGKILL at random moments and started again.

The scripted author of test_kill.py writes a few small files; this one writes some hundred, and takes its time.
"""

import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from plans.files import read_lines
from plans.paths import SuitePaths
from plans.records.review import Decision
from tests.pipeline.graph.studio import published

SEEDS = """\
A shop for house plants with a cart and a search.

A board for the tasks of my team, with comments.

Zzz qqq xxyzzy.

A quiz about the stars with a timer.
"""
LIMIT = 120.0
"""Seconds after which an author is taken to hang."""
ENDED = 1
"""Exit code: done, and one seed was refused."""


@contextmanager
def at_work(folder: Path, seeds: Path) -> Generator[subprocess.Popen[bytes]]:
    """An author that has begun, so that no moment falls into the import of its code; killed in the end."""
    options = ["--out", str(folder), "--name", "killed", "--gate", "static", "--jobs", "2"]
    command = [sys.executable, "-m", "pipeline.cli.main", "author", str(seeds), *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            began = monotonic()
            while not SuitePaths(folder).authoring_spec.exists():
                assert process.poll() is None, "the author ended before it began"
                assert monotonic() - began < LIMIT, "the author hangs"
                sleep(0.01)
            yield process
        finally:
            process.kill()


def authored(folder: Path, seeds: Path) -> float:
    """Author to the end; seconds that it worked."""
    with at_work(folder, seeds) as process:
        began = monotonic()
        assert process.wait(LIMIT) == ENDED
        return monotonic() - began


def killed(folder: Path, seeds: Path, after: float) -> bool:
    """Author, and kill it `after` seconds of work; whether it was still at work then."""
    with at_work(folder, seeds) as process:
        sleep(after)
        process.kill()
        return process.wait(LIMIT) == -signal.SIGKILL


def decided(folder: Path) -> Counter[tuple[str, str, int, str]]:
    paths = SuitePaths(folder)
    files = [paths.review, *paths.items.glob("*/review.jsonl")]
    lines = [line for file in files for line in read_lines(file, Decision)]
    return Counter((line.item, line.stage, line.showing, line.artifact) for line in lines)


@pytest.mark.slow
def test_killed_at_any_time_the_catalog_author_ends_in_the_same_suite(tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.txt"
    seeds.write_text(SEEDS)
    length = authored(tmp_path / "whole", seeds)
    whole = published(tmp_path / "whole")
    assert len([name for name in whole if name.endswith("/evidence.json")]) == 3

    chance = random.Random(4)
    deaths = 0
    for number in range(4):
        folder = tmp_path / f"suite-{number}"
        deaths += sum(killed(folder, seeds, chance.uniform(0, 0.5) * length) for _ in range(2))
        authored(folder, seeds)
        assert published(folder) == whole
        assert decided(folder) == decided(tmp_path / "whole")
        assert set(decided(folder).values()) == {1}
    assert deaths >= 4, "some of the kills must have hit"

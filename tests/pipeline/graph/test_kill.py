"""Killed with SIGKILL at any point and started again, authoring ends in the same suite, with nothing done twice."""

import json
import multiprocessing
import random
import signal
from collections import Counter
from pathlib import Path
from time import monotonic, sleep

import pytest

from plans.files import read_lines
from plans.items import read_evidence
from plans.paths import ItemPaths, SuitePaths
from plans.records.review import Decision
from tests.pipeline.graph.killed import QUERIES, author_until
from tests.pipeline.graph.studio import published

pytestmark = pytest.mark.slow

# A fork server imports LangGraph once; every author is still a process of its own, and dies as one.
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.pipeline.graph.killed"])
Whole = tuple[dict[str, bytes], dict[str, int]]
LIMIT = 60.0
"""Seconds after which an author is taken to hang."""


def run(folder: Path, death: str | None = None, after: float | None = None, seen: Path | None = None) -> int:
    """Author in a process that dies before file event `death` or `after` seconds; its exit code."""
    process = PROCESSES.Process(target=author_until, args=(folder, folder.with_suffix(".log"), death, seen))
    process.start()
    if after is not None:
        sleep(after)
        process.kill()
    process.join(LIMIT)
    assert process.exitcode is not None, "the author hangs"
    return process.exitcode


def judged(folder: Path) -> list[str]:
    """What the gate judged, as `item attempt`, in order."""
    log = folder.with_suffix(".log")
    lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return [f"{item} {attempt}" for item, attempt, _ in lines]


def recorded(folder: Path) -> set[str]:
    """What evidence on disk says was judged, as `item attempt`; a draft that is being cleared says nothing more."""
    return {
        f"{item} {parameters_attempt(paths)}"
        for item in QUERIES
        for paths in places(folder, item)
        if paths.parameters.exists() and read_evidence(paths) is not None
    }


def parameters_attempt(paths: ItemPaths) -> str:
    return next(line for line in paths.parameters.read_text().splitlines() if "attempt:" in line).split()[-1]


def decisions(folder: Path) -> list[str]:
    """Every decision on disk, times and all."""
    paths = SuitePaths(folder)
    files = [paths.review, *(place.review for item in QUERIES for place in places(folder, item))]
    return [decision.model_dump_json() for file in files for decision in read_lines(file, Decision)]


def places(folder: Path, item: str) -> tuple[ItemPaths, ItemPaths]:
    return SuitePaths(folder).draft(item), SuitePaths(folder).item(item)


def end_after_kill(folder: Path, whole: dict[str, bytes]) -> None:
    """Start a killed author again and hold what it ends with against the suite of one that was never killed."""
    done, judged_before, decided = recorded(folder), len(judged(folder)), decisions(folder)

    assert run(folder) == 0
    assert published(folder) == whole
    assert not done & set(judged(folder)[judged_before:]), "the gate judged again what evidence had recorded"
    after = decisions(folder)
    assert set(decided) <= set(after), "a decision was lost or made again"
    keys = Counter((d.item, d.stage, d.showing, d.artifact) for d in map(Decision.model_validate_json, after))
    assert max(keys.values()) == 1, "a decision was recorded twice"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """The suite of an author that was never killed, and how many times each file event happened."""
    folder = tmp_path_factory.mktemp("whole") / "suite"
    seen = folder.with_suffix(".seen")
    assert run(folder, seen=seen) == 0
    assert "items/shop/prd.md" in published(folder)
    return published(folder), json.loads(seen.read_text())


@pytest.mark.parametrize(
    "death",
    ["open evidence.json 1", "os.rename review.jsonl 3", "os.rename shop 1", "os.rename .gitattributes 1"],
)
def test_killed_where_it_matters_most(tmp_path: Path, whole: Whole, death: str) -> None:
    folder = tmp_path / "suite"

    assert run(folder, death=death) == -signal.SIGKILL
    end_after_kill(folder, whole[0])


@pytest.mark.timeout(900)
def test_killed_at_every_kind_of_file_event(tmp_path: Path, whole: Whole) -> None:
    suite, events = whole
    chance = random.Random(2)
    deaths = 0
    for label, times in sorted(events.items()):
        folder = tmp_path / label.replace(" ", "-")
        deaths += run(folder, death=f"{label} {chance.randint(1, times)}") == -signal.SIGKILL
        end_after_kill(folder, suite)
    assert deaths >= 0.9 * len(events), "most of the kills must have hit"


@pytest.mark.timeout(900)
def test_killed_again_and_again_at_any_time(tmp_path: Path, whole: Whole) -> None:
    """By the clock, so that kills fall between the writes of the database as well.

    The moments are shares of how long one author takes on this machine: fixed seconds missed on a fast one.
    """
    chance = random.Random(3)
    started = monotonic()
    assert run(tmp_path / "clocked") == 0
    length = monotonic() - started
    deaths = 0
    for number in range(12):
        folder = tmp_path / f"suite-{number}"
        deaths += sum(
            run(folder, after=chance.uniform(0.02, 0.6) * length) == -signal.SIGKILL for _ in range(3)
        )
        end_after_kill(folder, whole[0])
    assert deaths >= 12, "some of the kills must have hit"

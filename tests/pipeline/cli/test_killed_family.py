"""A killed authoring of a family goes on with the same command, and pays again at most for what was on its way."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from plans.families import is_family_folder
from plans.files import read_lines
from plans.paths import FamilyPaths
from plans.records.review import Decision
from tests.agents.families.writing import family_writer
from tests.agents.gateway.model_endpoint import KEY, MODEL, ModelEndpoint
from tests.agents.sandbox.attacking import MARKS

pytestmark = [MARKS[1], pytest.mark.slow]

CALLS = 7
"""The plan, and of three parts a plan in words and the code."""


async def begun(folder: Path, url: str) -> asyncio.subprocess.Process:
    (folder / "task.md").write_text("I want a benchmark for sorting words by their length.")
    command = (
        *("instances", "author", "--author", "model", "--task", folder / "task.md", "--family", "by_length"),
        *("--families", folder / "families", "--n", 5, "--out", folder / "suite"),
    )
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pipeline.cli.main", *map(str, command)),
        env={**os.environ, "BENCHWRIGHT_ENDPOINT": url, "BENCHWRIGHT_MODEL": MODEL, "BENCHWRIGHT_KEY": KEY},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )


@pytest.mark.parametrize(
    ("after", "seconds"),
    [
        (1, 0.0),
        (3, 2.0),
        pytest.param(3, 0.0, marks=pytest.mark.long),
        pytest.param(7, 3.0, marks=pytest.mark.long),
    ],
)
async def test_work_that_is_killed_goes_on(tmp_path: Path, after: int, seconds: float) -> None:
    """Killed so many seconds after the model was asked for the so-manieth time."""
    endpoint: ModelEndpoint = family_writer()
    async with endpoint.serving() as url:
        process = await begun(tmp_path, url)
        for _ in range(after):
            await endpoint.arrivals.acquire()
        await asyncio.sleep(seconds)
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
        again = await begun(tmp_path, url)
        assert await again.wait() == 0
    assert CALLS <= len(endpoint.asked) <= CALLS + 1
    paths = FamilyPaths(tmp_path / "families" / "by_length")
    assert is_family_folder(paths.root)
    decisions = [(one.stage, one.artifact, one.showing) for one in read_lines(paths.review, Decision)]
    assert len(decisions) == len(set(decisions)) == 1 + 6 + 4
    assert (tmp_path / "suite" / "suite.yaml").is_file()

"""Programs that people use, driven for real: three rounds, and everything that can go wrong at the endpoint."""

from pathlib import Path

import pytest

from agents.coding.programs.roster import PROGRAMS
from tests.agents.coding.programs.driving import require, trial

pytestmark = pytest.mark.slow


@pytest.fixture(params=PROGRAMS)
async def name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    await require(request.param, monkeypatch)
    return request.param


async def test_three_rounds_are_one_session_and_are_counted_once(tmp_path: Path, name: str) -> None:
    async with trial(name, tmp_path) as played:
        for number in (1, 2, 3):
            report = await played.plays()
            assert report.ended == "done", (report, played.transcript)
            assert played.page == f"<!doctype html><h1>round {number}</h1>\n", played.transcript
            print(report.usage, report.seconds, len(played.trajectory.steps))
        assert [report.session for report in played.reports] == ["fresh", "resumed", "resumed"]

"""Programs that people use, driven for real: three rounds, and everything that can go wrong at the endpoint."""

from pathlib import Path

import pytest

from agents.coding.roster import PROGRAMS, make_program
from tests.agents.coding.programs.driving import require, trial

pytestmark = [pytest.mark.slow, pytest.mark.programs, pytest.mark.timeout(900)]


@pytest.fixture(params=PROGRAMS)
async def name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    await require(request.param, monkeypatch)
    return request.param


async def test_three_rounds_are_one_session_and_are_counted_once(tmp_path: Path, name: str) -> None:
    async with trial(name, tmp_path) as played:
        for number in (1, 2, 3):
            report = await played.plays(time_limit=180)
            assert report.ended == "done", (report, played.transcript)
            assert played.page == f"<!doctype html><h1>round {number}</h1>\n", played.transcript
            assert report.usage is not None
            assert report.usage.failed == {}
            assert report.usage.left_out == {}, "nothing that it asks for by itself is kept from its endpoint"
            assert report.usage.tokens.input == 1200 * report.usage.calls
            assert report.usage.tokens.output == 55 * report.usage.calls
            assert report.usage.first_call is not None
            assert played.trajectory.steps[0].message.startswith(f"ROUND={number}")
            assert played.trajectory.steps[-1].source == "agent"
        calls = [report.usage.calls for report in played.reports if report.usage]
        assert len(set(calls)) == 1, "rounds of the same work are counted alike, in a session that grows too"
        resumed = "resumed" if make_program(name).keeps else "fresh"
        assert [report.session for report in played.reports] == ["fresh", resumed, resumed]

"""`benchwright run` with programs that people use: the whole way, with a scripted model behind them."""

import asyncio
import json
import os
import re
import sys
from pathlib import Path

import pytest

from plans.files import read_own_record, read_record
from plans.paths import RunPaths
from plans.records.code_agent import Trajectory
from plans.records.model_settings import ModelBudget
from plans.records.run import RoundRecord, RunSpec
from tests.agents.coding.programs.driving import programs, require, sandbox
from tests.agents.scripted.endpoint import ScriptedEndpoint

pytestmark = [pytest.mark.slow, pytest.mark.programs, pytest.mark.browser, pytest.mark.timeout(900)]
SAMPLE = Path(__file__).resolve().parents[3] / "generated" / "sample"
MESSAGES = re.compile("How it will be looked at|Please change what is in your working directory")


async def told(endpoint: ScriptedEndpoint, *arguments: object) -> dict[str, object]:
    """What `benchwright run` prints, with the endpoint named in the environment."""
    environment = {
        **os.environ,
        "BENCHWRIGHT_ENDPOINT": endpoint.url,
        "BENCHWRIGHT_PROTOCOLS": "messages,responses",
        "BENCHWRIGHT_KEY": "the real key",
        "BENCHWRIGHT_MODEL": "some-model",
        "BENCHWRIGHT_PROGRAMS": str(programs()),
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pipeline.cli.main", "run"),
        *map(str, arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment,
    )
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return json.loads(out)


async def test_two_programs_play_two_rounds_and_nothing_is_played_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("codex", "claude-code"):
        await require(name, monkeypatch)
    endpoint = ScriptedEndpoint(marker=MESSAGES)
    async with endpoint.serving():
        order = (SAMPLE, "--item", "plant-shop", "--out", tmp_path / "run", "--rounds", 2, "--json")
        agents = ("--agent", "codex:some-model", "--agent", "mine=claude-code", "--sandbox", sandbox().name)
        await told(endpoint, *order, *agents)
        asked = len(endpoint.asked)
        await told(endpoint, *order, *agents)
        assert len(endpoint.asked) == asked

    paths = RunPaths(tmp_path / "run")
    spec = read_record(paths.spec, RunSpec)
    assert [(agent.name, agent.kind, agent.options["model"]) for agent in spec.play.agents] == [
        ("codex-some-model", "codex", "some-model"),
        ("mine", "claude-code", "some-model"),
    ]
    (asked_at,) = spec.place.endpoints
    assert (asked_at.name, asked_at.url, asked_at.key_variable) == (
        "environment",
        endpoint.url,
        "BENCHWRIGHT_KEY",
    )
    assert spec.place.budget == ModelBudget()
    for agent in spec.play.agents:
        for number in (1, 2):
            place = paths.trial("plant-shop", agent.name, 1).round(number)
            record = read_own_record(place.record, RoundRecord)
            assert (record.report.ended, record.report.input_tokens) == ("done", 2400)
            assert record.report.session == ("fresh" if number == 1 else "resumed")
            trajectory = Trajectory.model_validate_json(place.trajectory.read_text())
            assert trajectory.steps[0].message == place.message.read_text()
    assert "the real key" not in "".join(
        path.read_text(errors="replace") for path in paths.root.rglob("*") if path.is_file()
    )

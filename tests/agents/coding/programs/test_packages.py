"""Programs that people use, with a package mirror: the shells that they start find it too."""

import shlex
from pathlib import Path

import pytest

from agents.coding.model_access import KEPT
from plans.records.sandboxing import FetchedPackages
from tests.agents.coding.programs.driving import require, trial
from tests.agents.gateway.mirroring import TARBALL, WHEEL, StandIn
from tests.agents.sandbox.providers import PYTHON

pytestmark = [pytest.mark.slow, pytest.mark.programs, pytest.mark.timeout(900)]
NPM = "npm install --silent @tiny/greeting"
PIP = f"{PYTHON} -m pip install --quiet --target lib tiny-greeting"


@pytest.mark.parametrize(
    "name", ["codex", "claude-code", "qwen-code", "opencode", "gemini-cli", "mini-swe-agent"]
)
async def test_its_shell_installs_a_package_of_each_kind(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await require(name, monkeypatch)
    async with StandIn().serving() as stand_in, trial(name, tmp_path, mirror=stand_in.mirror) as played:
        played.endpoint.commands = lambda _: [
            f"sh -c {shlex.quote(f'{PIP} && {NPM} && echo hi > index.html')}"
        ]
        report = await played.plays(time_limit=180)
        assert report.ended == "done", (report, played.transcript)
        assert played.page == "hi\n", played.transcript
    kept = FetchedPackages.model_validate_json((tmp_path / KEPT).read_text())
    assert [one.file for one in kept.files] == [WHEEL, TARBALL]

"""The README's way from a key to the first project that a model made, each line run as it stands there."""

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from plans.items import read_evidence, read_suite
from plans.paths import SuitePaths
from tests.agents.authoring.hand import SEED, hand_written
from tests.agents.gateway.model_endpoint import MODEL
from tests.pipeline.graph.test_author_by_model import PARTS, asked_for

README = (Path(__file__).resolve().parents[3] / "README.md").read_text()
ADDRESS = "https://models.example/v1"


def ten_lines() -> list[str]:
    section = README.split("## With your own model")[1]
    block = re.search(r"```sh\n(.*?)```", section, flags=re.DOTALL)
    assert block
    return block[1].splitlines()


def test_there_are_ten_lines_that_say_what_the_replies_by_hand_are_for() -> None:
    lines = ten_lines()
    assert len(lines) == 10
    assert any(SEED in line for line in lines)
    assert f"export BENCHWRIGHT_MODEL={MODEL}" in lines


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.timeout(1800)
async def test_they_end_in_a_project_that_the_live_gate_released(tmp_path: Path) -> None:
    endpoint = hand_written({"Ready": [{"word": "ready"}] * 7})
    setup, *rest = ten_lines()
    assert setup.startswith("make setup && ")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    async with endpoint.serving() as url:
        shell = await asyncio.create_subprocess_exec(
            *("bash", "-eu", "-c", "\n".join(rest).replace(ADDRESS, url)),
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said = (await shell.communicate())[0].decode()
    print(said)
    assert shell.returncode == 0, said
    assert [shape for shape in asked_for(endpoint) if shape != "Ready"] == PARTS
    paths = SuitePaths(tmp_path / "generated" / "lent")
    (item,) = read_suite(paths).items
    evidence = read_evidence(paths.item(item.id))
    assert evidence is not None
    assert evidence.released

"""Replies that were written by hand, and the prompts that they were written for."""

from pathlib import Path

import pytest
import yaml

from agents.gateway.prompts import Prompts
from tests.agents.authoring.hand import REPLIES
from tests.agents.authoring.lending.hand import PARTS
from tests.pipeline.graph.by_hand import LENDING, PROMPTS, Written, lending_prompts, prompts_by_hand

pytestmark = pytest.mark.slow

CODING = REPLIES.parents[1] / "coding" / "by_hand"
ASKING = (
    "development",
    "debug",
    "begun",
    "interface",
    "fixed_python_project",
    "program",
    "left_out",
    "as_left",
    "closing",
)
"""What opens the rounds of a Python project, and what it includes."""


async def test_an_edit_of_a_prompt_lists_the_replies_to_be_renewed(tmp_path: Path) -> None:
    """Nothing else breaks by it: replies are found by what is asked for, and not by its words."""
    now = await prompts_by_hand(tmp_path)
    every = {file.relative_to(REPLIES).as_posix() for file in REPLIES.rglob("*.json")}
    assert set(now) == every, "each reply is asked for"
    _have_not_drifted(now, PROMPTS)


async def test_those_about_a_python_project_are_listed_as_well(tmp_path: Path) -> None:
    """Nobody had told that prompts were edited which it was written for."""
    now = await lending_prompts(tmp_path)
    assert set(now) == {f"{shape}.yaml" for shape in PARTS}, "each reply is asked for"
    _have_not_drifted(now, LENDING)


def _have_not_drifted(now: Written, file: Path) -> None:
    noted = yaml.safe_load(file.read_text())
    drifted = sorted(name for name in now if now[name] != noted.get(name))
    assert drifted == [], (
        "Their prompts were edited. Read each against its prompt, renew it where it no longer answers, and note the "
        "prompts with `python -m tests.pipeline.graph.by_hand`."
    )


def test_the_trial_by_hand_was_played_by_the_prompts_of_the_coder_as_they_are() -> None:
    noted = yaml.safe_load((CODING / "prompts.yaml").read_text())
    assert noted == {"role": "coder", "project": "plant-shop", "templates": templates()}, RENEW


@pytest.mark.parametrize("project", ["marks", "courier-depots"])
def test_so_were_those_of_python_projects_and_by_what_opens_their_rounds(project: str) -> None:
    """Their specifications are compared where they are played, in tests/pipeline/cli/test_minimal_programs.py."""
    noted = yaml.safe_load((CODING / project / "prompts.yaml").read_text())
    messages = Prompts("agents.coding").template_hash(*ASKING)[:16]
    now = {"role": "coder", "project": project, "templates": templates(), "messages": messages}
    assert {name: noted[name] for name in now} == now, RENEW


def templates() -> str:
    return Prompts("agents.coding.minimal").template_hash("system", "nudge")[:16]


RENEW = "Its prompts were edited. Read each round against them, renew what no longer answers, and note the digest."

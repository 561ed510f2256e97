"""A run in a process of its own, made to be killed: `python -m tests.pipeline.runner.killed_run FOLDER`."""

import asyncio
import sys
from pathlib import Path

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.users.template_user import TemplateUser
from pipeline.runner.planning import Services
from pipeline.runner.run import LineUp, run_suite
from plans.paths import RunPaths
from tests.pipeline.runner.stand_ins import ReadingJudge, planned, shop

ITEMS = (shop("corner"), shop("market", ("cart", "search", "coupon")))


async def main(folder: Path) -> None:
    """Four agents on two projects, each judgement slow enough for a kill to find it at work."""
    judge = ReadingJudge(seconds=0.02)
    names = ("apprentice-novice", "apprentice-expert", "oracle", "nop")
    agents = [make_agent(agent_spec(name), None) for name in names]
    spec = planned(ITEMS, tuple(agent.spec for agent in agents), judge)
    await run_suite(
        spec,
        LineUp(ITEMS, agents),
        Services(judge, TemplateUser(), JinjaPrompter()),
        RunPaths(folder),
        jobs=3,
    )


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))

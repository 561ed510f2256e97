"""A run whose code agents and simulated user are models, in a process of its own, made to be killed.

`python -m tests.pipeline.runner.killed_models_run FOLDER URL JOBS`
"""

import asyncio
import sys
from pathlib import Path

from agents.coding.model_access import Models
from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from agents.sandbox.roster import make_sandbox
from agents.users.model_user import ModelUser
from pipeline.runner.planning import Services
from pipeline.runner.run import LineUp, run_suite
from plans.paths import RunPaths
from tests.agents.gateway.model_endpoint import settings_for
from tests.pipeline.runner.stand_ins import ReadingJudge, planned, shop

AGENTS = ("one", "two")
ITEMS = (shop("corner"), shop("market", ("cart", "search", "coupon")))
ROUNDS = 3


async def main(folder: Path, url: str, jobs: int) -> None:
    """Two minimal agents on two projects."""
    paths = RunPaths(folder)
    place = make_sandbox("local-unsafe")
    settings = settings_for(url)
    judge = ReadingJudge(seconds=0.02)
    with open_journal(paths.journal) as journal:
        async with open_gateway(settings, lambda _: "key", journal) as model:
            agents = [
                make_agent(agent_spec(f"{name}=minimal"), place, models=Models(settings), model=model)
                for name in AGENTS
            ]
            user = ModelUser(model, "plain")
            services = Services(judge, user, JinjaPrompter(), place, model=model)
            spec = planned(ITEMS, tuple(agent.spec for agent in agents), judge, rounds=ROUNDS)
            await run_suite(spec, LineUp(ITEMS, agents), services, paths, jobs=jobs)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))

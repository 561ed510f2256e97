"""A run of two real programs in a process of its own, made to be killed.

`python -m tests.pipeline.runner.killed_programs_run FOLDER URL PROGRAMS SANDBOX`
"""

import asyncio
import sys
from pathlib import Path

from agents.coding.model_access import Models
from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.gateway.budget import Account
from agents.sandbox.roster import make_sandbox
from agents.users.template_user import TemplateUser
from pipeline.runner.planning import Services
from pipeline.runner.run import LineUp, run_suite
from pipeline.runner.run_folder import spent_in
from plans.paths import RunPaths
from plans.records.model_settings import Endpoint, ModelSettings
from plans.spend_log import SpendLog
from tests.pipeline.runner.stand_ins import ReadingJudge, planned, shop

AGENTS = ("one", "two")
ROUNDS = 3


async def main(folder: Path, url: str, programs: Path, sandbox: str) -> None:
    """Both at once, each with a session that goes on from round to round."""
    account, book = Account(), SpendLog(RunPaths(folder).spending)
    account.charge(spent_in(RunPaths(folder)))
    endpoint = Endpoint(name="scripted", url=url, protocols=("responses",))
    models = Models(ModelSettings(endpoints=(endpoint,)), programs, lambda _: "the real key", account, book)
    place = make_sandbox(sandbox)
    agents = [make_agent(agent_spec(f"{name}=codex:some-model"), place, None, models) for name in AGENTS]
    judge = ReadingJudge(seconds=0.2)
    spec = planned((shop(),), tuple(agent.spec for agent in agents), judge, rounds=ROUNDS, time_limit=120.0)
    services = Services(judge, TemplateUser(), JinjaPrompter(), place)
    await run_suite(spec, LineUp([shop()], agents), services, RunPaths(folder), jobs=len(AGENTS))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4]))

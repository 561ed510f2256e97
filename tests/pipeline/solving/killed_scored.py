"""A run of solvers whose model answers over HTTP, in a process of its own, made to be killed.

`python -m tests.pipeline.solving.killed_scored FOLDER URL JOBS`
"""

import asyncio
import sys
from pathlib import Path

from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from agents.solving.model import ModelAnswerJudge
from agents.solving.roster import model_solver
from pipeline.solving import run
from pipeline.solving.planning import Entrant, read_instance_suite
from pipeline.solving.run import score_suite
from plans.paths import RunPaths
from tests.agents.gateway.model_endpoint import settings_for
from tests.pipeline.solving.making import Adder, entrant, planned

REPEATS = 2


async def main(folder: Path, url: str, jobs: int) -> None:
    """A model, and a solver whose answers a model has to judge."""
    # So that kills fall between writings, and into them.
    run.PERIOD = 0.05
    suite = read_instance_suite(folder / "suite")
    paths = RunPaths(folder / "run")
    with open_journal(paths.journal) as journal:
        async with open_gateway(settings_for(url, at_once=jobs), lambda _: "key", journal) as model:
            entrants = [Entrant(*model_solver("some-model", model, ())), entrant(Adder(says="A kind one. "))]
            judge = ModelAnswerJudge(model)
            spec, scorers = planned(suite, *entrants, repeats=REPEATS, judge=judge, model=model)
            await score_suite(spec, suite, entrants, scorers, paths, jobs=jobs)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))

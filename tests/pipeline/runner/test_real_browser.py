"""One catalog item, run by real agents and judged in a real browser."""

from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.judging.programmatic import ProgrammaticJudge
from agents.users.template_user import TemplateUser
from pipeline.runner.planning import RunChoices, Services, plan_run
from pipeline.runner.run import LineUp, run_suite
from plans.families import generator
from plans.paths import RunPaths
from plans.records.seed import Seed
from plans.settings import read_settings
from tests.pipeline.runner.stand_ins import CANARY, suite

QUERY = "An online shop for house plants with a search box and a cart"


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.timeout(400)
async def test_the_baselines_stand_in_their_order(tmp_path: Path) -> None:
    author = generator("webapp")
    item = author.project(author.recipe(Seed(id="plants", query=QUERY), author.plan(), 1), CANARY)
    agents = [make_agent(agent_spec(name), None) for name in ("nop", "apprentice-expert", "oracle")]
    async with ProgrammaticJudge(read_settings().chromium, workers=2) as judge:
        choices = RunChoices(name="baselines", rounds=2)
        specs = [agent.spec for agent in agents]
        spec = plan_run(choices, suite(item), [item], specs, Services(judge, TemplateUser(), JinjaPrompter()))
        result = await run_suite(
            spec, LineUp([item], agents), Services(judge, TemplateUser(), JinjaPrompter()), RunPaths(tmp_path)
        )
    assert "Chrom" in result.run.tools.versions["browser"]
    assert result.run.tools.versions["playwright"]
    nop, expert, oracle = ([at.task_pass_rate for at in score.rounds] for score in result.agents)
    assert [rate.high for rate in nop] == [0.0, 0.0]
    assert [rate.low for rate in oracle] == [1.0, 1.0]
    assert 0.0 < expert[0].low < expert[1].low <= 1.0

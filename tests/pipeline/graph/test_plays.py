"""Items that a model once wrote are written again of the replies that are kept, and nobody sends any of them back."""

from pathlib import Path

import pytest

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.gate import StaticGate
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from pipeline.cli.cost_estimate import Making, amounts, of_authoring
from pipeline.cli.wiring.authors import authoring_context
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec, suite_canary
from plans.families import generator
from plans.items import read_project
from plans.paths import SuitePaths
from plans.records.seed import Assignment, Seed
from plans.records.usage import Tokens
from review.checkpoints import AutoReviewer
from tests.agents.authoring.hand import shape_of
from tests.agents.gateway.model_endpoint import KEY, ModelEndpoint, settings_for
from tests.pipeline.graph.plays.playing import PLAYS, Play
from tests.pipeline.graph.scripted import NoProgress
from tests.pipeline.graph.test_author_by_model import Reading


def spec(play: Play) -> AuthoringSpec:
    assignments = (Assignment(seed=Seed(id=play.name, query=play.seed), settled=dict(play.drawn)),)
    return AuthoringSpec(
        name="played",
        version="1.0.0",
        family=play.family,
        licence="CC-BY-4.0",
        canary=suite_canary("played", "1.0.0", 0, assignments),
        random_seed=0,
        gate="static",
        author="model",
        assignments=assignments,
    )


async def authored(play: Play, folder: Path, endpoint: ModelEndpoint) -> tuple[AuthoringReport, Tokens]:
    """The item as its readers and checks let it through, and what it took; who knows the reference judges."""
    asked, paths = spec(play), SuitePaths(folder)
    gate = StaticGate(every_check(play.family, asked.canary))
    async with endpoint.serving() as url:
        with open_journal(paths.journal) as journal:
            async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
                judge = Reading(*play.references())
                context = authoring_context(asked, paths, generator(play.family), gate, gateway, judge)
                report = await author_suite(context, AutoReviewer(), NoProgress(), jobs=1)
                used = (line.usage.tokens for line in gateway.usage().lines)
                return report, sum(used, Tokens())


@pytest.mark.parametrize("play", PLAYS, ids=[play.name for play in PLAYS])
async def test_an_item_is_written_of_replies_none_of_which_is_sent_back(play: Play, tmp_path: Path) -> None:
    """What readers and checks learn to refuse shows here first, on an item that was good enough."""
    endpoint = play.endpoint()
    report, took = await authored(play, tmp_path, endpoint)

    assert [(item.result, item.reasons, item.attempts) for item in report.items] == [("unproved", (), 1)]
    assert [shape_of(body) for body in endpoint.asked] == list(play.parts), "each is asked for once"
    criteria = read_project(SuitePaths(tmp_path).item(play.name)).criteria.without_clause()
    assert len(criteria.tasks) == play.tasks
    assert sum(len(task.outcomes) for task in criteria.tasks) == play.outcomes

    foreseen = of_authoring(Making(play.family, 1, has_plan=False), spec(play))
    told, spread = sum(one.tokens.total for one in foreseen), amounts().spread
    whole = took.total + play.put_right
    assert sum(one.calls for one in foreseen) >= len(endpoint.asked), "what is sent back is foreseen too"
    assert whole / spread <= told <= whole * spread, f"{told} tokens were foreseen, and it took {whole}"

"""What must not change by accident: digests and files of the sample suite, and the result of a small run.

RESULT.json here is the golden file of that run. `make golden` writes it anew; CONTRIBUTING.md says when that is right.
The sample suite is a golden file of its own, and `make sample` makes it anew.
"""

import asyncio
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.users.template_user import TemplateUser
from pipeline.cli.demo import SAMPLE, sample_spec
from pipeline.cli.wiring.authors import authoring_context
from pipeline.graph.authoring import author_suite
from pipeline.runner.planning import Services
from pipeline.runner.run import LineUp, run_suite
from plans.families import generator
from plans.items import project_digests, read_project, read_suite, suite_item
from plans.paths import RunPaths, SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.verdict import Judgement, JudgeRequest
from review.checkpoints import AutoReviewer
from tests.pipeline.graph.scripted import NoProgress
from tests.pipeline.runner.stand_ins import ReadingJudge, planned, shop

GOLDEN = Path(__file__).with_name("RESULT.json")
RENEWS = "BENCHWRIGHT_RENEW_GOLDEN"
"""Variable that has golden files written and not compared."""
ITEM = sample_spec().assignments[0].id
OF_A_MOMENT = frozenset({"evidence.json", "review.jsonl"})
"""Files of an item that name times and the judge."""


def test_digests_of_the_sample_are_those_that_it_was_released_with() -> None:
    """Other digests of the same files would void all evidence and all runs that there are."""
    suite = SuitePaths(SAMPLE)
    for item in read_suite(suite).items:
        assert suite_item(read_project(suite.item(item.id))) == item


class ReleasingGate:
    """A gate that lets everything pass, so that authoring takes no judge."""

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        digests = project_digests(project, "j" * 64)
        return Evidence(
            item=project.id, digests=digests, cells=(), mutants=(), edges=(), checks=(), released=True
        )


async def test_the_catalog_makes_the_shipped_item_of_its_seed_to_the_byte(tmp_path: Path) -> None:
    whole = sample_spec()
    spec = whole.model_copy(update={"assignments": whole.assignments[:1]})
    paths = SuitePaths(tmp_path / "suite")
    context = authoring_context(spec, paths, generator(spec.family), ReleasingGate())
    await author_suite(context, AutoReviewer(), NoProgress(), jobs=1)
    made, shipped = files(paths.item(ITEM).root), files(SuitePaths(SAMPLE).item(ITEM).root)
    # What people wrote from the request is no work of the catalog.
    shipped = {name: text for name, text in shipped.items() if not name.startswith("independents/")}
    assert sorted(made) == sorted(shipped)
    assert [name for name in made if made[name] != shipped[name]] == []


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in OF_A_MOMENT
    }


class CuttingJudge(ReadingJudge):
    """A judge during whose third judgement the run is cut."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = asyncio.Event()

    async def judge(self, request: JudgeRequest) -> Judgement:
        if len(self.judged) == 2:
            self.reached.set()
            await asyncio.Event().wait()
        return await super().judge(request)


async def test_a_small_run_has_the_golden_result_also_when_it_was_cut(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    await play(whole, ReadingJudge())
    result = settled(whole)
    if os.environ.get(RENEWS):
        GOLDEN.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    assert result == json.loads(GOLDEN.read_text())

    judge = CuttingJudge()
    running = asyncio.ensure_future(play(cut, judge))
    await judge.reached.wait()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    assert not RunPaths(cut).result.exists()
    await play(cut, ReadingJudge())
    assert settled(cut) == result


async def play(folder: Path, judge: ReadingJudge) -> None:
    item = shop()
    agents = [make_agent(agent_spec(name), None) for name in ("oracle", "apprentice-skilled", "nop")]
    spec = planned((item,), tuple(agent.spec for agent in agents), judge)
    services = Services(judge, TemplateUser(), JinjaPrompter())
    await run_suite(spec, LineUp([item], agents), services, RunPaths(folder), jobs=1)


def settled(folder: Path) -> dict[str, Any]:
    """RESULT.json without what differs from hour to hour and from machine to machine."""
    result = json.loads(RunPaths(folder).result.read_text())
    for agent in result["agents"]:
        del agent["agent_seconds"]
    result["run"]["tools"]["versions"] = sorted(result["run"]["tools"]["versions"])
    return result

"""Runs of Python projects, with real programs in a sandbox: baselines, debugging, interfaces of their own."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.judging.commands.judge import CommandJudge
from agents.judging.commands.running import CommandSettings
from agents.sandbox.roster import make_sandbox
from agents.users.template_user import TemplateUser
from pipeline.runner.planning import RunChoices, Services, plan_run
from pipeline.runner.reader import RunFolder
from pipeline.runner.run import LineUp, rejudge_run, run_suite
from pipeline.runner.run_records import read_judgement
from plans.contracts.coding import Player
from plans.errors import InvalidFile
from plans.files import write_record
from plans.items import write_files
from plans.paths import RunPaths
from plans.python_project.catalog.library import shipped_library
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.criteria import Criteria
from plans.records.project import Files, Project
from plans.records.result import RunResult
from plans.records.suite import Suite, SuiteItem
from plans.records.verdict import NO_COUNTERPART, Judgement, Status, TaskVerdict
from tests.agents.judging.commands.adapting.submissions import by_argparse
from tests.agents.sandbox.providers import refusal
from tests.pipeline.runner.stand_ins import verdict
from tests.plans.python_project.composing import CANARY, composed

needs_sandbox = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
TASKS = ("menu-start", "menu-list", "menu-saved", "search-menu", "search-note")


def small_project() -> Project:
    """A register of the catalog with a few of its tasks, and the mutants of these."""
    whole = composed(shipped_library(), "houseplants", ("records", "search"))
    return whole.model_copy(
        update={
            "criteria": Criteria(tasks=tuple(task for task in whole.criteria.tasks if task.id in TASKS)),
            "mutants": tuple(one for one in whole.mutants if set(one.mutant.kills) <= set(TASKS)),
        }
    )


class SubmittingAgent:
    """A code agent that submits the same files in every round, and keeps what it was told."""

    def __init__(self, name: str, files: Files) -> None:
        self.spec = AgentSpec(name=name, kind="scripted", version="1")
        self.messages: list[str] = []
        self._files = files

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        self.messages.append(brief.message)
        write_files(workspace, self._files)
        return AgentReport(ended="done")


async def run(folder: Path, project: Project, agents: Sequence[Player], **choices: object) -> RunResult:
    suite = Suite(
        name="registers",
        family="python_project",
        version="1.0.0",
        plan_digest="0" * 64,
        canary=CANARY,
        licence="MIT",
        items=(SuiteItem(id=project.id, graded_digest="0", prose_digest="0"),),
    )
    chosen = RunChoices.model_validate({"name": "trial-run", "mode": "full-prd", **choices})
    async with CommandJudge(make_sandbox("bubblewrap"), CommandSettings(repeats=0)) as judge:
        services = Services(judge, TemplateUser(), JinjaPrompter())
        spec = plan_run(chosen, suite, (project,), tuple(agent.spec for agent in agents), services)
        result = await run_suite(spec, LineUp((project,), agents), services, RunPaths(folder))
        await rejudge_run(RunPaths(folder), judge)
        return result


def judgements(folder: Path, project: Project, agent: str) -> list[Mapping[str, TaskVerdict]]:
    """Task → verdict, of each round."""
    rounds = RunFolder(RunPaths(folder)).rounds(project.id, agent, 1)
    return [{one.task: one for one in played.judgement.tasks} for played in rounds if played.judgement]


@pytest.mark.slow
@needs_sandbox
async def test_baselines_and_a_broken_submission_play_development_and_debugging(tmp_path: Path) -> None:
    project = small_project()
    [dead] = [one for one in project.mutants if one.mutant.id == "search-dead"]
    lines = {"src/plantbook/search.py": "    found = find(app.store.records(), text)\n"}
    assert "found = []" in dead.patch
    broken = {
        name: text.replace(lines.get(name, "\0"), "    found = []\n")
        for name, text in project.reference.items()
    }
    mine = SubmittingAgent("mine", broken)
    baselines = [make_agent(agent_spec(name), None) for name in ("oracle", "nop", "apprentice-novice")]
    await run(tmp_path, project, [*baselines, mine], later="debug", rounds=2)

    [oracle, *_] = judgements(tmp_path, project, "oracle")
    assert {one.status for one in oracle.values()} == {Status.PASSED}
    for nop in judgements(tmp_path, project, "nop"):
        assert {one.status for one in nop.values()} == {Status.FAILED, Status.BLOCKED}
    first, second = judgements(tmp_path, project, "apprentice-novice")
    assert 0 < sum(one.status is Status.PASSED for one in first.values()) <= len(TASKS)
    assert len(second) == len(TASKS)

    opening, debugging = mine.messages
    assert "search-note: Notes are searched too (functionality; R3.1)" in opening
    assert "1 of 4 checks did not pass; 1 more could not be tried" in debugging
    assert "1. Searching from the menu (search-menu; " in debugging, "by the name in the list of checks"
    assert "Found: 0" in debugging, "what came out is told"


@pytest.mark.slow
@needs_sandbox
async def test_a_free_interface_is_played_judged_and_judged_again(tmp_path: Path) -> None:
    """The judgement is read back too, in which a task passed although one before it has no counterpart."""
    project = small_project()
    mine = SubmittingAgent("mine", by_argparse(project))
    result = await run(tmp_path, project, [mine], interface="free")
    [found] = judgements(tmp_path, project, "mine")
    assert {id for id, one in found.items() if one.status is Status.PASSED} == {"menu-list", "menu-saved"}
    assert {one.status for one in found.values()} == {Status.PASSED, Status.UNRESOLVED}
    assert found["menu-list"].adaptations[0].given == "python plants.py all"
    [opening] = mine.messages
    assert "is yours to decide" in opening
    assert result.agents


def test_a_pass_after_what_has_no_counterpart_is_read_and_after_anything_else_is_refused(
    tmp_path: Path,
) -> None:
    criteria = small_project().criteria
    statuses = {"menu-start": Status.UNRESOLVED, "menu-list": Status.PASSED}
    tasks = [verdict(task, statuses.get(task.id, Status.UNRESOLVED)) for task in criteria.tasks]
    judgement = Judgement(
        item="trial",
        graded_digest="0",
        submission_digest="0",
        judge="commands",
        judge_digest="0",
        tasks=tuple(tasks),
    )
    write_record(tmp_path / "refused.json", judgement)
    with pytest.raises(
        InvalidFile, match="menu-list: passed, although its prerequisite menu-start is unresolved"
    ):
        read_judgement(tmp_path / "refused.json", {}, criteria)
    marked = tasks[0].model_copy(update={"marks": (NO_COUNTERPART,)})
    freely = judgement.model_copy(update={"tasks": (marked, *tasks[1:])})
    write_record(tmp_path / "free.json", freely)
    assert read_judgement(tmp_path / "free.json", {}, criteria) == freely

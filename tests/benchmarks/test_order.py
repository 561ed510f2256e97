"""What the order of the DAG saves: a weak apprentice's submission, judged in order and with every task tried alone."""

from pathlib import Path

import pytest

from agents.authoring.verification.matrix import without_edges
from agents.coding.baselines import ApprenticeAgent
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.code_agent import AgentSpec, Brief
from plans.records.verdict import JudgeRequest, Status
from plans.settings import read_settings
from tests.benchmarks.figures import Figures
from tests.benchmarks.sample import sample_project


@pytest.mark.parametrize("trial", [1, 2])
async def test_the_order_of_the_dag_saves_browser_time(tmp_path: Path, figures: Figures, trial: int) -> None:
    project = sample_project()
    novice = ApprenticeAgent(
        AgentSpec(name="novice", kind="apprentice", version="1", options={"skill": "novice"})
    )
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    brief = Brief(message="", round=1, time_limit=60, random_seed=trial)
    await novice.work_sealed(brief, workspace, tmp_path / "transcript", project, None)

    async with ProgrammaticJudge(read_settings().chromium, workers=2) as judge:
        ordered = await judge.judge(
            JudgeRequest(item=project.id, submission=workspace, criteria=project.criteria)
        )
        everything = await judge.judge(
            JudgeRequest(item=project.id, submission=workspace, criteria=without_edges(project.criteria))
        )

    blocked = [verdict for verdict in ordered.tasks if verdict.status is Status.BLOCKED]
    attempts = (sum(v.attempts for v in judgement.tasks) for judgement in (ordered, everything))
    in_order, alone = attempts
    figures.note(f"weak apprentice {trial}: browser time in DAG order", ordered.browser_seconds, "s")
    figures.note(f"weak apprentice {trial}: browser time, everything judged", everything.browser_seconds, "s")
    share = figures.note(
        f"weak apprentice {trial}: in DAG order, share of everything",
        ordered.browser_seconds / everything.browser_seconds, "×", 1.0,
    )  # fmt: skip
    assert blocked, "a submission of which nothing is blocked shows nothing about the order"
    assert in_order <= alone - len(blocked), "each blocked task saves at least one attempt"
    assert share < 1

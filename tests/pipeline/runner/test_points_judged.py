"""The tables of points of submissions that were really judged: a project of the catalog, before and after debugging."""

from pathlib import Path

import pytest

from plans.patches import apply_patch
from plans.python_project.catalog.library import shipped_library
from plans.records.code_agent import AgentReport
from plans.records.criteria import Criteria
from plans.records.project import Files
from plans.records.run import JudgedRound, RoundRecord, RunProject
from tests.agents.sandbox.providers import refusal
from tests.pipeline.report.synthetic_points import points_run
from tests.plans.python_project.composing import composed
from tests.plans.python_project.holding import FEATURES, Held, first_of_each_kind

pytestmark = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")


@pytest.mark.slow
async def test_what_an_empty_a_broken_and_a_mended_project_come_to(tmp_path: Path) -> None:
    """One agent submits nothing and then the reference, the other a program with a defect and the same again."""
    item = composed(shipped_library(), "houseplants", FEATURES)
    tasks = first_of_each_kind(item)
    of_file = next(task.id for task in tasks if task.how.kind == "file-comparison")
    defect = next(one for one in item.mutants if of_file in one.mutant.kills)
    broken = apply_patch(item.reference, defect.patch)
    hands: dict[str, list[Files]] = {
        "late": [{"README.md": "soon"}, item.reference],
        "stubborn": [broken, broken],
    }
    project = RunProject(
        id=item.id,
        title="Plants",
        category="household",
        query="q",
        prd=item.prd,
        criteria=Criteria(tasks=tuple(tasks)),
    )
    run = points_run([project], list(hands), rounds=2)
    for agent, files in hands.items():
        run.trials[item.id, agent, 1] = []
        for number, submitted in enumerate(files, 1):
            judgement = await Held(item, tmp_path / agent / str(number)).judged(submitted, tasks)
            record = RoundRecord(
                project=item.id,
                agent=agent,
                repeat=1,
                round=number,
                report=AgentReport(ended="done"),
                submission_digest=judgement.submission_digest,
                judgement=judgement.judge_digest,
            )
            run.trials[item.id, agent, 1].append(
                JudgedRound(number=number, record=record, judgement=judgement, evidence=tmp_path)
            )
    points = run.result().points
    assert points is not None
    late, stubborn = points.agents

    assert [one.low for one in late.score.rounds] == [0, 1]
    assert late.score.gain is not None
    assert late.score.gain.low == late.score.gain.high == 1
    causes = {cause for one in late.errors[0].values() for cause in one.causes}
    assert causes <= {"cannot be started", "interface missing"}
    assert all(one.wrong == 0 for one in late.errors[1].values())
    assert late.judging.decided == {"program": 6}

    assert [one.low for one in stubborn.by_kind["file-comparison"].rounds] == [0, 0]
    assert stubborn.errors[1]["file-comparison"].causes == {"file different": 1}
    # The same again was judged again here, and is one submission all the same.
    assert (stubborn.judging.judgements, stubborn.judging.calls) == (1, 0)

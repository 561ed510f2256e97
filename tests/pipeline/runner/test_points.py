"""PRDBench's tables of a run: each number here is small enough to be reckoned by hand."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.runner.run_folder import worked_seconds, write_summary
from pipeline.runner.scoring.result import points_share, summary_of
from plans.families import FAMILIES
from plans.paths import RunPaths
from plans.records.code_agent import AgentReport
from plans.records.result import AgentPoints
from plans.records.usage import Tokens, Usage
from plans.records.verdict import FailureCause, Status
from tests.pipeline.report.synthetic import SyntheticRun
from tests.pipeline.report.synthetic_points import (
    Fate,
    Hands,
    judgement_of,
    played,
    points_run,
    project,
    reply,
)

DONE = AgentReport(ended="done", seconds=60)
JARS, TINS = project("jars", ["u1", "s1", "s2", "f1"]), project("tins", ["s1", "s2"])
FIRST: dict[str, Hands] = {
    "jars": {"u1": 2, "s1": 1, "s2": FailureCause.CRASH, "f1": FailureCause.NO_FILE},
    "tins": {"s1": 2, "s2": FailureCause.WRONG_OUTPUT},
}
LATER: dict[str, Hands] = {
    "jars": {"u1": 2, "s1": 2, "s2": 2, "f1": FailureCause.OTHER_FILE},
    "tins": {"s1": 2, "s2": FailureCause.WRONG_OUTPUT},
}


def of_run(*rounds: dict[str, Hands], reports: tuple[AgentReport, ...] = (DONE, DONE)) -> SyntheticRun:
    run = points_run([JARS, TINS], ["mine"], len(rounds))
    for one in (JARS, TINS):
        run.trials[one.id, "mine", 1] = [
            played(one, "mine", number, hands[one.id], report)
            for number, (hands, report) in enumerate(zip(rounds, reports, strict=False), 1)
        ]
    return run


def rows(run: SyntheticRun) -> AgentPoints:
    points = run.result().points
    assert points is not None
    return points.agents[0]


def test_the_score_is_the_mean_over_tasks_of_half_the_points_and_then_over_projects() -> None:
    """First round: (2+1+0+0)/8 and (2+0)/4; second: (2+2+2+0)/8 and the same."""
    score = rows(of_run(FIRST, LATER)).score
    assert [(one.low, one.high) for one in score.rounds] == [(0.4375, 0.4375), (0.625, 0.625)]
    assert score.gain is not None
    assert (score.gain.low, score.gain.high) == (0.1875, 0.1875)
    # Projects gained 3/8 and nothing, and either could have been drawn twice.
    assert (score.gain.ci_low, score.gain.ci_high) == (0, 0.375)


def test_weights_count_nothing_as_in_the_published_score() -> None:
    heavy = JARS.criteria.tasks[0].model_copy(update={"weight": 50})
    judgement = judgement_of(JARS, FIRST["jars"])
    assert points_share([heavy, *JARS.criteria.tasks[1:]], judgement).low == 0.375


def test_each_kind_has_a_score_over_the_projects_that_have_such_tasks() -> None:
    by_kind = rows(of_run(FIRST, LATER)).by_kind
    assert list(by_kind) == ["unit-test", "shell-interaction", "file-comparison"]
    scores = {kind: [one.low for one in score.rounds] for kind, score in by_kind.items()}
    assert scores == {
        "unit-test": [1, 1],
        "shell-interaction": [(0.25 + 0.5) / 2, (1 + 0.5) / 2],
        "file-comparison": [0, 0],
    }


def test_what_nobody_decided_is_a_range_and_what_was_not_reached_is_all_of_it() -> None:
    """A round that could not be judged was no zero: nobody knows what it earned."""
    open_ones: dict[str, Hands] = {**FIRST, "tins": {"s1": 2, "s2": Status.UNRESOLVED}}
    run = of_run(open_ones, LATER)
    run.trials["jars", "mine", 1] = [
        run.trials["jars", "mine", 1][0],
        played(JARS, "mine", 2, None, DONE),
    ]
    score = rows(run).score
    assert [(one.low, one.high) for one in score.rounds] == [
        ((0.375 + 0.5) / 2, (0.375 + 1) / 2),
        ((0 + 0.5) / 2, (1 + 0.5) / 2),
    ]
    assert score.gain is not None
    assert (score.gain.low, score.gain.high) == ((-0.375 - 0.5) / 2, (0.625 + 0) / 2)
    assert rows(run).errors[1]["unit-test"].causes == {"unresolved": 1}


def test_with_a_single_round_nothing_is_gained() -> None:
    assert rows(of_run(FIRST)).score.gain is None


def test_errors_are_counted_by_kind_and_cause() -> None:
    first = rows(of_run(FIRST, LATER)).errors[0]
    assert first["shell-interaction"].causes == {"crash": 1, "not told": 1, "wrong output": 1}
    assert (first["shell-interaction"].planned, first["shell-interaction"].wrong) == (4, 3)
    assert first["shell-interaction"].halved == 1
    assert first["file-comparison"].causes == {"file missing": 1}
    assert first["unit-test"].causes == {}


def test_what_is_blocked_counts_as_wrong_and_says_so() -> None:
    blocked: dict[str, Hands] = {**FIRST, "tins": {"s1": FailureCause.CRASH, "s2": Status.BLOCKED}}
    found = rows(of_run(blocked))
    assert found.errors[0]["shell-interaction"].causes["blocked"] == 1
    assert found.judging.decided == {"program": 5, "blocked": 1}


def test_what_a_turn_took_is_a_mean_over_those_that_told() -> None:
    told = AgentReport(
        ended="done",
        seconds=120,
        usage=Usage(calls=10, tokens=Tokens(input=1000, output=200), cost=0.5),
    )
    silent = AgentReport(ended="done", seconds=60, usage=Usage(calls=4, unreported=4, cost=None))
    run = of_run(FIRST, LATER, reports=(told, silent))
    run.trials["tins", "mine", 1][0] = played(TINS, "mine", 1, FIRST["tins"], silent)
    first, second = rows(run).cost
    assert (first.turns, first.seconds, first.calls) == (2, 90, 7)
    assert (first.tokens_told, first.input_tokens, first.output_tokens) == (1, 1000, 200)
    assert (first.priced, first.cost) == (1, 0.5)
    assert (second.turns, second.tokens_told, second.input_tokens, second.cost) == (2, 0, None, None)


def test_an_agent_that_had_finished_took_no_turn() -> None:
    """Its round is carried, and what its last turn took would have been counted again."""
    run = of_run(FIRST, LATER)
    trial = run.trials["tins", "mine", 1]
    trial[1] = trial[0].model_copy(update={"number": 2, "carried": True})
    assert [one.turns for one in rows(run).cost] == [2, 1]


def test_judging_by_a_program_alone_took_no_call() -> None:
    judging = rows(of_run(FIRST, LATER)).judging
    assert (judging.calls, judging.input_tokens, judging.cost) == (0, 0, 0)
    # The second project submitted the same again, which was judged once.
    assert (judging.judgements, judging.tasks, judging.seconds) == (3, 10, 24)
    assert judging.decided == {"program": 10}


def test_what_a_model_read_is_told_and_what_one_reply_does_not_tell_is_unknown() -> None:
    priced, silent = reply(Tokens(input=900, output=40), 0.02), reply(key="other")
    by_model: dict[str, Hands] = {**FIRST, "tins": {"s1": priced, "s2": Status.UNRESOLVED}}
    judging = rows(of_run(by_model)).judging
    assert (judging.calls, judging.input_tokens, judging.output_tokens, judging.cost) == (1, 900, 40, 0.02)
    assert judging.decided == {"program": 4, "model": 1, "unresolved": 1}

    half_told: dict[str, Hands] = {**FIRST, "tins": {"s1": priced, "s2": silent}}
    judging = rows(of_run(half_told)).judging
    assert (judging.calls, judging.input_tokens, judging.cost) == (2, None, None)


def test_a_family_without_points_has_no_tables_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = FAMILIES["python_project"].model_copy(update={"kinds": ("browser",)})
    monkeypatch.setitem(FAMILIES, "python_project", plain)
    assert of_run(FIRST).result().points is None


def test_the_summary_holds_the_rows_of_each_agent(tmp_path: Path) -> None:
    run = of_run(FIRST, LATER)
    write_summary(RunPaths(tmp_path), summary_of(run.result(), worked_seconds(run.times())))
    found = json.loads((tmp_path / "summary.json").read_text())["agents"]["mine"]["points"]
    assert found["score"]["gain"]["low"] == 0.1875
    assert found["cost"][0]["input_tokens"] is None
    assert found["errors"][0]["file-comparison"]["causes"] == {"file missing": 1}


FATES = st.sampled_from([0, 1, 2, Status.BLOCKED, Status.UNRESOLVED, *FailureCause])


@given(st.lists(FATES, min_size=4, max_size=4))
def test_the_score_is_what_points_over_twice_the_tasks_come_to(statuses: list[Fate]) -> None:
    hands = dict(zip(("u1", "s1", "s2", "f1"), statuses, strict=True))
    found = points_share(JARS.criteria.tasks, judgement_of(JARS, hands))
    points = sum(fate for fate in statuses if isinstance(fate, int))
    unresolved = statuses.count(Status.UNRESOLVED)
    assert found.low == pytest.approx(points / 8)
    assert found.high == pytest.approx(points / 8 + unresolved / 4)

"""Laws that every score obeys, whatever the verdicts were."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from pipeline.runner.scoring.agent import PlayedTrial
from pipeline.runner.scoring.result import score_run
from plans.families import FAMILIES
from plans.project_metrics import ProjectMetrics
from plans.records.code_agent import AgentReport
from plans.records.project import Project
from plans.records.result import AgentScore, Rate, RunResult
from plans.records.run import (
    Changes,
    JudgedRound,
    ProjectStanding,
    RoundRecord,
    RunProject,
    RunSpec,
    share,
    whole,
)
from plans.records.verdict import Judgement, OutcomeVerdict, Status
from tests.pipeline.runner.stand_ins import ReadingJudge, ScriptedAgent, planned, shop, verdict

WEB = ProjectMetrics()
SHOPS = (
    shop("corner", ("cart", "search")),
    shop("market", ("cart",), category="booking"),
    shop("stall", ("ratings", "coupon")),
)
AGENTS = ("one", "two")
ROUNDS = 3

statuses = st.sampled_from(list(Status))
judgements = st.none() | st.lists(statuses, min_size=6, max_size=6)
plays = st.lists(st.lists(judgements, max_size=ROUNDS), min_size=6, max_size=6)
"""For each project and agent the statuses of its tasks round by round; None: not judged; short: not reached."""


def judgement(project: Project, found: list[Status] | None) -> Judgement | None:
    if found is None:
        return None
    tasks = tuple(verdict(task, status) for task, status in zip(project.criteria.tasks, found, strict=False))
    return Judgement(
        item=project.id,
        graded_digest="0",
        submission_digest="0",
        judge="reading",
        judge_digest="0",
        tasks=tasks,
        seconds=1.0,
    )


def trial(project: Project, agent: str, rounds: list[list[Status] | None], repeat: int = 1) -> PlayedTrial:
    return PlayedTrial(
        project.id,
        agent,
        repeat,
        tuple(
            JudgedRound(
                number=number,
                record=RoundRecord(
                    project=project.id,
                    agent=agent,
                    repeat=repeat,
                    round=number,
                    report=AgentReport(ended="done", seconds=2.0),
                    submission_digest="0",
                    judgement="0",
                ),
                judgement=judgement(project, found),
                evidence=Path("evidence"),
            )
            for number, found in enumerate(rounds, 1)
        ),
    )


def spec(*items: Project, repeats: int = 1) -> RunSpec:
    agents = tuple(ScriptedAgent(name, {}).spec for name in AGENTS)
    return planned(items, agents, ReadingJudge(), rounds=ROUNDS, repeats=repeats)


def kept(project: Project) -> RunProject:
    return RunProject(
        id=project.id,
        title=project.prd.title,
        category=project.seed.coverage.category,
        query="a shop",
        withholds=("R1.1",),
        prd=project.prd,
        criteria=project.criteria,
    )


def scored(rounds: list[list[list[Status] | None]], order: int = 0) -> RunResult:
    """The result of these plays, the trials and projects given in an order that `order` decides."""
    pairs = [(project, agent) for project in SHOPS for agent in AGENTS]
    trials = [trial(project, agent, found) for (project, agent), found in zip(pairs, rounds, strict=True)]
    projects = list(SHOPS)
    if order:
        Random(order).shuffle(trials)
        Random(order).shuffle(projects)
    return score_run(spec(*projects), [kept(project) for project in projects], trials)


def rates(score: AgentScore) -> list[Rate]:
    return [
        rate
        for at in score.rounds
        for rate in (
            at.project_completion_rate,
            at.task_pass_rate,
            at.criteria_pass_rate,
            at.cumulative_project_completion_rate,
            at.cumulative_task_pass_rate,
            at.cumulative_criteria_pass_rate,
            at.attempted_share,
        )
    ] + [
        rate
        for split in (score.by_level, score.by_category, score.by_stated)
        for by_round in split.values()
        for rate in by_round
    ]


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(plays)
def test_low_is_never_above_high_and_the_interval_holds_the_mean(
    rounds: list[list[list[Status] | None]],
) -> None:
    for score in scored(rounds).agents:
        assert len(score.rounds) == ROUNDS
        for rate in rates(score):
            assert rate.low <= rate.high + 1e-9
            assert rate.ci_low - 1e-9 <= rate.low
            assert rate.high <= rate.ci_high + 1e-9
            if rate.decided_share == 1.0:
                assert rate.low == pytest.approx(rate.high)


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(plays)
def test_cumulative_rates_never_fall_and_are_never_below_the_state(
    rounds: list[list[list[Status] | None]],
) -> None:
    for score in scored(rounds).agents:
        for before, after in pairwise(score.rounds):
            assert before.cumulative_task_pass_rate.low <= after.cumulative_task_pass_rate.low + 1e-9
            assert before.cumulative_criteria_pass_rate.low <= after.cumulative_criteria_pass_rate.low + 1e-9
        for at in score.rounds:
            assert at.cumulative_task_pass_rate.low >= at.task_pass_rate.low - 1e-9


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(plays, st.integers(1, 1000))
def test_the_order_of_projects_and_trials_does_not_matter(
    rounds: list[list[list[Status] | None]], order: int
) -> None:
    ours, theirs = scored(rounds), scored(rounds, order)
    for a, b in zip(ours.agents, theirs.agents, strict=True):
        for x, y in zip(rates(a), rates(b), strict=True):
            assert x.model_dump() == pytest.approx(y.model_dump())
    assert ours.smallest_detectable_difference == pytest.approx(theirs.smallest_detectable_difference)


@given(st.lists(statuses, min_size=6, max_size=6), st.integers(0, 5))
def test_passing_one_more_task_never_lowers_a_rate(found: list[Status], place: int) -> None:
    criteria = SHOPS[0].criteria
    better = [*found[:place], Status.PASSED, *found[place + 1 :]]
    before, after = (
        WEB.project_score(criteria, WEB.standing(criteria, judgement(SHOPS[0], s))) for s in (found, better)
    )
    for name in ("task_pass_rate", "criteria_pass_rate", "completed"):
        assert getattr(before, name).low <= getattr(after, name).low + 1e-9


def test_weights_outcomes_and_attempts_by_hand() -> None:
    """Presence 1, functionality 2, robustness 3: of 12 the first feature passed 1 + 2, the second nothing."""
    criteria = SHOPS[0].criteria
    found = [Status.PASSED, Status.PASSED, Status.FAILED, Status.FAILED, Status.BLOCKED, Status.BLOCKED]
    score = WEB.project_score(criteria, WEB.standing(criteria, judgement(SHOPS[0], found)))
    assert score.task_pass_rate.low == score.task_pass_rate.high == pytest.approx(3 / 12)
    assert score.attempted.low == score.attempted.high == pytest.approx(4 / 6)
    assert score.completed.high == 0.0


def test_half_of_the_outcomes_count_half_in_the_criteria_pass_rate_alone() -> None:
    made = judgement(SHOPS[1], [Status.PASSED, Status.PASSED, Status.FAILED])
    assert made is not None
    last = made.tasks[2]
    half = last.model_copy(
        update={"outcomes": (last.outcomes[0].model_copy(update={"status": Status.PASSED}), last.outcomes[1])}
    )
    made = made.model_copy(update={"tasks": (*made.tasks[:2], half)})
    score = WEB.project_score(SHOPS[1].criteria, WEB.standing(SHOPS[1].criteria, made))
    assert score.task_pass_rate.low == pytest.approx(3 / 6)
    assert score.criteria_pass_rate.low == pytest.approx(4.5 / 6)


@given(st.lists(st.tuples(st.floats(0.1, 9.0), statuses), min_size=1))
def test_numbers_without_partial_credit_are_what_they_were_before_there_was_any(
    parts: list[tuple[float, Status]],
) -> None:
    """To the last bit: published results are compared with those of today."""
    weights = dict.fromkeys(Status, 0.0)
    for weight, status in parts:
        weights[status] += weight
    planned, passed, open_ = sum(weights.values()), weights[Status.PASSED], weights[Status.UNRESOLVED]
    now = share((weight, whole(status)) for weight, status in parts)
    assert (now.low, now.high) == (min(passed / planned, 1.0), min((passed + open_) / planned, 1.0))
    assert now.decided_share == (planned - open_) / planned
    if open_ < planned:
        assert now.decided == min(passed / (planned - open_), 1.0)


def test_a_point_of_two_counts_half_of_its_outcome_and_passes_no_task() -> None:
    """`points` were written by judges and read by nobody: one of two points was worth nothing."""
    found = judgement(SHOPS[1], [Status.PASSED, Status.PASSED, Status.FAILED])
    score = WEB.project_score(SHOPS[1].criteria, WEB.standing(SHOPS[1].criteria, _with_points(found, 1.0)))
    assert score.criteria_pass_rate.low == score.criteria_pass_rate.high == pytest.approx((3 + 3 / 4) / 6)
    assert score.task_pass_rate.high == pytest.approx(3 / 6)
    assert score.completed.high == 0.0


def test_what_was_earned_in_part_stays_earned_whatever_became_of_it_later() -> None:
    criteria = SHOPS[1].criteria
    p, f, b = Status.PASSED, Status.FAILED, Status.BLOCKED
    first = WEB.standing(criteria, _with_points(judgement(SHOPS[1], [p, p, f]), 1.0))
    for last in ([p, p, f], [p, p, Status.UNRESOLVED], [p, f, b]):
        second = WEB.standing(criteria, judgement(SHOPS[1], last))
        so_far = WEB.project_score(criteria, WEB.cumulative([first, second])).criteria_pass_rate
        assert so_far.low == pytest.approx((3 + 3 / 4) / 6)
        assert so_far.high == (1.0 if Status.UNRESOLVED in last else pytest.approx((3 + 3 / 4) / 6))


def test_nobody_earns_more_points_than_there_are() -> None:
    with pytest.raises(ValidationError, match="3 points were earned of 2"):
        OutcomeVerdict(outcome="seen", status=Status.FAILED, reason="r", points=3.0, max_points=2.0)


def _with_points(found: Judgement | None, points: float) -> Judgement:
    """The judgement with so many points of two for the first outcome of its third task."""
    assert found is not None
    last = found.tasks[2]
    earned = last.outcomes[0].model_copy(update={"points": points, "max_points": 2.0})
    third = last.model_copy(update={"outcomes": (earned, *last.outcomes[1:])})
    return found.model_copy(update={"tasks": (*found.tasks[:2], third, *found.tasks[3:])})


def test_what_is_unresolved_makes_an_interval_and_a_project_undecided() -> None:
    criteria = SHOPS[1].criteria
    found = [Status.PASSED, Status.PASSED, Status.UNRESOLVED]
    score = WEB.project_score(criteria, WEB.standing(criteria, judgement(SHOPS[1], found)))
    assert (score.task_pass_rate.low, score.task_pass_rate.high) == (pytest.approx(0.5), 1.0)
    assert score.task_pass_rate.decided == 1.0
    assert score.task_pass_rate.decided_share == pytest.approx(0.5)
    assert (score.completed.low, score.completed.high, score.completed.decided) == (0.0, 1.0, None)


def test_of_a_round_that_was_never_judged_nobody_knows_what_was_tried() -> None:
    """Its attempted share was 0.0, as if the judge had tried and everything had been blocked."""
    criteria = SHOPS[1].criteria
    never = WEB.project_score(criteria, WEB.standing(criteria, None)).attempted
    assert (never.low, never.high, never.decided) == (0.0, 1.0, None)
    blocked = [Status.FAILED, Status.BLOCKED, Status.BLOCKED]
    tried = WEB.project_score(criteria, WEB.standing(criteria, judgement(SHOPS[1], blocked))).attempted
    assert tried.low == tried.high == pytest.approx(1 / 3)

    one: list[list[Status] | None] = [None] * ROUNDS
    every = [[Status.PASSED] * 6] * ROUNDS
    at = scored([one, *[every] * 5]).agents[0].rounds[0].attempted_share
    assert (at.low, at.high, at.decided) == (pytest.approx(2 / 3), 1.0, 1.0)


def test_a_task_counts_as_passed_once_it_passed() -> None:
    criteria = SHOPS[1].criteria
    first = WEB.standing(criteria, judgement(SHOPS[1], [Status.PASSED, Status.FAILED, Status.BLOCKED]))
    second = WEB.standing(criteria, judgement(SHOPS[1], [Status.FAILED, Status.BLOCKED, Status.BLOCKED]))
    assert WEB.project_score(criteria, WEB.cumulative([first, second])).task_pass_rate.low == pytest.approx(
        1 / 6
    )
    assert WEB.project_score(criteria, second).task_pass_rate.low == 0.0


def test_repairs_and_regressions_are_counted_where_both_rounds_were_decided() -> None:
    p, f, u = Status.PASSED, Status.FAILED, Status.UNRESOLVED
    rounds: list[list[Status] | None] = [[f, p, u], [p, f, p], [p, u, p]]
    empty: list[list[Status] | None] = []
    result = scored([empty, empty, rounds, empty, empty, empty])
    assert [(at.repaired, at.regressed) for at in result.agents[0].rounds] == [(0, 0), (1, 1), (0, 0)]


class OnlyForward(ProjectMetrics):
    """Formulas of a family in which nothing counts as broken."""

    def changes(self, before: ProjectStanding, now: ProjectStanding) -> Changes:
        return super().changes(before, now).model_copy(update={"regressed": 0})


def test_what_is_repaired_is_for_the_family_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """The runner once counted it by itself, by the web's rule, whatever the family."""
    family = FAMILIES["webapp"].model_copy(update={"metrics": f"{__name__}:OnlyForward"})
    monkeypatch.setitem(FAMILIES, "webapp", family)
    p, f = Status.PASSED, Status.FAILED
    rounds: list[list[Status] | None] = [[f, p, p], [p, f, p], [p, f, f]]
    empty: list[list[Status] | None] = []
    result = scored([empty, empty, rounds, empty, empty, empty])
    assert [(at.repaired, at.regressed) for at in result.agents[0].rounds] == [(0, 0), (1, 0), (0, 0)]


def test_equal_scores_are_flagged_and_do_not_warn() -> None:
    every = [[Status.PASSED] * 6] * ROUNDS
    rate = scored([every] * 6).agents[0].rounds[0].task_pass_rate
    assert rate.degenerate
    assert (rate.low, rate.ci_low, rate.ci_high) == (1.0, 1.0, 1.0)


def test_numbers_are_split_by_level_category_and_what_was_withheld() -> None:
    p, b = Status.PASSED, Status.BLOCKED
    found = [[p, b, b, p, b, b]] * ROUNDS
    score = scored([found] * 6).agents[0]
    lows = {level: [rate.low for rate in by_round] for level, by_round in score.by_level.items()}
    assert lows == {"presence": [1.0] * 3, "functionality": [0.0] * 3, "robustness": [0.0] * 3}
    assert set(score.by_category) == {"shopping", "booking"}
    assert set(score.by_stated) == {"stated", "withheld"}
    assert score.agent_seconds == pytest.approx(2.0 * ROUNDS * len(SHOPS))


def test_what_is_unresolved_makes_every_rate_an_interval() -> None:
    """The splits and the micro rates once gave the lower end alone, and the 95% interval was that of the lower end."""
    p, u = Status.PASSED, Status.UNRESOLVED
    played: list[list[list[Status] | None]] = [[[p, u, u, p, u, u]] * ROUNDS] * 6
    score = scored(played).agents[0]
    at = score.rounds[0]
    assert (at.task_pass_rate.low, at.task_pass_rate.high) == (pytest.approx(1 / 6), 1.0)
    assert (at.task_pass_rate_micro.low, at.task_pass_rate_micro.high) == (pytest.approx(1 / 6), 1.0)
    assert (at.task_pass_rate.ci_low, at.task_pass_rate.ci_high) == (pytest.approx(1 / 6), 1.0)
    for rate in (score.by_level["functionality"][0], score.by_level["robustness"][0]):
        assert (rate.low, rate.high, rate.decided) == (0.0, 1.0, None)
    for rate in (score.by_category["booking"][0], score.by_stated["withheld"][0]):
        assert (rate.low, rate.high) == (pytest.approx(1 / 6), 1.0)


def test_splits_count_projects_alike_and_micro_counts_tasks() -> None:
    """One project of six tasks passed, one of three failed: half of the projects, two thirds of the weight."""
    every, nothing = [[Status.PASSED] * 6] * ROUNDS, [[Status.FAILED] * 3] * ROUNDS
    trials = [
        trial(project, agent, play)
        for agent in AGENTS
        for project, play in zip(SHOPS, (every, nothing), strict=False)
    ]
    score = score_run(spec(*SHOPS[:2]), [kept(project) for project in SHOPS[:2]], trials).agents[0]
    assert score.by_level["presence"][0].low == pytest.approx(1 / 2)
    assert score.rounds[0].task_pass_rate.low == pytest.approx(1 / 2)
    assert score.rounds[0].task_pass_rate_micro.low == pytest.approx(2 / 3)


def test_a_project_counts_once_however_many_of_its_repeats_were_decided() -> None:
    """Two decided repeats of a good project once outweighed the only one of a bad project."""
    p, f = Status.PASSED, Status.FAILED
    trials = [
        trial(project, agent, play, repeat)
        for agent in AGENTS
        for project, repeat, play in (
            (SHOPS[0], 1, [[p] * 6] * ROUNDS),
            (SHOPS[0], 2, [[p] * 6] * ROUNDS),
            (SHOPS[1], 1, [[f] * 3] * ROUNDS),
            (SHOPS[1], 2, [None] * ROUNDS),
        )
    ]
    projects = SHOPS[:2]
    result = score_run(spec(*projects, repeats=2), [kept(project) for project in projects], trials)
    assert result.agents[0].rounds[0].task_pass_rate.decided == pytest.approx(1 / 2)


def test_repeats_of_a_project_count_as_one_project() -> None:
    every, nothing = [[Status.PASSED] * 3] * ROUNDS, [[Status.FAILED] * 3] * ROUNDS
    trials = [
        trial(SHOPS[1], agent, play, repeat)
        for agent in AGENTS
        for repeat, play in ((1, every), (2, nothing))
    ]
    result = score_run(spec(SHOPS[1], repeats=2), [kept(SHOPS[1])], trials)
    rate = result.agents[0].rounds[0].project_completion_rate
    assert rate.low == rate.high == pytest.approx(0.5)
    assert rate.degenerate

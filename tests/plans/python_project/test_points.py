"""What a judged Python project scores: points after PRDBench, weighted by task too."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plans.project_metrics import ProjectMetrics
from plans.python_project.catalog.library import ProgramCatalog, shipped_library
from plans.records.criteria import Criteria
from plans.records.run import ProjectScore
from plans.records.verdict import Judgement, OutcomeVerdict, Status, TaskVerdict
from tests.plans.python_project.composing import composed

METRICS = ProjectMetrics()


@pytest.fixture(scope="module")
def criteria(library: ProgramCatalog) -> Criteria:
    return composed(library, "recipes", ("records",)).criteria


def weighing_alike(criteria: Criteria) -> Criteria:
    return Criteria(tasks=tuple(task.model_copy(update={"weight": 1.0}) for task in criteria.tasks))


def scored(criteria: Criteria, points: list[int]) -> ProjectScore:
    """The score of a submission whose tasks earned 0, 1 or 2 points; those beyond the list were not judged."""
    verdicts = tuple(
        TaskVerdict(
            task=task.id,
            status=(status := Status.PASSED if earned == 2 else Status.FAILED),
            reason="",
            outcomes=(OutcomeVerdict(outcome="met", status=status, reason="", points=earned, max_points=2),),
            attempts=1,
        )
        for task, earned in zip(criteria.tasks, points, strict=False)
    )
    judgement = Judgement(
        item="x",
        graded_digest="0",
        submission_digest="0",
        judge="commands",
        judge_digest="0",
        tasks=verdicts,
        seconds=1.0,
    )
    return METRICS.project_score(criteria, METRICS.standing(criteria, judgement))


@cache
def published() -> Criteria:
    """Criteria that all weigh the same, as published ones do."""
    return weighing_alike(composed(shipped_library(), "recipes", ("records",)).criteria)


@given(st.data())
@settings(deadline=None)
def test_where_tasks_weigh_the_same_it_is_the_published_score(data: st.DataObject):
    alike = published()
    count = len(alike.tasks)
    points = data.draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    score = scored(alike, points)
    assert score.criteria_pass_rate.low == pytest.approx(sum(points) / count / 2)
    assert score.task_pass_rate.low == pytest.approx(points.count(2) / count)
    assert score.completed.low == (1.0 if set(points) == {2} else 0.0)


def test_a_robust_task_weighs_more_than_one_of_presence(criteria: Criteria):
    weights = [task.weight for task in criteria.tasks]
    assert len(set(weights)) > 1
    half = scored(criteria, [1] * len(weights))
    assert half.criteria_pass_rate.low == pytest.approx(0.5)
    assert half.task_pass_rate.low == 0.0
    heaviest = weights.index(max(weights))
    score = scored(criteria, [2 if place == heaviest else 0 for place in range(len(weights))])
    assert score.task_pass_rate.low == pytest.approx(max(weights) / sum(weights))


def test_what_nobody_decided_makes_an_interval(criteria: Criteria):
    score = scored(weighing_alike(criteria), [2] * (len(criteria.tasks) // 2))
    assert score.criteria_pass_rate.low < 0.6
    assert score.criteria_pass_rate.high == 1.0
    assert score.criteria_pass_rate.decided == 1.0
    assert (score.completed.low, score.completed.high) == (0.0, 1.0)

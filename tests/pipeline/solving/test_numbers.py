"""The numbers of a run of solvers: laws that hold of any answers, and a slow way to the same intervals."""

from itertools import product

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.runner.scoring.intervals import RESAMPLES, chance_of_many, mean_interval_of_many
from pipeline.solving.scoring import OPEN, AnswerCard, natural, of_truth, rate_of, result_of, share_of_marks
from plans.records.instance import AnswerMark, Evaluated, Response
from plans.records.run import Tools
from plans.records.scored_run import (
    AppliedChecks,
    InstanceSuiteRef,
    Metering,
    ScoredAnswer,
    ScoredInstance,
    ScoredRun,
    SolverPlay,
    SolverSpec,
    SplitScore,
)
from plans.records.usage import ModelUsage

MARKS = st.sampled_from(list(AnswerMark))


def run_of(repeats: int, *names: str) -> ScoredRun:
    suite = InstanceSuiteRef(
        name="sums", family="sums", version="1.0.0", digest="d", plan_digest="p", canary="c", splits={}
    )
    solvers = tuple(SolverSpec(name=name, kind="built-in", version="1") for name in names or ("one",))
    return ScoredRun(
        name="mine",
        suite=suite,
        play=SolverPlay(kind="solvers", solvers=solvers, repeats=repeats),
        metering=Metering(family_digest="f", suite_family_digest="f"),
        tools=Tools(versions={}, prompts={}),
    )


def card_of(instance: str, marks: dict[str, AnswerMark], groups: dict[str, str] | None = None) -> AnswerCard:
    """An answer that was found to be so."""
    evaluated = Evaluated(answer="x", checks=marks, groups=groups or {})
    return AnswerCard(
        Response(instance=instance, text="x"), ScoredAnswer(instance=instance, evaluated=evaluated)
    )


def split_of(answers: list[list[dict[str, AnswerMark]]], groups: dict[str, str] | None = None) -> SplitScore:
    """The numbers over instances, each with a table of marks for each repeat."""
    instances = [ScoredInstance(id=f"i-{n}", split="main", prompt="?") for n in range(len(answers))]
    cards = [
        [card_of(one.id, marks, groups) for marks in repeats]
        for one, repeats in zip(instances, answers, strict=True)
    ]
    result = result_of(run_of(len(answers[0])), instances, {"one": cards}, ModelUsage())
    return result.solvers[0].splits[0]


TABLES = st.integers(1, 3).flatmap(
    lambda repeats: st.lists(
        st.lists(st.fixed_dictionaries({"a": MARKS, "b": MARKS}), min_size=repeats, max_size=repeats),
        min_size=1,
        max_size=8,
    )
)


@given(TABLES)
@settings(deadline=None, max_examples=60)
def test_whatever_is_decided_later_stays_within_the_range(answers: list[list[dict[str, AnswerMark]]]) -> None:
    seen = split_of(answers)
    for way in (AnswerMark.PASSED, AnswerMark.FAILED):
        decided = [
            [{c: way if m is AnswerMark.UNRESOLVED else m for c, m in marks.items()} for marks in repeats]
            for repeats in answers
        ]
        then = split_of(decided)
        for before, after in (
            (seen.whole.pass_all, then.whole.pass_all),
            (seen.whole.fraction_passed, then.whole.fraction_passed),
            (seen.repeats.best, then.repeats.best),
            (seen.repeats.majority, then.repeats.majority),
            (seen.repeats.worst, then.repeats.worst),
        ):
            assert after.low == after.high
            assert before.low - 1e-9 <= after.low <= before.high + 1e-9


@given(TABLES)
@settings(deadline=None, max_examples=60)
def test_worst_majority_and_best_stand_in_that_order(answers: list[list[dict[str, AnswerMark]]]) -> None:
    seen = split_of(answers)
    for end in ("low", "high"):
        worst, majority, best = (
            getattr(one, end) for one in (seen.repeats.worst, seen.repeats.majority, seen.repeats.best)
        )
        assert worst <= majority <= best
        assert worst - 1e-9 <= getattr(seen.whole.pass_all, end) <= best + 1e-9
    assert seen.whole.pass_all.low == pytest.approx(seen.repeats.mean)


@given(st.lists(MARKS, min_size=1, max_size=6))
def test_a_card_says_what_the_record_says(marks: list[AnswerMark]) -> None:
    """Two formulas of one thing: that of the record, and that of the numbers."""
    seen = Evaluated(answer="x", checks={str(n): mark for n, mark in enumerate(marks)})
    share = share_of_marks(marks)
    assert (share.low, share.high) == seen.fraction_passed
    assert of_truth(None) == OPEN


def test_a_check_that_does_not_apply_enters_no_mean() -> None:
    seen = split_of(
        [
            [{"format": AnswerMark.PASSED, "buffer": AnswerMark.NOT_APPLIED}],
            [{"format": AnswerMark.PASSED, "buffer": AnswerMark.FAILED}],
        ],
        {"format": "form", "buffer": "time"},
    )
    assert (seen.by_check["buffer"].instances, seen.by_check["buffer"].passed.low) == (1, 0)
    assert (seen.by_group["form"].instances, seen.by_group["form"].passed.low) == (2, 1)
    assert seen.whole.fraction_passed.low == 0.75
    # All have the form, so that what tells them apart is the time alone.
    assert {name: one.pass_all.low for name, one in seen.by_combination.items()} == {
        "nothing else": 1,
        "time": 0,
    }


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=2, max_size=40))
@settings(deadline=None, max_examples=20)
def test_the_interval_is_that_of_drawing_instances(values: list[float]) -> None:
    ours = mean_interval_of_many(values)
    if len(set(values)) == 1:
        assert ours.degenerate
        return
    slow = scipy.stats.bootstrap(
        (values,), np.mean, n_resamples=RESAMPLES, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    # Ends are values of a coarse grid, and each of the two draws has its own chance.
    grain = 1 / len(values)
    assert ours.low == pytest.approx(slow.low, abs=max(grain, 0.03))
    assert ours.high == pytest.approx(slow.high, abs=max(grain, 0.03))


@pytest.mark.parametrize("differences", [(1, 1, 1, 1, 1, 1), (1, -1, 1, 1, 0.5, 1, 1, 1), (0.5, -0.5, 1)])
def test_the_chance_is_that_of_all_patterns_of_signs(differences: tuple[float, ...]) -> None:
    patterns = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    exact = sum(one >= abs(sum(differences)) - 1e-9 for one in patterns) / len(patterns)
    assert chance_of_many(differences) == pytest.approx(exact, abs=0.01)


def test_buckets_are_in_the_order_of_their_numbers() -> None:
    names = ["10 to 11", "9", "0.5 to 1", "< 0.5", "2"]
    assert sorted(names, key=natural) == ["< 0.5", "0.5 to 1", "2", "9", "10 to 11"]


def test_a_rate_of_nothing_is_no_rate() -> None:
    with pytest.raises(ValueError, match="at least one"):
        rate_of([])


def test_who_else_is_asked_changes_no_number() -> None:
    """To an instance without a solution a right refusal meets the form alone, and a wrong slot fails every rule. What
    applies was once told by the first solver's answer, so that the wrong one's table hung on who stood before it.
    """
    right = {"format": AnswerMark.PASSED, "availability": AnswerMark.NOT_APPLIED}
    wrong = {"format": AnswerMark.PASSED, "availability": AnswerMark.FAILED}
    applied = AppliedChecks(checks=("format", "availability"))
    orders = (("exact", "bounded"), ("bounded", "exact"), ("bounded",))
    # Also of a run that did not keep what is planned.
    for kept in (applied, None):
        instances = [ScoredInstance(id="i-0", split="infeasible", prompt="?", applied=kept)]
        cards = {"exact": [[card_of("i-0", right)]], "bounded": [[card_of("i-0", wrong)]]}
        tables = [
            {
                one.solver.name: one.splits
                for one in result_of(
                    run_of(1, *order), instances, {n: cards[n] for n in order}, ModelUsage()
                ).solvers
            }
            for order in orders
        ]
        assert tables[0] == tables[1]
        assert tables[0]["bounded"] == tables[2]["bounded"]
        assert tables[0]["bounded"][0].by_check["availability"].passed.high == 0
        assert set(tables[0]["exact"][0].by_check) == {"format"}

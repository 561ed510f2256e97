"""A judge that gives points against people: counts and measures, on tables that can be reckoned by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans.records.review import PointLabel, Points
from review.agreement import POINTS, Agreement, PointAgreement, tally_points

FIELDS = tuple(PointAgreement.model_fields)
TABLES = [name for name in FIELDS if name not in ("undecided", "defensible")]
COUNTS = st.builds(PointAgreement, **{name: st.integers(0, 30) for name in (*TABLES, "undecided")})


def label(points: Points, alternative: Points | None = None) -> PointLabel:
    return PointLabel(points=points, hands=(points,), alternative=alternative)


def test_a_judge_and_people_give_points_to_eleven_tasks() -> None:
    seen = tally_points(
        [
            *[(2, label(2))] * 5,
            (1, label(2, alternative=1)),
            (2, label(1)),
            *[(0, label(0))] * 2,
            (2, label(0)),
            (None, label(2)),
        ]
    )
    assert seen.table == ((2, 0, 0), (0, 0, 1), (1, 1, 5))
    assert seen.decided_share == pytest.approx(10 / 11)
    assert (seen.exact, seen.off_by_one, seen.off_by_two, seen.defended) == (0.7, 0.2, 0.1, 0.8)
    assert [seen.recall(points) for points in POINTS] == [pytest.approx(2 / 3), 0, pytest.approx(5 / 6)]
    # By chance they would agree on (2*3 + 1*1 + 7*6) / 100 of them.
    assert seen.kappa == pytest.approx((0.7 - 0.49) / 0.51)
    # Squared distances come to 1 + 1 + 4; by chance to (2*1 + 2*6*4 + 1*3 + 1*6 + 7*3*4 + 7*1) / 10.
    assert seen.weighted_kappa == pytest.approx(1 - 6 / 15)


def test_the_published_check_by_people_comes_out_as_published() -> None:
    """Of 282 criteria 230 alike, 9 off by one, 43 off by two: 81.56 percent (PRDBench)."""
    seen = PointAgreement(two_two=200, zero_zero=30, one_two=9, two_zero=43)
    assert seen.decided == 282
    assert seen.exact is not None
    assert seen.off_by_one is not None
    assert seen.off_by_two is not None
    assert round(seen.exact, 4) == 0.8156
    assert round(seen.off_by_one * 282) == 9
    assert round(seen.off_by_two * 282) == 43


def test_who_always_gives_all_points_agrees_much_and_knows_nothing() -> None:
    seen = PointAgreement(two_two=83, two_one=8, two_zero=9)
    assert seen.exact == 0.83
    assert seen.kappa == pytest.approx(0)
    assert seen.weighted_kappa == pytest.approx(0)
    assert (seen.recall(0), seen.recall(1), seen.recall(2)) == (0, 0, 1)


def test_where_all_is_alike_chance_explains_it() -> None:
    seen = PointAgreement(two_two=12)
    assert seen.kappa is seen.weighted_kappa is None
    assert seen.recall(0) is None


def test_nothing_decided_is_no_agreement_and_no_disagreement() -> None:
    silent = PointAgreement(undecided=3)
    assert silent.decided_share == 0
    assert silent.exact is silent.off_by_two is silent.kappa is silent.weighted_kappa is None


@given(COUNTS)
def test_measures_are_what_they_may_be(seen: PointAgreement) -> None:
    shares = (seen.exact, seen.off_by_one, seen.off_by_two)
    assert None in shares or sum(share for share in shares if share is not None) == pytest.approx(1)
    for kappa in (seen.kappa, seen.weighted_kappa):
        assert kappa is None or -1 - 1e-9 <= kappa <= 1


@given(COUNTS)
def test_swapping_judge_and_people_leaves_kappa(seen: PointAgreement) -> None:
    swapped = PointAgreement(**{name: getattr(seen, "_".join(reversed(name.split("_")))) for name in TABLES})
    assert swapped.kappa == (None if seen.kappa is None else pytest.approx(seen.kappa))
    assert swapped.weighted_kappa == (
        None if seen.weighted_kappa is None else pytest.approx(seen.weighted_kappa)
    )


@given(*[st.integers(0, 30)] * 4)
def test_without_single_points_both_kappas_are_those_of_yes_and_no(a: int, b: int, c: int, d: int) -> None:
    """Table 5 and the judge of pages have to mean the same by kappa."""
    binary = Agreement(both=a, judge_only=b, people_only=c, neither=d)
    seen = PointAgreement(two_two=a, two_zero=b, zero_two=c, zero_zero=d)
    expected = None if binary.kappa is None else pytest.approx(binary.kappa)
    assert seen.kappa == expected
    assert seen.weighted_kappa == expected

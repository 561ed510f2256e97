"""A judge against people: counts and measures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans.records.review import Labels, OutcomeLabel
from review.agreement import Agreement, tally

COUNTS = st.builds(Agreement, **{name: st.integers(0, 50) for name in Agreement.model_fields})


def test_a_judge_and_a_person_look_at_ten_outcomes() -> None:
    seen = tally(
        [(True, True)] * 5 + [(True, False)] + [(False, True)] + [(False, False)] * 2 + [(None, True)]
    )
    assert seen.decided_share == 0.9
    assert seen.accuracy == pytest.approx(7 / 9)
    assert seen.precision == seen.recall == seen.f1 == pytest.approx(5 / 6)
    # By chance they would agree on (6 * 6 + 3 * 3) / 81 of them.
    assert seen.kappa == pytest.approx((7 / 9 - 45 / 81) / (1 - 45 / 81))


def test_where_all_is_alike_kappa_says_nothing() -> None:
    assert Agreement(both=12).kappa is None
    assert Agreement(both=12).f1 == 1


def test_nothing_decided_is_no_agreement_and_no_disagreement() -> None:
    silent = Agreement(undecided=3)
    assert silent.decided_share == 0
    assert silent.accuracy is silent.precision is silent.recall is silent.f1 is silent.kappa is None


@given(COUNTS)
def test_agreement_never_exceeds_what_it_may_be(seen: Agreement) -> None:
    for share in (seen.accuracy, seen.precision, seen.recall, seen.f1, seen.decided_share):
        assert share is None or 0 <= share <= 1
    assert seen.kappa is None or -1 <= seen.kappa <= 1


@given(COUNTS, COUNTS)
def test_swapping_judge_and_people_swaps_precision_and_recall(one: Agreement, other: Agreement) -> None:
    seen = one + other
    swapped = seen.model_copy(update={"judge_only": seen.people_only, "people_only": seen.judge_only})
    assert (swapped.precision, swapped.recall) == (seen.recall, seen.precision)
    assert swapped.f1 == seen.f1
    assert swapped.kappa == (None if seen.kappa is None else pytest.approx(seen.kappa))


def test_a_task_holds_when_all_its_outcomes_do() -> None:
    def labels(*answers: str) -> Labels:
        outcomes = {
            f"o{n}": OutcomeLabel.model_validate({"holds": a, "hands": [a]}) for n, a in enumerate(answers)
        }
        return Labels(item="shop", submission="icons", tasks={"cart": outcomes})

    assert labels("yes", "yes").of_task("cart") == "yes"
    assert labels("yes", "unclear").of_task("cart") == "unclear"
    assert labels("no", "unclear").of_task("cart") == "no"

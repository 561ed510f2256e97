"""A text can be made for constraints, and where one of them is broken in it, that check notices."""

import pytest

from plans.text.document import document
from plans.text.language import constraint_of
from plans.text.writer import written
from tests.plans.text.breaking import broken, touched
from tests.plans.text.drawn import DECIDED, constraints, instance, one_of_kind

pytestmark = pytest.mark.slow

ABOUT = "the price of tea"


@pytest.mark.parametrize("kind", DECIDED)
def test_a_constraint_alone_is_kept_and_broken(kind: str) -> None:
    shown = 0
    for seed in range(20):
        constraint = one_of_kind(kind, seed)
        text, missed = written([constraint], ABOUT)
        assert missed == (), constraint
        kept = constraint.kept(document(text))
        assert kept.holds
        changed = broken(constraint, text)
        if changed is None:
            continue
        assert not constraint.kept(document(changed[0])).holds, f"{constraint}\n{changed[0]}"
        shown += 1
    assert shown, "each kind is broken at least once"


def test_where_one_is_broken_nothing_fails_that_does_not_depend_on_it() -> None:
    alone = told = 0
    for number in range(150):
        wanted = [one for one in constraints(instance(number)) if not one.JUDGED]
        text, missed = written(wanted, ABOUT)
        if missed:
            continue
        for constraint in wanted:
            changed = broken(constraint, text)
            if changed is None:
                continue
            read = document(changed[0])
            failed = [one for one in wanted if not one.kept(read).holds]
            others = [one for one in failed if one != constraint]
            assert constraint in failed, f"{constraint}\n{changed[0]}"
            strangers = [one for one in others if not touched(one) & changed[1] and "all" not in changed[1]]
            assert strangers == [], f"{constraint} was broken in\n{changed[0]}"
            told += 1
            alone += not others
    assert told > 500
    assert alone / told > 0.6, "mostly one check fails, and no other"


def test_the_same_constraints_get_the_same_text() -> None:
    wanted = constraints(instance(3))
    assert written(wanted, ABOUT) == written(wanted, ABOUT)


def test_nearly_all_that_is_drawn_can_be_written() -> None:
    found = [
        written(constraints(drawn), drawn["metadata"]["topic"]).missed for drawn in map(instance, range(300))
    ]
    assert sum(not missed for missed in found) >= 299


def test_what_goes_together_by_pairs_and_not_by_three_is_not_written() -> None:
    wanted = [
        constraint_of("heading", {"text": "First Steps"}),
        constraint_of("no_bullets", {}),
        constraint_of(
            "if_then",
            {
                "condition": {"fact": "has_headings"},
                "consequence": {"fact": "bullets_at_least", "count": 2},
            },
        ),
    ]
    assert written(wanted, ABOUT).missed == (0, 1, 2)


def test_what_is_left_to_a_judge_stands_in_no_text_s_way() -> None:
    wanted = [constraint_of("discuss", {"subject": "salt"}), constraint_of("term", {"forms": ["salt"]})]
    assert written(wanted, ABOUT).missed == ()

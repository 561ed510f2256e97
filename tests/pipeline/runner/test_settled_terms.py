"""Rounds and leak policy: the command line before the items, the items before our defaults."""

import pytest

from pipeline.runner.planning import Terms, settled_terms
from plans.errors import AuthorError
from plans.records.feedback import EvaluationPlan, LeakPolicy


def asks(rounds: int, policy: LeakPolicy) -> EvaluationPlan:
    return EvaluationPlan(weights={"cart": 1.0}, withheld={}, leak_policy=policy, rounds=rounds)


FIVE = asks(5, LeakPolicy.REQUIREMENT)


def test_the_items_are_asked_before_our_defaults() -> None:
    assert settled_terms({"shop": FIVE}, rounds=None, leak_policy=None) == Terms(5, LeakPolicy.REQUIREMENT)
    assert settled_terms({"shop": None}, rounds=None, leak_policy=None) == Terms(3, LeakPolicy.SYMPTOM)


def test_the_command_line_is_asked_before_the_items() -> None:
    terms = settled_terms({"shop": FIVE}, rounds=2, leak_policy=LeakPolicy.FULL_REPORT)
    assert terms == Terms(2, LeakPolicy.FULL_REPORT)


def test_an_item_that_says_nothing_follows_those_that_do() -> None:
    assert settled_terms({"shop": FIVE, "quiz": None}, rounds=None, leak_policy=None).rounds == 5


def test_items_that_disagree_need_a_word() -> None:
    items = {"shop": FIVE, "quiz": asks(2, LeakPolicy.REQUIREMENT)}
    with pytest.raises(AuthorError, match=r"different --rounds.*5: shop; 2: quiz.*Set --rounds"):
        settled_terms(items, rounds=None, leak_policy=None)
    assert settled_terms(items, rounds=4, leak_policy=None) == Terms(4, LeakPolicy.REQUIREMENT)

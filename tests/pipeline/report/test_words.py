"""Numbers as people read them."""

import pytest

from pipeline.report.words import (
    budget_text,
    decided_text,
    endpoint_text,
    interval_text,
    percent,
    rate_text,
    seconds_text,
)
from plans.plain_text import count_text
from plans.records.model_settings import Allowance, Endpoint, ModelBudget, Price
from plans.records.result import Rate


def rate(low: float, high: float, **more: float | bool | None) -> Rate:
    fields = {"decided": low, "decided_share": 1 - (high - low), "ci_low": low / 2, "ci_high": high, **more}
    return Rate.model_validate({"low": low, "high": high, **fields})


@pytest.mark.parametrize(
    ("share", "digits", "words"),
    [
        (0.8337, 1, "83.4%"),
        (1.0, 1, "100.0%"),
        (0.9999, 1, "99.9%"),
        (0.9999, 0, "99%"),
        (0.00001, 1, "0.1%"),
        (0.0, 1, "0.0%"),
    ],
)
def test_nearly_all_is_not_all_and_hardly_any_is_not_none(share: float, digits: int, words: str) -> None:
    assert percent(share, digits) == words


def test_unresolved_verdicts_make_a_rate_a_range() -> None:
    assert rate_text(rate(0.5, 0.5)) == "50.0%"
    assert rate_text(rate(0.5, 0.62)) == "50.0–62.0%"


def test_an_interval_that_says_nothing_carries_a_dagger() -> None:
    assert interval_text(rate(1, 1, ci_low=1, ci_high=1)) == "[100.0, 100.0%]"
    assert interval_text(rate(1, 1, ci_low=1, ci_high=1, degenerate=True)) == "[100.0, 100.0%]†"


def test_the_rate_over_decided_verdicts_is_told_only_where_it_differs() -> None:
    assert decided_text(rate(0.5, 0.5, decided_share=1)) == ""
    assert (
        decided_text(rate(0.5, 0.6, decided=0.55, decided_share=0.9))
        == "55.0% of the 90.0% that were decided"
    )
    assert decided_text(rate(0, 1, decided=None, decided_share=0)) == "none decided"


@pytest.mark.parametrize(
    ("seconds", "words"), [(7.4, "7 s"), (60, "1 min 00 s"), (754, "12 min 34 s"), (7385, "2 h 03 min")]
)
def test_durations(seconds: float, words: str) -> None:
    assert seconds_text(seconds) == words


def test_one_is_singular() -> None:
    assert [count_text(n, "entry", "entries") for n in (0, 1, 1200)] == [
        "0 entries",
        "1 entry",
        "1,200 entries",
    ]


def test_a_budget_is_told_in_whole_numbers() -> None:
    """Two million tokens were 2e+06."""
    budget = ModelBudget(turn=Allowance(tokens=2_000_000, cost=2.5), run=Allowance(calls=1200))
    assert budget_text(budget) == "a turn: 2,000,000 tokens, $2.5; the run: 1,200 calls"
    assert budget_text(ModelBudget()) == "none"


def test_an_endpoint_is_told_with_its_prices() -> None:
    prices = {"a": Price(input=1.25, output=10), "b": Price(input=1, output=2, cached_input=0.1)}
    endpoint = Endpoint(name="e", url="http://x/v1", protocols=("chat", "responses"), prices=prices)
    assert endpoint_text(endpoint) == (
        "http://x/v1, chat and responses; a: $1.25 in, $10 out a million tokens; "
        "b: $1 in ($0.1 from a cache), $2 out a million tokens"
    )

"""Numbers as people read them."""

import pytest

from pipeline.report.words import decided_text, interval_text, percent, rate_text, seconds_text
from plans.plurals import count_text
from plans.records.rate import Rate


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

"""What the watch calls growth: a leak, and neither a worker's age nor the pages that happen to be open."""

import random

import pytest

from tests.agents.judging.hostile.watching import Watch

LOOKS = 260
NEW, OLD = 630.0, 770.0
"""Megabytes of two workers when they are new, and before they are replaced."""


def memory(leak: float, periods: float, offset: float, seed: int) -> list[float]:
    """A run's megabytes: workers that are replaced, one page in ten that holds hundreds, and what is never let go."""
    dice = random.Random(seed)
    return [
        NEW
        + (OLD - NEW) * ((offset + periods * look / LOOKS) % 1)
        + (dice.uniform(100, 900) if dice.random() < 0.1 else dice.uniform(0, 60))
        + leak * look / LOOKS
        for look in range(LOOKS)
    ]


@pytest.mark.parametrize("offset", [0.0, 0.25, 0.5, 0.75])
@pytest.mark.parametrize("periods", [1.6, 2.0, 2.5])
def test_workers_that_age_and_are_replaced_are_no_growth(periods: float, offset: float) -> None:
    assert Watch(megabytes=memory(0, periods, offset, seed=1)).growth() == pytest.approx(1.0, abs=0.17)


@pytest.mark.parametrize("offset", [0.0, 0.25, 0.5, 0.75])
def test_what_is_never_let_go_is_growth(offset: float) -> None:
    """Half a megabyte of each of 600 attempts, beyond what replacing a worker frees."""
    assert Watch(megabytes=memory(300, 2.0, offset, seed=2)).growth() > 1.2


def test_heavy_pages_at_the_end_are_no_growth() -> None:
    light, heavy = [650.0] * 200, [650.0, 1600.0] * 30
    assert Watch(megabytes=light + heavy).growth() == pytest.approx(1.0, abs=0.05)

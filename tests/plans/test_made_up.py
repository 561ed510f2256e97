"""Made-up values are such as a form has to take."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from plans.made_up import MadeUp
from plans.records.expressions import substitute
from plans.records.values import written

TODAY = datetime(2026, 1, 15, tzinfo=UTC)
CENTS = st.integers(min_value=0, max_value=200_000)


@given(seed=st.integers(), low=CENTS, width=CENTS)
def test_a_price_has_two_decimals_at_most_and_keeps_to_its_bounds(seed: int, low: int, width: int) -> None:
    """Prices such as 38.849999999999994 were typed once, and a form that asks for cents rightly refused them."""
    least, most = low / 100, (low + width) / 100
    price = MadeUp(seed, TODAY).value("price", least, most)
    assert isinstance(price, float)
    assert least <= price <= most
    assert len(written(price).partition(".")[2]) <= 2
    assert float(written(price)) == price


def test_what_is_computed_is_typed_without_the_noise_of_its_last_digits() -> None:
    assert substitute("{sum}", {"sum": 0.1 + 0.2}) == "0.3"
    assert substitute("{total}", {"total": 12.95 * 3}) == "38.85"
    assert substitute("{share}", {"share": 4.125}) == "4.125"


def test_no_page_knows_what_is_made_up_by_its_end() -> None:
    """Words that no entry has ended in "mu", and all users were at example.com: an app could answer these alone."""
    made = [MadeUp(seed, TODAY) for seed in range(40)]
    assert len({str(one.value("nonsense"))[-2:] for one in made}) > 3
    assert len({str(one.value("email")).partition("@")[2] for one in made}) > 3
    assert MadeUp(7, TODAY).value("email") == MadeUp(7, TODAY).value("email")

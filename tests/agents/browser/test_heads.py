"""Rows of figures that are no table's: the one that says what stands in their columns is none of them."""

import pytest

from agents.browser.grounding.ground import ground
from agents.browser.reading import read
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROWS = Target(role="row", name="By stall", synonyms=("Stall", "row"))


async def test_what_names_the_columns_counts_nothing(open_app: OpenApp) -> None:
    """The number of the row after it was read off the head, and the lines added up to too many."""
    head = ("Stall", "Things", "Mean")
    lines = [head, ("Bread", "3", "€4"), ("Fruit", "2", "€6"), ("Cheese", "4", "€9")]
    rows = "".join(
        f"<div class='tr {'hd' if line is head else ''}'>{''.join(f'<span>{cell}</span> ' for cell in line)}</div>"
        for line in lines
    )
    page = await open_app(html=f"<h2>By stall</h2><div id=tbl>{rows}</div>")
    snapshot = await page.look()
    names = (ROWS.name, *ROWS.synonyms)
    assert read(snapshot, "numbers", ground(snapshot, ROWS, purpose="number"), names) == [3.0, 2.0, 4.0]

"""What the options of a sort control mean, however they put it."""

import pytest

from agents.browser.actions.selecting import means_order, order_said, wanted_order
from plans.records.steps import Target

SORT = Target(role="combobox", name="Sort by", synonyms=("Order",))
SAME = {
    "Weight: lowest first": ("Lowest weight", "weight ↑", "Weight, low to high", "Least weight first"),
    "Weight: highest first": ("▼ Most weight", "weight (descending)", "Weight: high → low"),
    "Price: lowest first": ("Cheapest", "Least expensive", "price asc", "Cheap first", "Cheap seats first"),
    "Price: highest first": ("Dearest", "Dear seats first", "Pricey ones first"),
    "Duration: lowest first": ("Shortest on top", "Duration, shortest first", "Quickest first", "Length ↑"),
    "Playing time: highest first": ("Longest on top", "Playing time, longest first", "Lengthiest"),
    "Title: A to Z": ("A–Z", "Alphabetical", "Name A-Z", "Title ↑"),
    "Title: Z to A": ("Z–A", "Reverse alphabetical", "Name, z to a"),
    "Date: newest first": ("Most recent", "Latest", "new to old", "Newest"),
    "Default order": ("As they came", "Original order", "No sorting", "↺ As it was", "Unsorted"),
}
OTHER = {
    "Weight: lowest first": ("Most weight", "A–Z", "Oldest", "As they came", "weight ↓"),
    "Title: A to Z": ("Lowest weight", "Z–A", "Newest", "Default"),
    "Default order": ("Newest", "A–Z"),
}
OPEN = {
    "Set menu: lowest first": ("Cheapest first",),
    "Weight: lowest first": ("Cheapest", "Least popular"),
    "Title: A to Z": ("Author A–Z", "Weight ↑"),
}


@pytest.mark.parametrize(("meaning", "verdict"), [(SAME, True), (OTHER, False), (OPEN, None)])
def test_an_order_is_known_by_what_it_goes_by_and_which_way(
    meaning: dict[str, tuple[str, ...]], verdict: bool | None
) -> None:
    for wanted, options in meaning.items():
        order = wanted_order(SORT, wanted)
        assert order is not None
        for option in options:
            offered = order_said(option)
            assert offered is not None, option
            assert means_order(order, offered) is verdict, (wanted, option)


@pytest.mark.parametrize("text", ["Popularity", "Lowest last", "Wood", "All", "By weight"])
def test_what_says_no_way_round_is_no_order(text: str) -> None:
    assert order_said(text) is None


def test_only_what_puts_in_order_is_asked_for_one() -> None:
    assert wanted_order(Target(role="combobox", name="Size"), "Short") is None

"""When two names say the same."""

import pytest

from agents.browser.grounding.names import (
    agreement,
    finds_things,
    means_else,
    says,
)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("Add to cart", "ADD TO CART"), ("Add to cart", "Buy now"), ("Delete", "Remove Monstera"),
        ("Save plant", "Save"),
        ("Add plant", "New plant"), ("Search", "Find plants"), ("Cart", "Basket (2)"), ("Sort by", "Order by"),
        ("Next page", "Next"), ("Plants", "plant"), ("Favourites", "Favorites"), ("Quantity", "Qty"),
        ("Edit", "Correct"), ("Favourite", "Put on my reading list"),
    ],
)  # fmt: skip
def test_names_that_say_the_same_agree(wanted: str, found: str) -> None:
    assert agreement(wanted, found) >= 0.6


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("Add plant", "Add to cart"), ("Export", "Expert"), ("Checkout", "Cart"), ("Next page", "Front page"),
        ("Start timer", "Startle"), ("Delete", "Edit"), ("Total", "Title"), ("", "anything"),
        ("Add comment", "New entry"), ("Add article", "Edit entry"), ("Delete article", "Delete entry"),
        ("Heron", "Edit Heron"), ("Heron", "Delete Heron"), ("Night on the river", "Edit night on the river"),
    ],
)  # fmt: skip
def test_names_that_say_something_else_do_not(wanted: str, found: str) -> None:
    assert agreement(wanted, found) < 0.58


def test_what_is_saved_for_later_saves_no_form() -> None:
    """A form once counted as open because every entry could be saved to a list."""
    assert means_else("Save", "Save to my list")
    assert not means_else("Save", "Save changes")


def test_better_names_agree_better() -> None:
    ranked = ["Search plants", "Search all plants by name", "Plants", "Name"]
    scores = [agreement("Search plants", name) for name in ranked]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 1.0


def test_a_phrase_is_said_as_a_whole_and_not_in_pieces() -> None:
    assert says("out of stock", "Monstera is Out of Stock today")
    assert says("$", "$34.50")
    assert not says("out of stock", "stock is out")
    assert not says("art", "cart")
    assert not says("", "anything")


@pytest.mark.parametrize(
    ("wanted", "same", "other"),
    [
        ("Price: low to high", "Price (low to high)", "Price (high to low)"),
        ("Title A–Z", "Title: A to Z", "Title: Z to A"),
        ("Price: low to high", "Cheapest first", "Most expensive first"),
        ("Newest first", "Most recent", "Oldest first"),
        ("Highest rated", "Rating: high to low", "Rating: low to high"),
        ("Z–A", "Name (Z to A)", "Name (A to Z)"),
        ("Descending", "High to low", "Low to high"),
    ],
)
def test_the_order_of_an_order_counts(wanted: str, same: str, other: str) -> None:
    """The same words in another order: once "high to low" was chosen for "low to high"."""
    assert agreement(wanted, same) >= 0.72
    assert agreement(wanted, other) < 0.5


def test_another_word_for_the_first_of_three_is_too_little() -> None:
    assert agreement("Restore sample data", "Undo") < 0.5
    assert agreement("Restore sample data", "Restore") > 0.58
    assert agreement("Delete note", "Remove") > 0.58


def test_the_unit_of_a_value_is_no_label() -> None:
    assert agreement("Min", "748 min") < 0.5
    assert not says("Min", "748 min in all")
    assert agreement("30 min", "30 min") == 1.0


def test_a_unit_that_is_looked_for_is_found() -> None:
    """An app that wrote "45 min" at every entry failed to show the unit "min"."""
    assert agreement("min", "45 min") > 0.58
    assert says("h", "about 6 h of work")


def test_a_short_name_is_a_beginning() -> None:
    assert agreement("Minimum", "Min") > 0.58


@pytest.mark.parametrize(
    ("unit", "text"),
    [
        ("h", "Estimate: 2h"), ("h", "1h30m"), ("h", "2.5 h"), ("hours", "3hours"), ("hr", "3 hrs"),
        ("min", "90min"), ("EUR", "45EUR"), ("pts", "35pts"),
    ],
)  # fmt: skip
def test_a_unit_is_found_right_behind_its_number(unit: str, text: str) -> None:
    """An app with "Estimate: 2h" was said not to show the unit h."""
    assert says(unit, text)


def test_a_label_that_is_also_a_unit_is_not_found_in_a_value() -> None:
    assert not says("Min", "748min")
    assert not says("hour", "half3hourly")


@pytest.mark.parametrize("said", ["Type to search", "Find a show", "Look for a title", "Sort by", "Lookup"])
def test_what_finds_things_says_so(said: str) -> None:
    """Five lists of it had four contents: a field "Look for a title" was a search here and none there."""
    assert finds_things(said)


def test_a_look_alone_finds_nothing() -> None:
    assert not finds_things("How should it look?")
    assert finds_things("Where did you find us?")

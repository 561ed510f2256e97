"""When two names say the same."""

import pytest

from agents.browser.grounding.words import agreement, says, word_agreement


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("Add to cart", "ADD TO CART"), ("Add to cart", "Buy now"), ("Delete", "Remove Monstera"),
        ("Save plant", "Save"),
        ("Add plant", "New plant"), ("Search", "Find plants"), ("Cart", "Basket (2)"), ("Sort by", "Order by"),
        ("Next page", "Next"), ("Plants", "plant"), ("Favourites", "Favorites"), ("Quantity", "Qty"),
    ],
)  # fmt: skip
def test_names_that_say_the_same_agree(wanted: str, found: str) -> None:
    assert agreement(wanted, found) >= 0.6


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("Add plant", "Add to cart"), ("Export", "Expert"), ("Checkout", "Cart"), ("Next page", "Front page"),
        ("Start timer", "Startle"), ("Delete", "Edit"), ("Total", "Title"), ("", "anything"),
    ],
)  # fmt: skip
def test_names_that_say_something_else_do_not(wanted: str, found: str) -> None:
    assert agreement(wanted, found) < 0.58


def test_better_names_agree_better() -> None:
    ranked = ["Search plants", "Search all plants by name", "Plants", "Name"]
    scores = [agreement("Search plants", name) for name in ranked]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 1.0


def test_ids_and_classes_count_by_their_words_alone() -> None:
    assert word_agreement("Start timer", "go") < 0.58 < agreement("Start timer", "go")
    assert word_agreement("Delete", "btn icon trash") >= 0.5


def test_a_phrase_is_said_as_a_whole_and_not_in_pieces() -> None:
    assert says("out of stock", "Monstera is Out of Stock today")
    assert says("$", "$34.50")
    assert not says("out of stock", "stock is out")
    assert not says("art", "cart")
    assert not says("", "anything")

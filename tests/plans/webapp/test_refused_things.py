"""What a refusal is about: the thing it names, or another beside it; once each "no" took out all that followed."""

import pytest

from plans.records.seed import Seed
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.seed import Understanding, understand

pytestmark = pytest.mark.slow


def read(library: Library, query: str) -> Understanding:
    return understand(Seed(id="x", query=query), library, 1)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("A plant shop, minus the cart", {"cart"}),
        ("A plant shop: everything except a cart", {"cart"}),
        ("A plant shop, free of comments", {"comments"}),
        ("A plant shop, comment-free", {"comments"}),
        ("A plant shop; avoid comments", {"comments"}),
        ("A plant shop. Ratings? No thanks.", {"ratings"}),
        ("A plant shop, nobody needs ratings", {"ratings"}),
        ("A plant shop that has neither cart nor ratings", {"cart", "ratings"}),
        ("Recipes with search but not with comments", {"comments"}),
        ("A plant shop, no need for ratings", {"ratings"}),
        ("A plant shop without any comment feature", {"comments"}),
        ("A plant shop, no stupid ratings", {"ratings"}),
        ("Recipes, no comments required", {"comments"}),
        ("Recipes, no comments cluttering the page", {"comments"}),
        ("Recipes, no comments from strangers", {"comments"}),
    ],
)
def test_the_thing_that_is_named_is_refused(library: Library, query: str, expected: set[str]) -> None:
    assert read(library, query).refused == expected


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        # The phrase tells of what kind another thing is.
        ("Recipes, no comment spam", ()),
        ("A plant shop, no search engine optimization", ("cart",)),
        ("Recipes with ratings, no rating scams", ("ratings",)),
        # The phrase is what another thing is about.
        ("Recipes with ratings, and no limit on ratings", ("ratings",)),
        ("Recipes with a search and no trouble with filters", ("search",)),
        # Some of its kind alone, where the thing itself is asked for.
        ("Guests book a table at our restaurants, no double bookings", ("booking",)),
        ("Recipes with comments, but no comments from strangers", ("comments",)),
        ("Recipes with comments, without endless comments", ("comments",)),
        # A refusal that is denied.
        ("Recipes. I can't live without a search", ("search",)),
        ("Recipes, not without ratings", ("ratings",)),
        # A number, and not a thing.
        ("Recipes, no fewer than three filters", ("filter",)),
        ("Recipes, not only a search but comments too", ("search", "comments")),
        # How something is done.
        ("Recipes that I can filter without typing", ("filter",)),
        ("Recipes, ratings without a page reload", ("ratings",)),
    ],
)
def test_what_stands_beside_the_refused_thing_is_not_refused(
    library: Library, query: str, wanted: tuple[str, ...]
) -> None:
    understood = read(library, query)
    assert understood.refused == set()
    assert understood.wanted == wanted


@pytest.mark.parametrize(
    "query",
    [
        "A site for our guesthouse: see the rooms and book a night without a phone call",
        "A site for our guesthouse where people book online, no more phone calls",
        "A site for our guesthouse: guests book themselves, not only on the phone",
        "A guesthouse site where guests book a room without a phone",
        "A plant shop, no price haggling",
        "A plant shop, no hidden costs",
        "A plant shop, no fees for delivery",
        "A plant shop with prices without VAT",
        "A plant shop with no other prices than in town",
    ],
)
def test_prices_and_phones_are_not_taken_for_refused(library: Library, query: str) -> None:
    """Who wants bookings without a phone call was told that the fit for phones could not be left out."""
    coverage = read(library, query).coverage
    assert not [note for note in coverage.notes if "could not be left out" in note]
    assert "left out, as you asked" not in coverage.covered.values()


@pytest.mark.parametrize(
    "query",
    [
        "Our guesthouse with booking, without any phone calls",
        "Our guesthouse with booking, no more phone calls",
        "Our guesthouse with booking without registration forms",
    ],
)
def test_how_something_is_done_is_no_uncovered_wish(library: Library, query: str) -> None:
    assert read(library, query).coverage.uncovered == ()


@pytest.mark.parametrize(("query", "phrase"), [("Recipes with comments, no popups", "popups")])
def test_what_nothing_ensures_is_not_called_left_out(library: Library, query: str, phrase: str) -> None:
    coverage = read(library, query).coverage
    assert phrase not in coverage.covered
    assert phrase in coverage.uncovered

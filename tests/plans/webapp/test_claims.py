"""What is said of a seed's words is so: nothing is called left out that stays, and nothing vanishes."""

import pytest

from plans.errors import SeedRefused
from plans.records.seed import Coverage, Seed
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.seed import Understanding, understand


def reading(library: Library, query: str, category: str | None = None) -> Understanding:
    return understand(Seed(id="x", query=query, category=category), library, 1)


def read(library: Library, query: str, category: str | None = None) -> Coverage:
    return reading(library, query, category).coverage


@pytest.mark.parametrize("said", ["without prices", "no prices at all, please"])
def test_prices_that_every_entry_shows_are_not_called_left_out(library: Library, said: str) -> None:
    """`prices: left out, as you asked` stood beside a PRD that demands a price of every entry."""
    coverage = read(library, f"My household expenses, {said}")
    assert "prices" in coverage.uncovered
    assert "prices" not in coverage.covered
    assert any("“prices” could not be left out" in note for note in coverage.notes)


def test_prices_are_left_out_where_no_entry_has_one(library: Library) -> None:
    assert read(library, "A recipe collection without prices").covered["prices"] == "left out, as you asked"


def test_a_subject_that_is_left_open_has_no_prices_where_they_are_refused(library: Library) -> None:
    for random_seed in range(6):
        seed = Seed(id="x", query="A page without prices", category="learning")
        domain = library.domains[understand(seed, library, random_seed).coverage.domain]
        assert domain.facets.amount.kind != "money"


def test_a_phone_stays_though_it_is_refused(library: Library) -> None:
    coverage = read(library, "A recipe site, no phone stuff")
    assert "phone" in coverage.uncovered
    assert any("“phone” could not be left out" in note and "375 pixels" in note for note in coverage.notes)


def test_what_every_project_is_built_on_is_not_called_left_out(library: Library) -> None:
    coverage = read(library, "My recipes, no gallery please")
    assert "gallery" in coverage.uncovered
    assert "gallery" not in coverage.covered


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("A recipe site where I can search and print a recipe", "print a recipe"),
        ("A salon where guests book a slot and cancel again", "cancel again"),
        ("A salon where guests book a slot with a mechanic", "mechanic"),
        ("I lend my books: add one and see who has which one", "who has which one"),
    ],
)
def test_a_phrase_that_nothing_serves_does_not_vanish(library: Library, query: str, phrase: str) -> None:
    assert phrase in read(library, query).uncovered


def test_a_trade_that_is_not_known_is_invented(library: Library) -> None:
    """A "dog walking business" became a ticket page for stages."""
    understood = reading(library, "I have a dog walking business and need a site")
    assert understood.domain.item.plural == "dog walking sessions"


def test_what_fits_no_domain_and_names_nothing_to_invent_is_refused(library: Library) -> None:
    with pytest.raises(SeedRefused, match=r"score 0 of 100.*unknown are “knitting”.*name `domain:`"):
        reading(library, "Make a page where I can search and sort for my knitting")


@pytest.mark.parametrize(
    "query",
    [
        "Lend my books to neighbours. I add a book and see who has which one.",
        "A list where people add a book and read it",
        "A book club for my street with a list of recipes",
    ],
)
def test_a_book_is_no_booking(library: Library, query: str) -> None:
    understood = reading(library, query)
    assert "feature: booking" not in understood.coverage.covered.values()
    assert "booking" not in understood.wanted or "Lend" in query


@pytest.mark.parametrize(
    "query", ["Book a table at our restaurants", "Our restaurants, where guests book a table"]
)
def test_to_book_is_booking(library: Library, query: str) -> None:
    assert "booking" in reading(library, query).wanted

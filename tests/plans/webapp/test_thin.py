"""A seed is read as what its own nouns say; where one word by the way decides, that is told as thin."""

import pytest

from plans.errors import SeedRefused
from plans.records.seed import Seed
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.seed import Understanding, understand


def read(library: Library, query: str, domain: str | None = None) -> Understanding:
    return understand(Seed(id="x", query=query, domain=domain), library, 1)


def thin(library: Library, query: str) -> str:
    reading = read(library, query).coverage.reading
    assert reading is not None
    return reading.thin


@pytest.mark.parametrize(
    ("query", "category", "item"),
    [
        ("Our club runs a seed swap. Members list which vegetable seeds they have", "community", "seeds"),
        ("Boat booking for a rowing club. Members reserve one for a time slot", "booking", "boats"),
        ("Hive log for the beekeepers, with totals", "data", "hives"),
        ("I sell second-hand guitars with a filter", "shopping", "guitars"),
        ("A list of the novels I have read, with notes", "productivity", "novels"),
    ],
)
def test_the_seeds_own_noun_wins_over_a_word_by_the_way(
    library: Library, query: str, category: str, item: str
) -> None:
    """A seed swap became a farm shop, because of "vegetable"; boats became treatments, because of "time slot"."""
    understood = read(library, query)
    assert (understood.coverage.domain, understood.domain.item.plural) == (f"invented-{category}", item)


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("bike kitchen: which repair stands are free", "“kitchen” is but part of “bike kitchen”"),
        ("Props of an amateur theatre with a search", "“theatre” is but part of “amateur theatre”"),
        (
            "Reminder app for watering my houseplants, tells me which need water today and lets me tick them off",
            "alone speaks of it, and nothing else of a shopping app",
        ),
    ],
)
def test_a_word_that_says_little_is_told_as_thin(library: Library, query: str, why: str) -> None:
    """A bike kitchen became a recipe collection beyond doubt."""
    assert why in thin(library, query)


@pytest.mark.parametrize("query", ["A small bakery with a cart", "A plant shop", "my recipes with comments"])
def test_a_word_that_says_enough_is_not(library: Library, query: str) -> None:
    assert thin(library, query) == ""


@pytest.mark.parametrize(
    ("query", "item"),
    [
        ("a list of buildings", "buildings"),
        ("a list of `kites`", "kites"),
        ("a list of <b>kites</b>", "kites"),
        ("a list of “kites”", "kites"),
        ("a list of tags", "tags"),
        ("a list of old crossings with a search", "crossings"),
    ],
)
def test_who_follows_the_advice_of_a_refusal_is_not_refused_again(
    library: Library, query: str, item: str
) -> None:
    """It failed for plurals in -ings, for common words, and for nouns between marks."""
    assert read(library, query).domain.item.plural == item


@pytest.mark.parametrize("query", ["An honesty page with a search", "People come because of clouds"])
def test_nothing_is_invented_about_what_there_are_not_several_of(library: Library, query: str) -> None:
    """Apps were made about honesties, and about the clouds because of which a night is called off."""
    try:
        item = read(library, query).domain.item.plural
    except SeedRefused:
        return
    assert item not in ("honesties", "clouds")


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("Wir brauchen eine Seite für unseren Verein mit Terminen und Anmeldung", "German"),
        ("Je voudrais un site pour mes recettes avec des notes et une recherche", "French"),
        ("Quiero una página para mis plantas con filtros y un carrito", "Spanish"),
    ],
)
def test_a_seed_in_another_language_is_told_so(library: Library, query: str, language: str) -> None:
    """It was refused with advice that did not help, or read by a word that is spelt alike."""
    with pytest.raises(SeedRefused, match=f"written in {language}, and seeds are read in English"):
        read(library, query)
    named = read(library, query, "recipes").coverage
    assert any("Seeds are read in English" in note for note in named.notes)


def test_words_of_other_languages_in_an_english_seed_are_no_other_language(library: Library) -> None:
    query = "Flashcards for Spanish words like el perro and la casa, with a quiz for me and my friends"
    assert read(library, query).coverage.domain == "vocabulary"

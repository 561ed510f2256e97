"""A seed's reading is told with the words that led there, and a thin one is never passed off as a firm one."""

from pathlib import Path

import pytest

from plans.errors import SeedRefused
from plans.files import read_record
from plans.records.seed import Coverage, Reading, Seed, SeedFile
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.seed import understand
from plans.webapp.understanding.subjects import THIN

SEEDS = Path(__file__).parents[3] / "plans" / "webapp" / "seeds.yaml"
LONG_TAIL = " People should be able to do everything they need without any trouble, " * 3


def covered(library: Library, query: str, domain: str | None = None, category: str | None = None) -> Coverage:
    return understand(Seed(id="x", query=query, domain=domain, category=category), library, 1).coverage


def reading(library: Library, query: str, domain: str | None = None) -> Reading:
    found = covered(library, query, domain).reading
    assert found is not None
    return found


def test_shipped_seeds_are_read_beyond_doubt(library: Library):
    for seed in read_record(SEEDS, SeedFile).seeds:
        found = reading(library, seed.query)
        assert not found.thin, f"{seed.id}: {found.thin}"
        assert found.words, seed.id
        assert found.score >= THIN, seed.id


@pytest.mark.parametrize(
    ("query", "category", "item"),
    [
        ("A tool lending library for our street: see which tools there are, borrow one.", "booking", "tools"),
        ("I repair and sell used bicycles and want a shop page with prices", "shopping", "bicycles"),
        ("a bike shop with filters", "shopping", "bikes"),
        ("Second hand cars: list them, filter by make, sort by price.", "shopping", "cars"),
        (
            "We run a studio. People see which sessions are free and book one; that happened twice.",
            "booking",
            "sessions",
        ),
        ("A shop page that shows which volcanoes are active", "shopping", "volcanoes"),
    ],
)
def test_a_subject_of_its_own_is_not_pressed_into_a_domain(
    library: Library, query: str, category: str, item: str
):
    """Lending tools became a question board, by "book"; bicycles became electronics, by a keyword of theirs.

    Cars became groceries, by no word at all, and a studio's sessions a box office, by "happened".
    """
    understood = understand(Seed(id="x", query=query), library, 1)
    assert (understood.coverage.domain, understood.domain.item.plural) == (f"invented-{category}", item)


@pytest.mark.parametrize(
    ("query", "domain"),
    [
        ("a running diary where I write down my runs with kilometres and time", "workouts"),
        ("jogging log, newest first", "workouts"),
        ("a dashboard for our solar power generation with charts and reports", "weather-stations"),
        ("manage customer relationships: browse and update sales leads, view reports", "client-leads"),
        ("a barber shop page to manage the barbers", "appointments"),
    ],
)
def test_words_of_the_subject_count_and_words_of_any_app_do_not(library: Library, query: str, domain: str):
    """A "diary" made a notebook of runs; "dashboard" and "reports" made everything a table of sales orders."""
    found = covered(library, query)
    assert found.domain == domain
    assert found.reading is not None
    assert not found.reading.thin


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("I want a page to manage my list of orders", "no word of it|only"),
        ("a shop page of a phone operator with its plans", "only “phone” matched"),
        ("a real estate site with property listings", "is a subject beside it"),
        ("a gym class page", "could as well be about workouts"),
        (f"A system for our office with a restaurant.{LONG_TAIL}", "stands there but once"),
        ("an app with search and filters", "no word of it speaks of"),
        ("find dogs", "points at dogs"),
    ],
)
def test_a_thin_reading_says_why_and_how_to_choose(library: Library, query: str, why: str):
    thin = reading(library, query).thin
    assert any(part in thin for part in why.split("|")), thin
    assert "name `domain:` in the seed to choose" in thin


@pytest.mark.parametrize(
    ("query", "game"),
    [
        ("tic tac toe against the computer", "tic tac toe"),
        ("A sudoku game with three difficulty levels and a timer", "sudoku"),
        ("Memory card game for my kids, with animals", "Memory card game"),
    ],
)
def test_a_game_to_be_played_is_not_passed_off_as_a_collection_of_games(
    library: Library, query: str, game: str
):
    """They were read as a lending library for board games beyond doubt, and one as electronics, by "computer"."""
    coverage = covered(library, query)
    assert coverage.domain == "board-games"
    assert coverage.reading is not None
    assert coverage.reading.thin
    assert game in coverage.uncovered
    assert any("games that are played are not in the catalog" in note for note in coverage.notes)


def test_what_is_said_of_a_served_thing_is_no_wish_of_its_own(library: Library):
    """The words "counts my score" were listed as served by nothing, beside a quiz that counts it."""
    assert not covered(library, "Vocabulary flashcards with a quiz that counts my score.").uncovered
    assert covered(library, "My family recipes, and I want to print a recipe.").uncovered == (
        "print a recipe",
    )


def test_a_subject_that_leads_to_no_domain_is_never_drawn_by_lot(library: Library):
    for number in range(6):
        for query in (
            "boats: find them by harbour",
            "Stamps - keep them sorted",
            "an app to sort all lighthouses",
        ):
            understood = understand(Seed(id="x", query=query), library, number)
            assert understood.coverage.domain.startswith("invented-"), query
            assert understood.coverage.reading is not None
            assert understood.coverage.reading.score > 0


def test_a_domain_that_the_seed_names_is_taken_whatever_the_words_say(library: Library):
    found = covered(library, "I want a page to manage my list of orders", domain="recipes")
    assert (found.domain, found.category) == ("recipes", "community")
    assert found.reading == Reading(words=(), score=100)


def test_a_domain_that_there_is_not_is_refused_with_those_there_are(library: Library):
    with pytest.raises(SeedRefused, match="'gardens', which is unknown. Use one of: .*houseplants"):
        covered(library, "A garden", domain="gardens")


def test_a_domain_of_another_category_than_the_seed_asks_for_is_refused(library: Library):
    with pytest.raises(SeedRefused, match="category 'shopping' and for the domain 'recipes'.*'community'"):
        covered(library, "A cookbook", domain="recipes", category="shopping")


@pytest.mark.parametrize(
    ("query", "domain", "item"),
    [
        ("A list of my dishes with ratings", "recipes", "dishes"),
        ("We let inns, guests book one", "guesthouses", "inns"),
        ("We sell refurbished devices, with a cart", "gadgets", "devices"),
        ("A list of our recipes, and the dishes of friends", "recipes", "recipes"),
        ("A list of my kites with a search", "recipes", "recipes"),
        ("A list of my bistros with a search", "recipes", "recipes"),
    ],
)
def test_a_domain_that_is_named_keeps_the_seeds_noun_where_it_fits(
    library: Library, query: str, domain: str, item: str
) -> None:
    """Whoever named `domain: recipes` for dishes got an app that spoke of recipes."""
    assert understand(Seed(id="x", query=query, domain=domain), library, 1).domain.item.plural == item


def test_a_domain_that_is_named_was_not_picked(library: Library) -> None:
    coverage = covered(library, "A list of my kites with a search", "recipes")
    assert "kites" in coverage.uncovered
    assert not [note for note in coverage.notes if "were picked" in note]


def test_a_common_word_alone_is_no_wish_that_nothing_serves(library: Library) -> None:
    """Lists of what could not be served named "tired" and "turns"."""
    tired = covered(
        library, "I am tired of recipes on paper, so make a recipe site that turns cooking into fun"
    )
    assert tired.uncovered == ("paper",)


@pytest.mark.parametrize("category", [None, "community"])
@pytest.mark.parametrize(
    ("query", "items"),
    [
        ("A list of ramen shops.", "ramen shops"),
        ("Make a list of ramen bars where we add the places we ate at", "ramen bars"),
    ],
)
def test_listed_things_of_a_kind_are_a_subject_though_their_noun_asks_for_a_feature(
    library: Library, query: str, items: str, category: str | None
):
    """A list of ramen shops was refused, and told to say "a list of"; with `category:` it became a cookbook."""
    understood = understand(Seed(id="x", query=query, category=category), library, 1)
    assert understood.domain.item.plural == items
    assert understood.coverage.domain == "invented-community"
    assert not {"cart", "chart"} & set(understood.wanted)

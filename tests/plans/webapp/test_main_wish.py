"""What a seed asks for before all else is had, or it is told that it is not; and no odd wish is lost on the way."""

import pytest

from plans.catalog.reading.phrases import tokens
from plans.catalog.reading.plain_words import is_plain
from plans.errors import SeedRefused
from plans.records.seed import Coverage, Seed
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.seed import understand

pytestmark = pytest.mark.slow

ODD = [
    "I'd like a page for our recipes, that I can print and share by link with my sister.",
    "A shop for candles with dark colours, a little sound when you fill the cart, and photos of every candle.",
    "My workouts in a list, with the weather of the day, a PDF for each month and sync with my phone calendar.",
    "A list of birds I have seen, on a map, with photos and their songs to listen to.",
    "notes app. must be printable, big font for grandma, shareable link, reminders on my phone, works offline",
    "Our choir wants a list of songs. Everyone can listen to a recording, print the sheet music and see who sings.",
    "A shared shopping list for groceries that beeps, in pink, with swipe to delete",
    "expenses tracker; scan receipts with the camera; split between friends; show in euros; export to Excel",
    "A blog for my travels with a slideshow, a map of where I was, music in the background and a visitor counter.",
    "Please build a course list where teachers upload slides and parents sign forms.",
    "List of plants. Print it. Share it by link. Play sounds. Show on a map. Photos. PDF. Sync with my calendar.",
]


def read(library: Library, query: str, category: str | None = None) -> Coverage:
    return understand(Seed(id="x", query=query, category=category), library, 1).coverage


def told(coverage: Coverage) -> str:
    assert coverage.reading is not None
    return coverage.reading.thin


@pytest.mark.parametrize("query", ODD)
def test_every_word_of_weight_is_covered_or_not_or_told(library: Library, query: str):
    coverage = read(library, query)
    said = {
        token.stem
        for part in (*coverage.covered, *coverage.uncovered, *coverage.notes)
        for token in tokens(part)
    }
    lost = [
        token.word
        for token in tokens(query)
        if token.stem not in said and not is_plain(token.word, of_what_is_served=True)
    ]
    assert not lost


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        (ODD[0], "share by link"),
        (ODD[2], "weather of the day"),
        (ODD[2], "PDF"),
        (ODD[2], "sync with my phone calendar"),
        (ODD[8], "visitor counter"),
        (ODD[9], "upload slides"),
        (ODD[10], "Print it"),
        ("A blog where I see how many people are reading now", "reading now"),
        ("Workouts with my heart rate and a chart", "heart rate"),
    ],
)
def test_an_odd_wish_is_left_out_with_its_reason(library: Library, query: str, phrase: str):
    """“share” was covered by the category, “reading” by the reading time, “Print” by artworks, and that was all."""
    coverage = read(library, query)
    assert phrase in coverage.uncovered
    assert any(f"“{phrase}” is left out: " in note for note in coverage.notes)


def test_words_of_a_wish_that_cannot_be_met_ask_for_nothing_else(library: Library):
    """A heart rate brought favourites and ratings, slides an import of tables, a recording the form for entries."""
    assert not {"heart", "rate"} & {*read(library, "Workouts with my heart rate and a chart").covered}
    assert "upload" not in read(library, ODD[9]).covered
    assert "recording" not in read(library, ODD[5]).covered


def test_dark_colours_are_a_theme(library: Library):
    assert read(library, ODD[1]).covered["dark colours"] == "feature: light and dark"


def test_the_weather_of_a_day_is_no_subject(library: Library):
    """Workouts "with the weather of the day" became weather stations."""
    assert read(library, ODD[2]).domain == "workouts"


@pytest.mark.parametrize(
    "query",
    [
        "an app with a map of hiking trails, ratings and comments",
        "A map of public toilets in our city, with ratings and filters",
        "I want an interactive map of our plants where people leave comments",
    ],
)
def test_a_main_wish_that_is_left_out_makes_the_reading_thin(library: Library, query: str):
    """A map of trails was a list of trails, with a remark among others and a reading beyond doubt."""
    coverage = read(library, query)
    assert "map" in told(coverage)
    assert "is what it asks for first of all, and is left out: maps need tiles" in told(coverage)


@pytest.mark.parametrize(
    ("query", "category"),
    [
        ("a map of hiking trails in my area with pins", "community"),
        ("I want a map that shows where I am", None),
        ("an interactive map of our plants", None),
    ],
)
def test_a_seed_that_asks_for_nothing_but_a_map_is_refused(
    library: Library, query: str, category: str | None
):
    """Where somebody is became a shop for groceries."""
    with pytest.raises(SeedRefused, match="map” is what it asks for first of all"):
        read(library, query, category)


def test_a_refusal_for_want_of_a_subject_names_the_wish_that_cannot_be_had(library: Library):
    with pytest.raises(SeedRefused, match="but “map”, which can't be had: maps need tiles"):
        read(library, "a map of hiking trails in my area with pins")


@pytest.mark.parametrize(
    "query",
    [
        "Show our plants on a map, with a search",
        "Login, a list of tasks and a chart",
        "A plant shop with live chat",
    ],
)
def test_a_wish_beside_others_is_not_the_main_one(library: Library, query: str):
    assert "first of all" not in told(read(library, query))


@pytest.mark.parametrize("category", ["learning", None])
def test_a_quiz_about_what_the_catalog_has_no_questions_on_is_told_as_left_out(
    library: Library, category: str | None
):
    coverage = read(library, "A quiz app about dinosaurs for my kids, with a score at the end", category)
    assert {"quiz", "score"} <= {*coverage.uncovered}
    assert told(coverage).startswith(
        "“quiz” is what it asks for first of all, and is left out: dinosaurs have no quiz"
    )


def test_a_quiz_whose_questions_are_about_something_else_is_told(library: Library):
    """Capital cities were covered, and the quiz asked for lakes and deserts."""
    notes = read(library, "quiz my kids on capital cities").notes
    assert any("none of them names “capital” or “cities”" in note for note in notes)
    assert not any("none of them names" in note for note in read(library, "A geography quiz").notes)

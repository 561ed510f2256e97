"""What a seed wants done is served by what it names, or told: keys of sorting, votes, and verbs that nothing serves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plans.records.seed import Coverage, Seed
from plans.webapp.catalog.library import Library, shipped_library
from plans.webapp.understanding.doubting import is_done
from plans.webapp.understanding.seed import understand


def read(library: Library, query: str) -> Coverage:
    return understand(Seed(id="x", query=query), library, 1).coverage


def features(library: Library, query: str) -> set[str]:
    return {by for by in read(library, query).covered.values() if by.startswith("feature")}


@pytest.mark.parametrize(
    ("query", "key", "told"),
    [
        ("my houseplants, sort by expiry date", "expiry date", "plants are sorted by “price” and by title"),
        ("my houseplants, sort them by expiry date", "expiry date", "plants are sorted by “price”"),
        ("jars: a list of jars, sorted by price or expiry date", "expiry date", "jars are sorted by “price”"),
        (
            "my houseplants, filter by shelf",
            "shelf",
            "plants are filtered by “type” and by the highest “price”",
        ),
        ("todo list, filter by assignee", "assignee", "tasks are filtered by “area”"),
    ],
)
def test_a_key_that_sorting_does_not_have_is_told(library: Library, query: str, key: str, told: str) -> None:
    """“sort by expiry date” was told as covered by Sorting, and the app sorted by its price."""
    coverage = read(library, query)
    assert any(key in phrase for phrase in coverage.uncovered)
    assert key not in coverage.covered
    assert any(note.startswith(f"“{key}” is no key here: {told}") for note in coverage.notes)


def test_a_key_that_is_a_feature_is_told_and_stays(library: Library) -> None:
    coverage = read(library, "Board games, sort by rating")
    assert coverage.covered["rating"] == "feature: ratings"
    assert any("“rating” is no key here" in note for note in coverage.notes)


@pytest.mark.parametrize(
    "query",
    [
        "our recipes, sorted by cooking time",
        "expenses, sort by amount and add them to a chart",
        "expenses: sort by price, filter by category",
        "houseplants: sort by name",
        "houseplants: order by how much they cost",
        "a list of kites; sort by, filter and search",
        "my houseplants, sorted",
    ],
)
def test_a_key_that_it_has_is_not(library: Library, query: str) -> None:
    assert not any("is no key here" in note for note in read(library, query).notes)


@pytest.mark.parametrize(
    ("query", "feature"),
    [
        ("a list of our wines, register a bottle", "feature: adding"),
        ("my recipes, mark the ones you love", "feature: favourites"),
        ("my recipes, leave a little note under each one", "feature: comments"),
        ("capitals of the world; guess which one it is", "feature: quiz"),
        ("a list of capitals, guess in a little game which one it is", "feature: quiz"),
    ],
)
def test_everyday_words_for_a_feature_are_known(library: Library, query: str, feature: str) -> None:
    """They matched nothing, and other features were added unasked."""
    assert feature in features(library, query)


def test_a_note_under_a_recipe_makes_no_notebook(library: Library) -> None:
    """A word within a wish chose the subject."""
    assert read(library, "my recipes, leave a little note under each one").domain == "recipes"


@pytest.mark.parametrize(
    "query",
    ["People vote on where to have lunch. Add places.", "our street's ideas: post one, vote for ideas"],
)
def test_votes_that_nobody_can_cast_are_not_covered(library: Library, query: str) -> None:
    """“vote” counted as covered by the subject, and nothing let anyone vote."""
    coverage = read(library, query)
    assert "vote" not in coverage.covered
    assert any("nobody casts a vote" in note for note in coverage.notes)


def test_a_number_of_votes_is_data(library: Library) -> None:
    assert "votes" in read(library, "questions of our neighbourhood with their votes").covered


@pytest.mark.parametrize(
    ("query", "lost"),
    [
        ("Our recipes: lend them to cousins and scale the amounts, with search", "“lend them to cousins”"),
        ("A list of kites. Members swap one, weigh every kite and measure the tail.", "weigh every kite"),
    ],
)
def test_a_reading_that_loses_most_wishes_is_thin(library: Library, query: str, lost: str) -> None:
    """A subject that was named well hid that nearly nothing of what people were to do there was understood."""
    reading = read(library, query).reading
    assert reading is not None
    assert reading.thin.startswith("most of what people are to do was matched to nothing")
    assert lost in reading.thin


def test_one_that_serves_most_is_not(library: Library) -> None:
    reading = read(library, "Our recipes: add, search, rate and comment; scale the amounts").reading
    assert reading is not None
    assert reading.thin == ""


@pytest.mark.parametrize(
    ("phrase", "is_it"), [("scale the amounts", True), ("scale", False), ("tail", False)]
)
def test_what_people_do_is_told_from_mere_words(phrase: str, is_it: bool) -> None:  # noqa: FBT001
    assert is_done(phrase) == is_it


@given(st.sampled_from(["expiry date", "shelf life", "colour of the pot", "birthday"]), st.booleans())
@settings(deadline=None, max_examples=8)
def test_no_unknown_key_is_ever_served(key: str, is_after: bool) -> None:  # noqa: FBT001
    query = f"my houseplants with a search, sort by {key}{', and a cart' if is_after else ''}"
    coverage = read(shipped_library(), query)
    assert key.split()[0] in " ".join(coverage.uncovered)

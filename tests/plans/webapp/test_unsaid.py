"""A seed that says neither what an app is about nor what it does is refused; a short one that says either is not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plans.catalog.reading.understanding import Understanding
from plans.errors import SeedRefused
from plans.records.seed import Seed
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.library import Library, shipped_library
from plans.webapp.understanding.seed import understand

BARE = st.sampled_from(
    ["app", "website", "web app", "site", "page", "platform", "interface", "homepage", "layout", "buttons"]
)
MOODS = st.sampled_from(["a nice", "a modern", "my own", "one more", "a really simple", "some cool"])


def read(library: Library, query: str) -> Understanding[Domain]:
    return understand(Seed(id="x", query=query), library, 1)


@pytest.mark.parametrize(
    "query",
    [
        "a website",
        "an app",
        "Make me a nice website.",
        "An app, you know, modern.",
        "make an app with a page and buttons",
        "something cool please",
        "pls make wordle",
    ],
)
def test_a_word_for_any_app_is_no_subject(library: Library, query: str) -> None:
    """“Make me a nice website.” became a list of tasks and “An app, you know, modern.” groceries, both with score 0."""
    with pytest.raises(SeedRefused, match=r"scores of 100, 30 needed: shopping 0, .*a list of kites"):
        read(library, query)


@pytest.mark.parametrize("query", ["a calculator", "pls a calculator app", "a currency converter"])
def test_what_is_worked_out_from_typed_numbers_is_no_list_of_tasks(library: Library, query: str) -> None:
    """“a calculator” became team tasks with score 0, beyond any remark."""
    with pytest.raises(SeedRefused, match="which can't be had: what is worked out from numbers"):
        read(library, query)


def test_a_wish_that_cannot_be_had_is_not_carried_by_its_own_verb(library: Library) -> None:
    """It became a question board, because a chatbot “answers”."""
    with pytest.raises(SeedRefused, match="“chatbot” is what it asks for first of all"):
        read(library, "tax law chatbot that answers by telephone")


@pytest.mark.parametrize(
    ("query", "item"),
    [
        ("todo app", "tasks"),
        ("recipe site", "recipes"),
        ("a website about lighthouses", "lighthouses"),
        ("a list of birds with a search", "birds"),
        ("our plant shop", "plants"),
        ("a quiz app on capitals", "places"),
        ("an answers page for our questions", "questions"),
    ],
)
def test_a_short_seed_that_says_what_it_is_about_is_taken(library: Library, query: str, item: str) -> None:
    assert read(library, query).domain.item.plural == item


@pytest.mark.parametrize("query", ["an app with a search and dark mode", "a page with a carousel", "a shop"])
def test_a_seed_that_says_what_an_app_does_is_taken(library: Library, query: str) -> None:
    """Its subject is drawn, and its reading is thin."""
    reading = read(library, query).coverage.reading
    assert reading is not None
    assert reading.thin


@given(st.lists(st.tuples(MOODS, BARE), min_size=1, max_size=3))
@settings(deadline=None, max_examples=30)
def test_however_many_words_for_any_app_stand_there_none_says_what_it_is(said: list[tuple[str, str]]) -> None:
    with pytest.raises(SeedRefused):
        read(shipped_library(), " and ".join(f"{mood} {bare}" for mood, bare in said))

"""Whatever a seed asks for is in the project, or is listed as left out with the reason."""

import pytest

from plans.records.plan import Plan
from plans.records.seed import Recipe, Seed, SeedCoverage
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.generator import WebAppAuthor

EVERYTHING = (
    "A shop for plants with search, filters, sorting, a cart, coupon codes, favourites, star ratings, comments, "
    "detail pages, adding, editing, deleting, undo, keyboard shortcuts, dark mode, csv import, csv export, statistics, "
    "a chart, a kanban board, a quiz and an enquiry form step by step."
)


def recipe(author: WebAppAuthor, plan: Plan, query: str, domain: str | None = None) -> Recipe:
    return author.recipe(Seed(id="x", query=query, domain=domain), plan, 1)


def read(author: WebAppAuthor, plan: Plan, query: str, domain: str | None = None) -> SeedCoverage:
    return recipe(author, plan, query, domain).seed.coverage


def features(made: Recipe) -> list[str]:
    listed = made.parameters.values["features"]
    assert isinstance(listed, list)
    return [str(id) for id in listed]


def test_what_may_be_a_wish_for_something_that_cannot_be_had_is_told(author: WebAppAuthor, plan: Plan):
    coverage = read(author, plan, "My workouts with the time I took, newest first")
    assert "newest first" in coverage.uncovered
    assert "newest first" not in coverage.covered
    assert any("“newest first” is left out" in note for note in coverage.notes)


def test_cancelling_a_booking_is_left_out_with_the_reason(author: WebAppAuthor, plan: Plan):
    """It was listed as a phrase that nothing serves, and no reason was told."""
    coverage = read(author, plan, "Hair salon: book a slot. It'd be great if they could cancel too.")
    assert "could cancel" in coverage.uncovered
    assert any("“could cancel” is left out: bookings are made and listed" in note for note in coverage.notes)


def test_what_is_asked_for_beyond_the_largest_project_is_told(
    author: WebAppAuthor, plan: Plan, library: WebCatalog
):
    """Features beyond the most tasks a project may have were claimed as covered, and were not in it."""
    made = recipe(author, plan, EVERYTHING)
    coverage = made.seed.coverage
    titles = {by.removeprefix("feature: ") for by in coverage.covered.values() if by.startswith("feature: ")}
    there = {library.features[id].title.lower() for id in features(made)}
    assert titles <= there
    assert "chart" in coverage.uncovered
    assert any("more than 26 evaluation tasks" in note for note in coverage.notes)


@pytest.mark.parametrize(
    ("query", "domain", "phrase", "reason"),
    [
        (
            "A question board where people book a question",
            "discussions",
            "book",
            "the feature does not apply to questions",
        ),
        ("Recipes with a status board of columns", "tables", "status board", "restaurants have no stages"),
        (
            "A list of notes with pages, and I add new ones",
            "notes",
            "add",
            "does not go together with “Pages”",
        ),
    ],
)
def test_what_cannot_be_had_is_uncovered_with_the_reason(
    author: WebAppAuthor, plan: Plan, query: str, domain: str, phrase: str, reason: str
):
    coverage = read(author, plan, query, domain)
    assert any(phrase in one for one in coverage.uncovered), coverage
    assert any(reason in note for note in coverage.notes), coverage.notes


def test_what_is_asked_for_wins_over_what_is_sampled(author: WebAppAuthor, plan: Plan):
    for number in range(8):
        seed = Seed(id="x", query="My notes in pages with undo and dark mode")
        assert {"paging", "undo", "theme"} <= set(features(author.recipe(seed, plan, number)))


def test_a_word_of_the_subjects_name_is_no_wish(author: WebAppAuthor, plan: Plan):
    """A "question board" was said to ask for a quiz, which had been left out."""
    coverage = read(author, plan, "A question board for our neighbourhood: ask something, others answer.")
    assert not [phrase for phrase in coverage.uncovered if phrase in ("question", "board")]
    assert not [note for note in coverage.notes if "Quiz" in note]

"""No phrase of a seed vanishes: every word of weight stands in what is covered or in what is listed."""

import re
from pathlib import Path

import pytest

from plans.errors import SeedRefused
from plans.files import read_record
from plans.records.plan import Plan
from plans.records.seed import Coverage, Seed, SeedFile
from plans.webapp.catalog.library import Library
from plans.webapp.generator import CatalogAuthor
from plans.webapp.understanding.seed import understand

pytestmark = pytest.mark.slow

SHIPPED = Path(__file__).parents[3] / "plans" / "webapp" / "seeds.yaml"
OWN = Path(__file__).with_name("own_seeds.yaml")
SEEDS = [*read_record(SHIPPED, SeedFile).seeds, *read_record(OWN, SeedFile).seeds]

NO_REQUESTS = frozenset(Path(__file__).with_name("no_requests.txt").read_text(encoding="utf-8").split())
"""Words of which nobody would say that they ask for something: little words, people, moods, and the page itself."""


def vanished(query: str, coverage: Coverage) -> list[str]:
    """Words that stand in no covered and no listed phrase."""
    told = {word for phrase in (*coverage.covered, *coverage.uncovered) for word in _words(phrase)}
    return [word for word in _words(query) if word not in told | NO_REQUESTS and not word.isdigit()]


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:['’][^\W_]+)?", text.casefold())


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.id)
def test_every_word_of_weight_is_covered_or_listed(author: CatalogAuthor, plan: Plan, seed: Seed) -> None:
    """Tags, a shopping list, seats, ticking off and inspections were neither built nor spoken of."""
    try:
        coverage = author.recipe(seed, plan, 1).seed.coverage
    except SeedRefused:
        return
    assert vanished(seed.query, coverage) == []


def test_there_are_seeds_enough() -> None:
    assert len(read_record(OWN, SeedFile).seeds) >= 60


@pytest.mark.parametrize(
    ("query", "listed"),
    [
        ("A recipe collection with tags", "tags"),
        ("My recipes, and a shopping list", "shopping list"),
        ("A to-do list: tick them off when done", "tick them off"),
        ("My recipes. Inspections.", "Inspections"),
        ("A recipe collection with a sidebar", "sidebar"),
        ("A recipe collection with seats", "seats"),
        ("A to-do list with reminders", "reminders"),
        ("My recipes, printed weekly", "printed weekly"),
    ],
)
def test_what_was_passed_over_is_listed(library: Library, query: str, listed: str) -> None:
    """Short words, common plurals, words of the interface, and words of other subjects and categories were skipped."""
    assert listed in understand(Seed(id="x", query=query), library, 1).coverage.uncovered


def test_what_a_long_clause_asks_for_is_listed_to_its_end(library: Library) -> None:
    """A clause was cut after 90 characters, and a list after 40 phrases, without a word."""
    clause = " ".join(f"zork{number}" for number in range(60))
    coverage = understand(Seed(id="x", query=f"My recipes. {clause}."), library, 1).coverage
    assert vanished(clause, coverage) == []
    assert all(len(phrase) <= 90 for phrase in coverage.uncovered)


def test_facts_of_the_sample_data_cover_what_asks_for_them(library: Library) -> None:
    query = "Our guesthouse: price per night, on a phone too, and where people book a room"
    covered = understand(Seed(id="x", query=query), library, 1).coverage.covered
    assert covered["price per night"] == "sample data: price per night"
    assert covered["phone"] == "in every project"


@pytest.mark.parametrize(
    ("query", "feature"),
    [
        ("Holiday homes where guests narrow them down", "filter"),
        ("Our recipes, I want to look it up", "search"),
        ("Holiday homes: guests read about one", "detail"),
    ],
)
def test_a_pronoun_parts_no_verb_from_its_particle(library: Library, query: str, feature: str) -> None:
    """A seed's "narrow them down" was neither chosen nor listed."""
    understood = understand(Seed(id="x", query=query), library, 1)
    assert feature in understood.wanted


def test_one_question_that_somebody_asks_is_no_quiz(library: Library) -> None:
    """Who wants to be asked a question about a guitar was told that guitars have no quiz."""
    coverage = understand(
        Seed(id="x", query="I sell guitars. Customers ask me a question."), library, 1
    ).coverage
    assert not any("Quiz" in note for note in coverage.notes)
    assert any("question" in phrase for phrase in coverage.uncovered)


def test_a_subject_in_two_words_is_known_as_in_one(library: Library) -> None:
    """The "house" of house plants was listed as matched to nothing."""
    coverage = understand(Seed(id="x", query="A shop for house plants with a cart"), library, 1).coverage
    assert coverage.covered["house plants"] == "subject: plants"
    assert coverage.uncovered == ()


@pytest.mark.parametrize(
    ("query", "is_booking"),
    [
        ("Evening classes, people sign up for a course", True),
        ("Concerts of our town. Sign up as long as there are places left.", True),
        ("Maths lessons: students see free ones and sign up", True),
        ("A course site where students sign up with email and password", False),
        ("A shop for plants where customers sign up", False),
        ("Our blog with articles. Sign up for our newsletter.", False),
    ],
)
def test_who_signs_up_for_something_takes_a_place_and_makes_no_account(
    library: Library, query: str, is_booking: bool
) -> None:
    """Who signs up for a course was told that accounts need a server."""
    understood = understand(Seed(id="x", query=query), library, 1)
    assert ("booking" in understood.wanted) == is_booking
    assert any("accounts need a server" in note for note in understood.coverage.notes) != is_booking


@pytest.mark.parametrize(
    ("query", "wanted", "phrase"),
    [
        ("Vocabulary words, import from csv pls", ["import"], "from csv"),
        ("Weather data, csv upload", ["import"], "csv upload"),
        ("My recipes: import them from a csv file", ["import"], "from a csv"),
        ("My recipes, download as CSV", ["export"], "download as CSV"),
        ("My recipes, upload a csv and export a csv", ["import", "export"], "upload a csv"),
        ("My expenses as a spreadsheet", ["export"], "spreadsheet"),
    ],
)
def test_a_format_goes_with_its_verb(library: Library, query: str, wanted: list[str], phrase: str) -> None:
    """Beside an import that was asked for, "csv" was told to be an export that is left out."""
    understood = understand(Seed(id="x", query=query), library, 1)
    assert [id for id in understood.wanted if id in ("import", "export")] == wanted
    assert phrase in understood.coverage.covered


def test_what_brings_in_more_than_was_named_goes_last_where_room_is_scarce(
    author: CatalogAuthor, plan: Plan
) -> None:
    """A search that nobody named, which the keyboard needs, kept import and statistics out of a quiz."""
    query = "quiz on capitals, 10 questions, timer, dark mode, keyboard only, import from csv pls, stats per pupil"
    recipe = author.recipe(Seed(id="x", query=query), plan, 1)
    features = recipe.parameters.values["features"]
    assert isinstance(features, list)
    assert {"quiz", "timer", "theme", "import", "statistics"} <= set(features)
    assert "keyboard" in recipe.seed.coverage.uncovered
    assert any("more than 26 evaluation tasks" in note for note in recipe.seed.coverage.notes)

"""Seeds in the words of people: what is asked for, what is refused, what only looks like either."""

import pytest

from plans.python_project.catalog.library import Library
from plans.python_project.understanding.seed import Understanding, understand
from plans.records.seed import Seed


def read(library: Library, text: str) -> Understanding:
    return understand(Seed(id="seed", query=text), library, 1)


@pytest.mark.parametrize(
    ("text", "domain", "wanted"),
    [
        (
            "A script which reads a csv of our warehouse stock and prints a summary",
            "inventory",
            "csv-import report",
        ),
        ("Our expenses, exported to a csv", "expenses", "csv-export"),
        ("Python library management: loans, overdue books. Only the standard library.", "library-loans", ""),
        ("Gradebook. Don't forget the median!", "course-grades", "statistics"),
        ("Appointments; nobody should be able to double book", "appointments", "planner"),
        ("Appointments for our clinic, there must be no overlaps", "appointments", "planner"),
        ("Which parcel is in which depot, and how far is the shortest way", "parcels", "routes"),
        (
            "A chess club records matches. Undo the last entry. Encrypt remarks.",
            "tournament",
            "undo encoding",
        ),
        ("Expenses. Look them up, sort them, and keep a backup.", "expenses", "search filter json-exchange"),
        ("Recipes that I add; it undoes the last change.", "recipes", "undo"),
        ("Recipes. Changes can be undone.", "recipes", "undo"),
        ("Lent books; it searches by borrower", "library-loans", "search"),
        ("Contacts with encryption, in batches", "contacts", "encoding batch"),
        ("My recepies: a cookbok with serch and statistcs", "recipes", "statistics"),
    ],
)
def test_what_people_ask_for_is_read(text: str, domain: str, wanted: str, library: Library):
    understood = read(library, text)
    assert understood.domain.id == domain
    assert [id for id in understood.wanted if id not in library.always] == wanted.split()


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("My contacts. Please no csv, no json, no report.", {"csv-export", "json-exchange", "report"}),
        ("Workouts without statistics. I don't want undo either.", {"statistics", "undo"}),
        ("Plants; a search is not needed", {"search"}),
        ("Recipes, but skip the simulation", {"simulation"}),
        ("Recipes. No encryption, please.", {"encoding"}),
        ("Recipes. I do not want encryption or searches.", {"encoding", "search"}),
    ],
)
def test_what_is_refused_is_read_and_never_wanted(text: str, refused: set[str], library: Library):
    understood = read(library, text)
    assert understood.refused == refused
    assert not refused & set(understood.wanted)
    assert all(said.startswith("left out") for said in understood.coverage.covered.values() if "left" in said)


def test_who_wants_no_menus_is_told_that_there_is_one(library: Library):
    """It was told as left out, as something that the catalog does not know."""
    coverage = read(library, "A register of our recipes. No menus.").coverage
    assert "“menus” (Menu and commands) stays: every project is built on it." in coverage.notes
    assert not any("knows no such thing" in said for said in coverage.covered.values())


def test_a_seed_of_which_no_word_fits_is_told_to_be_drawn(library: Library):
    """It read "only nothing points at recipes"."""
    seed = Seed(id="seed", query="Something for the weekend.", category="household")
    coverage = understand(seed, library, 1).coverage
    assert coverage.reading is not None
    assert coverage.reading.score == 0
    assert "no word of it names a subject" in coverage.reading.thin
    assert any("names no subject that the catalog knows" in note for note in coverage.notes)


def test_what_every_project_has_cannot_be_refused_and_is_told(library: Library):
    coverage = read(library, "Address book with search but no delete").coverage
    assert "delete" in coverage.uncovered
    assert "“delete” (Adding, changing and deleting) stays: every project is built on it." in coverage.notes


def test_what_no_project_has_is_told_unless_it_is_refused(library: Library):
    asked = read(library, "Expenses with a pie chart").coverage
    assert "“pie chart” is left out: every project answers in plain text." in asked.notes
    assert "pie chart" in asked.uncovered
    refused = read(library, "Expenses, no pie chart").coverage
    assert refused.covered["pie chart"] == "left out, as you asked"
    assert refused.uncovered == ()


def test_a_feature_that_its_records_cannot_have_is_told(library: Library):
    understood = read(library, "A reading log of novels with the shortest way between two places")
    assert "routes" not in understood.wanted
    assert any(
        "(Shortest ways) is left out: titles have no places with ways between them" in note
        for note in understood.coverage.notes
    )


def test_two_subjects_of_which_equally_much_is_said_are_told(library: Library):
    reading = read(library, "Keep my plants and my recipes").coverage.reading
    assert reading is not None
    assert reading.thin.startswith("it could as well be about")


def test_a_seed_that_names_its_domain_is_believed(library: Library):
    seed = Seed(id="seed", query="Something with a search.", domain="parcels")
    understood = understand(seed, library, 1)
    assert (understood.domain.id, understood.wanted) == ("parcels", ("search",))
    of_category = understand(Seed(id="seed", query="Something.", category="sports"), library, 1)
    assert of_category.domain.category == "sports"
    assert any("names no subject" in note for note in of_category.coverage.notes)


def test_the_name_of_the_product_is_covered_with_the_words_before_it(library: Library):
    understood = read(library, "Plants, with search. Call it Green Ledger please")
    assert understood.brand == "Green Ledger"
    assert understood.coverage.covered["Call it Green Ledger"] == "name of the product"
    assert understood.coverage.uncovered == ()


def test_only_so_much_of_a_seed_is_read(library: Library):
    notes = read(library, "My recipes. " + "Please. " * 1_000).coverage.notes
    assert "Only the first 6,000 of 8,012 characters were read." in notes

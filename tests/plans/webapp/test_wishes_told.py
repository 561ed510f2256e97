"""What a newcomer's seeds asked for is in the PRD, or is told as left out or taken otherwise."""

import re
from typing import Protocol

import pytest

from plans.errors import SeedRefused
from plans.records.plan import Plan
from plans.records.seed import Coverage, Recipe, Seed
from plans.webapp.catalog.vocabulary import Selection
from plans.webapp.generator import CatalogAuthor

pytestmark = pytest.mark.slow


class Make(Protocol):
    def __call__(self, query: str, notes: tuple[str, ...] = ()) -> Recipe: ...


@pytest.fixture
def made(author: CatalogAuthor, plan: Plan) -> Make:
    def make(query: str, notes: tuple[str, ...] = ()) -> Recipe:
        return author.recipe(Seed(id="x", query=query), plan, 7, attempt=2 if notes else 1, notes=notes)

    return make


def selection(recipe: Recipe) -> Selection:
    return Selection.of(recipe.parameters)


def read(recipe: Recipe) -> Coverage:
    return recipe.seed.coverage


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("A geography quiz. Remember her best score.", "Remember her best score"),
        ("A geography quiz that keeps the high score", "high score"),
        ("A quiz about geography with stars for right answers", "stars for right answers"),
        ("Quiz about plants that shows a list of the wrong answers", "list of the wrong answers"),
        ("A to-do list that remembers my filter settings", "remembers my filter settings"),
    ],
)
def test_a_word_about_another_thing_serves_nothing(made: Make, query: str, phrase: str) -> None:
    """“Remember her best score” was covered by keeping changes and by the quiz, of which neither keeps a score."""
    coverage = read(made(query))
    assert phrase in coverage.uncovered
    assert any(f"“{phrase}” is left out" in note for note in coverage.notes)


def test_lending_is_no_category_that_serves_it(made: Make) -> None:
    """“lend: category: booking” stood beside a booking site without any booking."""
    recipe = made("Our choir: singers lend scores and search them by title")
    assert "booking" in selection(recipe).features
    assert "lend" not in read(recipe).covered
    assert any("“lend”" in note and "taken as Booking" in note for note in read(recipe).notes)


@pytest.mark.parametrize(
    ("query", "parameter", "value"),
    [
        ("A geography quiz with five questions a round", "quiz.questions", 5),
        ("Vocabulary trainer with 4 questions per quiz", "quiz.questions", 4),
        ("A photo portfolio, six pictures per page", "paging.page_size", 6),
        ("A plant shop with a cart and a coupon for 20% off", "coupon.percent", 20),
        ("Workout log with a 25 minute timer", "timer.minutes", 25),
    ],
)
def test_a_stated_number_is_followed(made: Make, query: str, parameter: str, value: int) -> None:
    assert made(query).parameters.values[parameter] == value


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("Flashcards for words and a quiz with ten questions a round", "ten questions"),
        ("A blog with 20 articles per page", "20 articles per page"),
        ("Workout log with a 45 minute timer", "45 minute timer"),
        ("Shop for clothes with a cart, prices in Swiss francs", "Swiss francs"),
    ],
)
def test_a_number_that_cannot_be_had_is_told(made: Make, query: str, phrase: str) -> None:
    """Ten questions a round became three in silence."""
    coverage = read(made(query))
    assert phrase in coverage.uncovered
    assert any("is not followed" in note for note in coverage.notes)


@pytest.mark.parametrize(("said", "sign"), [("in euros", "€"), ("in pounds", "£"), ("in €", "€")])
def test_money_is_counted_as_the_seed_says(made: Make, author: CatalogAuthor, said: str, sign: str) -> None:
    """“prices in euros” gave pounds."""
    project = author.project(made(f"A plant shop with a cart, prices {said}"), "canary")
    assert f'"unit": "{sign}"' in project.reference["js/data.js"]


@pytest.mark.parametrize(
    ("query", "items"),
    [
        ("A shop that sells records, with a cart.", "records"),
        ("An online shop for vinyl records with cart and search.", "records"),
        ("Website of our choir: list of all scores, search by title.", "scores"),
        ("Hear ye, forge a ledger of birds with search", "birds"),
        ("List of bread knives with ratings", "bread knives"),
        ("A page where our village collects routes, with search", "routes"),
    ],
)
def test_a_noun_is_what_it_names(made: Make, query: str, items: str) -> None:
    """“records” was read as adding, “ledger” as expenses, and cake tins as food."""
    assert selection(made(query)).item.plural == items


@pytest.mark.parametrize(
    "query",
    [
        "A list of hikes. Hide one when it is taken off the programme",
        "Task board; delete a task when it is taken over by somebody else",
        "A plant shop, show when one is taken out of the range",
    ],
)
def test_a_verb_with_a_particle_is_another_verb(made: Make, query: str) -> None:
    """A route that “is taken down” asked for bookings."""
    coverage = read(made(query))
    assert not any("Booking" in note and "left out" in note for note in coverage.notes)
    assert "feature: booking" not in coverage.covered.values()


def test_what_nobody_asked_for_is_told(made: Make) -> None:
    recipe = made("A shop for plants")
    added = [id for id in selection(recipe).features if id not in ("browse", "cart")]
    assert added
    assert any("which nobody asked for" in note for note in read(recipe).notes)


@pytest.mark.parametrize("phrase", ["no dogs", "no breakfast", "no ads"])
def test_a_refused_thing_that_is_not_known_is_no_wish(made: Make, phrase: str) -> None:
    """“no ads” stood among the wishes that nothing serves, and “no login” among those that are met."""
    coverage = read(made(f"Booking site for our guesthouse, {phrase}"))
    assert coverage.covered[phrase].startswith("left out, as you asked")
    assert phrase not in coverage.uncovered


def test_a_quotation_is_never_cut(made: Make) -> None:
    said = 'with a question "are you sure?" before anything disappears'
    assert said in read(made(f"A list of recipes, {said}, and search")).uncovered


def test_a_long_seed_of_which_little_is_understood_is_thin(made: Make) -> None:
    odd = [
        "bevel",
        "caulk",
        "douse",
        "flense",
        "glaze",
        "hew",
        "knap",
        "lathe",
        "mull",
        "nock",
        "quench",
        "rivet",
        "splice",
    ]
    wishes = ", ".join(f"{word} the {word}er" for word in odd)
    reading = read(made(f"A list of recipes, my own recipes, {wishes}")).reading
    assert reading is not None
    assert "matched to nothing" in reading.thin


@pytest.mark.parametrize("query", ["quiz app with a timer", "trivia quiz for my friends", "A quiz game"])
def test_a_quiz_names_no_subject(made: Make, query: str) -> None:
    """A pub quiz became a vocabulary trainer beyond doubt."""
    reading = read(made(query)).reading
    assert reading is not None
    assert reading.thin


def test_what_a_note_has_chosen_is_told_with_what_the_seed_says(made: Make) -> None:
    recipe = made("I teach, and people come to my classes", ("about recipes",))
    assert any("A reviewer's note chose that it is about recipes" in note for note in read(recipe).notes)


@pytest.mark.parametrize(
    ("query", "items"),
    [
        ("A page where our climbing gym collects routes, with search", "routes"),
        ("The bakery tracks machines that need repair, with a filter", "machines"),
        ("Our restaurant collects jokes, with search and ratings", "jokes"),
    ],
)
def test_who_collects_things_is_not_what_it_is_about(made: Make, query: str, items: str) -> None:
    """A climbing gym's routes became workouts, and jokes would have become “restaurant collects”."""
    assert selection(made(query)).item.plural == items


@pytest.mark.parametrize(
    "query",
    [
        "maths quiz for kids",
        "A quiz for the driving licence test with score",
        "quiz app for pub trivia nights with a timer",
    ],
)
def test_a_quiz_about_what_is_not_known_is_refused(made: Make, query: str) -> None:
    """Times tables became geography."""
    with pytest.raises(SeedRefused, match="says what people do and not what it is about"):
        made(query)


@pytest.mark.parametrize(
    "query", ["A list of lighthouses with filter and favourites", "A directory of viewpoints with search"]
)
def test_things_of_which_nothing_is_said_are_neither_sold_nor_studied(made: Make, query: str) -> None:
    """Lighthouses had prices and makers, and viewpoints a study time, as the random seed would have it."""
    assert read(made(query)).category == "community"


def test_things_of_which_nothing_is_said_go_where_the_wishes_can_be_had(made: Make) -> None:
    assert "booking" in selection(made("A register of kayaks that people book")).features


@pytest.mark.parametrize("query", ["Friends lend books, with the return date", "Recipes with release date"])
def test_a_date_of_another_kind_is_not_the_one_that_is_told(made: Make, query: str) -> None:
    """“date” was covered by when something is next on, though a return date was meant."""
    coverage = read(made(query))
    assert "date" not in coverage.covered
    assert any(phrase.endswith(("return date", "release date")) for phrase in coverage.uncovered)


@pytest.mark.parametrize("phrase", ["without ads", "without bank connection"])
def test_what_an_app_shall_be_without_is_told_though_not_known(made: Make, phrase: str) -> None:
    assert read(made(f"Expense tracker {phrase}")).covered[phrase].startswith("left out, as you asked")


def test_what_has_no_room_is_told_in_one_remark(made: Make) -> None:
    """Ten remarks of three lines each said the same of ten features."""
    asked = "search, filters, sort, cart, coupon codes, favourites, ratings, comments, paging, dark mode"
    notes = [note for note in read(made(f"A plant shop with {asked}")).notes if "evaluation tasks" in note]
    assert len(notes) == 1
    assert "split the seed" in notes[0]


def test_exports_are_goods_unless_somebody_exports(made: Make) -> None:
    assert "exports" not in read(made("A catalogue of wine exports with a chart")).covered
    assert "export" in selection(made("A wine list that exports csv")).features


@pytest.mark.parametrize(
    "query",
    [
        "Neighbours borrow tools from each other, search and filter",
        "A list of ladders that we rent out to neighbours, filter",
        "Our choir: singers lend scores and search them by title",
    ],
)
def test_things_that_are_lent_are_booked_and_have_no_price_of_which_nothing_is_said(
    made: Make, query: str
) -> None:
    """Borrowing was covered by the tools' name in an app without it, and lent scores had a price."""
    recipe = made(query)
    assert "booking" in selection(recipe).features
    assert selection(recipe).left_out == ("price",)
    assert any("Nothing is said of a price" in note for note in read(recipe).notes)


def test_things_that_are_rented_keep_the_price_that_is_asked_for(made: Make) -> None:
    assert not selection(made("A list of ladders that we rent out, with prices and a filter")).left_out


@pytest.mark.parametrize(
    ("query", "items"),
    [
        ("Our restaurant collects jokes, with search and ratings", "jokes"),
        ("Our hotel keeps a register of umbrellas, with search", "umbrellas"),
    ],
)
def test_no_site_for_bookings_is_without_them(made: Make, query: str, items: str) -> None:
    """Jokes of a restaurant were booked for an evening, and umbrellas became “hotel keeps”."""
    recipe = made(query)
    assert selection(recipe).item.plural == items
    assert read(recipe).category == "community"


def test_a_fact_of_the_data_serves_no_part_of_what_is_not_followed(made: Make) -> None:
    """The “minute” of a timer for 45 of them was covered by the duration."""
    assert "minute" not in read(made("Workout log with a 45 minute timer")).covered


@pytest.mark.parametrize(
    "query",
    [
        "A vocabulary trainer: add, edit and import words, statistics",
        "A vocabulary trainer with a filter, export, details and adding",
    ],
)
def test_what_is_counted_is_spoken_of_in_the_plural(made: Make, author: CatalogAuthor, query: str) -> None:
    """A word had “a points”, which “was entered” and “is no number”."""
    project = author.project(made(query), "canary")
    written = " ".join([project.prd.model_dump_json(), project.query.model_dump_json()]).casefold()
    assert "points" in written
    assert not re.search(
        r"\ba(?: negative)? points\b|(?<!number of )\bpoints (?:is|was|has|stands|equals)\b", written
    )

"""No app may be made that makes no sense: nobody books a question, and notes are not put into a cart."""

import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from plans.catalog.contents import ItemNoun, with_requirements
from plans.records.plan import Plan
from plans.records.seed import Seed
from plans.webapp.catalog.domain import CATEGORIES, WebDomain, invented_domain
from plans.webapp.catalog.library import HERE, WebCatalog, survey
from plans.webapp.generator import WebAppAuthor

SHOPS = {"houseplants", "clothing", "gadgets", "groceries", "invented-shopping"}
PLACES = {"appointments", "guesthouses", "tables", "events"}
MAKES_SENSE = {
    "booking": {*PLACES, "courses", "board-games", "invented-booking", "invented-learning"},
    "cart": {*SHOPS, "events", "artworks"},
    "coupon": {*SHOPS, "events", "artworks"},
    "timer": {
        "team-tasks", "notes", "workouts", "recipes", "board-games", "courses", "geography", "vocabulary",
        "invented-productivity", "invented-learning",
    },
    "quiz": {"board-games", "courses", "geography", "vocabulary", "houseplants", "recipes"},
    "wizard": {
        *SHOPS, *PLACES, "artworks", "articles", "sales-orders", "weather-stations", "board-games", "courses",
        "invented-booking", "invented-community", "invented-learning",
    },
    "ratings": {
        *SHOPS, *PLACES, "artworks", "articles", "recipes", "notes", "board-games", "courses", "geography",
        "vocabulary", "invented-booking", "invented-community", "invented-learning",
    },
}  # fmt: skip
"""Feature → every domain in which it may be, asked for or not; the others may be wherever they find their facets."""


def every_domain(library: WebCatalog) -> list[WebDomain]:
    noun = ItemNoun(singular="kite", plural="kites")
    return [*library.domains.values(), *(invented_domain(library.inventing, c, noun) for c in CATEGORIES)]


def test_every_pair_of_domain_and_feature_that_may_be_made_makes_sense(library: WebCatalog):
    """A lending library was read as a question board in which one could "book a question"."""
    possible: dict[str, set[str]] = defaultdict(set)
    for domain in every_domain(library):
        for feature in library.features:
            if with_requirements(library, domain, feature, ["browse"]):
                possible[feature].add(domain.id)
    assert {feature: possible[feature] for feature in MAKES_SENSE} == MAKES_SENSE
    everywhere = {domain.id for domain in every_domain(library)}
    staged = {domain.id for domain in every_domain(library) if domain.offers("stages")}
    for feature in set(library.features) - set(MAKES_SENSE) - {feature.id for feature in library.base}:
        assert possible[feature] == (staged if feature == "kanban" else everywhere), feature


@pytest.mark.parametrize("feature", ["booking", "cart"])
def test_what_makes_no_sense_does_not_come_in_as_a_requirement_of_something_else(
    library: WebCatalog, feature: str
):
    discussions = library.domains["discussions"]
    for id in library.features:
        assert feature not in with_requirements(library, discussions, id, ["browse"])


@pytest.mark.parametrize(
    ("query", "earliest", "latest"),
    [
        ("A site for our guesthouse where people book", "14:00", "22:00"),
        ("A site for our restaurants where guests book a table", "17:00", "22:00"),
        ("Concerts and festivals with tickets, where people book", "17:00", "22:00"),
        ("A dentist where patients book a treatment", "08:00", "18:00"),
    ],
)
def test_what_is_booked_is_booked_at_a_time_that_makes_sense(
    author: WebAppAuthor, plan: Plan, query: str, earliest: str, latest: str
) -> None:
    """Guests came to stay the night at nine in the morning, and dined at eleven."""
    for random_seed in range(12):
        times = author.recipe(Seed(id="x", query=query), plan, random_seed).parameters.values["booking.times"]
        assert isinstance(times, list)
        assert all(earliest <= str(time) <= latest for time in times)


def test_a_plan_that_leaves_no_such_time_has_its_way(author: WebAppAuthor, plan: Plan) -> None:
    mornings = plan.parameter("booking.times").model_copy(
        update={"values": ("09:00", "11:00", "14:00", "16:00")}
    )
    parameters = tuple(mornings if one.name == mornings.name else one for one in plan.parameters)
    narrowed = plan.model_copy(update={"parameters": parameters})
    seed = Seed(id="x", query="A site for our restaurants where guests book a table")
    assert author.recipe(seed, narrowed, 1).parameters.values["booking.times"] == [
        "09:00",
        "11:00",
        "14:00",
        "16:00",
    ]


@pytest.mark.slow
def test_a_domain_names_only_values_that_there_are(library: WebCatalog, tmp_path: Path) -> None:
    shutil.copytree(HERE, tmp_path / "catalog")
    file = tmp_path / "catalog" / "domains" / "tables.yaml"
    file.write_text(file.read_text().replace("booking.times", "booking.hours"))
    (problem,) = survey(tmp_path / "catalog")[1]
    assert "'booking.hours'" in problem.message


@pytest.mark.parametrize(("domain", "is_added_up"), [("guesthouses", False), ("workouts", True)])
def test_only_what_makes_a_sensible_total_is_added_up(
    author: WebAppAuthor, plan: Plan, domain: str, is_added_up: bool
):
    """The statistics of a booking site told the total of all prices per night."""
    recipe = author.recipe(Seed(id="x", query="I want statistics", domain=domain), plan, 1)
    project = author.project(recipe, "canary")
    wished = [level.text for level in project.query.levels.values()]
    said = " ".join([project.prd.model_dump_json(), project.criteria.model_dump_json(), *wished]).lower()
    measure = "duration" if is_added_up else "price per night"
    assert f"average {measure}" in said
    assert (f"total {measure}" in said) == is_added_up
    assert ("total, average" in said or "the total, the average" in said) == is_added_up

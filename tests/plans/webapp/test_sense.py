"""No app may be made that makes no sense: nobody books a question, and notes are not put into a cart."""

from collections import defaultdict

import pytest

from plans.webapp.catalog.domain import CATEGORIES, Domain, ItemNoun
from plans.webapp.catalog.inventing import invented_domain
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.sampling import with_requirements

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


def every_domain(library: Library) -> list[Domain]:
    noun = ItemNoun(singular="kite", plural="kites")
    return [*library.domains.values(), *(invented_domain(library.inventing, c, noun) for c in CATEGORIES)]


def test_every_pair_of_domain_and_feature_that_may_be_made_makes_sense(library: Library):
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
    library: Library, feature: str
):
    discussions = library.domains["discussions"]
    for id in library.features:
        assert feature not in with_requirements(library, discussions, id, ["browse"])

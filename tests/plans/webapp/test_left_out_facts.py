"""A price or a rating that is refused is told nowhere in the app, by whichever way it was refused."""

import pytest

from plans.catalog.contents import ItemNoun
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.seed import Recipe, Seed
from plans.webapp.catalog.domain import CATEGORIES, invented_domain
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.generator import WebAppAuthor

KITES = Seed(
    id="kites",
    query="A list of kites in a shop window, with a filter",
    domain="invented-shopping",
    parameters={"item_noun": ["kite", "kites"]},
)


def lacking(query: str, *without: str) -> Seed:
    return Seed(id="x", query=query, without=without)


def made(author: WebAppAuthor, plan: Plan, seed: Seed, *notes: str) -> tuple[Recipe, Project]:
    recipe = author.recipe(seed, plan, 1, 1 + len(notes), notes)
    return recipe, author.project(recipe, "canary")


def speaks_of(project: Project, word: str) -> bool:
    """Whether specification, query, criteria or the sample data say the word."""
    texts = [
        project.prd.model_dump_json(),
        project.query.model_dump_json(),
        project.criteria.model_dump_json(),
    ]
    texts += [project.reference["js/data.js"], *(one.files["js/data.js"] for one in project.alternatives[1:])]
    return any(word in text.casefold() for text in texts)


@pytest.mark.parametrize("query", ["A plant shop with search", "My recipes"])
def test_no_rating_stands_in_the_data_of_an_app_that_shall_have_none(
    author: WebAppAuthor, plan: Plan, query: str
) -> None:
    """The feature was left out, and each thing still had a field "Rating"."""
    recipe, project = made(author, plan, lacking(query, "ratings"))
    assert recipe.parameters.values["left_out"] == ["rating"]
    assert not speaks_of(project, "rating")
    assert "left_out" not in made(author, plan, lacking(query))[0].parameters.values


@pytest.mark.parametrize(
    "seed",
    [
        lacking("A gallery of my paintings with statistics and sorting", "price"),
        KITES.model_copy(update={"without": ("price",)}),
    ],
)
def test_no_price_stands_in_an_app_that_shall_have_none(author: WebAppAuthor, plan: Plan, seed: Seed) -> None:
    """It was told that every project lists the price."""
    recipe, project = made(author, plan, seed)
    assert recipe.parameters.values["left_out"] == ["price"]
    assert not speaks_of(project, "price")
    assert "without: price" in recipe.seed.coverage.covered


def test_a_cart_without_prices_is_left_out_with_the_reason(author: WebAppAuthor, plan: Plan) -> None:
    recipe, _ = made(author, plan, lacking("A plant shop with a cart", "price"))
    assert "cart" in recipe.seed.coverage.uncovered
    assert any("plants have no price" in note for note in recipe.seed.coverage.notes)


def test_a_note_leaves_out_prices_and_brings_them_back(author: WebAppAuthor, plan: Plan) -> None:
    """A reviewer's "without prices" was lost."""
    without, project = made(author, plan, lacking("My paintings with a filter"), "without prices")
    assert without.parameters.values["left_out"] == ["price"]
    assert not speaks_of(project, "price")
    assert "prices are left out" in without.findings[0]
    again, _ = made(author, plan, lacking("My paintings with a filter", "price"), "with prices after all")
    assert "left_out" not in again.parameters.values
    assert "prices are in" in again.findings[0]


def test_a_note_about_the_plan_leaves_them_out_of_every_item(author: WebAppAuthor, plan: Plan) -> None:
    """A redo of the plan without prices, or without ratings, gave apps that told them."""
    redone, (answer,) = author.redone_plan(plan, ["without prices and ratings"])
    assert redone.parameter("facts").values == ()
    assert "prices are left out" in answer
    for seed in (lacking("A plant shop with search"), KITES):
        recipe, project = made(author, redone, seed)
        assert "price" in str(recipe.parameters.values["left_out"])
        assert not speaks_of(project, "price")
        assert not speaks_of(project, "rating")
    again, _ = author.redone_plan(redone, ["with prices and ratings again"])
    assert set(again.parameter("facts").values or ()) == {"price", "rating"}


def test_what_is_grown_or_made_afresh_from_it_has_none_either(author: WebAppAuthor, plan: Plan) -> None:
    parent, _ = made(author, plan, lacking("My paintings with a filter", "price", "ratings"))
    for seed in range(4):
        variant = author.variant(parent, "suite 1.0.0", seed)
        assert "rating" in str(variant.parameters.values["left_out"])
        assert not speaks_of(author.project(variant, "canary"), "rating")
        assert "ratings" in variant.seed.seed.without


def test_what_is_told_instead_fits_each_domain(library: WebCatalog) -> None:
    noun = ItemNoun(singular="kite", plural="kites")
    domains = [*library.domains.values(), *(invented_domain(library.inventing, c, noun) for c in CATEGORIES)]
    for domain in domains:
        lacking = domain.lacking(["price", "rating"])
        assert lacking.facets.rating is None
        assert all(item.rating is None for item in lacking.items)
        if domain.instead is None:
            continue
        assert lacking.facets.amount == domain.instead
        assert domain.instead.unit in library.lexicon.units
        amounts = [item.amount for item in lacking.items]
        assert len(set(amounts)) == len(amounts), domain.id
        assert {domain.instead.minimum, domain.instead.maximum} <= set(amounts)

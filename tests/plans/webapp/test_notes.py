"""A reviewer's note at a redo changes the recipe; once it was kept and nobody read it."""

import pytest

from agents.authoring.planning.agent import PlanningAgent, given
from plans.catalog.notes import read_notes
from plans.records.plan import ItemParameters, Plan
from plans.records.seed import Seed
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.generator import WebAppAuthor, vocabulary_of

pytestmark = pytest.mark.slow

SEED = Seed(
    id="plant-shop", query="A plant shop with search and a cart", parameters={"brand": "Moss & Marigold"}
)


def features_of(author: WebAppAuthor, plan: Plan, *notes: str, random_seed: int = 1) -> list[object]:
    features = author.recipe(SEED, plan, random_seed, 2, notes).parameters.values["features"]
    assert isinstance(features, list)
    return list(features)


def features_in(parameters: ItemParameters) -> set[object]:
    features = parameters.values["features"]
    assert isinstance(features, list)
    return set(features)


@pytest.mark.parametrize(
    ("note", "added", "dropped"),
    [
        ("without the cart", [], ["cart"]),
        ("with ratings and without cart", ["ratings"], ["cart"]),
        ("With ratings. Without the cart!", ["ratings"], ["cart"]),
        ("without a shoping cart", [], ["cart"]),
        ("with less clutter and ratings", ["ratings"], []),
        ("with a cart, ratings", ["cart", "ratings"], []),
    ],
)
def test_with_and_without_are_told_apart(
    library: WebCatalog, note: str, added: list[str], dropped: list[str]
) -> None:
    redo = read_notes([note], vocabulary_of(library))
    assert (list(redo.added), sorted(redo.dropped)) == (added, dropped)


@pytest.mark.parametrize(
    "note",
    [
        "no cart please",
        "ratings are not needed",
        "not without ratings",
        "don't leave it without a cart",
        "please add ratings",
        "replace the cart by ratings",
        "recipes instead",
        "with reviews",
    ],
)
def test_what_says_it_otherwise_is_told_not_to_be_read(library: WebCatalog, note: str) -> None:
    (read,) = read_notes([note], vocabulary_of(library)).notes
    assert not read.asks
    assert read.unused


def test_a_feature_goes_and_comes_as_the_note_says(author: WebAppAuthor, plan: Plan) -> None:
    assert "cart" in features_of(author, plan)
    for number in range(5):
        assert "cart" not in features_of(author, plan, "without the cart", random_seed=number)
        assert "ratings" in features_of(author, plan, "with ratings", random_seed=number)
    assert "cart" in features_of(author, plan, "without the cart", "with a cart after all")


def test_a_subject_in_a_note_is_the_next_subject(
    author: WebAppAuthor, plan: Plan, library: WebCatalog
) -> None:
    recipe = author.recipe(SEED, plan, 1, 2, ["about recipes"])
    assert recipe.parameters.values["domain"] == "recipes"
    coverage = recipe.seed.coverage
    assert (coverage.domain, coverage.category) == ("recipes", library.domains["recipes"].category)
    assert "it is about recipes" in recipe.findings[0]
    torn = author.recipe(SEED, plan, 1, 2, ["about guesthouses or recipes"])
    assert torn.parameters.values["domain"] == "houseplants"
    assert "several subjects" in torn.findings[0]


def test_what_could_not_be_used_is_said(author: WebAppAuthor, plan: Plan) -> None:
    recipe = author.recipe(SEED, plan, 1, 2, ["make it pop", "without browsing the plants"])
    assert recipe.findings[0].startswith("Note “make it pop”")
    for finding in recipe.findings:
        assert finding in recipe.seed.coverage.notes
    brief = author.recipe(
        SEED, plan, 1, 2, ["with ratings, without favourites; make it about boats; 1000 items"]
    )
    assert "“boats” could not be used; “1000 items” could not be used" in brief.findings[0]
    mixed = author.recipe(SEED, plan, 1, 2, ["with ratings, and holographic unicorn banners everywhere"])
    assert "is in" in mixed.findings[0]
    assert "could not be used" in mixed.findings[0]


def test_a_note_about_the_plan_changes_what_it_leaves(author: WebAppAuthor, plan: Plan) -> None:
    redone, answers = author.redone_plan(plan, ["without the cart. About recipes!", "make it pop"])
    assert set(plan.parameter("features").values or ()) - set(redone.parameter("features").values or ()) == {
        "cart"
    }
    assert redone.parameter("domain").values == ("recipes",)
    assert "“Cart” is left out; seeds are about recipes alone" in answers[0]
    assert "plan is as it was" in answers[1]
    box = author.recipe(Seed(id="box", query="a box for my recipes with a cart"), redone, 1)
    assert "cart" not in str(box.parameters.values["features"])

    again, _ = author.redone_plan(redone, ["with a cart after all", "about guesthouses and recipes"])
    assert "cart" in (again.parameter("features").values or ())
    assert again.parameter("domain").values == ("guesthouses", "recipes")


def test_a_feature_that_the_plan_allows_is_not_told_to_be_in(author: WebAppAuthor, plan: Plan) -> None:
    """“with comments” was answered by “‘Comments’ is among the features”, and the items got none."""
    _, (answer,) = author.redone_plan(plan, ["with comments for grandma, without ratings"])
    assert (
        "“Comments” may be drawn for any item (to put it into one, redo that item with this note)" in answer
    )
    assert "“Ratings” is left out" in answer


@pytest.mark.parametrize("random_seed", range(8))
@pytest.mark.parametrize("query", [SEED.query, "my recipes with pages and favourites"])
def test_a_redo_keeps_what_its_note_does_not_name(
    author: WebAppAuthor, plan: Plan, query: str, random_seed: int
) -> None:
    """“with comments, without pages” dropped the favourites, and brought a search that nobody had named."""
    seed = Seed(id="kept", query=query)
    first = author.recipe(seed, plan, random_seed, 1).parameters
    for note, into, out in (
        ("with comments, without pages", "comments", "paging"),
        ("with ratings, without search", "ratings", "search"),
    ):
        recipe = author.recipe(seed, plan, random_seed, 2, [note])
        before, after = features_in(first), features_in(recipe.parameters)
        if into in before and out not in before:
            assert "the rest was drawn anew" in recipe.findings[-1]
            continue
        assert before - {out} <= after
        assert into in after
        assert out not in after
        assert recipe.parameters.random_seed == first.random_seed
        same = ("brand", "tone", "accent_hue", "domain", "item_noun")
        assert [recipe.parameters.values[name] for name in same] == [first.values[name] for name in same]
        assert recipe.findings[-1].startswith("Features added: ")


def test_a_redo_says_what_changed(author: WebAppAuthor, plan: Plan) -> None:
    first = author.recipe(SEED, plan, 1, 1).parameters
    assert features_in(first) == {"accessibility", "browse", "cart", "search", "statistics"}
    told = author.recipe(SEED, plan, 1, 2, ["with comments, without statistics"]).findings[-1]
    assert told == "Features added: “Comments”; removed: “Statistics”; all others stay as they were."


def test_each_redo_goes_on_from_the_one_before(author: WebAppAuthor, plan: Plan) -> None:
    notes = ["with comments", "with ratings", "without statistics"]
    features = features_in(author.recipe(SEED, plan, 1, 4, notes).parameters)
    assert features == {"accessibility", "browse", "cart", "search", "comments", "ratings"}


def test_without_a_note_the_plan_stays(author: WebAppAuthor, plan: Plan) -> None:
    assert author.redone_plan(plan, []) == (plan, ())


def test_every_project_is_built_on_what_no_note_removes(author: WebAppAuthor, plan: Plan) -> None:
    redone, (answer,) = author.redone_plan(plan, ["without browsing the plants"])
    assert redone.parameter("features") == plan.parameter("features")
    assert "stays: every project is built on it" in answer


def test_a_note_and_no_note_differ_in_nothing_else(author: WebAppAuthor, plan: Plan) -> None:
    assert author.recipe(SEED, plan, 1, 2, []) == author.recipe(SEED, plan, 1, 2)


def test_a_note_about_a_given_recipe_is_told_not_to_be_read(author: WebAppAuthor, plan: Plan) -> None:
    (grown,) = author.growth(plan, [], 1, 3)
    recipe = PlanningAgent(author, author, 0).sampled(given(grown), plan, 2, ["old"], ["with ratings"])
    assert recipe.findings[0] == "old"
    assert "“with ratings” was not read" in recipe.findings[1]

"""What a seed says it does not want is in no project, whoever samples it, and the reviewer is told so."""

import pytest

from plans.records.plan import Plan
from plans.records.seed import Recipe, Seed
from plans.webapp.catalog.library import Library
from plans.webapp.generator import CatalogAuthor
from plans.webapp.understanding.words import words_of

pytestmark = pytest.mark.slow


def refused(library: Library, query: str) -> set[str]:
    return set(words_of(Seed(id="x", query=query), library).refused)


def made(author: CatalogAuthor, plan: Plan, query: str, random_seed: int, *notes: str) -> Recipe:
    return author.recipe(Seed(id="x", query=query), plan, random_seed, 1 + len(notes), notes)


def features(recipe: Recipe) -> list[str]:
    listed = recipe.parameters.values["features"]
    assert isinstance(listed, list)
    return [str(id) for id in listed]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("A recipe collection. No comments please.", {"comments"}),
        ("Please no comments, no ratings and definitely no dark mode, I hate it.", {"comments", "ratings", "theme"}),
        ("Recipes without comments and without ratings", {"comments", "ratings"}),
        ("Recipes without comments and ratings", {"comments", "ratings"}),
        ("We don't want comments, ratings or dark mode. But do add search!", {"comments", "ratings", "theme"}),
        ("Recipes. I don’t need a timer.", {"timer"}),
        ("Recipes. Dark mode is not needed, ratings neither.", {"theme"}),
        ("Recipes. It should have no comments.", {"comments"}),
        ("A plant shop, leave out the coupon codes", {"coupon"}),
        ("A blog where you cannot comment", {"comments"}),
        ("A recipe site where visitors can't rate anything, with a search", {"ratings"}),
        ("A plant shop, drop the cart", {"cart"}),
        ("A plant shop. Drop the cart and coupons, please.", {"cart", "coupon"}),
        ("A list of recipes with ratings. Remove the ratings.", {"ratings"}),
        ("Recipes with ratings left out", {"ratings"}),
        ("Recipes; comments are to be left out", {"comments"}),
        ("Recipes w/o comments, and skip the ratings", {"comments", "ratings"}),
        ("I don't like ratings but comments are fine, and don't add a timer", {"ratings", "timer"}),
        ("No ratings on my recipes because ratings only cause trouble", {"ratings"}),
    ],
)  # fmt: skip
def test_a_refusal_reaches_to_the_end_of_its_clause(library: Library, query: str, expected: set[str]) -> None:
    assert refused(library, query) == expected


@pytest.mark.parametrize(
    "query",
    [
        "Right now there is no search on our recipe site; we need one.",
        "Recipes. No login, search and favourites.",
        "Recipes, no login and dark mode",
        "Recipes. No problem with comments. No more than five ratings each.",
        "Recipes I can filter without reloading the page. It must not lose my data when I close the tab.",
        "Find a recipe without opening every detail page",
        "I don't want to scroll so search is a must for my recipes",
        "When there are no comments, show a hint with the recipe.",
    ],
)
def test_what_only_looks_like_a_refusal_is_none(library: Library, query: str) -> None:
    assert refused(library, query) == set()


def test_what_is_refused_is_not_sampled_and_told(author: CatalogAuthor, plan: Plan) -> None:
    """Comments came in by sampling: "no comments" had only kept them out of the wishes."""
    query = "A recipe collection. Please no comments, no ratings and definitely no dark mode, I hate it."
    for number in range(8):
        recipe = made(author, plan, query, number)
        assert not {"comments", "ratings", "theme"} & set(features(recipe))
    coverage = made(author, plan, query, 0).seed.coverage
    assert "“comments” (Comments) is left out, as you asked." in coverage.notes
    assert coverage.covered["dark mode"] == "left out, as you asked"
    assert coverage.uncovered == ()


def test_a_comma_ends_what_a_no_is_about(author: CatalogAuthor, plan: Plan) -> None:
    assert {"search", "favourites"} <= set(
        features(made(author, plan, "No login, search and favourites for my recipes", 1))
    )


def test_what_needs_a_refused_feature_is_left_out_for_that_reason(author: CatalogAuthor, plan: Plan) -> None:
    recipe = made(author, plan, "A plant shop without a cart, but with coupon codes", 1)
    assert not {"cart", "coupon"} & set(features(recipe))
    assert any("needs “Cart”, which is not wanted" in note for note in recipe.seed.coverage.notes)


def test_what_every_project_is_built_on_stays_and_that_is_told(author: CatalogAuthor, plan: Plan) -> None:
    recipe = made(author, plan, "My recipes with search, no gallery please", 1)
    assert "browse" in features(recipe)
    assert "“gallery” (Browsing) stays: every project is built on it." in recipe.seed.coverage.notes


def test_a_reviewers_note_brings_back_what_the_seed_refused(author: CatalogAuthor, plan: Plan) -> None:
    recipe = made(author, plan, "My recipes, no comments", 1, "with comments after all")
    assert "comments" in features(recipe)
    assert not [note for note in recipe.seed.coverage.notes if "as you asked" in note]


def test_a_fresh_variant_does_not_have_what_the_parents_seed_refused(
    author: CatalogAuthor, plan: Plan
) -> None:
    """Features that filled a variant up were drawn without a look at the seed, and brought the comments back."""
    seed = Seed(
        id="x", query="A recipe collection with search. No comments, no ratings and no favourites please."
    )
    parent = author.recipe(seed, plan, 1)
    children = [author.variant(parent, "suite 1.0.0", random_seed) for random_seed in range(30)]
    grandchildren = [author.variant(child, "suite 2.0.0", 1) for child in children]
    for variant in (*children, *grandchildren):
        assert not {"comments", "ratings", "favourites"} & set(features(variant))
        assert variant.seed.seed.query.endswith(". No comments. No ratings. No favourites.")


def test_what_a_reviewer_wanted_in_all_the_same_stays_in_the_variant(
    author: CatalogAuthor, plan: Plan
) -> None:
    parent = made(author, plan, "A recipe collection with search. No comments please.", 1, "Add comments.")
    assert "comments" in features(parent)
    variant = author.variant(parent, "suite 1.0.0", 3)
    assert "comments" in features(variant)
    assert "No comments" not in variant.seed.seed.query


def test_the_verb_of_an_order_is_no_wish_itself(author: CatalogAuthor, plan: Plan):
    """Whoever wrote "please remove the ratings" got ratings, and a button that deletes."""
    recipe = made(author, plan, "A recipe site, please remove the ratings", 1)
    assert {"delete", "ratings"}.isdisjoint(features(recipe))
    assert recipe.seed.coverage.covered["ratings"] == "left out, as you asked"
    assert "delete" in features(made(author, plan, "A recipe site where one can remove the recipes", 1))


@pytest.mark.parametrize(
    "query",
    [
        "Rooms, but you cannot book twice for the same night",
        "A booking site for rooms where you cannot book a taken room twice",
        "I cannot comment on our old blog, so build one with comments",
        "A plant shop where people can fill the cart, remove the plants from the cart and pay",
        "A forum where moderators can remove the comments",
        "Our blog now has pages where you cannot comment. Build one with comments",
    ],
)
def test_what_people_do_and_cannot_do_now_or_twice_is_no_order(library: Library, query: str):
    assert not refused(library, query)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("A list of films. Nobody should be able to delete or edit them.", {"delete", "edit"}),
        ("A list of films. No one may comment, and visitors are not allowed to rate them.", {"comments", "ratings"}),
        ("A list of films that visitors cannot delete or edit.", {"delete", "edit"}),
        ("A list of films. Users must not be able to rate them.", {"ratings"}),
        ("A list of films. There should be no way to delete a film.", {"delete"}),
        ("Our recipes. Search must not be there; comments are unwanted; rating is not allowed.",
         {"search", "comments", "ratings"}),
        ("A list of films. Deleting a film is forbidden, and ratings should not be possible.", {"delete", "ratings"}),
        ("Our recipes. Ratings and comments are not wanted.", {"comments", "ratings"}),
        ("Our recipes. The search can be omitted, a dark mode is not desired.", {"search", "theme"}),
        ("Our recipes. Favourites should never be shown. Comments are off limits.", {"favourites", "comments"}),
    ],
)  # fmt: skip
def test_what_is_forbidden_before_or_behind_its_word_is_refused(
    library: Library, query: str, expected: set[str]
):
    """Whoever forbade deleting and editing got both, and nothing told of it: only a "no" before a word was read."""
    assert refused(library, query) == expected


@pytest.mark.parametrize(
    "query",
    [
        "A list of films. Comments must not be longer than 200 characters. Ratings cannot be negative.",
        "A list of films. You cannot delete a film that is lent.",
        "A list of films. I cannot find them on paper, so search is a must.",
        "A mess of recipes: nobody can find them.",
        "A list of films. Comments are not allowed for guests.",
        "A list of films. When rating is not possible, say why.",
        "A list of films with ratings, prices are not shown.",
        "A list of films. Nobody else should be able to edit them.",
    ],
)
def test_what_is_forbidden_in_part_or_told_as_a_complaint_is_not_refused(library: Library, query: str):
    assert not refused(library, query)


def test_prices_that_are_not_to_be_shown_are_not_shown(author: CatalogAuthor, plan: Plan):
    """The prices were counted as served by the very sentence that refuses them, and a cart came with them."""
    query = "A catalogue of houseplants for our garden club. Prices are not to be shown."
    for number in range(4):
        coverage = made(author, plan, query, number).seed.coverage
        assert coverage.covered["Prices"] == "left out, as you asked"
        assert any("“Prices” is left out, as you asked" in note for note in coverage.notes)


def test_a_denial_that_is_read_as_no_refusal_is_warned_of(author: CatalogAuthor, plan: Plan):
    recipe = made(author, plan, "A list of films. Nobody else should be able to edit them.", 1)
    assert "edit" in features(recipe)
    assert any("“edit” (Editing) is in, though “Nobody”" in note for note in recipe.seed.coverage.notes)
    told = made(author, plan, "My recipes with ratings, no comments", 1).seed.coverage.notes
    assert not any("though" in note for note in told)

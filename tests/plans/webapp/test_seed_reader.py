"""A seed is read by what it names and by known phrases; what is in doubt is left open and told."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from plans.catalog.seed_reader import Offer, Understanding, misnamed
from plans.errors import SeedRefused
from plans.records.plan import Plan
from plans.records.seed import Seed
from plans.webapp.catalog.domain import WebDomain
from plans.webapp.catalog.library import WebCatalog, shipped_library
from plans.webapp.generator import WebAppAuthor, vocabulary_of


def read(query: str, **named: object) -> Understanding[WebDomain]:
    return WebAppAuthor().understand(
        Seed.model_validate({"id": "x", "query": query, **named}), shipped_library()
    )


def noted(understood: Understanding[WebDomain], phrase: str) -> bool:
    return any(f"“{phrase}”" in note for note in understood.coverage.notes)


def test_known_phrases_propose_subject_and_features() -> None:
    understood = read("A plant shop with a search and star ratings, please")
    assert (understood.domain.id, understood.wanted) == ("houseplants", ("search", "ratings"))
    assert understood.coverage.reading
    assert understood.coverage.reading.words == ("plant shop",)
    assert understood.coverage.reading.thin == ""
    assert understood.coverage.covered["search"] == "feature: search"


def test_what_is_not_read_is_told_in_the_seeds_words() -> None:
    coverage = read("A plant shop with holographic unicorn banners and a search").coverage
    assert coverage.uncovered == ("holographic unicorn banners",)


def test_what_no_project_can_have_is_told_with_the_reason() -> None:
    understood = read("A plant shop where people log in and pay by credit card")
    assert {"log in", "credit card"} <= set(understood.coverage.uncovered)
    assert noted(understood, "log in")
    assert noted(understood, "credit card")


@pytest.mark.parametrize(
    "query",
    ["A plant shop. No comments.", "A plant shop. I don't want comments!", "A plant shop. Comments? Never."],
)
def test_of_a_sentence_that_says_no_nothing_is_taken(query: str) -> None:
    understood = read(query)
    if "Never" in query:
        assert "comments" in understood.wanted, "a question mark ends the sentence"
        return
    assert understood.wanted == ()
    assert understood.refused == frozenset()
    assert "comments" in understood.coverage.uncovered
    assert noted(understood, "comments")


def test_a_phrase_that_may_mean_several_features_is_left_open() -> None:
    understood = read("A plant shop with reviews")
    assert understood.wanted == ()
    assert noted(understood, "reviews")
    assert "reviews" in understood.coverage.uncovered
    agreed = read("A plant shop with star ratings and reviews")
    assert agreed.wanted == ("ratings",)
    assert not noted(agreed, "reviews")


def test_named_features_are_taken_and_no_others() -> None:
    understood = read("A plant shop with a cart and a search", features=["search", "sort"])
    assert understood.wanted == ("search", "sort")
    assert understood.coverage.covered["features: sort"] == "feature: sorting"
    assert noted(understood, "cart")
    assert read("A plant shop with a cart", features=[]).wanted == ()


def test_features_to_be_without_are_refused(author: WebAppAuthor, plan: Plan) -> None:
    seed = Seed(id="x", query="A plant shop with comments", without=("search", "comments"))
    assert read(seed.query, without=seed.without).wanted == ()
    for random_seed in range(8):
        features = author.recipe(seed, plan, random_seed).parameters.values["features"]
        assert isinstance(features, list)
        assert not {"search", "comments"} & set(map(str, features))


@pytest.mark.parametrize(
    "query",
    [
        "Make me a nice website.",
        "Eine Liste meiner Bücher mit Suche",
        "A list of kites with a filter",
        "?!",
        "A page for our guesthouse and our recipes",
    ],
)
def test_a_seed_whose_subject_is_in_doubt_is_refused(query: str) -> None:
    with pytest.raises(SeedRefused) as refusal:
        read(query)
    assert "domain:" in str(refusal.value)


@pytest.mark.parametrize(
    ("query", "likely"),
    [
        ("A tool to track who borrowed my tools", "board-games"),
        ("Plants and recipes", "houseplants"),
        ("A calculator for tips", None),
    ],
)
def test_a_refused_seed_is_told_a_few_likely_domains_and_the_command_that_lists_all(
    query: str, likely: str | None
) -> None:
    """All 24 stood in one line."""
    with pytest.raises(SeedRefused) as refusal:
        read(query)
    told = str(refusal.value)
    assert "`benchwright author --catalog --family webapp`" in told
    named = [id for id in shipped_library().domains if re.search(rf"(?<!-)\b{id}\b(?!-) \(", told)]
    assert len(named) <= 3
    assert named == [] if likely is None else likely in named


@pytest.mark.parametrize(
    ("named", "meant"),
    [
        ({"features": ["favorits"]}, "favourites"),
        ({"features": ["wishlist"]}, "favourites"),
        ({"without": ["coments"]}, "comments"),
        ({"domain": "guesthouse"}, "guesthouses"),
        ({"domain": "restaurant"}, "tables"),
        ({"parameters": {"quiz.question": 3}}, "quiz.questions"),
        ({"features": ["zebra"]}, None),
    ],
)
def test_a_misspelt_name_in_a_seed_is_told_with_the_one_that_may_be_meant(
    named: dict[str, JsonValue], meant: str | None
) -> None:
    wrong = misnamed(
        Seed.model_validate({"id": "x", "query": "y", **named}), vocabulary_of(shipped_library())
    )
    assert re.findall(r"Did you mean '(.+?)'", wrong) == ([] if meant is None else [meant])


def test_a_named_domain_ends_all_doubt() -> None:
    understood = read("A page for our guesthouse and our recipes", domain="recipes")
    assert understood.domain.id == "recipes"
    assert understood.coverage.reading
    assert (understood.coverage.reading.score, understood.coverage.reading.thin) == (100, "")


@pytest.mark.parametrize(
    ("query", "domain"),
    [("a game", "board-games"), ("Our plants, pots and soil, and one recipe", "houseplants")],
)
def test_a_reading_against_which_something_speaks_is_thin(query: str, domain: str) -> None:
    understood = read(query)
    assert understood.domain.id == domain
    assert understood.coverage.reading
    assert understood.coverage.reading.thin


def test_a_category_narrows_where_the_subject_is_looked_for() -> None:
    assert read("A page for our guesthouse and our recipes", category="community").domain.id == "recipes"
    with pytest.raises(SeedRefused):
        read("A page for our guesthouse", category="community")


def test_a_subject_of_ones_own_is_named_with_its_noun() -> None:
    understood = read(
        "Kites with a filter", domain="invented-data", parameters={"item_noun": ["kite", "kites"]}
    )
    assert (understood.domain.id, understood.domain.item.plural) == ("invented-data", "kites")
    assert understood.wanted == ("filter",)
    with pytest.raises(SeedRefused):
        read("Kites with a filter", domain="invented-data")
    with pytest.raises(SeedRefused):
        read("Kites", domain="recipes", parameters={"item_noun": ["kite", "kites"]})
    dishes = read("What we cook", domain="recipes", parameters={"item_noun": ["dish", "dishes"]})
    assert dishes.domain.item.plural == "dishes"


def test_a_plan_that_leaves_the_subject_out_refuses_it(library: WebCatalog) -> None:
    seed = Seed(id="x", query="y", domain="invented-data", parameters={"item_noun": ["kite", "kites"]})
    with pytest.raises(SeedRefused):
        WebAppAuthor().understand(seed, library, Offer(library))


def test_parameters_are_followed(author: WebAppAuthor, plan: Plan) -> None:
    parameters: dict[str, JsonValue] = {
        "brand": "Moss & Marigold",
        "currency": "€",
        "paging.page_size": 6,
        "quiz.questions": 3,
    }
    seed = Seed(id="x", query="A plant shop in pages", features=("paging",), parameters=parameters)
    recipe = author.recipe(seed, plan, 1)
    values = recipe.parameters.values
    assert (values["brand"], values["currency"], values["paging.page_size"]) == ("Moss & Marigold", "€", 6)
    assert "quiz.questions" not in values
    assert any("`quiz.questions` is not followed" in note for note in recipe.seed.coverage.notes)
    assert author.project(recipe, "c").prd.title == "Moss & Marigold"


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ({"domain": "rockets"}, "'rockets'"),
        ({"features": ["rockets"]}, "'rockets'"),
        ({"without": ["rockets"]}, "'rockets'"),
        ({"without": ["browse"]}, "'browse'"),
        ({"features": ["cart"], "without": ["cart"]}, "'cart'"),
        ({"parameters": {"paging.page_size": 7}}, "7"),
        ({"parameters": {"rockets": 7}}, "'rockets'"),
        ({"parameters": {"brand": 7}}, "7"),
        ({"parameters": {"item_noun": "kites"}}, "'kites'"),
        ({"parameters": {"currency": "yen"}}, "'yen'"),
    ],
)
def test_what_is_named_wrongly_is_told_with_its_value(named: dict[str, object], told: str) -> None:
    seed = Seed.model_validate({"id": "x", "query": "A plant shop", **named})
    assert told in misnamed(seed, vocabulary_of(shipped_library()))
    with pytest.raises(SeedRefused):
        WebAppAuthor().understand(seed, shipped_library())


def test_a_variant_is_without_what_its_parents_seed_leaves_out(author: WebAppAuthor, plan: Plan) -> None:
    parent = author.recipe(Seed(id="x", query="A plant shop with a cart", without=("search",)), plan, 1)
    variant = author.variant(author.variant(parent, "suite 1.0.0", 1), "suite 1.0.0", 2)
    assert variant.seed.seed.without == ("search",)
    features = variant.parameters.values["features"]
    assert isinstance(features, list)
    assert "search" not in features


@given(st.text(min_size=1))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        understood = read(text)
    except SeedRefused:
        return
    assert understood.domain.id in shipped_library().domains

"""Any text becomes a project or a clear refusal; nothing is claimed about a seed that is not so."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plans.catalog.reading.brand import brand_in
from plans.catalog.reading.coverage import READ
from plans.errors import SeedRefused
from plans.files import read_record
from plans.records.seed import Seed, SeedFile
from plans.webapp.catalog.domain import CATEGORIES
from plans.webapp.catalog.library import Library, shipped_library
from plans.webapp.understanding.names import singular
from plans.webapp.understanding.seed import Understanding, understand

SEEDS = Path(__file__).parents[3] / "plans" / "webapp" / "seeds.yaml"


def reading(library: Library, query: str, category: str | None = None) -> Understanding:
    return understand(Seed(id="x", query=query, category=category), library, 1)


def test_shipped_seeds_are_understood_as_their_authors_meant_them(library: Library):
    expected = {
        "plant-shop": "houseplants", "fashion-boutique": "clothing", "refurbished-phones": "gadgets",
        "sprint-board": "team-tasks", "thesis-notes": "notes", "job-hunt": "job-applications",
        "flat-share-money": "expenses", "marathon-diary": "workouts", "shop-figures": "sales-orders",
        "mountain-inn": "guesthouses", "dentist-slots": "appointments", "village-festival": "events",
        "family-cookbook": "recipes", "student-magazine": "articles", "street-forum": "discussions",
        "spanish-on-the-bus": "vocabulary", "evening-classes": "courses", "game-night": "board-games",
    }  # fmt: skip
    seeds = read_record(SEEDS, SeedFile).seeds
    assert {seed.id: understand(seed, library, 1).coverage.domain for seed in seeds} == expected


def test_what_a_seed_asks_for_comes_first(library: Library):
    understood = reading(library, "My recipes with a search box, comments and dark mode")
    assert understood.wanted[:3] == ("search", "comments", "theme")
    assert understood.coverage.covered["search box"] == "feature: search"


def test_misspelt_words_are_understood(library: Library):
    assert reading(library, "keep track of my job aplications").coverage.domain == "job-applications"


def test_what_is_not_wanted_is_not_built(library: Library):
    assert "search" not in reading(library, "A recipe site without search, please. Just recipes.").wanted


def test_not_losing_anything_is_a_wish_and_no_refusal(library: Library):
    text = "A notebook for my thesis. It must not lose anything when I close the tab!!"
    assert "persistence" in reading(library, text).wanted
    assert "persistence" not in reading(library, "Make me a clothing store site with filters").wanted


def test_what_cannot_be_served_is_said_with_the_reason(library: Library):
    coverage = reading(library, "Sell my plants online, customers pay by credit card").coverage
    assert "credit card" in coverage.uncovered
    assert any("payment provider" in note for note in coverage.notes)


def test_a_subject_that_nobody_knows_is_invented_from_the_seeds_noun(library: Library):
    understood = reading(library, "I want to sell my candles online")
    assert (understood.domain.item.singular, understood.domain.item.plural) == ("candle", "candles")
    domain = library.domain(understood.coverage.domain, understood.domain.item)
    assert domain.category == "shopping"
    assert all(item.title.endswith(" candle") for item in domain.items)
    assert "sell candles" not in domain.purpose


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a plant shop called Moss & Marigold and I want", "Moss & Marigold"),
        ('an app named "Night Owl" for notes', "Night Owl"),
        ("it is called whatever", None),
        ("a shop", None),
    ],
)
def test_the_product_is_called_what_the_seed_calls_it(text: str, name: str | None):
    assert brand_in(text) == name


@pytest.mark.parametrize(
    ("plural", "one"), [("candles", "candle"), ("batteries", "battery"), ("watches", "watch")]
)
def test_one_of_several(plural: str, one: str):
    assert singular(plural) == one


@pytest.mark.parametrize(
    "query", ["hello", "🎉🎉🎉", "...", "\n\n", "42", "ありがとうございます", "x" * 50_000]
)
def test_what_names_nothing_is_refused_with_scores_and_what_to_do(library: Library, query: str):
    with pytest.raises(SeedRefused, match="scores of 100.*shopping 0.*Say in a sentence"):
        reading(library, query)


def test_an_unknown_category_is_refused_with_the_known_ones(library: Library):
    with pytest.raises(SeedRefused, match="'gardening'.*shopping, productivity"):
        reading(library, "A plant shop", category="gardening")


def test_the_category_that_the_author_asks_for_is_taken(library: Library):
    assert reading(library, "something about plants", category="learning").coverage.category == "learning"


def test_a_long_seed_is_read_in_part_and_that_is_said(library: Library):
    text = "A plant shop with a cart. " + "It has plants of each and every considerable magnificence, " * 900
    notes = reading(library, text).coverage.notes
    assert any(f"first {READ:,} of {len(text):,} characters" in note for note in notes)


WORDS = """
a shop for my plants with search, cart and no login please kanban quiz 3D map don't sell tickets table of recipes
called Blue Door dark mode csv ??? 🎉 {% x %} {{ y }} <b> R1.2
"""


@settings(max_examples=60, deadline=None)
@given(
    st.one_of(
        st.text(min_size=1, max_size=300),
        st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=25).map(" ".join),
    )
)
def test_any_text_is_understood_or_refused_and_nothing_is_made_up(query: str):
    library = shipped_library()
    try:
        understood = reading(library, query)
    except SeedRefused:
        return
    coverage = understood.coverage
    assert coverage == reading(library, query).coverage
    assert coverage.category in CATEGORIES
    assert library.domain(coverage.domain, understood.domain.item).category == coverage.category
    flat = " ".join(query.split()).casefold()
    for phrase in (*coverage.covered, *coverage.uncovered):
        assert " ".join(phrase.split()).casefold() in flat
    assert all(0 <= score <= 100 for score in coverage.scores.values())
    assert not set(understood.wanted) - set(library.features)

"""A seed is about its own nouns, whether or not it names a category."""

import pytest

from plans.records.seed import Seed
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.seed import Understanding, understand


def read(library: Library, query: str, category: str | None = None) -> Understanding:
    return understand(Seed(id="x", query=query, category=category), library, 1)


@pytest.mark.parametrize(
    ("category", "query", "items"),
    [
        ("community", "A site where neighbours post lost pets, with comments and search.", "pets"),
        ("community", "lost pets in our town: post one, search, comment", "pets"),
        ("community", "A lost pet board for our village", "pets"),
        ("productivity", "I keep kites and want to search and sort them", "kites"),
        ("shopping", "My mum knits socks and wants to sell them online, with a cart.", "socks"),
        ("community", "Swap plants with people in my street, leave a comment", "plants"),
        ("data", "Track my chess games with opponent and result, and see statistics.", "games"),
    ],
)
def test_a_seed_that_names_its_category_keeps_its_subject(
    library: Library, category: str, query: str, items: str
):
    """Lost pets became questions and articles, kites became tasks: any domain of the category was drawn."""
    found = read(library, query, category)
    assert (found.coverage.domain, found.domain.item.plural) == (f"invented-{category}", items)


@pytest.mark.parametrize(
    ("category", "query", "domain"),
    [
        (
            "community",
            "I want to collect our family recipes in one place so my cousins can rate them.",
            "recipes",
        ),
        ("data", "Our expenses in a table, with a chart", "expenses"),
    ],
)
def test_what_the_category_has_a_domain_for_is_not_invented(
    library: Library, category: str, query: str, domain: str
):
    assert read(library, query, category).coverage.domain == domain


@pytest.mark.parametrize(
    ("category", "query"),
    [
        ("community", "Something nice with comments."),
        ("shopping", "a colourful page with a discount code"),
        ("community", "A site called Blue Marbles with comments, without ratings"),
    ],
)
def test_nothing_is_invented_for_people_qualities_and_names(library: Library, category: str, query: str):
    found = read(library, query, category).coverage
    assert not found.domain.startswith("invented")
    assert any("names no subject" in note for note in found.notes)


def test_a_noun_behind_a_preposition_is_not_what_stands_before_it(library: Library):
    """My area with pins was about pins."""
    found = read(library, "A list of our hiking trails in my area with pins", "community")
    assert found.domain.item.plural == "trails"
    assert read(library, "hiking trails in my area with pins", "community").domain.item.plural == "trails"

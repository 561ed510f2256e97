"""Sample data tells every mutant from the reference, whatever is drawn: else an item can never be released.

A bakery's project had one vegetable, the cheapest of all: with a limit that left it, "limit alone" and "kind and limit"
listed the same, so that the mutant which forgets the kind survived.
"""

from collections.abc import Sequence

import pytest

from plans.catalog.contents import ItemNoun
from plans.webapp.catalog.compose import flat_spots, other_items, page_size, parts_of, sample_items
from plans.webapp.catalog.domain import CATEGORIES, SampleItem, WebDomain, invented_domain
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.catalog.sampling import selection_for

KITE = ItemNoun(singular="kite", plural="kites")
TELLING = (
    ("filter", "sort", "statistics", "chart", "delete", "quiz"),
    ("paging", "filter", "sort", "statistics", "quiz"),
    ("delete", "filter", "create", "statistics"),
)
"""Features whose tasks rely on what the data are, as far as they go together."""


def spots(
    library: WebCatalog,
    domain: WebDomain,
    wanted: tuple[str, ...],
    seed: int,
    items: list[SampleItem] | None = None,
) -> list[str]:
    """What the features rely on and do not get: of the given items, else of both sets that are drawn."""
    selection = selection_for(library, domain, wanted, seed)
    parts, size = parts_of(library, selection), page_size(selection)

    def flat(drawn: Sequence[SampleItem]) -> list[str]:
        return flat_spots(parts, domain, drawn, size)

    if items is not None:
        return flat(items)

    def fits(drawn: Sequence[SampleItem]) -> bool:
        return not flat(drawn)

    count = selection.item_count
    return [
        *flat(sample_items(domain, count, seed, fits)),
        *flat(other_items(domain, count, seed, fits)),
    ]


def all_domains(library: WebCatalog) -> list[WebDomain]:
    invented = [invented_domain(library.inventing, category, KITE) for category in CATEGORIES]
    return [*library.domains.values(), *invented]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_every_domain_has_data_by_which_all_tasks_can_tell(library: WebCatalog, seed: int) -> None:
    found = {
        (domain.id, spot)
        for domain in all_domains(library)
        for told in (domain, domain.lacking(("price", "rating")))
        for wanted in TELLING
        for spot in spots(library, told, wanted, seed)
    }
    assert not found


def test_the_cheapest_fruit_does_not_tell_two_filters_from_one(library: WebCatalog) -> None:
    domain = library.domains["groceries"]
    fruit = sorted((item for item in domain.items if item.group == "Fruit"), key=lambda item: item.amount)
    cheap = [fruit[0], fruit[-1]]
    others = [item for item in domain.items if item.group != "Fruit" and item.amount > fruit[-1].amount]
    vegetable = next(item for item in domain.items if item.group == "Vegetables")
    dear = vegetable.model_copy(update={"amount": fruit[-1].amount + 1})
    (told,) = spots(library, domain, ("filter",), 1, [dear, *cheap, *others])
    assert told.startswith("filter: others are within a limit between those of the second aisle")


def test_one_fruit_is_within_every_limit_that_fruit_is_within(library: WebCatalog) -> None:
    """A limit beside a kind that has one amount alone leaves all of it or none, and so the limit did nothing there."""
    domain = library.domains["groceries"]
    (one, *_) = (item for item in domain.items if item.group == "Fruit")
    others = [item for item in domain.items if item.group != "Fruit"]
    (told,) = spots(library, domain, ("filter",), 1, [*others, one])
    assert told.startswith("filter: the second aisle has products that differ in their price")


def test_the_same_seed_draws_the_same_data(library: WebCatalog) -> None:
    domain = library.domains["houseplants"]
    assert sample_items(domain, 12, 5) == sample_items(domain, 12, 5, lambda items: True)
    assert sample_items(domain, 12, 5) != sample_items(domain, 12, 6)

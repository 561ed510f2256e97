"""Domains for subjects that the catalog does not know: a noun, and sample data made around it."""

import random
from typing import ClassVar

from plans.records.base import FileRecord, Record
from plans.webapp.catalog.domain import (
    Amount,
    Category,
    Choice,
    Domain,
    Facets,
    Item,
    ItemNoun,
    Label,
    spread,
)


class Way(Record):
    """How the domains of one category are made; strings speak of {item}, {items}, {Item} and {Items}."""

    purpose: str
    audience: str
    tagline: str
    brands: tuple[str, ...]
    groups: Choice
    amount: Amount
    instead: Amount | None = None
    """What is told of things in place of a price that is refused."""
    date: str
    person: str
    stock: str | None = None
    stages: Choice | None = None
    rating: str | None = None
    accent: int
    without: tuple[str, ...] = ()
    """Features that make no sense for whatever the category's items are."""


class Inventing(FileRecord):
    """`inventing.yaml`."""

    SCHEMA: ClassVar[str] = "webapp-inventing"

    ways: dict[Category, Way]
    neutral: Category
    """The one to take where nothing is said of what people do with the things."""
    qualities: tuple[str, ...]
    """One for each item: no two titles are alike."""
    people: tuple[str, ...]
    descriptions: tuple[str, ...]


INVENTED = "invented-"
"""How the ids of such domains begin."""


def invented_domain(inventing: Inventing, category: Category, subject: ItemNoun) -> Domain:
    """A domain about `subject`; the same noun gives the same domain."""
    way = inventing.ways[category]
    words = {
        "item": subject.singular,
        "items": subject.plural,
        "Item": subject.singular.title(),
        "Items": subject.plural.title(),
    }
    return Domain(
        id=f"{INVENTED}{category}",
        category=category,
        brands=tuple(brand.format(**words) for brand in way.brands),
        keywords=(subject.singular, subject.plural, category, *way.groups.values),
        item=subject,
        purpose=way.purpose.format(**words),
        audience=way.audience.format(**words),
        tagline=way.tagline.format(**words),
        accent=way.accent,
        emoji="",
        without=way.without,
        instead=way.instead,
        facets=Facets(
            group=way.groups,
            amount=way.amount,
            date=Label(label=way.date),
            person=Label(label=way.person),
            stock=Label(label=way.stock) if way.stock else None,
            stages=way.stages,
            rating=Label(label=way.rating) if way.rating else None,
        ),
        items=_items(inventing, way, words),
    )


def _items(inventing: Inventing, way: Way, words: dict[str, str]) -> tuple[Item, ...]:
    rng = random.Random(f"{words['items']}:invented")
    stocks = [0, 1, 1, *(rng.randint(2, 12) for _ in inventing.qualities[3:])]
    amounts = spread(way.amount, len(inventing.qualities))
    rng.shuffle(amounts)
    return tuple(
        Item(
            title=f"{quality} {words['item']}",
            group=way.groups.values[number % len(way.groups.values)],
            amount=amounts[number],
            date=f"2026-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}",
            person=rng.choice(inventing.people),
            stock=stocks[number] if way.stock else None,
            stage=way.stages.values[number % 3] if way.stages else None,
            rating=round(rng.uniform(3.0, 5.0), 1) if way.rating else None,
            description=rng.choice(inventing.descriptions).format(**words),
        )
        for number, quality in enumerate(inventing.qualities)
    )

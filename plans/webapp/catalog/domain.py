"""Domains of web apps: those of the catalog, their words in seeds, and ones made for subjects that it does not know."""

import random
from collections.abc import Collection, Iterator
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from plans.catalog.contents import Domain, ItemNoun
from plans.records.base import FileRecord, Record

CATEGORIES = ("shopping", "productivity", "data", "booking", "community", "learning")
"""The six categories, in the order in which they are shown."""

Fact = Literal["price", "rating"]
"""What an app may be without, where it is refused."""
FACTS: tuple[Fact, ...] = ("price", "rating")
FIRST_DATE, LAST_DATE = "2025-06-01", "2026-12-31"
"""Between these lie all dates of sample data; the judge's today is 2026-06-15."""


INVENTED = "invented-"
"""How the ids of such domains begin."""


class Label(Record):
    """A facet that needs no more than a name."""

    label: str


class ChoiceFacet(Record):
    """A facet with a fixed set of values."""

    label: str
    values: tuple[str, ...] = Field(min_length=3, max_length=8)


class NumericFacet(Record):
    """The numeric facet."""

    label: str
    kind: str
    """money, minutes, points, people, grams, kilometres, pages, hours, percent …"""
    unit: str
    """As shown beside the number: $, min, kg."""
    minimum: float
    maximum: float
    decimals: int = Field(default=0, ge=0, le=3)
    sums: bool = True
    """Whether the amounts of several items make a sensible total: hours do, prices per night and shares do not."""


class QuizQuestion(Record):
    """A quiz question with one right answer."""

    question: str
    options: tuple[str, ...] = Field(min_length=2, max_length=6)
    answer: int = Field(ge=0)
    """Index of the right option, from 0."""

    @model_validator(mode="after")
    def _answer_is_an_option(self) -> "QuizQuestion":
        if self.answer >= len(self.options):
            raise ValueError(f"question {self.question!r}: answer {self.answer} is no option")
        return self


class Facets(Record):
    """What is known of every item; a facet that makes no sense in a domain is left out."""

    group: ChoiceFacet
    amount: NumericFacet
    date: Label
    person: Label
    stock: Label | None = None
    stages: ChoiceFacet | None = None
    rating: Label | None = None
    quiz: tuple[QuizQuestion, ...] | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """What the facets are called, as the PRD states it."""
        facets = (self.group, self.amount, self.date, self.person, self.stock, self.stages, self.rating)
        return tuple(facet.label for facet in facets if facet is not None)


class SampleItem(Record):
    """One thing of the collection."""

    title: str
    group: str
    amount: float
    date: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    person: str
    stock: int | None = Field(default=None, ge=0)
    stage: str | None = None
    rating: float | None = Field(default=None, ge=0, le=5)
    description: str


class WebDomain(Domain):
    """`domains/<id>.yaml`."""

    SCHEMA: ClassVar[str] = "webapp-domain"
    CATEGORIES: ClassVar[tuple[str, ...]] = CATEGORIES

    nouns: tuple[ItemNoun, ...] = ()
    """Other nouns that fit every one of its items: a seed that names the domain and speaks of dishes keeps them."""
    tagline: str
    accent: int = Field(ge=0, lt=360)
    """Hue in degrees."""
    emoji: str
    facets: Facets
    instead: NumericFacet | None = None
    """What its things are measured by where no price is wanted; left out where it is about money."""
    left_out: tuple[Fact, ...] = ()
    """Facts that somebody has refused; none in a file."""
    items: tuple[SampleItem, ...] = Field(min_length=16)

    @model_validator(mode="after")
    def _items_fit_facets(self) -> "WebDomain":
        problems = [problem for item in self.items for problem in self._misfits(item)]
        titles = [item.title.casefold() for item in self.items]
        for a in titles:
            problems += [f"title {a!r} is part of {b!r}" for b in titles if a is not b and a in b]
        if problems:
            raise ValueError(f"{self.id}: " + "; ".join(problems))
        return self

    def _misfits(self, item: SampleItem) -> Iterator[str]:
        facets = self.facets
        if item.group not in facets.group.values:
            yield f"{item.title!r}: group {item.group!r} is none of {facets.group.values}"
        if not FIRST_DATE <= item.date <= LAST_DATE:
            yield f"{item.title!r}: date {item.date} is not between {FIRST_DATE} and {LAST_DATE}"
        if facets.stages and item.stage not in facets.stages.values:
            yield f"{item.title!r}: stage {item.stage!r} is none of {facets.stages.values}"
        for facet, value in (("stock", item.stock), ("rating", item.rating)):
            if getattr(facets, facet) is not None and value is None:
                yield f"{item.title!r}: has no {facet}"

    @property
    def subjects(self) -> tuple[str, ...]:
        return (*self.keywords, self.item.plural)

    def offers(self, need: str) -> bool:
        """Whether it has a facet, or a kind of amount such as `money`."""
        return self.facets.amount.kind == need or getattr(self.facets, need, None) is not None

    def called(self, need: str) -> str:
        return "price" if need == "money" else need

    def lacking(self, refused: Collection[str]) -> "WebDomain":
        """The domain without those of the refused facts that it can be without, which it lists in `left_out`."""
        facets, items, left_out = self.facets, self.items, dict.fromkeys(self.left_out)
        if "rating" in refused:
            facets = facets.model_copy(update={"rating": None})
            items = tuple(item.model_copy(update={"rating": None}) for item in items)
            left_out["rating"] = None
        if "price" in refused and facets.amount.kind == "money" and self.instead:
            facets = facets.model_copy(update={"amount": self.instead})
            amounts = spread(self.instead, len(items))
            random.Random(f"{self.id}:instead").shuffle(amounts)
            items = tuple(
                item.model_copy(update={"amount": amount})
                for item, amount in zip(items, amounts, strict=True)
            )
        if "price" in refused and facets.amount.kind != "money":
            left_out["price"] = None
        return self.model_copy(update={"facets": facets, "items": items, "left_out": tuple(left_out)})

    def priced_in(self, unit: str | None) -> "WebDomain":
        """The domain with its money in another currency, given by its sign; the same where it tells no money."""
        if unit is None or self.facets.amount.kind != "money":
            return self
        amount = self.facets.amount.model_copy(update={"unit": unit})
        return self.model_copy(update={"facets": self.facets.model_copy(update={"amount": amount})})


def spread(amount: NumericFacet, count: int) -> list[float]:
    """`count` distinct amounts over the whole range, rising."""
    step = (amount.maximum - amount.minimum) / (count - 1)
    return [round(amount.minimum + step * number, amount.decimals) for number in range(count)]


class CategoryTemplate(Record):
    """How the domains of one category are made; strings speak of {item}, {items}, {Item} and {Items}."""

    purpose: str
    audience: str
    tagline: str
    brands: tuple[str, ...]
    groups: ChoiceFacet
    amount: NumericFacet
    instead: NumericFacet | None = None
    """What is told of things in place of a price that is refused."""
    date: str
    person: str
    stock: str | None = None
    stages: ChoiceFacet | None = None
    rating: str | None = None
    accent: int
    without: tuple[str, ...] = ()
    """Features that make no sense for whatever the category's items are."""


class Inventing(FileRecord):
    """`inventing.yaml`."""

    SCHEMA: ClassVar[str] = "webapp-inventing"

    ways: dict[str, CategoryTemplate]
    qualities: tuple[str, ...]
    """One for each item: no two titles are alike."""
    people: tuple[str, ...]
    descriptions: tuple[str, ...]


def invented_domain(inventing: Inventing, category: str, subject: ItemNoun) -> WebDomain:
    """A domain about `subject`; the same noun gives the same domain."""
    way = inventing.ways[category]
    words = {
        "item": subject.singular,
        "items": subject.plural,
        "Item": subject.singular.title(),
        "Items": subject.plural.title(),
    }
    return WebDomain(
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


def _items(inventing: Inventing, way: CategoryTemplate, words: dict[str, str]) -> tuple[SampleItem, ...]:
    rng = random.Random(f"{words['items']}:invented")
    stocks = [0, 1, 1, *(rng.randint(2, 12) for _ in inventing.qualities[3:])]
    amounts = spread(way.amount, len(inventing.qualities))
    rng.shuffle(amounts)
    return tuple(
        SampleItem(
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

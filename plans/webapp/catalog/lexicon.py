"""Words by which a seed is understood, beside the keywords of domains and features."""

from typing import ClassVar

from plans.records.base import FileRecord, Record
from plans.webapp.catalog.domain import Category


class Unsupported(Record):
    """Phrases that a static front end cannot serve."""

    phrases: tuple[str, ...]
    reason: str
    """Why not, in plain words."""
    whole: bool = False
    """Whether the words within them ask for no feature by themselves."""
    telling: bool = False
    """Whether the words within them still tell what an app is about."""
    near: bool = False
    """Whether something near to it is in the catalog, so that a seed about nothing else is taken all the same."""


class UnitNames(Record):
    """What people call a unit, beside its sign."""

    word: str
    """In full, of several: hours, euros."""
    short: str
    """Shortened: hr, EUR."""


class Always(Record):
    """What every project has, whatever a seed refuses."""

    phrases: tuple[str, ...]
    amount: str | None = None
    """Kind of amount of the domains of which it is true; left out, of all."""
    reason: str
    """Why it stays, of {items} and {amount}."""
    is_device: bool = False
    """Whether "without a …" tells by what means people do something, and refuses nothing."""


class Misread(Record):
    """Words that ask for a feature, and for something else where they are about another thing."""

    feature: str
    words: tuple[str, ...]
    """Those of the feature's keywords."""
    after_any: tuple[str, ...] = ()
    """Words of which one has to stand before; none: whatever stands there."""
    objects: tuple[str, ...] = ()
    """Words of which one has to follow; none: whatever follows."""
    reach: int = 4
    """Words between at most, counted with the last."""
    reason: str
    """Why what is asked for then cannot be had, in plain words."""


class Currency(Record):
    """What money is counted in."""

    words: tuple[str, ...]
    """What people call it, its sign among them."""
    unit: str = ""
    """Its sign, one of `units`; empty where the catalog does not have it."""


class Lexicon(FileRecord):
    """`lexicon.yaml`."""

    SCHEMA: ClassVar[str] = "webapp-lexicon"

    interface: tuple[str, ...]
    """Words that tell that a text speaks of software at all."""
    bare: tuple[str, ...] = ()
    """Those of them that could be said of any app, and tell nothing of what one does: app, website, page."""
    generic: tuple[str, ...] = ()
    """Keywords of domains that are said of much else too, and so tell little."""
    categories: dict[Category, tuple[str, ...]]
    """Broad words of each category."""
    names: dict[Category, tuple[str, ...]] = {}
    """Those of them that name an app of the category, and wish for nothing more: a shop, and not a discount."""
    facts: dict[str, tuple[str, ...]] = {}
    """Facet, or kind of amount, of a domain → what people call it beside its label."""
    unsupported: tuple[Unsupported, ...]
    always: tuple[Always, ...] = ()
    """What no project can be without."""
    absent: tuple[str, ...] = ()
    """Broad words of a category for what no project has, so that it is left out where it is refused."""
    misread: tuple[Misread, ...] = ()
    """Which words for features ask for something else beside other words."""
    currencies: tuple[Currency, ...] = ()
    units: dict[str, UnitNames] = {}
    """Unit of an amount as a domain writes it → its names."""

    def names_of(self, category: str) -> frozenset[str]:
        """The words that name an app of the category."""
        return frozenset(word for known, words in self.names.items() if known == category for word in words)

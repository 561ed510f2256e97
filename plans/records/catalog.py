"""What an author without a model can make: what seeds may name, and what they may ask for."""

from plans.records.base import Record


class CatalogDomain(Record):
    """A subject with sample data of its own."""

    id: str
    """As a seed names it."""
    about: str
    """Reads after "X is …"."""
    without: tuple[str, ...] = ()
    """Titles of features that it never gets, whoever asks."""


class CatalogCategory(Record):
    """A kind of product, with the subjects that are known of it."""

    id: str
    """As a seed names it."""
    domains: tuple[CatalogDomain, ...]


class CatalogFeature(Record):
    """Something that a product can do."""

    id: str
    """As a plan names it."""
    title: str
    is_everywhere: bool
    """Whether every item has it, asked for or not."""
    asked_by: tuple[str, ...]
    """Words of a seed that ask for it."""


class Catalog(Record):
    """All that there is, each in the order in which it is shown."""

    categories: tuple[CatalogCategory, ...]
    features: tuple[CatalogFeature, ...]

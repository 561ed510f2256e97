"""What a seed asks for by name."""

from plans.catalog.contents import Domain, Feature
from plans.catalog.stock import Stock
from plans.errors import SeedRefused
from plans.records.seed import Seed


def misnamed(seed: Seed, library: Stock[Domain, Feature]) -> str:
    """What is wrong with the category and the domain that a seed names, after "Seed 'x'"; empty when nothing is."""
    if seed.category not in (None, *library.categories):
        known = ", ".join(library.categories)
        return f"asks for the category {seed.category!r}, which is unknown. Use one of: {known}."
    if seed.domain is None:
        return ""
    if seed.domain not in library.domains:
        known = ", ".join(library.domains)
        return f"asks for the domain {seed.domain!r}, which is unknown. Use one of: {known}."
    category = library.domains[seed.domain].category
    if seed.category not in (None, category):
        return (
            f"asks for the category {seed.category!r} and for the domain {seed.domain!r}, which is of the category "
            f"{category!r}. Leave out one of the two."
        )
    return ""


def refuse_misnamed(seed: Seed, library: Stock[Domain, Feature]) -> None:
    """SeedRefused where a seed names what is not there, or what contradicts itself."""
    if wrong := misnamed(seed, library):
        raise SeedRefused(f"Seed {seed.id!r} {wrong}")


def beyond_plan(seed: Seed, reason: str) -> SeedRefused:
    """That a seed is, for a reason that reads after "it is", what the plan leaves out."""
    return SeedRefused(
        f"Seed {seed.id!r} is refused: it is {reason}, and the plan leaves that out. Widen `domain` or `category` in "
        "the plan, or drop the seed."
    )

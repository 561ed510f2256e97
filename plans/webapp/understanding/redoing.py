"""What reviewers' notes at a redo ask for of web apps: features, subjects, and whether prices are told."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache

from plans.catalog.reading import notes as reading
from plans.catalog.reading.notes import Redo, Telling, Vocabulary, titles_of
from plans.catalog.reading.phrases import Hit, Token
from plans.catalog.reading.replanning import redone
from plans.catalog.reading.senses import is_noun, is_verb_form
from plans.records.plan import Plan
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.staying import price_book
from plans.webapp.understanding.words import phrase_book


def read_notes(notes: Sequence[str], library: Library) -> Redo:
    """The notes, oldest first, in terms of the catalog."""
    return reading.read_notes(notes, _vocabulary(library))


def answers(redo: Redo, features: Collection[str], library: Library, domain: Domain) -> Iterator[str]:
    """For each note, what was made of it and what could not be used; `features` and `domain` are what came out."""

    def of_prices(fact: str) -> str:
        items, label = domain.item.plural, domain.facets.amount.label.lower()
        if fact in domain.left_out:
            return f"prices are left out, and of all {items} the {label} is told instead"
        if domain.facets.amount.kind == "money":
            return f"prices are in: of all {items} the {label} is told"
        return f"there are no prices of {items}"

    return reading.answers(
        redo, features, domain, Telling(library, _items(library), library.fixed, of_prices)
    )


def redone_plan(plan: Plan, notes: Sequence[str], library: Library) -> tuple[Plan, tuple[str, ...]]:
    """The plan with what the notes ask for, and for each note what was made of it and what could not be used."""
    redo = read_notes(notes, library)

    def of_prices(fact: str) -> str:
        return "prices are left out" if fact in redo.left_out else "prices are in"

    telling = Telling(library, _items(library), library.fixed, of_prices)
    return redone(plan, redo, telling, facts_of={"ratings": "rating"})


def _items(library: Library) -> dict[str, str]:
    return {id: domain.item.plural for id, domain in library.domains.items()}


@cache
def _vocabulary(library: Library) -> Vocabulary:
    def is_void(hit: Hit, read: Sequence[Token]) -> bool:
        return is_verb_form(hit, read, library.domains) or is_noun(hit, read)

    return Vocabulary(phrase_book(library), titles_of(library), is_void, price_book(library))

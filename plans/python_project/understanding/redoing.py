"""What reviewers' notes at a redo ask for of Python projects: features with and without, another subject."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache

from plans.catalog.reading import notes as reading
from plans.catalog.reading.notes import Redo, Telling, Vocabulary, titles_of
from plans.catalog.reading.phrases import Hit, Token
from plans.catalog.reading.replanning import redone
from plans.catalog.reading.senses import is_noun, is_verb_form
from plans.python_project.catalog.domain import Domain
from plans.python_project.catalog.library import Library
from plans.python_project.understanding.words import phrase_book
from plans.records.plan import Plan


def read_notes(notes: Sequence[str], library: Library) -> Redo:
    """The notes, oldest first, in terms of the catalog."""
    return reading.read_notes(notes, _vocabulary(library))


def answers(redo: Redo, features: Collection[str], library: Library, domain: Domain) -> Iterator[str]:
    """For each note, what was made of it and what could not be used; `features` and `domain` are what came out."""
    return reading.answers(redo, features, domain, _telling(library))


def redone_plan(plan: Plan, notes: Sequence[str], library: Library) -> tuple[Plan, tuple[str, ...]]:
    """The plan with what the notes ask for, and for each note what was made of it and what could not be used."""
    return redone(plan, read_notes(notes, library), _telling(library))


def _telling(library: Library) -> Telling:
    items = {id: domain.item.plural for id, domain in library.domains.items()}
    return Telling(library, items, library.fixed)


@cache
def _vocabulary(library: Library) -> Vocabulary:
    def is_void(hit: Hit, read: Sequence[Token]) -> bool:
        return is_verb_form(hit, read, library.domains) or is_noun(hit, read)

    return Vocabulary(phrase_book(library), titles_of(library), is_void)

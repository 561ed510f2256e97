"""What a seed does not want: what is left out, and what every project has all the same, such as its fit for a phone."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.phrases import Hit, Meaning, PhraseBook, Token
from plans.webapp.understanding.refusing import refused


@dataclass(frozen=True)
class Refusals:
    """What became of the phrases that a seed refuses."""

    met: tuple[str, ...]
    """Left out."""
    unmet: dict[str, str]
    """Phrase → why it could not be left out; empty where it is told elsewhere."""


def refusals(
    hits: Sequence[Hit],
    read: Sequence[Token],
    text: str,
    library: Library,
    domain: Domain,
    added: Collection[str],
) -> Refusals:
    """What becomes of the refused `hits` in a project about the domain; `added`: features a reviewer wants since."""
    unmet = staying(text, read, library, domain)
    for hit in hits:
        kind, id = hit.meaning.kind, hit.meaning.id
        if kind == "feature" and (library.features[id].base or id in added):
            unmet.setdefault(hit.text, "")
        elif kind == "domain" and id == domain.id:
            unmet.setdefault(hit.text, f"the project is about {domain.item.plural}")
    said = [phrase.casefold() for phrase in unmet]
    other = [hit for hit in _refused(text, read, library, domain) if not hit.meaning.id]
    met = (
        hit.text
        for hit in hits
        if not any(phrase in hit.text.casefold() for phrase in said)
        and not any(one.start <= hit.start < one.end for one in other)
    )
    return Refusals(tuple(dict.fromkeys(met)), unmet)


def staying(text: str, read: Sequence[Token], library: Library, domain: Domain) -> dict[str, str]:
    """Refused phrase → why no project about the domain can be without it."""
    return {hit.text: hit.meaning.id for hit in _refused(text, read, library, domain) if hit.meaning.id}


def _refused(text: str, read: Sequence[Token], library: Library, domain: Domain) -> list[Hit]:
    return [hit for hit in PhraseBook(_phrases(library, domain)).find(text) if refused(hit, read, text)]


def _phrases(library: Library, domain: Domain) -> Iterator[tuple[str, Meaning]]:
    facets, items = domain.facets, domain.item.plural
    for label in (facets.group.label, facets.amount.label, facets.date.label, facets.person.label):
        yield label.casefold(), Meaning("stays", f"the sample data tell it of all {items}")
    for always in library.lexicon.always:
        if always.amount in (None, facets.amount.kind):
            reason = always.reason.format(items=items, amount=facets.amount.label.casefold())
            yield from ((phrase, Meaning("stays", reason)) for phrase in always.phrases)

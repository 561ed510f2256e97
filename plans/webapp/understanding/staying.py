"""What a seed does not want: what is left out, and what every project has all the same, such as its fit for a phone."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from plans.catalog.reading.phrases import Hit, Meaning, PhraseBook, Token, tokens
from plans.catalog.reading.plain_words import plain_words
from plans.catalog.reading.refusing import refused, refused_in_part
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.library import Library


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
        elif _is_left_open(hit, hits, domain) and hit.text.casefold() not in library.lexicon.absent:
            is_bare = hit.start > 0 and read[hit.start - 1].word in plain_words().refusing.bare
            unmet.setdefault(hit.text, "something of the kind may be part of every page" if is_bare else "")
    said = [phrase.casefold() for phrase in unmet]
    met = (
        hit.text
        for hit in hits
        if not (hit.meaning.kind != "feature" and refused_in_part(hit, read, text))
        and not _is_device_in_hand(hit, read, library)
        and not any(phrase in hit.text.casefold() for phrase in said)
    )
    return Refusals(tuple(dict.fromkeys(met)), unmet)


def staying(text: str, read: Sequence[Token], library: Library, domain: Domain) -> dict[str, str]:
    """Refused phrase → why no project about the domain can be without it."""
    return {
        hit.text: hit.meaning.id
        for hit in PhraseBook(_phrases(library, domain)).find(text)
        if refused(hit, read, text)
        and not refused_in_part(hit, read, text)
        and not _is_device_in_hand(hit, read, library)
    }


def refused_prices(text: str, read: Sequence[Token], library: Library) -> list[str]:
    """The words by which a text refuses that prices are told; "no hidden costs" does not."""
    found = (hit for hit in prices_in(text, library) if refused(hit, read, text))
    return list(dict.fromkeys(hit.text for hit in found if not refused_in_part(hit, read, text)))


def prices_in(text: str, library: Library) -> list[Hit]:
    """Where a text speaks of prices."""
    return price_book(library).find(text)


@cache
def price_book(library: Library) -> PhraseBook:
    """The phrases by which texts speak of prices."""
    return PhraseBook(
        (phrase, Meaning("price", "price"))
        for always in library.lexicon.always
        if always.amount == "money"
        for phrase in always.phrases
    )


def _is_device_in_hand(hit: Hit, read: Sequence[Token], library: Library) -> bool:
    """Whether a device is named as a thing of its own, which no project is: "without a phone", and not "no phone"."""
    words = plain_words()
    is_single = hit.start > 0 and read[hit.start - 1].word in words.articles | words.wishing.held
    return is_single and any(
        hit.phrase == " ".join(token.stem for token in tokens(phrase))
        for always in library.lexicon.always
        if always.is_device
        for phrase in always.phrases
    )


def _is_left_open(hit: Hit, hits: Sequence[Hit], domain: Domain) -> bool:
    """Whether nothing ensures that the project is without what is refused: no popups, no calendar where people book."""
    is_known = any(
        other.meaning.kind in ("feature", "unsupported") and other.start <= hit.start and hit.end <= other.end
        for other in hits
    )
    kind = hit.meaning.kind
    return not is_known and (
        kind == "interface" or (kind == "category" and hit.meaning.id == domain.category)
    )


def _phrases(library: Library, domain: Domain) -> Iterator[tuple[str, Meaning]]:
    facets, items = domain.facets, domain.item.plural
    for label in (facets.group.label, facets.amount.label, facets.date.label, facets.person.label):
        yield label.casefold(), Meaning("stays", f"the sample data tell it of all {items}")
    for always in library.lexicon.always:
        if always.amount in (None, facets.amount.kind):
            reason = always.reason.format(items=items, amount=facets.amount.label.casefold())
            yield from ((phrase, Meaning("stays", reason)) for phrase in always.phrases)

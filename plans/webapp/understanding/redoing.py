"""What a reviewer's note at a redo asks for: features with and without, another subject; and the answer to it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.commanding import is_command, is_told_in
from plans.webapp.understanding.coverage import uncovered_phrases
from plans.webapp.understanding.phrases import Hit, Meaning, PhraseBook, Token, names_a_kind, tokens
from plans.webapp.understanding.plain_words import plain_words
from plans.webapp.understanding.refusing import negated, refused_in_part
from plans.webapp.understanding.staying import prices_in
from plans.webapp.understanding.wishes import is_noun, is_verb_form


@dataclass(frozen=True)
class ReadNote:
    """One note."""

    text: str
    added: tuple[str, ...]
    dropped: tuple[str, ...]
    domains: tuple[str, ...]
    """Subjects that it names; of several none is taken, since nobody knows which was meant."""
    has_prices: bool | None
    """Whether prices are to be told; None where it does not speak of them."""
    unused: tuple[str, ...]
    """Phrases in which nothing was understood, in the note's words."""


@dataclass(frozen=True)
class Redo:
    """What all notes together ask for: of two that disagree the later one counts."""

    notes: tuple[ReadNote, ...] = ()

    @property
    def added(self) -> tuple[str, ...]:
        return tuple(id for id, is_wanted in self._features().items() if is_wanted)

    @property
    def dropped(self) -> frozenset[str]:
        return frozenset(id for id, is_wanted in self._features().items() if not is_wanted)

    @property
    def domain(self) -> str | None:
        return next((note.domains[0] for note in reversed(self.notes) if len(note.domains) == 1), None)

    @property
    def left_out(self) -> frozenset[str]:
        """Facts that are not to be told."""
        return frozenset() if self._has_prices() in (None, True) else frozenset(["price"])

    @property
    def told(self) -> frozenset[str]:
        """Facts that are to be told, whatever the seed refuses."""
        return frozenset(["price"]) if self._has_prices() else frozenset()

    def _has_prices(self) -> bool | None:
        return next((one.has_prices for one in reversed(self.notes) if one.has_prices is not None), None)

    def _features(self) -> dict[str, bool]:
        wanted: dict[str, bool] = {}
        for note in self.notes:
            wanted |= dict.fromkeys(note.added, True) | dict.fromkeys(note.dropped, False)
        return wanted


def read_notes(notes: Sequence[str], library: Library, book: PhraseBook) -> Redo:
    """The notes, oldest first, in terms of the catalog; `book` holds the phrases by which it knows seeds."""
    return Redo(tuple(_read(note, library, book) for note in notes if note.strip()))


def answers(redo: Redo, features: Collection[str], library: Library, domain: Domain) -> Iterator[str]:
    """For each note, what was made of it and what could not be used; `features` and `domain` are what came out."""
    for note in redo.notes:
        told = _told(note, redo, features, library, domain)
        yield answer(note, told, "the redo was sampled anew and nothing else", "the texts")


def answer(note: ReadNote, told: Iterable[str], otherwise: str, texts: str) -> str:
    """One note's answer: what is told of its features and subjects, and which of its words could not be used.

    Where nothing is told, what became of it `otherwise`, and which `texts` its reviewer may edit.
    """
    if not (parts := [*told]):
        return (
            f"Note “{note.text}”: nothing in it is a feature or a subject of the catalog, so {otherwise}. Say “with …” "
            f"or “without …”, or edit {texts}."
        )
    parts += [f"“{phrase}” could not be used" for phrase in note.unused]
    return f"Note “{note.text}”: {'; '.join(parts)}."


def told_of_feature(id: str, library: Library, otherwise: str) -> str:
    """That what every project is built on stays; of any other feature what became of it `otherwise`."""
    feature = library.features[id]
    return f"“{feature.title}” {'stays: every project is built on it' if feature.base else otherwise}"


def told_of_prices(domain: Domain) -> str:
    """Whether an app about the domain tells prices."""
    items, label = domain.item.plural, domain.facets.amount.label.lower()
    if "price" in domain.left_out:
        return f"prices are left out, and of all {items} the {label} is told instead"
    if domain.facets.amount.kind == "money":
        return f"prices are in: of all {items} the {label} is told"
    return f"there are no prices of {items}"


def _told(
    note: ReadNote, redo: Redo, features: Collection[str], library: Library, domain: Domain
) -> Iterator[str]:
    for id in note.added:
        title = f"“{library.features[id].title}”"
        if id in redo.dropped:
            yield f"{title} was withdrawn by a later note"
        elif id in features:
            yield f"{title} is in"
        else:
            yield f"{title} cannot be in: it does not go with {domain.item.plural}, with the plan or with the rest"
    for id in note.dropped:
        yield told_of_feature(id, library, f"is {'in by a later note' if id in features else 'left out'}")
    if note.has_prices is not None:
        yield told_of_prices(domain)
    plurals = [library.domains[id].item.plural for id in note.domains]
    if len(plurals) > 1:
        yield f"it names several subjects ({', '.join(plurals)}), of which none was taken: name one"
    elif note.domains == (domain.id,):
        yield f"it is about {plurals[0]}"
    elif plurals:
        yield f"it is not about {plurals[0]}: the plan or a later note says otherwise"


def _read(note: str, library: Library, book: PhraseBook) -> ReadNote:
    read = tokens(note)
    found = (*book.find(note), *_titles(library).find(note))
    hits = [
        hit
        for hit in found
        if not (
            hit.text.casefold() in plain_words().stopwords
            or names_a_kind(hit.start, read)
            or is_command(hit, found, read, note)
            or is_verb_form(hit, read, library)
            or is_noun(hit, read)
        )
    ]
    features = {hit: _is_wanted(hit, read, note) for hit in hits if hit.meaning.kind == "feature"}
    added = dict.fromkeys(hit.meaning.id for hit, is_wanted in features.items() if is_wanted)
    dropped = dict.fromkeys(
        hit.meaning.id
        for hit, is_wanted in features.items()
        if is_wanted is False and not (hit.meaning.id in added and refused_in_part(hit, read, note))
    )
    taken = {place for hit in features for place in range(hit.start, hit.end)}
    subjects = [
        hit
        for hit in hits
        if hit.meaning.kind == "domain" and hit.start not in taken and _is_wanted(hit, read, note)
    ]
    prices = {
        hit: wanted
        for hit in prices_in(note, library)
        if hit.start not in taken and (wanted := _is_wanted(hit, read, note)) is not None
    }
    used = [*prices, *(hit for hit, is_wanted in features.items() if is_wanted is not None), *subjects]
    return ReadNote(
        text=note.strip(),
        added=tuple(id for id in added if id not in dropped),
        dropped=tuple(dropped),
        domains=tuple(dict.fromkeys(hit.meaning.id for hit in subjects)),
        has_prices=next(iter(prices.values()), None),
        unused=tuple(
            uncovered_phrases(note, read, used, {hit.text: hit.meaning.kind for hit in used}, is_brief=True)
        ),
    )


def _is_wanted(hit: Hit, read: Sequence[Token], note: str) -> bool | None:
    """Whether the phrase's thing is to be in or out; None where it is named with a "no" that refuses something else."""
    if (is_in := is_told_in(hit, read, note)) is not None:
        return is_in
    if not negated(hit, read, note):
        return True
    return False if read[hit.start - 1].word == "without" else None


@cache
def _titles(library: Library) -> PhraseBook:
    """Features as the PRD calls them, which is where a reviewer reads of them."""
    return PhraseBook(
        (name, Meaning("feature", id))
        for id, feature in library.features.items()
        for name in (feature.title, id)
    )

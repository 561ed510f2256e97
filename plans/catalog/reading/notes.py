"""What a reviewer's note at a redo asks for: features with and without, another subject; and the answer to it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from plans.catalog.contents import Domain, Feature, Library
from plans.catalog.reading.commanding import is_command, is_told_in
from plans.catalog.reading.coverage import uncovered_phrases
from plans.catalog.reading.phrases import Hit, Meaning, PhraseBook, Token, names_a_kind, tokens
from plans.catalog.reading.plain_words import plain_words
from plans.catalog.reading.refusing import negated, refused_in_part


@dataclass(frozen=True)
class ReadNote:
    """One note."""

    text: str
    added: tuple[str, ...]
    dropped: tuple[str, ...]
    domains: tuple[str, ...]
    """Subjects that it names; of several none is taken, since nobody knows which was meant."""
    facts: Mapping[str, bool]
    """Fact of the things that it speaks of → whether it is to be told."""
    unused: tuple[str, ...]
    """Phrases in which nothing was understood, in the note's words."""

    @property
    def asks(self) -> bool:
        """Whether it asks for anything that is known."""
        return bool(self.added or self.dropped or self.facts or len(self.domains) == 1)


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
        return frozenset(fact for fact, is_told in self._facts().items() if not is_told)

    @property
    def told(self) -> frozenset[str]:
        """Facts that are to be told, whatever the seed refuses."""
        return frozenset(fact for fact, is_told in self._facts().items() if is_told)

    def _facts(self) -> dict[str, bool]:
        return {fact: is_told for note in self.notes for fact, is_told in note.facts.items()}

    def _features(self) -> dict[str, bool]:
        wanted: dict[str, bool] = {}
        for note in self.notes:
            wanted |= dict.fromkeys(note.added, True) | dict.fromkeys(note.dropped, False)
        return wanted


@dataclass(frozen=True)
class Vocabulary:
    """The phrases by which a catalog knows what notes speak of."""

    book: PhraseBook
    """Those by which it knows seeds."""
    titles: PhraseBook
    """Features as the PRD calls them, which is where a reviewer reads of them."""
    is_void: Callable[[Hit, Sequence[Token]], bool]
    """Whether a phrase says nothing where it stands."""
    facts: PhraseBook = field(default_factory=lambda: PhraseBook(()))
    """Facts that are told of the things, or not."""


def _no_fact(fact: str) -> str:
    raise ValueError(f"A note speaks of {fact!r}, and nobody says how that is told.")


@dataclass(frozen=True, eq=False)
class Telling:
    """What is needed to tell in words what became of notes."""

    library: Library[Feature]
    items: Mapping[str, str]
    """Domain → what its things are called."""
    fixed: Collection[str]
    """Features that every project has."""
    of_fact: Callable[[str], str] = _no_fact
    """What became of a fact that a note speaks of."""

    def of_feature(self, id: str, otherwise: str) -> str:
        """That what every project is built on stays; of any other feature what became of it `otherwise`."""
        title = self.library.features[id].title
        return f"“{title}” {'stays: every project is built on it' if id in self.fixed else otherwise}"


def titles_of(library: Library[Feature]) -> PhraseBook:
    """Features by their titles and ids."""
    return PhraseBook(
        (name, Meaning("feature", id))
        for id, feature in library.features.items()
        for name in (feature.title, id)
    )


def read_notes(notes: Sequence[str], known: Vocabulary) -> Redo:
    """The notes, oldest first, in terms of the catalog."""
    return Redo(tuple(_read(note, known) for note in notes if note.strip()))


def answers(redo: Redo, features: Collection[str], domain: Domain, telling: Telling) -> Iterator[str]:
    """For each note, what was made of it and what could not be used; `features` and `domain` are what came out."""
    for note in redo.notes:
        told = _told(note, redo, features, domain, telling)
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


def _told(
    note: ReadNote, redo: Redo, features: Collection[str], domain: Domain, telling: Telling
) -> Iterator[str]:
    for id in note.added:
        title = f"“{telling.library.features[id].title}”"
        if id in redo.dropped:
            yield f"{title} was withdrawn by a later note"
        elif id in features:
            yield f"{title} is in"
        else:
            yield f"{title} cannot be in: it does not go with {domain.item.plural}, with the plan or with the rest"
    for id in note.dropped:
        yield telling.of_feature(id, f"is {'in by a later note' if id in features else 'left out'}")
    yield from map(telling.of_fact, note.facts)
    plurals = [telling.items[id] for id in note.domains]
    if len(plurals) > 1:
        yield f"it names several subjects ({', '.join(plurals)}), of which none was taken: name one"
    elif note.domains == (domain.id,):
        yield f"it is about {plurals[0]}"
    elif plurals:
        yield f"it is not about {plurals[0]}: the plan or a later note says otherwise"


def _read(note: str, known: Vocabulary) -> ReadNote:
    read = tokens(note)
    found = (*known.book.find(note), *known.titles.find(note))
    hits = [
        hit
        for hit in found
        if not (
            hit.text.casefold() in plain_words().stopwords
            or names_a_kind(hit.start, read)
            or is_command(hit, found, read, note)
            or known.is_void(hit, read)
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
    facts = {
        hit: wanted
        for hit in known.facts.find(note)
        if hit.start not in taken and (wanted := _is_wanted(hit, read, note)) is not None
    }
    used = [*facts, *(hit for hit, is_wanted in features.items() if is_wanted is not None), *subjects]
    return ReadNote(
        text=note.strip(),
        added=tuple(id for id in added if id not in dropped),
        dropped=tuple(dropped),
        domains=tuple(dict.fromkeys(hit.meaning.id for hit in subjects)),
        # Of a note that says both the first counts.
        facts={hit.meaning.id: wanted for hit, wanted in reversed(facts.items())},
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

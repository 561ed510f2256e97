"""Reviewers' notes at a redo, read by three words: with …, without …, about …; and the answers to them.

Nothing else is read: a note is told which of its words could not be used.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from plans.catalog.contents import Domain, View
from plans.catalog.matching import Hit, TextToken, negated_sentences, tokens, unread_phrases
from plans.catalog.seed_reader import Vocabulary
from plans.records.plan import Parameter, Plan

_WITH, _WITHOUT, _ABOUT = "with", "without", "about"


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
        """Facts that are to be told, whatever the seed leaves out."""
        return frozenset(fact for fact, is_told in self._facts().items() if is_told)

    def _facts(self) -> dict[str, bool]:
        return {fact: is_told for note in self.notes for fact, is_told in note.facts.items()}

    def _features(self) -> dict[str, bool]:
        wanted: dict[str, bool] = {}
        for note in self.notes:
            wanted |= dict.fromkeys(note.added, True) | dict.fromkeys(note.dropped, False)
        return wanted


def read_notes(notes: Sequence[str], vocabulary: Vocabulary[Domain]) -> Redo:
    """The notes, oldest first, in terms of the catalog."""
    return Redo(tuple(_read(note, vocabulary) for note in notes if note.strip()))


def _read(note: str, vocabulary: Vocabulary[Domain]) -> ReadNote:
    read = tokens(note)
    found = vocabulary.notes.find(note)
    negated = negated_sentences(read, found, besides=_WITHOUT)
    commands = {hit: _command(hit, read, found) for hit in found if read[hit.start].sentence not in negated}
    features: dict[str, bool] = {}
    facts: dict[str, bool] = {}
    domains: dict[str, None] = {}
    used: list[Hit] = []
    for hit, command in commands.items():
        if command == _ABOUT and (named := hit.ids("domain")):
            domains |= dict.fromkeys(named)
        elif command in (_WITH, _WITHOUT) and len(named := hit.ids("feature")) == 1:
            features[named[0]] = command == _WITH
        elif command in (_WITH, _WITHOUT) and (named := hit.ids("fact")):
            facts |= dict.fromkeys(named, command == _WITH)
        else:
            continue
        used.append(hit)
    return ReadNote(
        text=note.strip(),
        added=tuple(id for id, is_wanted in features.items() if is_wanted),
        dropped=tuple(id for id, is_wanted in features.items() if not is_wanted),
        domains=tuple(domains),
        facts=facts,
        unused=tuple(unread_phrases(note, read, used)),
    )


def _command(hit: Hit, read: Sequence[TextToken], found: Sequence[Hit]) -> str:
    """The last command of the sentence before the phrase, outside of other phrases; empty where there is none."""
    held = {place for other in found for place in range(other.start, other.end)}
    before = (
        read[place].word
        for place in range(hit.start - 1, -1, -1)
        if read[place].sentence == read[hit.start].sentence and place not in held
    )
    return next((word for word in before if word in (_WITH, _WITHOUT, _ABOUT)), "")


def _no_fact(fact: str) -> str:
    raise ValueError(f"A note speaks of {fact!r}, and nobody says how that is told.")


@dataclass(frozen=True, eq=False)
class NoteTelling:
    """What is needed to tell in words what became of notes."""

    library: View
    of_fact: Callable[[str], str] = _no_fact
    """What became of a fact that a note speaks of."""

    def of_feature(self, id: str, otherwise: str) -> str:
        """That what every project is built on stays; of any other feature what became of it `otherwise`."""
        title = self.library.features[id].title
        return f"“{title}” {'stays: every project is built on it' if id in self.library.fixed else otherwise}"

    def items(self, domains: Iterable[str]) -> list[str]:
        """What the things of some domains are called."""
        return [self.library.domains[id].item.plural for id in domains]


def answers(redo: Redo, features: Collection[str], domain: Domain, telling: NoteTelling) -> Iterator[str]:
    """For each note, what was made of it and what could not be used; `features` and `domain` are what came out."""
    for note in redo.notes:
        told = _told_of_item(note, redo, features, domain, telling)
        yield answer(note, told, "the redo was sampled anew and nothing else", "the texts")


def answer(note: ReadNote, told: Iterable[str], otherwise: str, texts: str) -> str:
    """One note's answer: what is told of its features and subjects, and which of its words could not be used.

    Where nothing is told, what became of it `otherwise`, and which `texts` its reviewer may edit.
    """
    if not (parts := [*told]):
        return (
            f"Note “{note.text}”: no feature of the catalog follows a “with” or “without” in it, and no subject an "
            f"“about”, so {otherwise}. Say it so, without “no” or “not”, or edit {texts}."
        )
    parts += [f"“{phrase}” could not be used" for phrase in note.unused]
    return f"Note “{note.text}”: {'; '.join(parts)}."


def _told_of_item(
    note: ReadNote, redo: Redo, features: Collection[str], domain: Domain, telling: NoteTelling
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
    plurals = telling.items(note.domains)
    if len(plurals) > 1:
        yield f"it names several subjects ({', '.join(plurals)}), of which none was taken: name one"
    elif note.domains == (domain.id,):
        yield f"it is about {plurals[0]}"
    elif plurals:
        yield f"it is not about {plurals[0]}: the plan or a later note says otherwise"


def redone(
    plan: Plan, redo: Redo, telling: NoteTelling, facts_of: Mapping[str, str] | None = None
) -> tuple[Plan, tuple[str, ...]]:
    """The plan with what the notes ask for, and for each note what was made of it and what could not be used.

    `facts_of`: feature → the fact of the plan's `facts` that comes and goes with it.
    """
    domains = next((note.domains for note in reversed(redo.notes) if note.domains), ())
    parameters = tuple(
        _redone(parameter, redo, domains, telling.library.fixed, facts_of or {})
        for parameter in plan.parameters
    )
    answers = (
        answer(note, _told_of_plan(note, redo, domains, telling), "the plan is as it was", "plan.yaml")
        for note in redo.notes
    )
    return plan.model_copy(update={"parameters": parameters}), tuple(answers)


def _redone(
    parameter: Parameter,
    redo: Redo,
    domains: Sequence[str],
    fixed: Collection[str],
    facts_of: Mapping[str, str],
) -> Parameter:
    values = parameter.values
    if values is not None and parameter.name == "features":
        values = _with(_without(values, redo.dropped.difference(fixed)), redo.added)
    elif values is not None and parameter.name == "facts":
        values = _with(_without(values, redo.left_out), sorted(redo.told))
        out, back = (
            [fact for id, fact in facts_of.items() if id in ids] for ids in (redo.dropped, redo.added)
        )
        values = _with(_without(values, out), back)
    elif values is not None and parameter.name == "domain" and domains:
        values = tuple(domains)
    return parameter.model_copy(update={"values": values})


def _without(values: Sequence[JsonValue], out: Collection[str]) -> tuple[JsonValue, ...]:
    return tuple(value for value in values if value not in out)


def _with(values: Sequence[JsonValue], added: Sequence[str]) -> tuple[JsonValue, ...]:
    return (*values, *(id for id in added if id not in values))


def _told_of_plan(note: ReadNote, redo: Redo, domains: Sequence[str], telling: NoteTelling) -> Iterator[str]:
    drawn = "may be drawn for any item (to put it into one, redo that item with this note)"
    for id in (*note.added, *note.dropped):
        yield telling.of_feature(id, "is left out" if id in redo.dropped else drawn)
    yield from map(telling.of_fact, note.facts)
    if note.domains == domains and domains:
        yield f"seeds are about {', '.join(telling.items(domains))} alone"
    elif note.domains:
        yield "another subject was named by a later note"

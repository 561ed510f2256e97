"""The words of a seed, and which of them mean something to the catalog."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from pydantic import Field

from plans.catalog.reading.coverage import READ
from plans.catalog.reading.phrases import Hit, Meaning, PhraseBook, Token, tokens
from plans.catalog.reading.refusing import negated, refused, refused_features
from plans.catalog.reading.senses import is_filler, is_noun, is_verb_form
from plans.catalog.reading.worth import OWN, RELATED, longer, score
from plans.files import read_record
from plans.python_project.catalog.domain import CATEGORIES, Domain
from plans.python_project.catalog.library import Library
from plans.records.base import FileRecord, Record
from plans.records.seed import Reading, Seed


class Unsupported(Record):
    """What no project can have."""

    reason: str
    """Reads after "is left out: "."""
    phrases: tuple[str, ...] = Field(min_length=1)


class Lexicon(FileRecord):
    """`lexicon.yaml`."""

    SCHEMA: ClassVar[str] = "python-project-lexicon"

    interface: tuple[str, ...]
    """Phrases for what every project is."""
    sample: tuple[str, ...]
    """Phrases for what is told of every record, beside the labels of its fields."""
    unsupported: tuple[Unsupported, ...]


@cache
def lexicon() -> Lexicon:
    """The words; read once."""
    return read_record(Path(__file__).with_name("lexicon.yaml"), Lexicon)


THIN = 50.0
"""Score (0 to 100) below which a domain is a thin match: a word of its own scores more, one beside it less."""
NEAR = 0.8
"""Share of the best domain's worth from which another one could be meant as well."""
CHOOSE = "name `domain:` in the seed to choose"


@dataclass(frozen=True)
class Subjects:
    """What the words of a seed say."""

    worth: Mapping[str, float]
    """Domain → worth of the words that speak of it; those of which none does are left out."""
    words: Mapping[str, tuple[str, ...]]
    """Domain → the words, as the seed has them."""

    def of(self, domain: str) -> float:
        return self.worth.get(domain, 0.0)

    def scores(self, library: Library) -> dict[str, float]:
        """Category → score of its domain that is spoken of most, 0 to 100."""
        return {
            category: score(
                max(
                    (
                        self.of(domain.id)
                        for domain in library.domains.values()
                        if domain.category == category
                    ),
                    default=0.0,
                )
            )
            for category in CATEGORIES
        }


def weigh(hits: Sequence[Hit], library: Library) -> Subjects:
    """What the hits say of domains: each phrase counts once, longer ones more."""
    worth: dict[str, float] = defaultdict(float)
    words: dict[str, list[str]] = defaultdict(list)
    counted: set[tuple[str, str]] = set()
    for hit in hits:
        if hit.meaning.kind not in ("domain", "related") or (hit.meaning.id, hit.phrase) in counted:
            continue
        counted.add((hit.meaning.id, hit.phrase))
        worth[hit.meaning.id] += (OWN if hit.meaning.kind == "domain" else RELATED) * longer(hit.words)
        words[hit.meaning.id].append(hit.text)
    known = {id: said for id, said in worth.items() if id in library.domains}
    return Subjects(known, {id: tuple(dict.fromkeys(words[id])) for id in known})


def reading_of(domain: Domain, subjects: Subjects, library: Library) -> Reading:
    """Why a seed is taken to be about the domain, and what speaks against it."""
    own, said = subjects.of(domain.id), subjects.words.get(domain.id, ())
    rivals = [
        other.item.plural
        for other in library.domains.values()
        if other.id != domain.id and own and subjects.of(other.id) >= NEAR * own
    ]
    thin = ""
    if rivals:
        thin = f"it could as well be about {' or '.join(rivals)}; {CHOOSE}"
    elif score(own) < THIN:
        told = ", ".join(f"“{word}”" for word in said)
        thin = (
            f"only {told} points at {domain.item.plural}; {CHOOSE}"
            if said
            else f"no word of it names a subject, and {domain.item.plural} were drawn; {CHOOSE}"
        )
    return Reading(words=said, score=score(own), thin=thin)


@dataclass(frozen=True, eq=False)
class SeedWords:
    """A seed's words, and what they mean to the catalog."""

    seed: Seed
    text: str
    """What is read of it."""
    tokens: Sequence[Token]
    hits: Sequence[Hit]
    subjects: Subjects
    refused: Mapping[str, str]
    """Feature that is not wanted → the words that say so."""
    refusals: tuple[Hit, ...]
    """Known phrases that are not wanted, whatever they stand for."""
    prevented: frozenset[Hit]
    """Those of the hits that name what a feature keeps from happening, so that no refusal is meant by them."""

    @property
    def features(self) -> list[str]:
        """Features that are named, in the order of the text."""
        return list(dict.fromkeys(hit.meaning.id for hit in self.hits if hit.meaning.kind == "feature"))


def words_of(seed: Seed, library: Library) -> SeedWords:
    """What is read of a seed, with all that the catalog knows of it."""
    text = seed.query[:READ]
    read = tokens(text)
    found = settled(phrase_book(library).find(text), text, read)
    prevented = {hit for hit in found if _is_prevented(hit, library)}
    unwanted = refused_features([hit for hit in found if hit not in prevented], read, text)
    hits = [
        hit
        for hit in found
        if (hit in prevented or not negated(hit, read, text))
        and not is_verb_form(hit, read, library.domains)
        and not is_noun(hit, read)
        and not (hit.meaning.kind == "feature" and hit.meaning.id in unwanted)
    ]
    return SeedWords(
        seed,
        text,
        read,
        hits,
        subjects=weigh(hits, library),
        refused=unwanted,
        refusals=tuple(hit for hit in found if hit not in prevented and refused(hit, read, text)),
        prevented=frozenset(prevented),
    )


def settled(hits: Sequence[Hit], text: str, read: Sequence[Token]) -> list[Hit]:
    """The hits without fillers, without parts of longer phrases that say something else, each with one feature."""
    kept = [hit for hit in hits if not is_filler(hit, read) and not _is_part(hit, hits)]
    meant: dict[tuple[int, int], list[Hit]] = defaultdict(list)
    for hit in kept:
        if hit.meaning.kind == "feature":
            meant[hit.start, hit.end].append(hit)
    lost = {
        id(other)
        for same in meant.values()
        for other in same
        if len(same) > 1 and other is not _nearest(same, kept, text, read)
    }
    return [hit for hit in kept if id(hit) not in lost]


@cache
def phrase_book(library: Library) -> PhraseBook:
    """Every phrase that the catalog knows."""
    return PhraseBook(_phrases(library))


def _phrases(library: Library) -> Iterator[tuple[str, Meaning]]:
    for domain in library.domains.values():
        yield from ((word, Meaning("domain", domain.id)) for word in domain.keywords)
        yield from ((word, Meaning("related", domain.id)) for word in domain.related)
    for feature in library.features.values():
        yield from ((word, Meaning("feature", feature.id)) for word in feature.keywords)
        yield from ((word, Meaning("feature", feature.id)) for word in feature.prevents)
    yield from ((word, Meaning("interface", "")) for word in lexicon().interface)
    for unsupported in lexicon().unsupported:
        yield from ((phrase, Meaning("unsupported", unsupported.reason)) for phrase in unsupported.phrases)


def _is_prevented(hit: Hit, library: Library) -> bool:
    """Whether the phrase names what its feature keeps from happening: double bookings."""
    return hit.meaning.kind == "feature" and any(
        hit.phrase == " ".join(token.stem for token in tokens(phrase))
        for phrase in library.features[hit.meaning.id].prevents
    )


def _is_part(hit: Hit, hits: Sequence[Hit]) -> bool:
    """Whether a word only belongs to a longer phrase of another sense: the library of "standard library"."""
    return any(
        other.meaning.kind in ("interface", "unsupported")
        and other.start <= hit.start
        and hit.end <= other.end
        and other.end - other.start > hit.end - hit.start
        for other in hits
    )


def _nearest(same: Sequence[Hit], hits: Sequence[Hit], text: str, read: Sequence[Token]) -> Hit:
    """Of features that one phrase stands for, that of which the sentence speaks nearest to it; else the first.

    A "csv" is written, unless an import stands beside it.
    """

    def distance(one: Hit) -> int:
        others = (
            max(other.start - one.end, one.start - other.end, 0)
            for other in hits
            if other.meaning == one.meaning
            and (other.start, other.end) != (one.start, one.end)
            and not _is_parted(one, other, text, read)
        )
        return min(others, default=len(read))

    return min(same, key=distance)


def _is_parted(a: Hit, b: Hit, text: str, read: Sequence[Token]) -> bool:
    first, second = sorted((a, b), key=lambda hit: hit.start)
    between = text[read[first.end - 1].end : read[second.start].start]
    return any(mark in between for mark in ".;!?\n")

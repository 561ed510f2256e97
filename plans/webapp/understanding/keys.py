"""By what a seed wants things sorted and filtered, where the catalog's sorting and filters go by something else."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from plans.catalog.reading.phrases import Hit, Token, tokens
from plans.catalog.reading.plain_words import plain_words
from plans.catalog.reading.refusing import ends_between
from plans.records.seed import Coverage
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.words import SeedWords

_REACH = 5
"""Words from a word for sorting to its "by"."""
_LONGEST = 3
"""Words of a key."""


class _Key(NamedTuple):
    """What a seed wants things sorted or filtered by."""

    feature: str
    text: str
    stems: frozenset[str]


def with_keys(
    coverage: Coverage, words: SeedWords, domain: Domain, served: Collection[str], library: Library
) -> Coverage:
    """The coverage, with each key that the `served` sorting or filters do not have as not covered, and what they have.

    The word "sort" is served all the same: the things are put in order, if by another key.
    """
    missed = {
        key.text: _note(key, domain)
        for key in _keys(words)
        if key.feature in served and not key.stems & _known(key.feature, domain, library)
    }
    if not missed:
        return coverage
    covered = {
        phrase: by
        for phrase, by in coverage.covered.items()
        if phrase not in missed or by.startswith("feature")
    }
    listed = [
        phrase
        for phrase in missed
        if phrase not in covered and not any(phrase in other for other in coverage.uncovered)
    ]
    return coverage.model_copy(
        update={
            "covered": covered,
            "uncovered": (*listed, *coverage.uncovered),
            "notes": (*coverage.notes, *missed.values()),
        }
    )


def _keys(words: SeedWords) -> Iterator[_Key]:
    read, text = words.tokens, words.text
    for hit in words.hits:
        if hit.meaning.kind != "feature" or hit.meaning.id not in ("sort", "filter"):
            continue
        place = _by(hit, read, text)
        while place is not None and (end := _end(place, hit, words)) > place:
            key = read[place:end]
            phrase = text[key[0].start : key[-1].end]
            yield _Key(hit.meaning.id, phrase, frozenset(token.stem for token in key))
            is_or = end + 1 < len(read) and read[end].word in plain_words().refusing.joins
            place = end + 1 if is_or and not _is_asking(end + 1, words) else None


def _by(hit: Hit, read: Sequence[Token], text: str) -> int | None:
    """Where the key begins: behind the "by" that goes with the word for sorting, and behind words of no weight."""
    for place in range(hit.start + 1, min(len(read), hit.end + _REACH)):
        if ends_between(text, read[place - 1], read[place]) or "," in _gap(text, read, place):
            return None
        if read[place].word == "by":
            place += 1
            while (
                place < len(read)
                and read[place].word in plain_words().stopwords
                and not _gap(text, read, place).strip()
            ):
                place += 1
            return place
    return None


def _end(start: int, hit: Hit, words: SeedWords) -> int:
    """Behind the last word of a key; `start` where nothing is a key there."""
    read, plain = words.tokens, plain_words()
    place = start
    while place < min(len(read), start + _LONGEST):
        is_parted = bool(_gap(words.text, read, place).strip(" -"))
        if is_parted or read[place].word in plain.stopwords | plain.refusing.joins | plain.refusing.turns:
            break
        if place > start and _is_asking(place, words, beside=hit):
            break
        place += 1
    return place


def _is_asking(place: int, words: SeedWords, beside: Hit | None = None) -> bool:
    """Whether the word belongs to another wish, or to one that is told of by itself."""
    return any(
        one.start <= place < one.end and one.meaning.kind in ("feature", "unsupported")
        for one in words.hits
        if beside is None or one.meaning != beside.meaning
    )


def _gap(text: str, read: Sequence[Token], place: int) -> str:
    return text[read[place - 1].end : read[place].start]


def _known(feature: str, domain: Domain, library: Library) -> frozenset[str]:
    """The stems of all by which things are sorted, or filtered."""
    facets, facts, units = domain.facets, library.lexicon.facts, library.lexicon.units
    amount, group = facets.amount, facets.group
    said = [amount.label, amount.unit, *facts.get(amount.kind, ())]
    if unit := units.get(amount.unit):
        said += [unit.word, unit.short]
    said += [*facts.get("titles", ())] if feature == "sort" else [group.label, *group.values]
    said += [] if feature == "sort" else facts.get("groups", ())
    return frozenset(token.stem for phrase in said for token in tokens(phrase))


def _note(key: _Key, domain: Domain) -> str:
    amount, group = domain.facets.amount.label.lower(), domain.facets.group.label.lower()
    by = (
        f"sorted by “{amount}” and by title"
        if key.feature == "sort"
        else f"filtered by “{group}” and by the highest “{amount}”"
    )
    return f"“{key.text}” is no key here: {domain.item.plural} are {by}."

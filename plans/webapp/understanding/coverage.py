"""Which phrases of a seed are served, and by what; which are not, in the seed's own words."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from plans.records.seed import Coverage, Seed
from plans.webapp.catalog.domain import Domain, ItemNoun
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.phrases import Hit, Token, tokens
from plans.webapp.understanding.plain_words import plain_words
from plans.webapp.understanding.refusing import REFUSING, circumstances

READ = 6_000
"""Characters of a seed that are read; a longer one is noted."""
UNCOVERED = 40
"""Phrases that are listed as uncovered at most."""
LONGEST = 90
"""Characters of such a phrase."""
SHORTEST = 4
"""Letters from which an unknown word that stands alone is listed."""
AHEAD = 2
"""Words after one that are read along with it."""

_WHO = re.compile(r"\bwho\s+(?:has|have|had|owns?|took|got)\b[^.!?;:,()\n]*", re.I)
"""A question in plain words that the seed wants answered: "who has which one"."""
_CLAUSE = re.compile(
    r"[.!?;:,()\n…•]+|\s[-–—]\s|\b(?:and|but|because|so that|as well as|plus|where|which)\b", re.I
)


class About(NamedTuple):
    """What a seed was taken to be about."""

    domain: Domain
    is_named: bool
    """Whether the seed speaks of the domain's subject."""
    unknown: ItemNoun | None
    """A subject of its own, that the catalog knows nothing about."""


def covered_phrases(
    hits: Sequence[Hit], library: Library, category: str, domain: Domain, legal: Sequence[str]
) -> dict[str, str]:
    """Phrase → the feature, subject or category that serves it."""
    covered: dict[str, str] = {}
    had = {*legal, *(feature.id for feature in library.base)}
    features = [hit for hit in hits if hit.meaning.kind == "feature"]
    lacking = {hit.text for hit in features} - {hit.text for hit in features if hit.meaning.id in had}
    unserved = {hit.text for hit in hits if hit.meaning.kind == "unsupported"}
    for hit in hits:
        if hit.text in unserved:
            continue
        match hit.meaning.kind:
            case "feature" if hit.meaning.id in had:
                covered[hit.text] = _served_by(library, hit.meaning.id)
            case "domain" | "related" if hit.meaning.id == domain.id:
                covered.setdefault(hit.text, f"subject: {domain.item.plural}")
            case "category" if hit.meaning.id == category and hit.text not in lacking:
                covered.setdefault(hit.text, f"category: {category}")
            case _:
                pass
    return covered


def uncovered_phrases(
    text: str,
    read: Sequence[Token],
    hits: Sequence[Hit],
    covered: Mapping[str, str],
    *,
    is_brief: bool = False,
) -> list[str]:
    """Phrases that cannot be served, clauses in which nothing was understood, and runs of unknown words in others.

    `is_brief`: in so short a text one word, or a number, is a wish: "about boats", "1000 items".
    """
    found = [hit.text for hit in hits if hit.meaning.kind == "unsupported" and hit.text not in covered]
    found += [hit.text for hit in hits if hit.meaning.kind == "feature" and hit.text not in covered]
    known = {
        index
        for hit in hits
        for index in range(hit.start, hit.end)
        if hit.meaning.kind != "interface"
        and (is_brief or hit.meaning.kind not in ("domain", "related") or hit.text in covered)
    }
    served = {
        index
        for hit in hits
        for index in range(hit.start, hit.end)
        if hit.meaning.kind == "feature" and hit.text in covered
    }
    named = {token.word for phrase in covered for token in tokens(phrase)}
    known |= {index for index, token in enumerate(read) if token.word in named}
    shown = [hit for hit in hits if hit.meaning.kind == "interface"]
    interface = {index for hit in shown for index in range(hit.start, hit.end)} - known
    stopwords = plain_words().stopwords | REFUSING
    telling = {
        index
        for index, token in enumerate(read)
        if index not in known and token.word not in stopwords and (is_brief or not token.word.isdigit())
    } - circumstances(read, text)
    for start, end in _clauses(text):
        inside = [index for index, token in enumerate(read) if start <= token.start and token.end <= end]
        if not known & set(inside):
            if len(telling & set(inside)) >= (1 if is_brief else 2):
                found.append(" ".join(text[start:end].split())[:LONGEST])
        else:
            found += [
                " ".join(text[read[run[0]].start : read[run[-1]].end].split())[:LONGEST]
                for run in _runs([index for index in inside if index in telling - interface])
                if len(run) >= 2
            ]
            if not is_brief:
                found += _single_words(text, read, inside, telling - interface, served)
    if not is_brief:
        found += [
            " ".join(match.group().split())[:LONGEST]
            for match in _WHO.finditer(text)
            if not any(match.start() <= read[index].start < match.end() for index in known)
        ]
    return list(dict.fromkeys(found))[:UNCOVERED]


def remarks(
    seed: Seed,
    hits: Sequence[Hit],
    library: Library,
    left_out: Mapping[str, str],
    about: About,
) -> Iterator[str]:
    """What a reviewer should know about how the seed was taken.

    `left_out`: features that it asks for, each with why it cannot have them.
    """
    if len(seed.query) > READ:
        yield f"Only the first {READ:,} of {len(seed.query):,} characters were read."
    for hit in hits:
        if hit.meaning.kind == "unsupported":
            yield f"“{hit.text}” is left out: {hit.meaning.id}."
    for id, reason in left_out.items():
        yield _told(hits, library, id, reason)
    if about.unknown:
        yield f"The catalog knows nothing about {about.unknown.plural}; its sample data are invented."
    elif not about.is_named:
        yield f"The seed names no subject that the catalog knows; {about.domain.item.plural} were picked."


def without_features(coverage: Coverage, left_out: Mapping[str, str], library: Library) -> Coverage:
    """The coverage of a project that lacks features which the seed asks for, each left out for a reason."""
    lost = {
        phrase: id
        for phrase, by in coverage.covered.items()
        for id in left_out
        if by == _served_by(library, id)
    }
    told = [
        f"“{phrase}” ({library.features[id].title}) is left out: {left_out[id]}."
        for phrase, id in lost.items()
    ]
    return coverage.model_copy(
        update={
            "covered": {phrase: by for phrase, by in coverage.covered.items() if phrase not in lost},
            "uncovered": (*lost, *coverage.uncovered),
            "notes": (*coverage.notes, *told),
        }
    )


def _single_words(
    text: str,
    read: Sequence[Token],
    inside: Sequence[int],
    telling: Collection[int],
    served: Collection[int],
) -> list[str]:
    """Unknown words that stand alone, each with what follows it up to the next known noun: "print a recipe".

    One that is said of what a feature serves is left out: "counts my score".
    """
    words = plain_words()
    found: list[str] = []
    for run in _runs([index for index in inside if index in telling]):
        word = read[run[0]].word
        is_noise = word.endswith("ly") or word in words.common_plurals | words.of_no_wish
        if len(run) > 1 or len(word) < SHORTEST or is_noise:
            continue
        ahead = [index for index in inside if run[0] < index <= run[0] + AHEAD]
        full = [index for index in ahead if read[index].word not in words.stopwords]
        if full and full[0] in served:
            continue
        end = full[0] if full and ahead[0] != full[0] else run[0]
        found.append(" ".join(text[read[run[0]].start : read[end].end].split())[:LONGEST])
    return found


def _told(hits: Sequence[Hit], library: Library, id: str, reason: str) -> str:
    """That a feature is left out, with the words that ask for it."""
    asked = dict.fromkeys(
        f"“{hit.text}”" for hit in hits if hit.meaning.kind == "feature" and hit.meaning.id == id
    )
    title = library.features[id].title
    return (
        f"{', '.join(asked)} ({title}) is left out: {reason}."
        if asked
        else f"“{title}” is left out: {reason}."
    )


def _served_by(library: Library, id: str) -> str:
    return f"feature: {library.features[id].title.lower()}"


def _runs(indices: Sequence[int]) -> list[list[int]]:
    """Indices that follow each other, together."""
    runs: list[list[int]] = []
    for index in indices:
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _clauses(text: str) -> list[tuple[int, int]]:
    borders = [0, *(place for match in _CLAUSE.finditer(text) for place in match.span()), len(text)]
    return list(zip(borders[::2], borders[1::2], strict=True))

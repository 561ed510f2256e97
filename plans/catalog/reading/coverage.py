"""Which phrases of a seed are served, and which not, in the seed's own words."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from plans.catalog.contents import Feature, Library, listed, required
from plans.catalog.reading.leftovers import leftovers
from plans.catalog.reading.phrases import Hit, Token, tokens
from plans.catalog.reading.plain_words import plain_words
from plans.records.seed import Coverage

READ = 6_000
"""Characters of a seed that are read; a longer one is noted."""
_CIRCUMSTANCE = 3
"""Words of a phrase up to which a preposition at its head makes it no wish."""


def uncovered_phrases(
    text: str,
    read: Sequence[Token],
    hits: Sequence[Hit],
    covered: Mapping[str, str],
    *,
    is_brief: bool = False,
) -> list[str]:
    """Phrases that cannot be served, then whatever else of the text no covered phrase holds.

    `is_brief`: in so short a text a number is a wish: "1000 items".
    """
    known = [hit.text for hit in hits if hit.meaning.kind == "unsupported" and hit.text not in covered]
    known += [hit.text for hit in hits if hit.meaning.kind == "feature" and hit.text not in covered]
    left = sorted(leftovers(text, read, hits, covered, is_brief=is_brief), key=_is_mere_word)
    return list(dict.fromkeys([*known, *left]))


def without_features(coverage: Coverage, left_out: Mapping[str, str], library: Library[Feature]) -> Coverage:
    """The coverage of a project that lacks features which the seed asks for, each left out for a reason."""
    lost = {
        phrase: id
        for phrase, by in coverage.covered.items()
        for id in left_out
        if by == served_by(library, id)
    }
    told = [
        _left_out_together(
            [(phrase, id) for phrase, id in lost.items() if left_out[id] == reason], reason, library
        )
        for reason in dict.fromkeys(left_out[id] for id in lost.values())
    ]
    return coverage.model_copy(
        update={
            "covered": {phrase: by for phrase, by in coverage.covered.items() if phrase not in lost},
            "uncovered": (*lost, *coverage.uncovered),
            "notes": (*coverage.notes, *told),
        }
    )


def remarks_on_added(wanted: Collection[str], had: Sequence[str], library: Library[Feature]) -> Iterator[str]:
    """Which of the features that a project has nobody asked for, and why it has them."""
    extra = [id for id in had if id not in wanted and not library.features[id].base]
    needed = {id: [by for by in wanted if by in had and id in required(library, by)] for id in extra}
    for id, by in needed.items():
        if by:
            titles = ", ".join(f"“{library.features[one].title}”" for one in by)
            yield f"“{library.features[id].title}” was added: {titles} needs it."
    if drawn := [f"“{library.features[id].title}”" for id, by in needed.items() if not by]:
        were = "were" if len(drawn) > 1 else "was"
        yield f"{listed(drawn)} {were} added, which nobody asked for, so that the project has its usual size."


def served_by(library: Library[Feature], id: str) -> str:
    """How it is told that a feature serves a phrase."""
    title = library.features[id].title
    return f"feature: {title[:1].lower()}{title[1:]}"


def told_left_out(hits: Sequence[Hit], library: Library[Feature], id: str, reason: str) -> str:
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


def _left_out_together(lost: Sequence[tuple[str, str]], reason: str, library: Library[Feature]) -> str:
    """That features are left out for one reason, each with the words that ask for it."""
    asked: dict[str, list[str]] = {}
    for phrase, id in lost:
        asked.setdefault(library.features[id].title, []).append(f"“{phrase}”")
    told = listed([f"{', '.join(said)} ({title})" for title, said in asked.items()])
    return f"{told} {'are' if len(asked) > 1 else 'is'} left out: {reason}."


def _is_mere_word(phrase: str) -> bool:
    """Whether a phrase is a word by itself, or tells for whom or where: "Colours", "for the singers"."""
    words = tokens(phrase)
    return len(words) < 2 or (
        len(words) <= _CIRCUMSTANCE and words[0].word in plain_words().refusing.prepositions
    )

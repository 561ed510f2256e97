"""What a seed asks for before all else, told plainly where it can't be had: a map of hiking trails, a quiz."""

from collections.abc import Collection, Iterator, Mapping

from plans.catalog.contents import listed
from plans.catalog.reading.phrases import Hit, tokens
from plans.catalog.reading.plain_words import is_plain, plain_words
from plans.errors import SeedRefused
from plans.records.seed import Coverage
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.words import SeedWords

_COMPOUND = 2
"""Words right before a wish that say of what kind it is: a hiking trail map."""


def with_main_wish(
    coverage: Coverage,
    words: SeedWords,
    lacking: Mapping[str, str],
    served: Collection[str],
    library: Library,
) -> Coverage:
    """The coverage, its reading thin where the main wish is left out; SeedRefused where a seed asks for nothing else.

    `lacking`: features that are asked for, each with why it can't be had; `served`: those that are had.
    """
    wish = _main_wish(words)
    if wish is None:
        return coverage
    is_unsupported = wish.meaning.kind == "unsupported"
    reason = wish.meaning.id if is_unsupported else lacking.get(wish.meaning.id)
    if reason is None:
        return coverage
    told = f"“{wish.text}” is what it asks for first of all, and is left out: {reason}"
    beside = {id for id in served if not library.features[id].base} - _by_its_subject(coverage, words)
    is_near = any(one.near and one.reason == reason for one in library.lexicon.unsupported)
    if is_unsupported and not (beside or is_near or words.seed.domain):
        raise SeedRefused(
            f"Seed {words.seed.id!r} is refused: {told}; and it asks for nothing else that people do. Say what they do "
            "beside that, as in “add, search and rate”, or drop the seed."
        )
    if coverage.reading is None:
        return coverage
    thin = "; ".join(part for part in (told, coverage.reading.thin) if part)
    return coverage.model_copy(update={"reading": coverage.reading.model_copy(update={"thin": thin})})


def remarks_on_quiz(words: SeedWords, domain: Domain, served: Collection[str]) -> Iterator[str]:
    """That a quiz which is asked for has the catalog's questions, where none speaks of what the seed names."""
    if "quiz" not in served or not domain.facets.quiz or "quiz" not in words.features:
        return
    asked = {hit.text for hit in words.hits if hit.meaning.kind == "feature"}
    named = [hit for hit in words.hits if hit.meaning.kind in ("domain", "related") and hit.text not in asked]
    about = [hit for hit in named if hit.meaning.id == domain.id]
    known = _stems(
        domain.id,
        domain.item.plural,
        *(text for one in domain.facets.quiz for text in (one.question, *one.options)),
    )
    said = list(dict.fromkeys(f"“{hit.text}”" for hit in about))
    if said and not any(_stems(hit.text) & known for hit in about):
        first, names = domain.facets.quiz[0].question, listed(said, "or")
        yield f"The questions of its quiz are the catalog's own, such as “{first}”; none of them names {names}."


def _main_wish(words: SeedWords) -> Hit | None:
    """The wish that a seed begins with, if one does: it stands behind plain words alone, and in no row of others."""
    wishes = [hit for hit in words.hits if hit.meaning.kind in ("feature", "unsupported")]
    first = min(
        wishes, key=lambda hit: (hit.start, -hit.words, hit.meaning.kind != "unsupported"), default=None
    )
    if first is None or _is_in_row(first, words):
        return None
    known = {
        place for hit in words.hits if hit.meaning.kind != "interface" for place in range(hit.start, hit.end)
    }
    medium = {
        place for hit in words.hits if hit.meaning.kind == "interface" for place in range(hit.start, hit.end)
    }
    weighty = [
        place
        for place in range(first.start)
        if place in known or (place not in medium and not is_plain(words.tokens[place].word))
    ]
    is_compound = weighty == list(range(first.start - len(weighty), first.start)) and not known & set(weighty)
    return first if len(weighty) <= _COMPOUND and is_compound else None


def _by_its_subject(coverage: Coverage, words: SeedWords) -> set[str]:
    """Features that only words ask for which are all that a thin reading rests on: a chatbot that answers."""
    if coverage.reading is None or not coverage.reading.thin:
        return set()
    said = {word.casefold() for word in coverage.reading.words}
    features = [hit for hit in words.hits if hit.meaning.kind == "feature"]
    others = {hit.meaning.id for hit in features if hit.text.casefold() not in said}
    return {hit.meaning.id for hit in features} - others


def _is_in_row(hit: Hit, words: SeedWords) -> bool:
    """Whether a wish is but the first of several: login, a list of tasks and a chart."""
    if hit.end >= len(words.tokens):
        return False
    after = words.tokens[hit.end]
    gap = words.text[words.tokens[hit.end - 1].end : after.start]
    return gap.strip() in {",", ";", "+", "/", "&"} or after.word in plain_words().refusing.joins


def _stems(*texts: str) -> set[str]:
    return {token.stem for text in texts for token in tokens(text) if not is_plain(token.word)}

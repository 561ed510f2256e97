"""Does the query ask for nothing that the project lacks."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project
from plans.records.query import Query
from plans.webapp.catalog.compose import parts_of
from plans.webapp.catalog.library import Library, shipped_library
from plans.webapp.catalog.prd import requirement_ids
from plans.webapp.catalog.query import compose_query
from plans.webapp.catalog.selection import Selection
from plans.webapp.understanding.phrases import Meaning, tokens
from plans.webapp.understanding.plain_words import plain_words
from plans.webapp.understanding.refusing import negated
from plans.webapp.understanding.words import phrase_book

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n(?:- )?")


class AsksForWhatIsThere:
    """Every sentence is one that the project's own features are asked for with, or names none but these.

    A sentence that a reviewer wrote may be worded freely. It may not name a feature that the project does not have, or
    something that no project can have: an agent would build it, and nothing would count it. A single word ("add") may
    be meant otherwise, so it is told and decides nothing.
    """

    name = "asked for"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        # What a model specified is no selection of the catalog, whose words then say nothing of what is lacking.
        return [] if project.is_specified_by_model else list(asking_problems(shipped_library(), project))


def asking_problems(library: Library, project: Project) -> Iterator[Problem]:
    """Sentences of the query, none of the catalog's, that ask for more than the project's parameters hold."""
    try:
        selection = Selection.of(project.parameters)
        parts = parts_of(library, selection)
    except (KeyError, TypeError, ValueError) as error:
        yield Problem(
            where=f"{project.id}/parameters.yaml",
            message=f"holds no selection of the catalog ({type(error).__name__}: {error}), so nothing says what the "
            "query may ask for.",
            mend="Restore it as it was authored.",
        )
        return
    names = {*selection.features, selection.domain, library.domain(selection.domain, selection.item).category}
    own = sentences_of(compose_query(parts, requirement_ids(parts), selection))
    for level, sentence in sorted(sentences_of(project.query) - own):
        for phrase, words, lacking in _beyond(library, sentence, names):
            yield Problem(
                where=f"{project.id}/query.yaml: {level}",
                message=f"{sentence!r} asks by {phrase!r} for what the PRD lacks: {lacking}.",
                mend="Take it out of the query, or author the item from a seed that asks for it.",
                severity="error" if words > 1 else "warning",
            )


def sentences_of(query: Query) -> set[tuple[str, str]]:
    """Level of underspecification and sentence, for each of the query's."""
    return {
        (level.value, sentence.strip())
        for level, written in query.levels.items()
        for sentence in _SENTENCE_END.split(written.text)
        if sentence.strip()
    }


def _beyond(library: Library, sentence: str, own: Collection[str]) -> Iterator[tuple[str, int, str]]:
    """Phrases that stand for nothing the project has, each with its length in words and what it does stand for."""
    read = tokens(sentence)
    hits = [hit for hit in phrase_book(library).find(sentence) if not negated(hit, read, sentence)]
    for (_, _, phrase), same in groupby(hits, key=lambda hit: (hit.start, hit.end, hit.text)):
        meanings = [hit.meaning for hit in same]
        if phrase.casefold() not in plain_words().stopwords and _is_lacking(meanings, own):
            yield (
                phrase,
                len(tokens(phrase)),
                " or ".join(
                    _told(library, meaning)
                    for meaning in meanings
                    if meaning.kind in ("feature", "unsupported")
                ),
            )


def _is_lacking(meanings: Sequence[Meaning], own: Collection[str]) -> bool:
    """Whether the phrase asks for something, and cannot be about what the project is or does."""
    asks = any(meaning.kind in ("feature", "unsupported") for meaning in meanings)
    return asks and not any(meaning.kind == "interface" or meaning.id in own for meaning in meanings)


def _told(library: Library, meaning: Meaning) -> str:
    return meaning.id if meaning.kind == "unsupported" else library.features[meaning.id].title.lower()

"""The check of items that a catalog made: what the query asks for is there."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, ClassVar

from plans.catalog.author import Author
from plans.catalog.contents import View
from plans.catalog.matching import Hit, PhraseMeaning, negated_sentences, tokens
from plans.contracts.authoring import CatalogCheck
from plans.records.base import Problem
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.specification import Query

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n(?:- )?")


class AsksForWhatIsThere(CatalogCheck):
    """Every sentence is one that the project's own features are asked for with, or names none but these.

    A sentence that a reviewer wrote may be worded freely. It may not name a feature that the project does not have, or
    something that no project can have: an agent would build it, and nothing would count it. A single word ("add") may
    be meant otherwise, so it is told and decides nothing. A family has one of its own, beside the author that it names.
    """

    name = "asked for"
    author: ClassVar[type[Author[Any, Any, Any, Any]]]
    """The catalog author of the family."""

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return list(self._problems(project))

    def _problems(self, project: Project) -> Iterator[Problem]:
        author = self.author()
        try:
            selection = author.recorded(project.parameters)
            composed = sentences_of(author.composed(author.library, selection).query())
            category = author.domain_of(author.library, selection).category
        except (KeyError, TypeError, ValueError) as error:
            yield Problem(
                where=f"{project.id}/parameters.yaml",
                message=f"holds no selection of the catalog ({type(error).__name__}: {error}), so nothing says what "
                "the query may ask for.",
                mend="Restore it as it was authored.",
            )
            return
        own = {*selection.features, selection.domain, category}
        find = author.vocabulary(author.library).phrases.find
        for level, sentence in sorted(sentences_of(project.query) - composed):
            for phrase, words, lacking in _beyond(find(sentence), author.library, sentence, own):
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


def _beyond(
    found: Sequence[Hit], library: View, sentence: str, own: Collection[str]
) -> Iterator[tuple[str, int, str]]:
    """Phrases that stand for nothing the project has, each with its length in words and what it does stand for."""
    # What a sentence refuses is not inferred, so one that says "no" or "not" asks for nothing.
    negated = negated_sentences(read := tokens(sentence), found)
    for hit in found:
        if read[hit.start].sentence not in negated and _is_lacking(hit.meanings, own):
            asked = [one for one in hit.meanings if one.kind in ("feature", "unsupported")]
            yield hit.text, hit.words, " or ".join(_told(library, meaning) for meaning in asked)


def _is_lacking(meanings: Sequence[PhraseMeaning], own: Collection[str]) -> bool:
    """Whether the phrase asks for something, and cannot be about what the project is or does."""
    asks = any(meaning.kind in ("feature", "unsupported") for meaning in meanings)
    return asks and not any(meaning.kind == "interface" or meaning.id in own for meaning in meanings)


def _told(library: View, meaning: PhraseMeaning) -> str:
    return meaning.id if meaning.kind == "unsupported" else library.features[meaning.id].title.lower()

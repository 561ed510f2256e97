"""Does the query keep what it withholds. Whether it asks for more than the PRD has, its family's checks say."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rapidfuzz import fuzz

from plans.records.plan import Plan
from plans.records.prd import Requirement
from plans.records.problem import Problem
from plans.records.project import Project
from plans.records.query import Query, Underspecification

GIVEN_AWAY = 90.0
"""Match score (0 to 100) from which a requirement's title counts as said."""
FORBIDDEN = re.compile(
    r"\bR\d+(?:\.\d+)+\b|\b(?:criteri(?:a|on)|evaluation task|expected outcome|test case)\b", re.I
)
"""Words that belong to the benchmark and not to a person who wants an app."""
_SENTENCE_END = re.compile(r"(?<=[.!?;\n])\s+")


class Leakage:
    """Withheld requirements are not said; ids and test words do not occur; the PRD's stories are not retold."""

    name = "leakage"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return [
            *leakage_problems(project.query, project.prd.leaves(), project.id),
            *retelling_problems(project.query, project.prd.typical_use, project.id),
        ]


def leakage_problems(query: Query, leaves: Sequence[Requirement], item: str) -> Iterator[Problem]:
    """What the query gives away of what it withholds."""
    for level, written in query.levels.items():
        where = f"{item}/query.yaml: {level.value}"
        for match in FORBIDDEN.finditer(written.text):
            yield Problem(
                where=where, message=f"Says {match.group()!r}, as no user would.", mend="Say it plainly."
            )
        for leaf in leaves:
            if leaf.id in written.withholds and (sentence := _says(written.text, leaf)):
                yield Problem(
                    where=where,
                    message=f"Withholds {leaf.id} ({leaf.title!r}) but says {sentence!r}.",
                    mend="Remove the phrase, or take the id off the withheld ones.",
                )
    for lower, higher in pairwise(sorted(query.levels, key=list(Underspecification).index)):
        if given := sorted(set(query.levels[lower].withholds) - set(query.levels[higher].withholds)):
            yield Problem(
                where=f"{item}/query.yaml: {higher.value}",
                message=f"Gives {', '.join(given)}, which {lower.value} withholds though it leaves out less.",
                mend="Let each level withhold at least what the one before withholds.",
            )


def retelling_problems(query: Query, stories: Sequence[str], item: str) -> Iterator[Problem]:
    """Sentences of the PRD's typical use that the query repeats: a story shows what its requirements are about."""
    sentences = [sentence.strip() for story in stories for sentence in _SENTENCE_END.split(story)]
    for level, written in query.levels.items():
        for sentence in sentences:
            if fuzz.partial_ratio(sentence.casefold(), written.text.casefold()) >= GIVEN_AWAY:
                yield Problem(
                    where=f"{item}/query.yaml: {level.value}",
                    message=f"Retells the PRD's typical use: {sentence!r}.",
                    mend="Ask for it in words of its own, or not at all.",
                )


def _says(text: str, leaf: Requirement) -> str | None:
    for sentence in _SENTENCE_END.split(text):
        if fuzz.partial_ratio(leaf.title.casefold(), sentence.casefold()) >= GIVEN_AWAY:
            return sentence.strip()
        if any(datum.casefold() in sentence.casefold() for datum in leaf.data):
            return sentence.strip()
    return None

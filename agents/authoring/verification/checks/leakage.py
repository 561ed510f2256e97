"""Does the query keep what it withholds, and ask for nothing that the PRD lacks."""

import re
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz

from plans.records.plan import Plan
from plans.records.prd import Requirement
from plans.records.problem import Problem
from plans.records.project import Project
from plans.records.query import Query

GIVEN_AWAY = 90.0
"""Match score (0 to 100) from which a requirement's title counts as said."""
FORBIDDEN = re.compile(
    r"\bR\d+(?:\.\d+)+\b|\b(?:criteri(?:a|on)|evaluation task|expected outcome|test case)\b", re.I
)
"""Words that belong to the benchmark and not to a person who wants an app."""


class Leakage:
    """Withheld requirements are not said; ids and test words do not occur; data of requirements is not hidden."""

    name = "leakage"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return list(leakage_problems(project.query, project.prd.leaves(), project.id))


def leakage_problems(query: Query, leaves: Sequence[Requirement], item: str) -> Iterator[Problem]:
    """What the query gives away or asks beyond the PRD."""
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
    widths = [len(query.levels[level].withholds) for level in sorted(query.levels, key=_rank)]
    if widths != sorted(widths):
        yield Problem(
            where=f"{item}/query.yaml",
            message=f"The levels withhold {widths} requirements, which does not grow from low to high.",
            mend="Let each level withhold at least what the one before withholds.",
        )


def _rank(level: str) -> int:
    return ["low", "medium", "high"].index(level)


def _says(text: str, leaf: Requirement) -> str | None:
    for sentence in re.split(r"(?<=[.!?;\n])\s+", text):
        if fuzz.partial_ratio(leaf.title.casefold(), sentence.casefold()) >= GIVEN_AWAY:
            return sentence.strip()
        if any(datum.casefold() in sentence.casefold() for datum in leaf.data):
            return sentence.strip()
    return None

"""Checks of what agents see: no words of hidden criteria, and the canary in every file."""

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import PurePosixPath

from rapidfuzz import fuzz

from plans.patches import reference_of
from plans.records.base import Problem
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.specification import Query, Requirement, Underspecification

GIVEN_AWAY = 90.0
"""Match score (0 to 100) from which a requirement's title counts as said."""
FORBIDDEN = re.compile(
    r"\bR\d+(?:\.\d+)+\b|\b(?:criteri(?:a|on)|evaluation task|expected outcome|test case)\b", re.I
)
"""Words that belong to the benchmark and not to a person who wants an app."""
_EVERYDAY = re.compile(r"[^\W\d_][^\W\d_A-Z]*(?:['’-][^\W\d_A-Z]+)*")
"""A word as people write it: letters, of which the first alone may be a capital."""
_SENTENCE_END = re.compile(r"(?<=[.!?;\n])\s+")


class Leakage:
    """Withheld requirements are not said; ids and test words do not occur; the PRD's stories are not retold.

    Nothing is said by one everyday word, by words of a requirement that the text does not withhold, nor, at the level
    that says least, by those of the request that the item is made from.
    """

    name = "leakage"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return [
            *leakage_problems(project.query, project.prd.leaves(), project.id, project.seed.seed.query),
            *retelling_problems(project.query, project.prd.typical_use, project.id, project.seed.seed.query),
        ]


def leakage_problems(
    query: Query, leaves: Sequence[Requirement], item: str, seed: str = ""
) -> Iterator[Problem]:
    """What the query gives away of what it withholds; words of testers that stand in the `seed`, or in a requirement
    that is not withheld, are words of what is asked for.
    """
    for level, written in query.levels.items():
        where = f"{item}/query.yaml: {level.value}"
        told = [
            " ".join((leaf.title, leaf.text, *leaf.data)).casefold()
            for leaf in leaves
            if leaf.id not in written.withholds
        ]
        for match in FORBIDDEN.finditer(written.text):
            is_id = match.group()[-1].isdigit()
            if any(_stands(match.group(), one) for one in (seed.casefold(), *([] if is_id else told))):
                continue
            yield Problem(
                where=where, message=f"Says {match.group()!r}, as no user would.", mend="Say it plainly."
            )
        for leaf in leaves:
            free = [*told, *([seed.casefold()] if level is Underspecification.HIGH else [])]
            if leaf.id in written.withholds and (words := _says(written.text, leaf, free)):
                yield Problem(
                    where=where,
                    message=f"Withholds {leaf.id} ({leaf.title!r}) but says {words!r}.",
                    mend="Say it in other words or not at all, or take the id off the withheld ones.",
                )
    for lower, higher in pairwise(sorted(query.levels, key=list(Underspecification).index)):
        if given := sorted(set(query.levels[lower].withholds) - set(query.levels[higher].withholds)):
            yield Problem(
                where=f"{item}/query.yaml: {higher.value}",
                message=f"Gives {', '.join(given)}, which {lower.value} withholds though it leaves out less.",
                mend="Let each level withhold at least what the one before withholds.",
            )


def retelling_problems(query: Query, stories: Sequence[str], item: str, seed: str = "") -> Iterator[Problem]:
    """Sentences of the PRD's typical use that the query repeats and the `seed` lacks: a story shows what its
    requirements are about.
    """
    sentences = [
        sentence.strip()
        for story in stories
        for sentence in _SENTENCE_END.split(story)
        if not seed or fuzz.partial_ratio(sentence.strip().casefold(), seed.casefold()) < GIVEN_AWAY
    ]
    for level, written in query.levels.items():
        for sentence in sentences:
            if fuzz.partial_ratio(sentence.casefold(), written.text.casefold()) >= GIVEN_AWAY:
                yield Problem(
                    where=f"{item}/query.yaml: {level.value}",
                    message=f"Retells the PRD's typical use: {sentence!r}.",
                    mend="Ask for it in words of its own, or not at all.",
                )


def is_literal(datum: str) -> bool:
    """Whether a datum is told from everyday language wherever it stands: several words, a digit, a sign, a capital
    behind the first letter.
    """
    return _EVERYDAY.fullmatch(datum.strip()) is None


def _says(text: str, leaf: Requirement, free: Sequence[str]) -> str | None:
    """The words by which a text says the requirement; None where it does not. `free`: texts in lower case whose words
    may be said.
    """
    title = leaf.title.casefold()
    is_title_free = any(_stands(title, one) for one in free)
    literals = [
        datum for datum in leaf.data if is_literal(datum) and not any(_stands(datum, one) for one in free)
    ]
    everyday = [datum for datum in leaf.data if not is_literal(datum)]
    if any(all(_stands(datum, one) for datum in everyday) for one in free):
        everyday = []
    for sentence in map(str.casefold, _SENTENCE_END.split(text)):
        # A line that is shorter than the title is found in it, and says no more than a part of it.
        if not is_title_free and len(sentence) >= len(title) * GIVEN_AWAY / 100:
            found = fuzz.partial_ratio_alignment(title, sentence, score_cutoff=GIVEN_AWAY)
            if found is not None:
                return sentence[found.dest_start : found.dest_end].strip()
        said = next((datum for datum in literals if _stands(datum, sentence)), None)
        if said is not None:
            return said
        if len(everyday) > 1 and all(_stands(datum, sentence) for datum in everyday):
            return ", ".join(everyday)
    return None


def _stands(datum: str, sentence: str) -> bool:
    """Whether a datum stands in a sentence in lower case, and not as a part of other words."""
    return re.search(rf"(?<!\w){re.escape(datum.strip().casefold())}(?!\w)", sentence) is not None


class CanaryPresent:
    """Each file of the reference and of the grader names the suite's canary, so that leaked copies can be found.

    Left out are files that are not text, and those in which no comment can stand: which these are, by name, the family
    says (`uncommented` of its entry in plans/families.py), and never the item.
    """

    name = "canary"

    def __init__(self, canary: str, uncommented: Sequence[str] = ()) -> None:
        """`uncommented`: names of files with `*` for any letters, such as `*.csv`."""
        self._canary = canary
        self._uncommented = tuple(uncommented)

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return [
            Problem(
                where=f"{project.id}/{path}",
                message=f"The canary {self._canary!r} is missing.",
                mend="Add it in a comment; without it a leak into training data cannot be traced.",
            )
            for path, text in _texts(project)
            if self._canary not in text and not self._is_uncommented(path)
        ]

    def _is_uncommented(self, path: str) -> bool:
        name = PurePosixPath(path).name
        return any(fnmatchcase(name, pattern) for pattern in self._uncommented)


def _texts(project: Project) -> Iterator[tuple[str, str]]:
    """Path → text of each file that is text."""
    reference = reference_of(project, "no canary stands in it")
    yield from ((f"reference/{path}", text) for path, text in reference.items())
    for path, data in project.grader.items():
        try:
            yield f"grader/{path}", data.decode()
        except UnicodeDecodeError:
            continue

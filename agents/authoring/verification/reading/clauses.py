"""Coverage by clause: what each requirement says part by part, and which outcome tries it.

Each reading takes the requirements apart for itself, so they are compared word by word: a word is untested where more
than half of all readings count it among what nothing tries. Where neither that nor its contrary has more than half, the
check is undecided.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from agents.authoring.verification.reading.quoting import FEWEST_WORDS, occurs, plain
from plans.plurals import count_text
from plans.records.evidence import ReadClause, Sample, Untested
from plans.records.model_call import Shape
from plans.records.project import Project
from plans.records.specification import Requirement

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_MARKS = " .,;:!?\"'()"


class Clause(Shape):
    """A part of a requirement that could be met or not by itself."""

    requirement: str
    """Id of the requirement, such as R1.2."""
    words: str
    """The clause, copied letter by letter from the requirement's text."""
    tried_by: list[str]
    """Outcomes of tasks that name the requirement and that fail where the clause is not met, each copied letter by
    letter; empty where there is none."""


class ClauseReading(Shape):
    """The requirements, clause by clause."""

    clauses: list[Clause]
    """Every clause of every requirement, in their order."""


def clause_flaws(reading: ClauseReading, project: Project) -> list[str]:
    """Why a reading cannot be gone by, in words that a model can go by; empty where it can."""
    return list(_flaws(reading, project))


def _flaws(reading: ClauseReading, project: Project) -> Iterator[str]:
    leaves = {leaf.id: leaf for leaf in project.prd.leaves()}
    for clause in reading.clauses:
        leaf = leaves.get(clause.requirement)
        if leaf is None:
            yield f"{clause.requirement!r} is no detailed requirement of the PRD."
            continue
        if not _places(clause.words, leaf.text):
            yield f"{clause.words!r} does not occur in the text of {leaf.id}."
        statements = _statements(project, leaf.id)
        for outcome in clause.tried_by:
            if len(outcome.split()) < FEWEST_WORDS:
                yield f"{outcome!r} is too short for a quotation."
            elif not any(occurs(outcome, statement) for statement in statements):
                yield f"{outcome!r} does not occur in an expected outcome of a task that names {leaf.id}."
    for leaf in leaves.values():
        taken = _covered([one.words for one in reading.clauses if one.requirement == leaf.id], leaf.text)
        begin = 0
        for sentence in _SENTENCE_END.split(leaf.text):
            end = begin + len(sentence.split())
            if not taken & set(range(begin, end)):
                yield f"No clause is of the sentence {sentence!r} of {leaf.id}."
            begin = end


def read_clauses(reading: ClauseReading) -> tuple[ReadClause, ...]:
    """What a reading found, as evidence keeps it."""
    return tuple(
        ReadClause(requirement=one.requirement, words=one.words, tried_by=tuple(one.tried_by))
        for one in reading.clauses
    )


def untested_clauses(samples: Sequence[Sample], project: Project) -> tuple[tuple[Untested, ...], list[str]]:
    """The clauses that most readings find untested, and what is not decided of the others."""
    usable = [sample for sample in samples if sample.verdict == "holds"]
    if 2 * len(usable) <= len(samples):
        told = count_text(len(samples), "reading")
        return (), [
            f"undecided: of {told} {len(usable)} took the requirements apart, and no more than half is none"
        ]
    untested: list[Untested] = []
    undecided: list[str] = []
    for leaf in project.prd.leaves():
        votes = [_untested_words(sample, leaf) for sample in usable]
        said = leaf.text.split()
        against = [sum(place in vote for vote in votes) for place in range(len(said))]
        untested += [
            Untested(requirement=leaf.id, words=words)
            for words in _runs(said, [2 * n > len(samples) for n in against])
        ]
        open_places = [2 * n <= len(samples) and 2 * (len(usable) - n) <= len(samples) for n in against]
        undecided += [
            f"undecided: prd: “{words}” of {leaf.id}: as many readings find an outcome that tries it as find none"
            for words in _runs(said, open_places)
        ]
    return tuple(untested), undecided


def _untested_words(sample: Sample, leaf: Requirement) -> set[int]:
    of_leaf = [clause for clause in sample.clauses if clause.requirement == leaf.id]
    tried = _covered([clause.words for clause in of_leaf if clause.tried_by], leaf.text)
    return _covered([clause.words for clause in of_leaf if not clause.tried_by], leaf.text) - tried


def _runs(said: Sequence[str], marked: Sequence[bool]) -> Iterator[str]:
    """The words that are marked, those that follow one another together."""
    for is_marked, run in groupby(zip(said, marked, strict=True), key=lambda pair: pair[1]):
        if is_marked and (words := " ".join(word for word, _ in run).strip(" ,;:")):
            yield words


def _covered(quotations: Sequence[str], text: str) -> set[int]:
    """The places of the text's words that stand in one of the quotations."""
    return {place for quotation in quotations for place in _places(quotation, text)}


def _places(quotation: str, text: str) -> set[int]:
    """Where the words of a quotation stand in the text one after the other; none where they do not."""
    wanted, there = _words(quotation), _words(text)
    for start in range(len(there) - len(wanted) + 1) if wanted else ():
        if there[start : start + len(wanted)] == wanted:
            return set(range(start, start + len(wanted)))
    return set()


def _words(text: str) -> list[str]:
    return [plain(word).strip(_MARKS) for word in text.split()]


def _statements(project: Project, requirement: str) -> list[str]:
    tasks = (task for task in project.criteria.tasks if requirement in task.requirements)
    return [outcome.statement for task in tasks for outcome in task.outcomes]

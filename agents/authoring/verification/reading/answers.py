"""Questions to a model about an item, the shape of its answers, and the check of their quotations."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import ClassVar, Literal, get_args

from pydantic import Field, model_validator

from agents.authoring.writing import AuthoringMode
from plans.files import parse_record, read_text
from plans.plain_text import count_text
from plans.records.base import FileRecord, Record
from plans.records.evidence import ReadClause, ReadingSample, Untested
from plans.records.model_call import Shape
from plans.records.project import Project
from plans.records.specification import Requirement

FEWEST_WORDS = 3
"""Words of a quotation: fewer stand anywhere. A model is asked for more than are required of it."""
_SPACE = re.compile(r"\s+")
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})
_MARKED = re.compile(r"[*_`]|(?m:^\s*[-#>]+\s+)")


FILE = Path(__file__).with_name("checks.yaml")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_MARKS = " .,;:!?\"'()"


def occurs(quotation: str, text: str) -> bool:
    """Whether the words stand in the text in this order with nothing between them; line ends, the marks of Markdown and
    the form of quotation marks and dashes do not count, nor does a mark at the end.
    """
    words = plain(quotation).strip(" .,;:!?\"'")
    return len(words.split()) >= FEWEST_WORDS and words in plain(text)


def plain(text: str) -> str:
    """What is compared."""
    return _SPACE.sub(" ", _MARKED.sub("", text.translate(_STRAIGHT))).strip().casefold()


ArtifactName = Literal["query high", "query medium", "query low", "prd", "criteria"]


class Definition(Record):
    """One check."""

    name: str
    reads: tuple[ArtifactName, ...] = Field(min_length=1)
    """What it is decided by, in the order in which it is shown."""
    definition: str
    """The property that has to hold."""
    fails: tuple[str, ...] = Field(min_length=1)
    """What breaks it, for example."""
    holds_although: tuple[str, ...] = ()
    """What does not break it."""
    quotations: int = Field(default=1, ge=1, le=4)
    """How many places a fault has to quote at least."""
    answer: Literal["faults", "clauses"] = "faults"
    """faults: whether the property holds, and what breaks it. clauses: the requirements clause by clause, each with the
    outcomes that try it."""


class Definitions(FileRecord):
    """The checks as they are asked of items that are tried in one way."""

    SCHEMA: ClassVar[str] = "model-checks"

    samples: int = Field(ge=1, le=25)
    """Readings of each check."""
    requotes: int = Field(ge=0, le=5)
    """How often a reading is sent back whose quotations do not occur, or that contradicts itself."""
    most_faults: int = Field(ge=1, le=50)
    """Faults that a reading lists, and that a check reports."""
    checks: tuple[Definition, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _are_apart(self) -> "Definitions":
        names = [check.name for check in self.checks]
        if len(set(names)) < len(names):
            raise ValueError("two checks have one name")
        return self


class DefinitionsOfWays(Definitions):
    """`checks.yaml`."""

    words: dict[AuthoringMode, dict[str, str]] = {}
    """Way in which items are tried → what stands in the texts for each name between braces; empty: the texts are the
    same for all, and braces in them are braces."""

    @model_validator(mode="after")
    def _are_worded(self) -> "DefinitionsOfWays":
        if self.words and (lacking := set[AuthoringMode](get_args(AuthoringMode)) - self.words.keys()):
            raise ValueError(f"`words` has none for {', '.join(sorted(lacking))}")
        for way in self.words:
            try:
                self.of(way)
            except (KeyError, IndexError, ValueError) as error:
                raise ValueError(
                    f"a text names {error} between braces, and `words` of {way} does not"
                ) from None
        return self

    def of(self, way: AuthoringMode) -> Definitions:
        """What is asked of items that are tried in this way; KeyError where a word is missing."""
        whole = self.model_dump(exclude={"words", "checks"})
        checks = (
            tuple(_worded(check, self.words[way]) for check in self.checks) if self.words else self.checks
        )
        return Definitions(**whole, checks=checks)


@cache
def read_definitions(way: AuthoringMode, file: Path = FILE) -> Definitions:
    """The checks of items that are tried in this way; raises InvalidFile."""
    return parse_record(read_text(file), DefinitionsOfWays, file).of(way)


def _worded(check: Definition, words: Mapping[str, str]) -> Definition:
    return check.model_copy(
        update={
            "definition": check.definition.format_map(words),
            "fails": tuple(one.format_map(words) for one in check.fails),
            "holds_although": tuple(one.format_map(words) for one in check.holds_although),
        }
    )


class Quoted(Shape):
    """Words of an artifact."""

    artifact: ArtifactName
    """The artifact that they are from."""
    words: str
    """Copied letter by letter."""


class ReaderFault(Shape):
    """One fault."""

    what: str
    """What is wrong, in one sentence."""
    mend: str
    """What would mend it, in one sentence."""
    quotations: list[Quoted]
    """The words that it is about: one quotation or more."""


class ReaderFindings(Shape):
    """What a reader found."""

    faults: list[ReaderFault]
    """Every fault that breaks the property, the gravest first; empty where there is none."""
    evidence: list[Quoted]
    """Where there is no fault: the places where one was likeliest. Else empty."""
    verdict: Literal["holds", "fails"]
    """`fails` where a fault is listed, else `holds`."""


def flaws_of(reading: ReaderFindings, artifacts: Mapping[str, str], quotations: int = 1) -> list[str]:
    """Why a reading cannot be gone by, in words that a model can go by; empty where it can. Each fault has to quote so
    many places.
    """
    return [*_contradictions(reading, quotations), *_misquotes(reading, artifacts)]


def _contradictions(reading: ReaderFindings, quotations: int) -> Iterator[str]:
    if reading.verdict == "fails" and not reading.faults:
        yield "The verdict is `fails`, and no fault is listed."
    if reading.verdict == "holds" and reading.faults:
        yield "The verdict is `holds`, and faults are listed."
    if reading.verdict == "holds" and not reading.evidence:
        yield "The verdict is `holds`, and nothing is quoted that it goes by."
    for number, fault in enumerate(reading.faults, 1):
        if not fault.quotations:
            yield f"Fault {number} quotes nothing."
        elif len({plain(quoted.words) for quoted in fault.quotations}) < quotations:
            yield f"Fault {number} quotes fewer than {quotations} places."
        if not (fault.what.strip() and fault.mend.strip()):
            yield f"Fault {number} does not say what is wrong, or what would mend it."


def _misquotes(reading: ReaderFindings, artifacts: Mapping[str, str]) -> Iterator[str]:
    every = [*reading.evidence, *(quoted for fault in reading.faults for quoted in fault.quotations)]
    for quoted in every:
        if quoted.artifact not in artifacts:
            shown = ", ".join(artifacts)
            yield f"You were not shown {quoted.artifact!r}, but: {shown}."
        elif len(quoted.words.split()) < FEWEST_WORDS:
            yield f"{quoted.words!r} is too short for a quotation."
        elif not occurs(quoted.words, artifacts[quoted.artifact]):
            yield f"{quoted.words!r} does not occur in {quoted.artifact!r}."


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


def untested_clauses(
    samples: Sequence[ReadingSample], project: Project
) -> tuple[tuple[Untested, ...], list[str]]:
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


def _untested_words(sample: ReadingSample, leaf: Requirement) -> set[int]:
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

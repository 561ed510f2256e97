"""Features of web apps: requirements, wishes, tasks, code and defects.

Strings are Jinja templates over the vocabulary (vocabulary.py); any mapping in a list may carry `when`, a Jinja
expression, and is left out where that is false. Steps may be written short (shorthand.py).
"""

import re
from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field, JsonValue, model_validator

from plans.records.base import FileRecord, Record
from plans.records.criteria import Level
from plans.records.specification import Underspecification

KEY = r"^[a-z][a-z0-9-]*$"
REFERENCE = r"^([a-z][a-z0-9-]*\.)?[a-z][a-z0-9-]*$"


_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NOT = frozenset(
    ["no", "not", "never", "without", "don't", "don’t", "doesn't", "doesn’t", "isn't", "isn’t", "rather"]
)
"""Words that turn a phrase round: "don't show everything at once"."""
REACH = 4
"""Words before a phrase in which one of them is looked for."""


class FeatureParameter(Record):
    """Something that varies between projects with the feature: a choice, or a range in steps."""

    description: str = ""
    values: tuple[JsonValue, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    step: int = Field(default=1, ge=1)

    @model_validator(mode="after")
    def _choice_or_range(self) -> "FeatureParameter":
        if (self.values is None) == (self.minimum is None or self.maximum is None):
            raise ValueError("a parameter needs either `values` or both `minimum` and `maximum`")
        return self

    def choices(self) -> tuple[JsonValue, ...]:
        """Every value that it may take."""
        if self.values is not None:
            return self.values
        assert self.minimum is not None
        assert self.maximum is not None
        return tuple(range(self.minimum, self.maximum + 1, self.step))

    def left(self, values: tuple[JsonValue, ...]) -> "FeatureParameter":
        """The same with these values alone."""
        return self if values == self.choices() else self.model_copy(update={"values": values})


class Wish(Record):
    """A sentence with which a person asks for the feature."""

    text: str
    gives: tuple[str, ...] = ()
    """Requirements of the feature that the sentence gives away."""
    tone: str | None = None
    """plain, chatty or terse; left out, it fits any tone."""
    when: str | None = None


class LeafTemplate(Record):
    """A leaf requirement."""

    id: str = Field(pattern=KEY)
    title: str
    text: str
    data: tuple[str, ...] = ()
    when: str | None = None


class RequirementTemplate(Record):
    """The feature's part of the PRD."""

    title: str
    text: str
    leaves: tuple[LeafTemplate, ...] = Field(min_length=1, max_length=7)


class TaskTemplate(Record):
    """An evaluation task."""

    id: str = Field(pattern=KEY)
    title: str
    level: Level
    weight: float | None = None
    """Left out, the level's."""
    depends_on: tuple[str, ...] = ()
    """`task` of this feature or `feature.task`; a task that is not there is passed over to what it depends on."""
    requirements: tuple[str, ...] = Field(min_length=1)
    """Leaves of this feature."""
    outcomes: dict[str, str] = Field(min_length=1)
    """Outcome id → statement; an outcome whose statement is empty in a project is left out of it."""
    steps: tuple[JsonValue, ...] = Field(min_length=2)
    when: str | None = None


class Reliance(Record):
    """What the feature's tasks rely on in the sample data, so that they can tell its mutants from the reference."""

    that: str
    """An expression (plans/records/expressions.py) over the names that telling.py gives."""
    so: str
    """The same in words."""
    when: str | None = None


class MutantTemplate(Record):
    """A defect: one text of a file of the reference replaced by another."""

    id: str = Field(pattern=KEY)
    task: str
    """The task that must notice it."""
    description: str
    operator: str = "planted"
    file: str | None = None
    """Left out, the feature's own script."""
    find: str = Field(min_length=1)
    """Stands in the file exactly once."""
    replace: str
    when: str | None = None


class Feature(FileRecord):
    """`features/<id>/feature.yaml`."""

    SCHEMA: ClassVar[str] = "webapp-feature"

    id: str = Field(pattern=KEY)
    title: str
    base: bool = False
    """Part of every project."""
    clause: bool = False
    """Told to whoever builds the app, whatever the query leaves out: none of it is withheld. It stands last."""
    needs: tuple[str, ...] = ()
    """Facets (stock, stages, rating, quiz) or a kind of amount (money) that the domain has to have."""
    requires: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    categories: dict[str, float] = {}
    """Category → how natural it is there; 0 is never, left out is 1."""
    minimum_items: int = Field(default=8, ge=1, le=24)
    """Sample items that it needs."""
    parameters: dict[str, FeatureParameter] = {}
    keywords: tuple[str, ...] = ()
    """Phrases of a seed that ask for it."""
    wording: dict[str, str] = {}
    """Label → what the restyled kit says instead."""
    targets: dict[str, JsonValue] = {}
    """Name → target, for its steps; those of the base feature serve all."""
    denies: tuple[str, ...] = ()
    """Phrases that ask for its opposite: beside it, no other feature's wish or requirement may say them."""
    wishes: dict[Underspecification, tuple[Wish, ...]] = {}
    """Level of underspecification → sentences, one of which is taken; none: the level withholds the feature."""
    story: str = ""
    """One or two plain sentences of one person's use, for the PRD's typical use; never part of a query."""
    requirements: RequirementTemplate
    tasks: tuple[TaskTemplate, ...] = Field(min_length=1)
    mutants: tuple[MutantTemplate, ...] = Field(min_length=1)
    relies_on: tuple[Reliance, ...] = ()

    @model_validator(mode="after")
    def _refers_to_itself_rightly(self) -> "Feature":
        problems = [*self._reference_problems()]
        if problems:
            raise ValueError("; ".join(problems))
        return self

    @property
    def needs_script(self) -> bool:
        """Whether code of its own makes it; one whose defects are all planted elsewhere may have none."""
        return any(mutant.file is None for mutant in self.mutants)

    def _reference_problems(self) -> Iterator[str]:
        leaves = {leaf.id for leaf in self.requirements.leaves}
        tasks = {task.id for task in self.tasks}
        for task in self.tasks:
            for id in task.requirements:
                if id not in leaves:
                    yield f"task {task.id}: {id!r} is no requirement of this feature"
            for id in task.depends_on:
                if "." not in id and id not in tasks:
                    yield f"task {task.id}: depends on {id!r}, which is no task of this feature"
        for wishes in self.wishes.values():
            for wish in wishes:
                for id in set(wish.gives) - leaves:
                    yield f"wish {wish.text!r}: gives {id!r}, which is no requirement of this feature"
        for mutant in self.mutants:
            if mutant.task not in tasks:
                yield f"mutant {mutant.id}: kills {mutant.task!r}, which is no task of this feature"
        for id in sorted(tasks - {mutant.task for mutant in self.mutants}):
            yield f"task {id}: has no mutant"
        for id in sorted(leaves - {id for task in self.tasks for id in task.requirements}):
            yield f"requirement {id}: is tested by no task"

    def natural(self, category: str) -> float:
        """Weight of the feature in a category."""
        return self.categories.get(category, 1.0)


def denied_in(sentence: str, feature: Feature) -> str | None:
    """The phrase of the sentence that asks for the feature's opposite; None when there is none."""
    words = [word.casefold() for word in _WORDS.findall(sentence)]
    for phrase in feature.denies:
        wanted = [word.casefold() for word in _WORDS.findall(phrase)]
        for start in range(len(words) - len(wanted) + 1):
            before = words[max(0, start - REACH) : start]
            if words[start : start + len(wanted)] == wanted and not _NOT.intersection(before):
                return phrase
    return None

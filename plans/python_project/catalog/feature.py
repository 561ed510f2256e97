"""Features of Python projects: requirements, criteria of three types, defects (`features/<id>/feature.yaml`).

The code of a feature lies beside it: `module.py.j2` for the reference, `tests.py.j2` for the grader.
"""

from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field, JsonValue, model_validator

from plans.records.base import FileRecord, Record
from plans.records.criteria import Level
from plans.records.specification import Underspecification

KEY = r"^[a-z][a-z0-9-]*$"


class FeatureParameter(Record):
    """Something that varies between projects with the feature."""

    description: str
    values: tuple[JsonValue, ...] = Field(min_length=2)

    def choices(self) -> tuple[JsonValue, ...]:
        """Every value that it may take."""
        return self.values

    def left(self, values: tuple[JsonValue, ...]) -> "FeatureParameter":
        """The same with these values alone."""
        return self.model_copy(update={"values": values})


class ActionTemplate(Record):
    """Something that people do: an entry of the menu and a command, by the same values."""

    name: str = Field(pattern=KEY)
    """The command."""
    title: str
    """The entry of the menu."""
    arguments: tuple[str, ...] = ()
    """What it takes, in the order in which the menu asks for it."""


class Wish(Record):
    """A sentence with which a person asks for the feature."""

    text: str
    gives: tuple[str, ...] = ()
    """Requirements of the feature that the sentence gives away."""


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
    leaves: tuple[LeafTemplate, ...] = Field(min_length=1, max_length=9)


class ShellTemplate(Record):
    """Tried by what the program prints."""

    act: tuple[JsonValue, ...] = Field(min_length=1)
    """Commands, written short (acting.py)."""
    expected: str
    shown: tuple[str, ...] = Field(min_length=1)
    """Patterns that are found one after the other."""
    never: tuple[str, ...] = ()
    """Patterns that are found nowhere."""


class UnitTemplate(Record):
    """Tried by tests of the feature's `tests.py.j2`."""

    tests: tuple[str, ...] = Field(min_length=1)


class FileTemplate(Record):
    """Tried by a file that the program writes."""

    act: tuple[JsonValue, ...] = Field(min_length=1)
    product: str
    reference: str
    """The text that it is held against."""
    expected: str


class TaskTemplate(Record):
    """An evaluation task."""

    id: str = Field(pattern=KEY)
    title: str
    level: Level
    depends_on: tuple[str, ...] = ()
    """`task` of this feature or `feature.task`; a task that is not there is passed over to what it depends on."""
    requirements: tuple[str, ...] = Field(min_length=1)
    """Leaves of this feature."""
    statement: str
    """The outcome."""
    partly: str
    """What earns one point of two."""
    given: dict[str, str] = {}
    """Name → expression over the names before it, for the templates of this task."""
    files: dict[str, str] = {}
    """Where a file is laid → its text."""
    shell: ShellTemplate | None = None
    unit: UnitTemplate | None = None
    file: FileTemplate | None = None
    spare: bool = False
    """Whether a project that is large by what is asked for may do without it: other tasks try its requirements too."""
    when: str | None = None

    @model_validator(mode="after")
    def _tried_in_one_way(self) -> "TaskTemplate":
        ways = [way for way in (self.shell, self.unit, self.file) if way is not None]
        if len(ways) != 1:
            raise ValueError(f"task {self.id} needs one of `shell`, `unit` and `file`, and has {len(ways)}")
        return self

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What is expected of it, which is one thing."""
        return (self.statement,)


class Reliance(Record):
    """What the feature's tasks rely on in the laid records, so that they can tell its mutants from the reference."""

    that: str
    """An expression over the names that templates use."""
    so: str
    """The same in words."""


class MutantTemplate(Record):
    """A defect: one text of a file of the reference replaced by another."""

    id: str = Field(pattern=KEY)
    task: str
    """The task that must notice it."""
    description: str
    operator: str = "planted"
    file: str | None = None
    """In the package, as `store.py`; left out, the feature's own module."""
    find: str = Field(min_length=1)
    """Stands in the file exactly once."""
    replace: str
    when: str | None = None


class Feature(FileRecord):
    """`features/<id>/feature.yaml`."""

    SCHEMA: ClassVar[str] = "python-project-feature"

    id: str = Field(pattern=KEY)
    title: str
    base: bool = False
    """Part of every project."""
    module: str = Field(pattern=r"^[a-z][a-z_]*$")
    """Its module in the project's package."""
    needs: tuple[str, ...] = ()
    """`network` or `slots`, which the domain has to have."""
    requires: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    keywords: tuple[str, ...] = Field(min_length=3)
    """Phrases of a seed that ask for it."""
    parameters: dict[str, FeatureParameter] = {}
    actions: tuple[ActionTemplate, ...] = Field(min_length=1)
    ships: dict[str, str] = {}
    """Path → text of a data file that the reference brings."""
    lays: dict[str, str] = {}
    """Path → text of a file that every task of a project with the feature finds, whatever was done before."""
    wishes: dict[Underspecification, tuple[Wish, ...]] = {}
    """Level → sentences, one of which is taken; none: the level withholds the feature."""
    story: str = ""
    """One or two sentences of somebody's use, for the PRD."""
    given: dict[str, str] = {}
    """Name → expression over the names before it, for all templates of its tasks."""
    relies_on: tuple[Reliance, ...] = ()
    requirements: RequirementTemplate
    tasks: tuple[TaskTemplate, ...] = Field(min_length=1)
    mutants: tuple[MutantTemplate, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _refers_to_itself_rightly(self) -> "Feature":
        problems = [*self._reference_problems()]
        if problems:
            raise ValueError("; ".join(problems))
        return self

    @property
    def writes_a_file(self) -> bool:
        """Whether a file that it writes is held against another."""
        return any(task.file is not None for task in self.tasks)

    def _reference_problems(self) -> Iterator[str]:
        leaves = {leaf.id for leaf in self.requirements.leaves}
        tasks = {task.id for task in self.tasks}
        for task in self.tasks:
            for id in sorted(set(task.requirements) - leaves):
                yield f"task {task.id}: {id!r} is no requirement of this feature"
            for id in task.depends_on:
                if "." not in id and id not in tasks:
                    yield f"task {task.id}: depends on {id!r}, which is no task of this feature"
        for wish in (wish for wishes in self.wishes.values() for wish in wishes):
            for id in sorted(set(wish.gives) - leaves):
                yield f"wish {wish.text!r}: gives {id!r}, which is no requirement of this feature"
        for mutant in self.mutants:
            if mutant.task not in tasks:
                yield f"mutant {mutant.id}: kills {mutant.task!r}, which is no task of this feature"
        for id in sorted(tasks - {mutant.task for mutant in self.mutants}):
            yield f"task {id}: has no mutant"
        for id in sorted(leaves - {id for task in self.tasks for id in task.requirements if not task.spare}):
            yield f"requirement {id}: is tested by no task that is in every project"

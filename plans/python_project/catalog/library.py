"""Domains and features of Python projects, and everything in the folders of their catalog, read and checked.

The code of a feature lies beside its `feature.yaml`: `module.py.j2` for the reference, `tests.py.j2` for the grader.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from pydantic import Field, JsonValue, model_validator

from plans.catalog.contents import KEY, CatalogView, Domain, Feature, ItemNoun, TaskTemplate
from plans.catalog.reading import read_folder, sound, texts_in
from plans.records.base import Problem, Record

HERE = Path(__file__).parent
FIELD_KEY = r"^[a-z][a-z_]*$"
CATEGORIES = ("household", "work", "education", "sports")
_CALLED = {"network": "places with ways between them", "slots": "times at which one alone is served"}
MODULE, TESTS = "module.py.j2", "tests.py.j2"
RESERVED = frozenset({"main", "console", "schema", "store", "registry"})
"""Modules that every project has; none of a feature's may be called so."""


class NamedField(Record):
    """A field that needs no more than its names."""

    key: str = Field(pattern=FIELD_KEY)
    """Its key in the data file."""
    label: str
    """As people read it."""


class KindField(NamedField):
    """The field with a fixed set of values."""

    values: tuple[str, ...] = Field(min_length=3, max_length=6)


class AmountField(NamedField):
    """The numeric field, never negative."""

    unit: str
    """In words, for the PRD: dollars, minutes."""
    decimals: int = Field(ge=0, le=2)
    maximum: float = Field(gt=0)
    """Largest value that is accepted."""


class RecordFields(Record):
    """What is known of every record, beside its id, in the order in which it is asked for and shown."""

    name: NamedField
    kind: KindField
    amount: AmountField
    date: NamedField
    person: NamedField
    note: NamedField

    @property
    def all(self) -> tuple[NamedField, ...]:
        """Every field, in order."""
        return (self.name, self.kind, self.amount, self.date, self.person, self.note)


class DataRecord(Record):
    """One record of the data file."""

    id: int = Field(ge=1)
    name: str = Field(min_length=1)
    kind: str
    amount: float = Field(ge=0)
    date: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    person: str = Field(min_length=1)
    note: str = Field(min_length=1)


class PlaceNetwork(Record):
    """Places with ways between them, for a search of shortest ways."""

    place: ItemNoun
    link: ItemNoun
    unit: str
    """What the length of a link is counted in: km, weeks."""
    places: tuple[str, ...] = Field(min_length=8)


class Slots(Record):
    """Requests for one thing that serves one at a time, for a plan without conflicts."""

    request: ItemNoun
    resource: str
    """What can serve one at a time: the treatment room."""
    names: tuple[str, ...] = Field(min_length=8)


class ProgramDomain(Domain):
    """`domains/<id>.yaml`."""

    SCHEMA: ClassVar[str] = "python-project-domain"
    CATEGORIES: ClassVar[tuple[str, ...]] = CATEGORIES

    package: str = Field(pattern=r"^[a-z][a-z0-9]*$")
    """Name of the package beside `main.py`."""
    fields: RecordFields
    network: PlaceNetwork | None = None
    slots: Slots | None = None
    records: tuple[tuple[str, str, float, str, str, str], ...] = Field(min_length=14)
    """Sample data: name, kind, amount, date, person, note."""

    @model_validator(mode="after")
    def _records_fit_fields(self) -> "ProgramDomain":
        problems = [*self._misfits()]
        if problems:
            raise ValueError(f"{self.id}: " + "; ".join(problems))
        return self

    def _misfits(self) -> Iterator[str]:
        kinds, amount = self.fields.kind.values, self.fields.amount
        keys = [field.key for field in self.fields.all]
        if len({*keys, "id"}) <= len(keys):
            yield f"two fields have the same key, or one is called id: {keys}"
        names = [record[0].casefold() for record in self.records]
        for name in names:
            yield from (f"name {name!r} is part of {other!r}" for other in names if _is_within(name, other))
        for name, kind, value, *texts in self.records:
            if kind not in kinds:
                yield f"{name!r}: {kind!r} is none of {kinds}"
            if not 0 < value <= amount.maximum or round(value, amount.decimals) != value:
                yield f"{name!r}: {value} is no amount of {amount.decimals} decimals up to {amount.maximum}"
            if any(mark in text for text in (name, *texts) for mark in ("|", '"', "'")):
                yield f"{name!r}: a text holds a quotation mark or a bar, which part values"

    def entry(self, place: int, id: int) -> DataRecord:
        """Its sample record number `place`, from 0, with an id."""
        name, kind, amount, date, person, note = self.records[place]
        return DataRecord(id=id, name=name, kind=kind, amount=amount, date=date, person=person, note=note)

    def called(self, need: str) -> str:
        return _CALLED[need]


def _is_within(name: str, other: str) -> bool:
    return name is not other and name in other


class ActionTemplate(Record):
    """Something that people do: an entry of the menu and a command, by the same values."""

    name: str = Field(pattern=KEY)
    """The command."""
    title: str
    """The entry of the menu."""
    arguments: tuple[str, ...] = ()
    """What it takes, in the order in which the menu asks for it."""


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


class ProgramTask(TaskTemplate):
    """An evaluation task, which has one outcome."""

    statement: str
    """The outcome."""
    partly: str
    """What earns one point of two."""
    files: dict[str, str] = {}
    """Where a file is laid → its text."""
    shell: ShellTemplate | None = None
    unit: UnitTemplate | None = None
    file: FileTemplate | None = None

    @model_validator(mode="after")
    def _tried_in_one_way(self) -> "ProgramTask":
        ways = [way for way in (self.shell, self.unit, self.file) if way is not None]
        if len(ways) != 1:
            raise ValueError(f"task {self.id} needs one of `shell`, `unit` and `file`, and has {len(ways)}")
        return self


class ProgramFeature(Feature):
    """`features/<id>/feature.yaml`; it needs `network` or `slots`, and `file` of a mutant is one of the package."""

    SCHEMA: ClassVar[str] = "python-project-feature"

    # Records are frozen, which pydantic tells at run time alone.
    tasks: tuple[ProgramTask, ...] = Field(min_length=1)  # pyright: ignore[reportIncompatibleVariableOverride]
    module: str = Field(pattern=r"^[a-z][a-z_]*$")
    """Its module in the project's package."""
    keywords: tuple[str, ...] = Field(min_length=3)
    actions: tuple[ActionTemplate, ...] = Field(min_length=1)
    ships: dict[str, str] = {}
    """Path → text of a data file that the reference brings."""
    lays: dict[str, str] = {}
    """Path → text of a file that every task of a project with the feature finds, whatever was done before."""

    @property
    def writes_a_file(self) -> bool:
        """Whether a file that it writes is held against another."""
        return any(task.file is not None for task in self.tasks)


@dataclass(frozen=True, eq=False)
class ProgramCatalog(CatalogView[ProgramDomain, ProgramFeature]):
    """The catalog of Python projects, base features first, with the text of every file that one is made from."""

    categories: ClassVar[tuple[str, ...]] = CATEGORIES
    always: ClassVar[tuple[str, ...]] = ("records",)
    """Where nothing changes there is little to ask."""
    modules: Mapping[str, str]
    """Feature id → template of its module."""
    tests: Mapping[str, str]
    """Feature id → template of its tests, where it has some."""


@cache
def shipped_library() -> ProgramCatalog:
    """The catalog that comes with the program; read once."""
    return read_library(HERE)


def read_library(folder: Path) -> ProgramCatalog:
    """The catalog in a folder; raises InvalidFile with the problems of all its files."""
    return sound(survey(folder))


def survey(folder: Path = HERE) -> tuple[ProgramCatalog, list[Problem]]:
    """What can be read of a catalog, without the features that have problems, and the problems."""
    modules, tests = (texts_in(folder / "features", name) for name in (MODULE, TESTS))

    def faults(feature: ProgramFeature, features: Mapping[str, ProgramFeature]) -> Iterator[tuple[str, str]]:
        yield from _file_faults(feature, modules, tests)
        yield from _name_faults(feature, features)

    found = read_folder(folder, ProgramDomain, ProgramFeature, _domain_faults, faults)
    features = dict(sorted(found.features.items(), key=lambda one: not one[1].base))
    return ProgramCatalog(found.domains, features, found.lexicon, found.shell, modules, tests), found.problems


def _domain_faults(
    domain: ProgramDomain, features: Mapping[str, ProgramFeature]
) -> Iterator[tuple[str, str]]:
    if domain.package in RESERVED | {feature.module for feature in features.values()}:
        yield f"package {domain.package!r} has the name of a module.", "Call the package otherwise."


def _file_faults(
    feature: ProgramFeature, modules: Mapping[str, str], tests: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    if feature.id not in modules:
        yield f"has no {MODULE} beside it.", "Write it."
    there = set(re.findall(r"^def (test_\w+)\(", tests.get(feature.id, ""), re.MULTILINE))
    wanted = {test for task in feature.tasks if task.unit for test in task.unit.tests}
    yield from (
        (f"runs {test!r}, which {TESTS} lacks.", "Write the test.") for test in sorted(wanted - there)
    )
    for test in sorted(there - wanted):
        yield f"no task runs {test!r}.", "Name it in a task, or delete it."


def _name_faults(
    feature: ProgramFeature, features: Mapping[str, ProgramFeature]
) -> Iterator[tuple[str, str]]:
    """Modules and commands that two features would bring under one name."""
    others = [other for other in features.values() if other is not feature]
    commands = {action.name: other.id for other in others for action in other.actions}
    for action in feature.actions:
        if action.name in commands:
            yield (
                f"brings the command {action.name!r}, as does {commands[action.name]!r}.",
                "Call one of them otherwise.",
            )
    if feature.module in RESERVED | {other.module for other in others}:
        yield f"module {feature.module!r} is there already.", "Call it otherwise."

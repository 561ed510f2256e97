"""What a command-line project can be about: vocabulary and sample data."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal, get_args

from pydantic import Field, JsonValue, model_validator

from plans.records.base import FileRecord, Record

KEY = r"^[a-z][a-z_]*$"
Category = Literal["household", "work", "education", "sports"]
CATEGORIES: tuple[Category, ...] = get_args(Category)
_CALLED = {"network": "places with ways between them", "slots": "times at which one alone is served"}


class Noun(Record):
    """What one thing is called."""

    singular: str
    plural: str


class NamedField(Record):
    """A field that needs no more than its names."""

    key: str = Field(pattern=KEY)
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

    place: Noun
    link: Noun
    unit: str
    """What the length of a link is counted in: km, weeks."""
    places: tuple[str, ...] = Field(min_length=8)


class Slots(Record):
    """Requests for one thing that serves one at a time, for a plan without conflicts."""

    request: Noun
    resource: str
    """What can serve one at a time: the treatment room."""
    names: tuple[str, ...] = Field(min_length=8)


class Domain(FileRecord):
    """`domains/<id>.yaml`."""

    SCHEMA: ClassVar[str] = "python-project-domain"

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    category: Category
    package: str = Field(pattern=r"^[a-z][a-z0-9]*$")
    """Name of the package beside `main.py`."""
    brands: tuple[str, ...] = Field(min_length=2)
    """Names of the product to pick from."""
    keywords: tuple[str, ...] = Field(min_length=5)
    """Words and phrases that a person would use for it."""
    related: tuple[str, ...] = ()
    """Words that a person would use beside these, and for other things too."""
    item: Noun
    purpose: str
    """Reads after "X is …": "a register of house plants"."""
    audience: str
    """Who uses it."""
    fields: RecordFields
    network: PlaceNetwork | None = None
    slots: Slots | None = None
    without: tuple[str, ...] = ()
    """Features that make no sense for its records, whoever asks."""
    records: tuple[tuple[str, str, float, str, str, str], ...] = Field(min_length=14)
    """Sample data: name, kind, amount, date, person, note."""

    @model_validator(mode="after")
    def _records_fit_fields(self) -> "Domain":
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

    def offers(self, need: str) -> bool:
        """Whether the domain has what a feature needs: `network` or `slots`."""
        return getattr(self, need, None) is not None

    def called(self, need: str) -> str:
        """What a feature needs, in a person's words."""
        return _CALLED[need]

    def sensible(self, named: str, choices: Sequence[JsonValue]) -> Sequence[JsonValue]:
        """All choices: none of the catalog's depends on what a record is."""
        return choices


def _is_within(name: str, other: str) -> bool:
    return name is not other and name in other

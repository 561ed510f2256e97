"""The plan of a benchmark: what varies, what must hold, what is measured (BenchAgents, section 3)."""

from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field, JsonValue, model_validator

from plans.records.base import LARGEST_NUMBER, FileRecord, Record


class SeedPair(Record):
    """A request, and what a good item makes of it."""

    query: str = Field(min_length=1)
    """As somebody would type it."""
    specification: str = Field(min_length=1)
    """What was meant, in plain words."""


class TaskSpecification(FileRecord):
    """A file of `--task`: a task in plain language, with examples of what is wanted where there are any."""

    SCHEMA: ClassVar[str] = "task"

    task: str = Field(min_length=1)
    """What the benchmark asks of code agents, and for what use."""
    pairs: tuple[SeedPair, ...] = ()
    """Examples."""


class ProvidedBy(StrEnum):
    """Who supplies a part of the plan."""

    CONFIG = "config"
    MODEL = "model"
    DEVELOPER = "developer"


class Parameter(Record):
    """One thing that varies from item to item."""

    name: str
    """Name used in `parameters.yaml` and in disaggregations."""
    description: str
    """What it means, with its unit."""
    values: tuple[JsonValue, ...] | None = None
    """The values it may take, when it is a choice."""
    minimum: float | None = Field(default=None, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    """Smallest value, when it is a range (inclusive)."""
    maximum: float | None = Field(default=None, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    """Largest value, when it is a range (inclusive)."""
    integer: bool = False
    """Whether a range holds whole numbers only."""
    provided_by: ProvidedBy = ProvidedBy.CONFIG
    """Who supplies the value."""

    @model_validator(mode="after")
    def _choice_or_range(self) -> "Parameter":
        low, high = self.minimum, self.maximum
        is_range = low is not None and high is not None
        if (self.values is None) == (not is_range):
            raise ValueError(f"parameter {self.name!r} needs either `values` or both `minimum` and `maximum`")
        if low is not None and high is not None and low > high:
            raise ValueError(
                f"parameter {self.name!r}: minimum {self.minimum} is above maximum {self.maximum}"
            )
        return self


class Constraint(Record):
    """Something that must hold between parameters or inside an item."""

    name: str
    """Name used in reports."""
    description: str
    """The rule in plain words."""
    provided_by: ProvidedBy = ProvidedBy.CONFIG
    """Who supplies it."""


class QualityCheck(Record):
    """A property that every released item has."""

    name: str
    """Name of the check, as in evidence."""
    description: str
    """What is checked."""
    decided_by: Literal["program", "model"] = "program"
    """Whether a program decides it or a model."""
    provided_by: ProvidedBy = ProvidedBy.CONFIG
    """Who supplies it."""


class MetricPlan(Record):
    """A number that a run reports."""

    name: str
    """Name used in results and reports."""
    description: str
    """Definition in a sentence; the formula is in the family's metrics.py."""
    provided_by: ProvidedBy = ProvidedBy.CONFIG
    """Who supplies it."""


class Disaggregation(Record):
    """A split of the numbers."""

    name: str
    """Name used in reports."""
    by: str
    """The parameter or record field that splits."""
    provided_by: ProvidedBy = ProvidedBy.CONFIG
    """Who supplies it."""


class Plan(FileRecord):
    """`plan.yaml`: the plan of a suite.

    Its parameters decide: items are sampled from their values, and the gate holds items to their ranges. Constraints,
    quality checks, metrics and disaggregations tell in words what the family's code does, for whoever reviews the plan;
    an edit of them changes no code.
    """

    SCHEMA: ClassVar[str] = "plan"

    family: str
    """Family that the plan belongs to."""
    task: str
    """The benchmark's purpose in plain words."""
    parameters: tuple[Parameter, ...] = Field(min_length=1)
    """What varies."""
    constraints: tuple[Constraint, ...] = ()
    """What must hold."""
    quality_checks: tuple[QualityCheck, ...] = ()
    """What every item is checked for before release."""
    metrics: tuple[MetricPlan, ...] = ()
    """What a run reports."""
    disaggregations: tuple[Disaggregation, ...] = ()
    """How the numbers are split."""

    def parameter(self, name: str) -> Parameter:
        """The parameter called `name`; KeyError when the plan has none."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        raise KeyError(name)


class ItemParameters(FileRecord):
    """`parameters.yaml` of an item: what the plan sampled for it."""

    SCHEMA: ClassVar[str] = "parameters"
    VERSION: ClassVar[int] = 2

    schema_version: int = 2
    family: str
    """Family that the item is of: what is asked of it, and what has to fail on it, is asked by this name."""
    random_seed: int
    """Seed of the item's random generator: the same seed gives the same item."""
    values: dict[str, JsonValue]
    """Parameter name → sampled value."""
    complexity: float = Field(ge=0, le=LARGEST_NUMBER)
    """The family's complexity measure of the finished item."""


class CatalogDomain(Record):
    """A subject with sample data of its own."""

    id: str
    """As a seed names it."""
    about: str
    """Reads after "X is …"."""
    without: tuple[str, ...] = ()
    """Titles of features that it never gets, whoever asks."""


class CatalogCategory(Record):
    """A kind of product, with the subjects that are known of it."""

    id: str
    """As a seed names it."""
    domains: tuple[CatalogDomain, ...]


class CatalogFeature(Record):
    """Something that a product can do."""

    id: str
    """As a plan and a seed name it."""
    title: str
    is_everywhere: bool
    """Whether every item has it, asked for or not."""
    asked_by: tuple[str, ...]
    """Words of a seed that ask for it."""
    parameters: dict[str, tuple[JsonValue, ...]] = {}
    """`feature.parameter`, as a seed may set it → its values."""


class Catalog(Record):
    """All that there is, each in the order in which it is shown."""

    categories: tuple[CatalogCategory, ...]
    features: tuple[CatalogFeature, ...]

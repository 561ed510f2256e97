"""How a suite of instances was made: what of the plan it covers, and what became of all that was drawn."""

from typing import ClassVar, Literal

from pydantic import Field, JsonValue

from plans.records.base import FileRecord, Record

Count = dict[str, int]
"""Split → how many."""


class CheckRate(Record):
    """How many of the instances that were drawn pass a check, before any was refused (BenchAgents, table 4)."""

    check: str
    decided_by: Literal["program", "model"] = "program"
    put_to: Count = {}
    """Instances that it was put to: a program's check to all that were drawn, a model's to those that pass these."""
    passed: Count = {}
    undecided: Count = {}
    """Of a model's check: those on which no answer had more than half of the readings."""

    def rate(self, split: str | None = None) -> float | None:
        """Share that passes, of one split or of all; None where it was put to none."""
        asked, passed = (_of(count, split) for count in (self.put_to, self.passed))
        return passed / asked if asked else None


class StratumCount(Record):
    """A value of a parameter, or a part of its range."""

    name: str
    instances: Count = {}
    given_up: int = Field(default=0, ge=0)
    """Numbers of it for which no instance was found."""


class ParameterCoverage(Record):
    """How often each stratum of a parameter comes."""

    name: str
    description: str = ""
    is_measured: bool = False
    """Whether it was measured on the instances, and not sampled for them."""
    strata: tuple[StratumCount, ...]

    @property
    def uncovered(self) -> tuple[str, ...]:
        """Strata that were tried and in which no instance was found."""
        return tuple(one.name for one in self.strata if one.given_up and not sum(one.instances.values()))


class GivenUp(Record):
    """A number of which no instance was found."""

    number: int
    parameters: dict[str, JsonValue]
    reasons: tuple[str, ...]
    """What was wrong with what was drawn for it, each reason once."""


class Coverage(FileRecord):
    """`coverage.json`: of which settings the instances were made, and what they cover."""

    SCHEMA: ClassVar[str] = "coverage"

    random_seed: int
    settings: dict[str, JsonValue] = {}
    """Parameters that the author of the suite set to a value, and that were not sampled."""
    numbers: int = Field(ge=0)
    """Numbers that were worked through, from 0 on: growth goes on with this one."""
    instances: Count
    drawn: Count
    """All that was drawn, refused ones too."""
    kept: Count
    """Of these, those that pass every check that was put to them; one alike to an earlier one is among them."""
    alike: int = Field(default=0, ge=0)
    """Instances drawn that an earlier one has the prompt and pictures of, so that they were drawn again."""
    checks: tuple[CheckRate, ...]
    unasked: tuple[str, ...] = ()
    """Checks that a model decides, and that no model was asked about."""
    parameters: tuple[ParameterCoverage, ...]
    given_up: int = Field(default=0, ge=0)
    """Numbers of which no instance was found."""
    examples: tuple[GivenUp, ...] = ()
    """The first of them."""


def _of(count: Count, split: str | None) -> int:
    return sum(count.values()) if split is None else count.get(split, 0)

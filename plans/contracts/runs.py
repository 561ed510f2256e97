"""Reading a run (a family's formulas, what reports and the console see) and writing suites for other tools."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from plans.paths import SuitePaths
from plans.records.criteria import Criteria
from plans.records.result import RunResult
from plans.records.round import Changes, JudgedRound, ProjectScore, ProjectStanding
from plans.records.run import RunProject, RunSpec, RunTimes
from plans.records.verdict import Judgement


@runtime_checkable
class Exporter(Protocol):
    """Writes a suite in another format; made without arguments."""

    @property
    def families(self) -> Collection[str]:
        """Families of suites that the format can hold."""
        ...

    def export(self, suite: SuitePaths, out: Path) -> Mapping[str, str]:
        """Write the suite into `out`, an empty folder; item → what it was written as, such as a file name or a number.

        Raises AuthorError where an item cannot be written in this format.
        """
        ...


class Metrics(Protocol):
    """A family's own formulas: what a judged submission scores."""

    def standing(self, criteria: Criteria, judgement: Judgement | None) -> ProjectStanding:
        """How a judgement leaves the planned tasks; without one, all are unresolved."""
        ...

    def cumulative(self, standings: Sequence[ProjectStanding]) -> ProjectStanding:
        """The best of several rounds, of which there is at least one."""
        ...

    def project_score(self, criteria: Criteria, stands: ProjectStanding) -> ProjectScore:
        """The numbers of a project whose tasks stand so."""
        ...

    def changes(self, before: ProjectStanding, now: ProjectStanding) -> Changes:
        """What one round mended and broke, where `before` is how the tasks stood at the round before it."""
        ...


class RunReader(Protocol):
    """Reads a run, finished or not, for reports and the console."""

    def spec(self) -> RunSpec:
        """What was asked for."""
        ...

    def times(self) -> RunTimes:
        """When the run was made, as far as that is known."""
        ...

    def result(self) -> RunResult:
        """The numbers over what has been judged so far; what was planned and not reached counts as unresolved."""
        ...

    def projects(self) -> Sequence[RunProject]:
        """The projects in the run's order."""
        ...

    def rounds(self, project: str, agent: str, repeat: int) -> Sequence[JudgedRound]:
        """The trial's rounds in order, carried ones included; empty when it has not begun."""
        ...

"""Judging submissions, scoring and reading runs (for reports and the console), and writing suites for other tools."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from plans.paths import SuitePaths
from plans.records.criteria import Criteria
from plans.records.result import RunResult
from plans.records.run import (
    Changes,
    JudgedRound,
    ProjectScore,
    ProjectStanding,
    RunProject,
    RunSpec,
    RunTimes,
)
from plans.records.verdict import Judgement, JudgeRequest


class Judge(Protocol):
    """Decides evaluation tasks on a submission."""

    name: str

    @property
    def digest(self) -> str:
        """Digest of everything that could change a verdict on files: code, settings, browser version."""
        ...

    @property
    def sandbox_digest(self) -> str:
        """Digest of the code that runs submissions which serve themselves, and so could change a verdict on
        these alone; empty where none are run.
        """
        ...

    @property
    def versions(self) -> Mapping[str, str]:
        """Tool → version of what it judges with, such as the browser; empty when it needs none."""
        ...

    async def judge(self, request: JudgeRequest) -> Judgement:
        """Verdicts for every task that the request asks for, and for whatever these depend on.

        Tasks run in DAG order and blocked ones never run. A judge may be called many times at once; it bounds its own
        workers. Nothing servable is a judgement (root tasks failed), not an error. Raises BrowserMissing, BrowserLost
        and, when the submission must be run and no place was given to run it in, SandboxRefused; where it asks a model,
        EndpointFailed and BudgetError, by themselves and not in a group: nothing of what it found stands then, and it
        is asked again later.
        """
        ...


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

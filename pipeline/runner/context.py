"""What every trial of a run shares."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from pipeline.runner.reuse import Judged
from plans.contracts import CodeAgent, Judge, PrivilegedAgent, UserSimulator
from plans.paths import RunPaths, TrialPaths
from plans.records.project import Project
from plans.records.run import RunSpec


class Advance(NamedTuple):
    """How far a run is."""

    project: str
    agent: str
    repeat: int
    round: int
    """The round that was finished; the last of those asked for when a trial is over."""
    done: int
    """Rounds accounted for so far, in all trials."""
    planned: int


Progress = Callable[[Advance], None]


def no_progress(advance: Advance) -> None:
    """A Progress that shows nothing."""


@dataclass(frozen=True)
class RunContext:
    """The run's record, folder and services."""

    spec: RunSpec
    paths: RunPaths
    judge: Judge
    simulator: UserSimulator
    judged: Judged = field(default_factory=Judged)


@dataclass(frozen=True)
class Trial:
    """One project, one agent, one repeat."""

    project: Project
    agent: CodeAgent | PrivilegedAgent
    repeat: int
    paths: TrialPaths
    random_seed: int
    """Of the agent and the simulated user; the same for every agent, so that they can be compared in pairs."""
    judge_seed: int

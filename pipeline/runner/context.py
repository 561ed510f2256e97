"""What every trial of a run shares, and what a trial is."""

from dataclasses import dataclass

from pipeline.runner.clock import RunClock
from pipeline.runner.judging import RunJudge
from plans.contracts.coding import Player, Prompter, UserSimulator
from plans.paths import RunPaths, TrialPaths
from plans.records.project import Project
from plans.records.run_spec import RunSpec


@dataclass(frozen=True)
class RunContext:
    """The run's record, folder and services."""

    spec: RunSpec
    paths: RunPaths
    run_judge: RunJudge
    simulator: UserSimulator
    prompter: Prompter
    clock: RunClock


@dataclass(frozen=True)
class Trial:
    """One project, one agent, one repeat."""

    project: Project
    agent: Player
    repeat: int
    paths: TrialPaths
    random_seed: int
    """Of the agent and the simulated user; the same for every agent, so that they can be compared in pairs."""
    stood: frozenset[int] = frozenset()
    """Rounds that were handed in before this process began; a record of any other was not written by the run."""

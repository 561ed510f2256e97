"""What a run of solvers is to be: its record, and its suite, every file held against the digest that names it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from pydantic import Field

from pipeline.runner.run_folder import Choices, ModelAccess, own_versions, refuse_doubles
from plans.contracts.instances import AnswerJudge, InstanceFamily, Solver
from plans.contracts.models import Model
from plans.digests import record_digest
from plans.errors import InvalidFile
from plans.files import read_bytes, read_lines
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.base import Problem
from plans.records.instance import Instance
from plans.records.run import Tools
from plans.records.scored_run import InstanceSuiteRef, Metering, ScoredRun, SolverPlay, SolverSpec
from plans.records.suite import Suite

FILE_LIMIT = 2_000_000_000
"""Bytes of the largest file of instances, and of answers."""


@dataclass(frozen=True)
class InstanceSuite:
    """A suite with its instances."""

    paths: SuitePaths
    suite: Suite
    splits: Mapping[str, tuple[Instance, ...]]
    """Split → instances in the order of its file."""

    @cached_property
    def instances(self) -> tuple[Instance, ...]:
        """All of them, split by split."""
        return tuple(one for split in self.splits.values() for one in split)

    def first(self, limit: int | None) -> "InstanceSuite":
        """The same suite with no more than so many instances of each split, the first of it; None: all of them."""
        return replace(self, splits={name: instances[:limit] for name, instances in self.splits.items()})

    @cached_property
    def media(self) -> Mapping[str, Path]:
        """Digest → picture, of all instances."""
        return {digest: self.paths.picture(digest) for one in self.instances for digest in one.media}

    @property
    def ref(self) -> InstanceSuiteRef:
        """As a run names it."""
        suite = self.suite
        return InstanceSuiteRef(
            name=suite.name,
            family=suite.family,
            version=suite.version,
            digest=record_digest(suite),
            plan_digest=suite.plan_digest,
            canary=suite.canary,
            splits={split.name: split.digest for split in suite.splits},
        )


def read_instance_suite(folder: Path) -> InstanceSuite:
    """The suite in a folder; raises InvalidFile with all that is wrong: a file that is not the suite's, a torn line, an
    id that stands twice, a picture that is missing.
    """
    paths = SuitePaths(folder)
    suite = read_suite(paths)
    problems: list[Problem] = []
    splits: dict[str, tuple[Instance, ...]] = {}
    for split in suite.splits:
        path = paths.split(split.name)
        found = hashlib.sha256(read_bytes(path, FILE_LIMIT)).hexdigest()
        if found != split.digest:
            problems.append(
                Problem(
                    where=str(path),
                    message=f"is not the file that suite.yaml names (SHA-256 {found[:12]}, not {split.digest[:12]}).",
                    mend="Restore it: `benchwright instances check` says what is wrong with the suite.",
                )
            )
            continue
        splits[split.name] = tuple(read_lines(path, Instance, FILE_LIMIT))
    read = InstanceSuite(paths, suite, splits)
    problems += _doubles(read) + _missing(read)
    if problems:
        raise InvalidFile(problems)
    return read


def _doubles(read: InstanceSuite) -> list[Problem]:
    seen: set[str] = set()
    problems: list[Problem] = []
    for split, instances in read.splits.items():
        for one in instances:
            if one.id in seen:
                mend = "Make the suite anew: ids are unique over its splits."
                problems.append(
                    Problem(
                        where=str(read.paths.split(split)),
                        message=f"instance {one.id!r} is there twice.",
                        mend=mend,
                    )
                )
            seen.add(one.id)
    return problems


def _missing(read: InstanceSuite) -> list[Problem]:
    return [
        Problem(where=str(path), message="is missing, and a prompt shows it.", mend="Restore it.")
        for path in sorted({*read.media.values()})
        if not path.is_file()
    ]


class ScoredChoices(Choices):
    """What the person who starts a run of solvers chooses."""

    limit: int | None = Field(default=None, ge=1)
    """Instances of each split that are asked; None: all."""
    variant: str = ""
    """Name of another way to score."""


@dataclass(frozen=True)
class Entrant:
    """A solver as the run records it, with what answers for it."""

    spec: SolverSpec
    solver: Solver


def repeats_of(solver: SolverSpec, repeats: int) -> range:
    """The repeats in which a solver is asked each instance, from 1: of a baseline one."""
    return range(1, (1 if solver.is_baseline else repeats) + 1)


@dataclass(frozen=True)
class Scorers:
    """What scores answers, and who asks models."""

    family: InstanceFamily
    judge: AnswerJudge | None = None
    model: Model | None = None


class ModelAccessPlan(ModelAccess):
    """The same of a run of solvers, with whether a journal answers."""

    is_replay: bool = False


def plan_scored_run(
    choices: ScoredChoices,
    suite: InstanceSuite,
    entrants: Sequence[Entrant],
    scorers: Scorers,
    asked: ModelAccessPlan | None = None,
) -> ScoredRun:
    """The run's record; AuthorError where nobody is to solve anything, or two have one name."""
    asked = asked or ModelAccessPlan()
    refuse_doubles(
        [one.spec.name for one in entrants],
        "solver",
        "answers would be mixed. Write NAME= before one of them; a family's trivial baselines are there without being "
        "named.",
    )
    judge = scorers.judge.player if scorers.judge else None
    return ScoredRun(
        name=choices.name,
        suite=suite.ref,
        play=SolverPlay(
            kind="solvers",
            solvers=tuple(one.spec for one in entrants),
            repeats=choices.repeats,
            limit=choices.limit,
        ),
        metering=Metering(
            family_digest=scorers.family.digest,
            suite_family_digest=suite.suite.family_digest,
            variant=choices.variant,
            judge=judge,
        ),
        endpoints=asked.endpoints,
        budget=asked.budget,
        tools=Tools(
            versions=own_versions(),
            prompts=judge.prompts if judge else {},
        ),
        is_replay=asked.is_replay,
    )

"""A suite of instances, read as it is solved: every file held against the digest that the suite names."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from plans.digests import record_digest
from plans.errors import InvalidFile
from plans.files import read_bytes, read_lines
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.instance import Instance
from plans.records.problem import Problem
from plans.records.scored_run import InstanceSuiteRef
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

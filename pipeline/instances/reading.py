"""The instances of a suite, as they lie in its files."""

import json
from collections.abc import Iterable
from pathlib import Path

from plans.errors import InvalidFile
from plans.files import read_lines
from plans.paths import SuitePaths
from plans.records.base import FileRecord
from plans.records.instance import Instance
from plans.records.problem import Problem
from plans.records.suite import Suite

LIMIT = 1_000_000_000
"""Bytes of the largest file of instances that is read: states of a simulation are many."""


def read_instances(paths: SuitePaths, suite: Suite) -> dict[str, list[Instance]]:
    """Split → its instances, in the order of suite.yaml; InvalidFile with what is wrong in any of the files."""
    found: dict[str, list[Instance]] = {}
    problems: list[Problem] = []
    for split in suite.splits:
        try:
            found[split.name] = read_split(paths.split(split.name))
        except InvalidFile as error:
            problems += error.problems
    if problems:
        raise InvalidFile(problems)
    return found


def read_split(file: Path) -> list[Instance]:
    """The instances in a file; InvalidFile where it is missing, and with every problem of every line."""
    if not file.exists():
        raise InvalidFile([Problem(where=str(file), message="is missing.", mend="Restore the file.")])
    return read_lines(file, Instance, LIMIT)


def lines_text(records: Iterable[FileRecord]) -> str:
    """A file of records, a line each, without fields at their default."""
    return "".join(f"{_line(record)}\n" for record in records)


def _line(record: FileRecord) -> str:
    value = {"schema_version": record.schema_version, **record.model_dump(mode="json", exclude_defaults=True)}
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def number_of(instance: Instance) -> int:
    """The number that an instance was made of, by its id."""
    return int(instance.id.rpartition("-")[2]) - 1

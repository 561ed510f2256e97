"""The files of a catalog, read with all that is wrong in them."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import ValidationError

from plans.dialect import KeysTwice, load_yaml
from plans.errors import InvalidFile
from plans.files import read_record, read_text
from plans.records.base import FileRecord
from plans.records.problem import Problem

R = TypeVar("R", bound=FileRecord)


def records_in(paths: Iterable[Path], kind: type[R], problems: list[Problem]) -> list[R]:
    """The records that can be read; what is wrong is added to the problems.

    A record's id is the name of its file, or of its folder where the file is a `feature.yaml`.
    """
    found: list[R] = []
    for path in paths:
        try:
            record = _read(path, kind)
        except InvalidFile as error:
            problems.extend(error.problems)
            continue
        name = path.parent.name if path.name == "feature.yaml" else path.stem
        if getattr(record, "id", name) != name:
            problems.append(Problem(where=str(path), message=f"id is not {name!r}.", mend="Name both alike."))
        found.append(record)
    return found


def texts_in(folder: Path, name: str) -> dict[str, str]:
    """Name of each folder within the folder that has a file of this name → its text."""
    return {path.parent.name: read_text(path) for path in sorted(folder.glob(f"*/{name}"))}


def _read(path: Path, kind: type[R]) -> R:
    """Like read_record, without the schema; a file with problems is read again by read_record, which places them."""
    try:
        return kind.model_validate(load_yaml(read_text(path)))
    except (yaml.YAMLError, KeysTwice, ValidationError):
        return read_record(path, kind)

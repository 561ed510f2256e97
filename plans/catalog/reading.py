"""A catalog's folder, read and checked: every problem of its files is told at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import yaml
from pydantic import ValidationError

from plans.catalog.contents import Domain, Feature, Lexicon, View
from plans.dialect import KeysTwice, load_yaml
from plans.errors import InvalidFile
from plans.files import read_record, read_text
from plans.records.base import FileRecord, Problem

R = TypeVar("R", bound=FileRecord)
D = TypeVar("D", bound=Domain)
F = TypeVar("F", bound=Feature)
L = TypeVar("L", bound=View)
Faults = Iterable[tuple[str, str]]
"""What is wrong, each with how it is mended."""


@dataclass(frozen=True)
class CatalogFolder(Generic[D, F]):
    """What can be read of a catalog, without the features that have problems, and the problems."""

    domains: dict[str, D]
    features: dict[str, F]
    lexicon: Lexicon
    shell: dict[str, str]
    problems: list[Problem]


def read_folder(
    folder: Path,
    domain: type[D],
    feature: type[F],
    domain_faults: Callable[[D, Mapping[str, F]], Faults],
    feature_faults: Callable[[F, Mapping[str, F]], Faults],
) -> CatalogFolder[D, F]:
    """The records of a catalog's folder, and the texts of its shell.

    The last two tell what is wrong with a record beside all features that could be read, as the family sees it.
    """
    problems: list[Problem] = []
    domains = records_in(sorted((folder / "domains").glob("*.yaml")), domain, problems)
    features = records_in(sorted((folder / "features").glob("*/feature.yaml")), feature, problems)
    lexicons = records_in([folder / "lexicon.yaml"], Lexicon, problems)
    every = {one.id: one for one in features}
    for one in domains:
        where = str(folder / "domains" / f"{one.id}.yaml")
        faults = (*_domain_faults(one, every), *domain_faults(one, every))
        problems += [Problem(where=where, message=what, mend=mend) for what, mend in faults]
    known = dict(every)
    for one in features:
        where = str(folder / "features" / one.id / "feature.yaml")
        if faults := [*_relation_faults(one, known, every), *feature_faults(one, every)]:
            problems += [Problem(where=where, message=what, mend=mend) for what, mend in faults]
            del known[one.id]
    shell = {
        path.relative_to(folder / "shell").as_posix(): read_text(path)
        for path in sorted((folder / "shell").rglob("*"))
        if path.is_file()
    }
    lexicon = lexicons[0] if lexicons else Lexicon(interface=(), unsupported=())
    return CatalogFolder({one.id: one for one in domains}, known, lexicon, shell, problems)


def sound(surveyed: tuple[L, list[Problem]]) -> L:
    """The surveyed catalog; raises InvalidFile with the problems of all its files."""
    library, problems = surveyed
    if problems:
        raise InvalidFile(problems)
    return library


def _domain_faults(domain: Domain, features: Mapping[str, Feature]) -> Iterator[tuple[str, str]]:
    for id in sorted(set(domain.without) - set(features)):
        yield f"is to be without {id!r}, which is no feature.", "Correct it."
    for named, values in domain.only.items():
        id, _, name = named.partition(".")
        parameter = features[id].parameters.get(name) if id in features else None
        unknown = [value for value in values if parameter and value not in parameter.choices()]
        if parameter is None or unknown or not values:
            what = ", ".join(map(repr, unknown)) or "none of its values"
            yield (
                f"is to have only {what} of {named!r}, which is no such parameter or value.",
                "Name `feature.parameter` and values that the feature lists.",
            )


def _relation_faults(
    feature: Feature, known: Mapping[str, Feature], every: Mapping[str, Feature]
) -> Iterator[tuple[str, str]]:
    """`known`: `every` feature without those that have problems."""
    for other in feature.requires:
        if other not in known:
            yield f"requires {other!r}, which is no feature.", "Correct it."
    for task in feature.tasks:
        for parent in (parent for parent in task.depends_on if "." in parent):
            owner, _, id = parent.partition(".")
            if owner in every and all(other.id != id for other in every[owner].tasks):
                yield f"task {task.id} depends on {parent!r}, which is no task.", "Name it feature.task."


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

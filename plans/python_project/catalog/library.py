"""Everything in the catalog's folders, read and checked."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from plans.catalog.contents import Stock
from plans.catalog.making import records_in, texts_in
from plans.errors import InvalidFile
from plans.files import read_text
from plans.python_project.catalog.domain import CATEGORIES, Domain
from plans.python_project.catalog.feature import Feature
from plans.records.problem import Problem

HERE = Path(__file__).parent
MODULE, TESTS = "module.py.j2", "tests.py.j2"
RESERVED = frozenset({"main", "console", "schema", "store", "registry"})
"""Modules that every project has; none of a feature's may be called so."""


@dataclass(frozen=True, eq=False)
class Library(Stock[Domain, Feature]):
    """Domains and features, base features first, and the text of every file that a project is made from."""

    categories: ClassVar[tuple[str, ...]] = CATEGORIES
    always: ClassVar[tuple[str, ...]] = ("records",)
    """Where nothing changes there is little to ask."""
    modules: Mapping[str, str]
    """Feature id → template of its module."""
    tests: Mapping[str, str]
    """Feature id → template of its tests, where it has some."""
    shell: Mapping[str, str]
    """Path in the shell's folder → template."""


@cache
def shipped_library() -> Library:
    """The catalog that comes with the program; read once."""
    return read_library(HERE)


def read_library(folder: Path) -> Library:
    """The catalog in a folder; raises InvalidFile with the problems of all its files."""
    library, problems = survey(folder)
    if problems:
        raise InvalidFile(problems)
    return library


def survey(folder: Path) -> tuple[Library, list[Problem]]:
    """What can be read of a catalog, without the features that have problems, and the problems."""
    problems: list[Problem] = []
    domains = records_in(sorted((folder / "domains").glob("*.yaml")), Domain, problems)
    features = records_in(sorted((folder / "features").glob("*/feature.yaml")), Feature, problems)
    features.sort(key=lambda feature: not feature.base)
    modules, tests = (texts_in(folder / "features", name) for name in (MODULE, TESTS))
    everything = {feature.id: feature for feature in features}
    known = dict(everything)
    for domain in domains:
        problems += _domain_problems(domain, known, folder)
    for feature in features:
        found = [
            *_relation_problems(feature, known, folder),
            *_file_problems(feature, modules, tests, folder),
            *_name_problems(feature, everything, folder),
        ]
        problems += found
        if found:
            del known[feature.id]
    shell = {
        path.relative_to(folder / "shell").as_posix(): read_text(path)
        for path in sorted((folder / "shell").rglob("*.j2"))
    }
    return Library({domain.id: domain for domain in domains}, known, modules, tests, shell), problems


def _domain_problems(domain: Domain, features: Mapping[str, Feature], folder: Path) -> Iterator[Problem]:
    where = str(folder / "domains" / f"{domain.id}.yaml")
    for id in sorted(set(domain.without) - set(features)):
        yield Problem(
            where=where, message=f"is to be without {id!r}, which is no feature.", mend="Correct it."
        )
    if domain.package in RESERVED | {feature.module for feature in features.values()}:
        yield Problem(
            where=where,
            message=f"package {domain.package!r} has the name of a module.",
            mend="Call the package otherwise.",
        )


def _relation_problems(feature: Feature, features: Mapping[str, Feature], folder: Path) -> Iterator[Problem]:
    where = _place(feature, folder)
    for other in (*feature.requires, *feature.conflicts):
        if other not in features:
            yield Problem(where=where, message=f"names {other!r}, which is no feature.", mend="Correct it.")
    for task in feature.tasks:
        for parent in (parent for parent in task.depends_on if "." in parent):
            owner, _, id = parent.partition(".")
            if owner not in features or all(other.id != id for other in features[owner].tasks):
                yield Problem(
                    where=where,
                    message=f"task {task.id} depends on {parent!r}, which is no task.",
                    mend="Name it feature.task.",
                )


def _file_problems(
    feature: Feature, modules: Mapping[str, str], tests: Mapping[str, str], folder: Path
) -> Iterator[Problem]:
    where = _place(feature, folder)
    if feature.id not in modules:
        yield Problem(where=where, message=f"has no {MODULE} beside it.", mend="Write it.")
    there = set(re.findall(r"^def (test_\w+)\(", tests.get(feature.id, ""), re.MULTILINE))
    wanted = {test for task in feature.tasks if task.unit for test in task.unit.tests}
    for test in sorted(wanted - there):
        yield Problem(where=where, message=f"runs {test!r}, which {TESTS} lacks.", mend="Write the test.")
    for test in sorted(there - wanted):
        yield Problem(where=where, message=f"no task runs {test!r}.", mend="Name it in a task, or delete it.")


def _name_problems(feature: Feature, features: Mapping[str, Feature], folder: Path) -> Iterator[Problem]:
    """Modules and commands that two features would bring under one name."""
    where = _place(feature, folder)
    others = [other for other in features.values() if other is not feature]
    commands = {action.name: other.id for other in others for action in other.actions}
    for action in feature.actions:
        if action.name in commands:
            yield Problem(
                where=where,
                message=f"brings the command {action.name!r}, as does {commands[action.name]!r}.",
                mend="Call one of them otherwise.",
            )
    if feature.module in RESERVED | {other.module for other in others}:
        yield Problem(
            where=where, message=f"module {feature.module!r} is there already.", mend="Call it otherwise."
        )


def _place(feature: Feature, folder: Path) -> str:
    return str(folder / "features" / feature.id / "feature.yaml")

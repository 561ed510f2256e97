"""Everything in the catalog's folders, read and checked."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

import yaml
from pydantic import ValidationError

from plans.dialect import KeysTwice, load_yaml
from plans.errors import InvalidFile
from plans.files import read_record, read_text
from plans.records.base import FileRecord
from plans.records.problem import Problem
from plans.webapp.catalog.domain import Category, Domain, ItemNoun
from plans.webapp.catalog.feature import Feature
from plans.webapp.catalog.inventing import INVENTED, Inventing, invented_domain
from plans.webapp.catalog.lexicon import Lexicon

HERE = Path(__file__).parent
R = TypeVar("R", bound=FileRecord)


@dataclass(frozen=True, eq=False)
class Library:
    """Domains and features by id, the words of seeds, and the text of every file that a reference is made from."""

    domains: Mapping[str, Domain]
    features: Mapping[str, Feature]
    lexicon: Lexicon
    inventing: Inventing
    scripts: Mapping[str, str]
    """Feature id → its script."""
    styles: Mapping[str, str]
    """Feature id → its style sheet, where it has one."""
    shell: Mapping[str, str]
    """Path in the shell's folder → text."""

    @property
    def base(self) -> tuple[Feature, ...]:
        """Features that every project has."""
        return tuple(feature for feature in self.features.values() if feature.base)

    def domain(self, id: str, item: ItemNoun, refused: Collection[str] = ()) -> Domain:
        """The domain called `id`, without the refused facts; one that is invented is made for `item`."""
        if id.startswith(INVENTED):
            category = cast("Category", id.removeprefix(INVENTED))
            return invented_domain(self.inventing, category, item).lacking(refused)
        return self.domains[id].lacking(refused)

    def of_category(self, category: str) -> tuple[Domain, ...]:
        """The domains of a category."""
        return tuple(domain for domain in self.domains.values() if domain.category == category)


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
    domains = _records(sorted((folder / "domains").glob("*.yaml")), Domain, problems)
    features = _records(sorted((folder / "features").glob("*/feature.yaml")), Feature, problems)
    lexicons = _records([folder / "lexicon.yaml"], Lexicon, problems)
    inventings = _records([folder / "inventing.yaml"], Inventing, problems)
    scripts = _texts(folder / "features", "feature.js")
    problems += _unknown_features(domains, {feature.id for feature in features}, folder)
    problems += _unknown_values(domains, {feature.id: feature for feature in features}, folder)
    known = {feature.id: feature for feature in features}
    for feature in features:
        found = list(_relation_problems(feature, known, scripts, folder))
        problems += found
        if found:
            del known[feature.id]
    shell = {
        path.relative_to(folder / "shell").as_posix(): read_text(path)
        for path in sorted((folder / "shell").rglob("*"))
        if path.is_file()
    }
    library = Library(
        domains={domain.id: domain for domain in domains},
        features=known,
        lexicon=lexicons[0] if lexicons else Lexicon(interface=(), categories={}, unsupported=()),
        inventing=inventings[0]
        if inventings
        else Inventing(ways={}, neutral="community", qualities=(), people=(), descriptions=()),
        scripts=scripts,
        styles=_texts(folder / "features", "feature.css"),
        shell=shell,
    )
    return library, problems


def _texts(folder: Path, name: str) -> dict[str, str]:
    return {path.parent.name: read_text(path) for path in sorted(folder.glob(f"*/{name}"))}


def _records(paths: Iterable[Path], kind: type[R], problems: list[Problem]) -> list[R]:
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


def _read(path: Path, kind: type[R]) -> R:
    """Like read_record, without the schema; a file with problems is read again by read_record, which places them."""
    try:
        return kind.model_validate(load_yaml(read_text(path)))
    except (yaml.YAMLError, KeysTwice, ValidationError):
        return read_record(path, kind)


def _unknown_features(domains: Iterable[Domain], known: Set[str], folder: Path) -> Iterator[Problem]:
    for domain in domains:
        for id in sorted(set(domain.without) - known):
            yield Problem(
                where=str(folder / "domains" / f"{domain.id}.yaml"),
                message=f"is to be without {id!r}, which is no feature.",
                mend="Correct it.",
            )


def _unknown_values(
    domains: Iterable[Domain], features: Mapping[str, Feature], folder: Path
) -> Iterator[Problem]:
    for domain in domains:
        for named, values in domain.only.items():
            id, _, name = named.partition(".")
            parameter = features[id].parameters.get(name) if id in features else None
            unknown = [value for value in values if parameter and value not in parameter.choices()]
            if parameter is None or unknown or not values:
                what = ", ".join(map(repr, unknown)) or "none of its values"
                yield Problem(
                    where=str(folder / "domains" / f"{domain.id}.yaml"),
                    message=f"is to have only {what} of {named!r}, which is no such parameter or value.",
                    mend="Name `feature.parameter` and values that the feature lists.",
                )


def _relation_problems(
    feature: Feature, features: Mapping[str, Feature], scripts: Mapping[str, str], folder: Path
) -> Iterator[Problem]:
    where = str(folder / "features" / feature.id / "feature.yaml")
    if feature.id not in scripts:
        yield Problem(where=where, message="has no feature.js beside it.", mend="Write it.")
    for other in feature.requires:
        if other not in features:
            yield Problem(
                where=where, message=f"requires {other!r}, which is no feature.", mend="Correct it."
            )
    for task in feature.tasks:
        for parent in (parent for parent in task.depends_on if "." in parent):
            owner, _, id = parent.partition(".")
            if owner in features and all(other.id != id for other in features[owner].tasks):
                yield Problem(
                    where=where,
                    message=f"task {task.id} depends on {parent!r}, which is no task.",
                    mend="Name it feature.task.",
                )

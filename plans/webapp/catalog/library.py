"""Everything in the catalog's folders, read and checked."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar, cast

from plans.catalog.contents import Stock
from plans.catalog.making import records_in, texts_in
from plans.errors import InvalidFile
from plans.files import read_text
from plans.records.problem import Problem
from plans.webapp.catalog.domain import (
    CATEGORIES,
    INVENTED,
    Category,
    Domain,
    Inventing,
    ItemNoun,
    SeedLexicon,
    invented_domain,
)
from plans.webapp.catalog.feature import Feature

HERE = Path(__file__).parent


@dataclass(frozen=True, eq=False)
class Library(Stock[Domain, Feature]):
    """Domains and features, the words of seeds, and the text of every file that a reference is made from."""

    categories: ClassVar[tuple[str, ...]] = CATEGORIES
    lexicon: SeedLexicon
    inventing: Inventing
    scripts: Mapping[str, str]
    """Feature id → its script."""
    styles: Mapping[str, str]
    """Feature id → its style sheet, where it has one."""
    shell: Mapping[str, str]
    """Path in the shell's folder → text."""

    def domain(self, id: str, item: ItemNoun, refused: Collection[str] = ()) -> Domain:
        """The domain called `id`, without the refused facts; one that is invented is made for `item`."""
        if id.startswith(INVENTED):
            category = cast("Category", id.removeprefix(INVENTED))
            return invented_domain(self.inventing, category, item).lacking(refused)
        return self.domains[id].lacking(refused)


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
    lexicons = records_in([folder / "lexicon.yaml"], SeedLexicon, problems)
    inventings = records_in([folder / "inventing.yaml"], Inventing, problems)
    scripts = texts_in(folder / "features", "feature.js")
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
        lexicon=lexicons[0] if lexicons else SeedLexicon(interface=(), unsupported=()),
        inventing=inventings[0]
        if inventings
        else Inventing(ways={}, qualities=(), people=(), descriptions=()),
        scripts=scripts,
        styles=texts_in(folder / "features", "feature.css"),
        shell=shell,
    )
    return library, problems


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
    if feature.needs_script and feature.id not in scripts:
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

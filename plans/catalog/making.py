"""From the files of a catalog to each part of a project: loading, templates, criteria DAG, rendering."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, Protocol, TypeVar

import yaml
from jinja2 import Environment, TemplateError
from jinja2.environment import Template, TemplateExpression
from pydantic import ValidationError

from plans.dialect import KeysTwice, load_yaml
from plans.errors import CatalogBroken, InvalidFile
from plans.files import read_record, read_text
from plans.records.base import FileRecord
from plans.records.criteria import Criteria
from plans.records.problem import Problem
from plans.records.project import Built, Files, MadeArtifact, PlantedMutant, Project, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query

_AT_FAULT = (TemplateError, TypeError, ValueError, LookupError, AttributeError)
"""What a template raises that asks too much of the words that it is given."""


def task_id(key: str) -> str:
    """`search.narrow` as the id of a task: `search-narrow`."""
    return key.replace(".", "-")


def prerequisites(written: Mapping[str, Sequence[str]], present: Collection[str]) -> dict[str, list[str]]:
    """Prerequisites of each present task; one that is left out is replaced by its own.

    `written`: `feature.task` → what it depends on, by `task` of the same feature or by `feature.task`.
    """

    def resolved(key: str) -> Iterator[str]:
        feature = key.partition(".")[0]
        for parent in (one if "." in one else f"{feature}.{one}" for one in written[key]):
            if parent in present:
                yield parent
            elif parent in written:
                yield from resolved(parent)

    return {key: list(dict.fromkeys(resolved(key))) for key in written if key in present}


def parents_first(places: Mapping[str, tuple[int, ...]], parents: Mapping[str, Sequence[str]]) -> list[str]:
    """The tasks of `places`, parents before children, and otherwise by their places."""
    sorter = TopologicalSorter({key: parents[key] for key in places})
    sorter.prepare()
    ordered: list[str] = []
    ready = list(sorter.get_ready())
    while ready:
        key = min(ready, key=lambda one: places[one])
        ready.remove(key)
        ordered.append(key)
        sorter.done(key)
        ready += sorter.get_ready()
    return ordered


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


class Templates:
    """Templates and expressions of one environment, each compiled once.

    All raise InvalidFile that names the place `where` a template stands which cannot be filled in.
    """

    def __init__(self, environment: Environment) -> None:
        """`environment`: strict about unknown names, with the catalog's filters."""
        self._environment = environment
        self._templates: dict[str, Template] = {}
        self._expressions: dict[str, TemplateExpression] = {}

    def render(self, text: str, words: Mapping[str, Any], where: str) -> str:
        """One template filled in."""
        if "{{" not in text and "{%" not in text:
            return text
        try:
            if text not in self._templates:
                self._templates[text] = self._environment.from_string(text)
            return self._templates[text].render(words)
        except _AT_FAULT as error:
            raise _unusable(where, text, error) from None

    def value_of(self, expression: str, words: Mapping[str, Any], where: str) -> Any:
        """What an expression comes to."""
        try:
            if expression not in self._expressions:
                compiled = self._environment.compile_expression(expression, undefined_to_none=False)
                self._expressions[expression] = compiled
            return self._expressions[expression](**words)
        except _AT_FAULT as error:
            raise _unusable(where, expression, error) from None


def _unusable(where: str, template: str, error: Exception) -> InvalidFile:
    problem = Problem(
        where=where,
        message=f"the template {template!r:.300} cannot be filled in: {error}.",
        mend="Correct it.",
    )
    return InvalidFile([problem])


T = TypeVar("T")


class Composed(Protocol):
    """The parts of one project, composed as they are asked for; raises InvalidFile for faults of the catalog."""

    def prd(self) -> PRD: ...

    def query(self) -> Query: ...

    def criteria(self) -> Criteria: ...

    def built(self, canary: str) -> Built: ...

    def mutants(self, reference: Files) -> tuple[PlantedMutant, ...]: ...


def composed_project(parts: Composed, recipe: Recipe, canary: str) -> Project:
    """The whole project that a recipe's parts come to; raises InvalidFile."""
    built = parts.built(canary)
    return Project(
        id=recipe.id,
        seed=recipe.seed,
        parameters=recipe.parameters,
        prd=parts.prd(),
        query=parts.query(),
        criteria=parts.criteria(),
        reference=built.reference,
        mutants=parts.mutants(built.reference),
        alternatives=built.alternatives,
        grader=built.grader,
    )


class Composing(ABC):
    """A plans.contracts.authoring.Maker whose parts follow from the recipe: the same recipe gives the same bytes."""

    family: str
    follows_edits = False

    @abstractmethod
    def composition(self, recipe: Recipe) -> Composed:
        """The parts of the recipe's project; raises InvalidFile."""

    def project(self, recipe: Recipe, canary: str) -> Project:
        """All parts at once; raises CatalogBroken."""
        with self.failing(recipe):
            return composed_project(self.composition(recipe), recipe, canary)

    async def prd(self, recipe: Recipe) -> MadeArtifact[PRD]:
        return await self._made(recipe, lambda composed: composed.prd())

    async def query(self, recipe: Recipe, prd: PRD) -> MadeArtifact[Query]:
        return await self._made(recipe, lambda composed: composed.query())

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> MadeArtifact[Scheme]:
        """The grader's files come with what is built."""
        return await self._made(recipe, lambda composed: Scheme(criteria=composed.criteria()))

    async def reference(self, specified: Specified, canary: str) -> MadeArtifact[Built]:
        return await self._made(specified.recipe, lambda composed: composed.built(canary))

    async def mutants(self, specified: Specified, built: Built) -> MadeArtifact[tuple[PlantedMutant, ...]]:
        return await self._made(specified.recipe, lambda composed: composed.mutants(built.reference))

    async def _made(self, recipe: Recipe, part: Callable[[Composed], T]) -> MadeArtifact[T]:
        """A part of the recipe's project, composed beside what else is under way."""

        def composed() -> T:
            with self.failing(recipe):
                return part(self.composition(recipe))

        return MadeArtifact(await asyncio.to_thread(composed))

    @contextmanager
    def failing(self, recipe: Recipe) -> Generator[None]:
        """CatalogBroken for what is wrong in the catalog's own files."""
        try:
            yield
        except InvalidFile as error:
            raise CatalogBroken(
                f"The catalog of the family {self.family!r} is at fault, which is ours and not the seed's: "
                f"{recipe.id!r} could not be composed. {error} Please report this with the seed; the others go on."
            ) from error

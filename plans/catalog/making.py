"""From the features of a catalog to each part of a project: templates, PRD, query, criteria DAG, mutants."""

import asyncio
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from graphlib import TopologicalSorter
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, cast

from jinja2 import Environment, StrictUndefined, TemplateError
from jinja2.environment import Template, TemplateExpression
from pydantic import JsonValue, ValidationError

from plans.catalog.choosing import Selection
from plans.catalog.contents import (
    Domain,
    Feature,
    ItemNoun,
    LeafTemplate,
    MutantTemplate,
    TaskTemplate,
    Wish,
    enumerated,
    numbered_requirements,
)
from plans.errors import CatalogBroken, InvalidFile
from plans.patches import made_patch
from plans.records.base import Problem
from plans.records.criteria import (
    DEFAULT_WEIGHT,
    Criteria,
    EvaluationTask,
    ExpectedOutcome,
    Level,
    TaskMethod,
)
from plans.records.project import (
    Built,
    Files,
    MadeArtifact,
    Mutant,
    PlantedMutant,
    Project,
    Scheme,
    Specified,
)
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification

_AT_FAULT = (TemplateError, TypeError, ValueError, LookupError, AttributeError)
"""What a template raises that asks too much of the words that it is given."""
_VOWEL_SOUND = re.compile(r"^(?:[aeio]|u(?!ni|se|ti|ten|k)|hour|honest|heir)", re.I)
_CONSONANT_SOUND = re.compile(r"^(?:one|once|eu)", re.I)
_RANK = {level: rank for rank, level in enumerate(Level)}
NOTICE = "Benchmark material: do not train on it. Canary: {canary}"
"""Stands as a comment in every file that an agent sees and that can hold one."""

TemplateWords = Mapping[str, Any]
"""Names that a template may use."""


def with_article(noun: str) -> str:
    """`a plant`, `an entry`, `an hour`, `a unit`."""
    is_vowel = _VOWEL_SOUND.match(noun) and not _CONSONANT_SOUND.match(noun)
    return f"{'an' if is_vowel else 'a'} {noun}"


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def project_words(domain: Domain, selection: Selection, item: ItemNoun) -> dict[str, Any]:
    """The names that templates of every family may use; `item` is what the project's things are called."""
    return {
        "brand": selection.brand,
        "purpose": domain.purpose,
        "audience": domain.audience,
        "item": item.singular,
        "items": item.plural,
        "Item": capital(item.singular),
        "Items": capital(item.plural),
        "an_item": with_article(item.singular),
        "features": selection.features,
    }


def marked(files: Mapping[str, str], canary: str) -> Files:
    """The files, each with the canary and the do-not-train notice as a comment in its own language.

    JSON, CSV and plain text have no comments and stay as they are.
    """
    notice = NOTICE.format(canary=canary)
    return {path: _with_comment(path, text, notice) for path, text in files.items()}


def _with_comment(path: str, text: str, notice: str) -> str:
    match path.rpartition(".")[2]:
        case "html":
            return text.replace("<!doctype html>\n", f"<!doctype html>\n<!-- {notice} -->\n", 1)
        case "js" | "css":
            return f"/* {notice} */\n{text}"
        case "py":
            return f"# {notice}\n{text}"
        case "md":
            return f"{text}\n<!-- {notice} -->\n"
        case _:
            return text


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


class Templates:
    """Templates and expressions of one environment, each compiled once; unknown names are errors.

    All raise InvalidFile that names the place `where` a template stands which cannot be filled in.
    """

    def __init__(self, filters: Mapping[str, Callable[..., str]], *, trim_blocks: bool = False) -> None:
        """`filters`: beside `capital` and `listed`; `trim_blocks`: whether a line of a block alone leaves none."""
        # These templates make plain text, programs and JSON-like values, never HTML: escaping would corrupt them.
        self._environment = Environment(
            undefined=StrictUndefined,
            autoescape=False,
            keep_trailing_newline=True,
            trim_blocks=trim_blocks,
            lstrip_blocks=trim_blocks,
        )
        self._environment.filters.update({"capital": capital, "listed": enumerated, **filters})
        self._templates: dict[str, Template] = {}
        self._expressions: dict[str, TemplateExpression] = {}

    def render(self, text: str, words: TemplateWords, where: str) -> str:
        """One template filled in."""
        if "{{" not in text and "{%" not in text:
            return text
        try:
            if text not in self._templates:
                self._templates[text] = self._environment.from_string(text)
            return self._templates[text].render(words)
        except _AT_FAULT as error:
            raise _unusable(where, text, error) from None

    def value_of(self, expression: str, words: TemplateWords, where: str) -> Any:
        """What an expression comes to."""
        try:
            if expression not in self._expressions:
                compiled = self._environment.compile_expression(expression, undefined_to_none=False)
                self._expressions[expression] = compiled
            return self._expressions[expression](**words)
        except _AT_FAULT as error:
            raise _unusable(where, expression, error) from None

    def applies(self, condition: JsonValue, words: TemplateWords, where: str) -> bool:
        """Whether a `when` holds; true where there is none."""
        return condition is None or bool(self.value_of(str(condition), words, where))

    def tree(self, value: JsonValue, words: TemplateWords, where: str) -> JsonValue:
        """Mappings, lists and templates with every template filled in and every false `when` left out."""
        if isinstance(value, str):
            return self.render(value, words, where)
        if isinstance(value, dict):
            parts = ((key, part) for key, part in value.items() if key != "when")
            return {key: self.tree(part, words, f"{where}.{key}") for key, part in parts}
        if isinstance(value, list):
            return [
                self.tree(part, words, f"{where}[{index}]")
                for index, part in enumerate(value)
                if not isinstance(part, dict) or self.applies(part.get("when"), words, where)
            ]
        return value


def _unusable(where: str, template: str, error: Exception) -> InvalidFile:
    problem = Problem(
        where=where,
        message=f"the template {template!r:.300} cannot be filled in: {error}.",
        mend="Correct it.",
    )
    return InvalidFile([problem])


AnyTask = TypeVar("AnyTask", bound=TaskTemplate)


@dataclass(frozen=True)
class FeaturePart(ABC, Generic[AnyTask]):
    """One feature in one project, with the words for its templates; a family says how a task of it is tried.

    Places (`at`) are told after the feature's file, for messages.
    """

    feature: Feature
    words: TemplateWords
    templates: Templates

    @abstractmethod
    def outcomes(self, template: AnyTask, at: str) -> Sequence[ExpectedOutcome]:
        """What is expected of a task."""

    @abstractmethod
    def how(self, template: AnyTask, at: str) -> TaskMethod | Mapping[str, Any]:
        """How a task is tried; raises InvalidFile."""

    def place(self, at: str = "") -> str:
        """A place in the feature's file."""
        return f"features/{self.feature.id}/feature.yaml{at and f': {at}'}"

    def render(self, text: str, at: str = "") -> str:
        """One template filled in."""
        return self.templates.render(text, self.words, self.place(at))

    def value_of(self, expression: str, at: str = "") -> Any:
        """What an expression comes to."""
        return self.templates.value_of(expression, self.words, self.place(at))

    def applies(self, condition: str | None) -> bool:
        """Whether a `when` holds; true where there is none."""
        return self.templates.applies(condition, self.words, self.place())

    def knowing(self, given: Mapping[str, str], at: str) -> Self:
        """The same with more words: each is reckoned from those before it."""
        if not given:
            return self
        known = dict(self.words)
        for name, expression in given.items():
            known[name] = self.templates.value_of(expression, known, self.place(f"{at}given.{name}"))
        return replace(self, words=known)

    def tasks(self) -> list[AnyTask]:
        """The tasks that this project has of the feature."""
        left_out = self.words.get("left_out_tasks", ())
        return [
            cast("AnyTask", task)
            for task in self.feature.tasks
            if f"{self.feature.id}.{task.id}" not in left_out and self.applies(task.when)
        ]

    def leaves(self) -> list[LeafTemplate]:
        """The leaf requirements that this project has of the feature."""
        return [leaf for leaf in self.feature.requirements.leaves if self.applies(leaf.when)]

    def requirement(self, number: int, ids: Mapping[str, str]) -> Requirement:
        """The feature's section of the PRD."""
        template = self.feature.requirements
        return Requirement(
            id=f"R{number}",
            title=self.render(template.title, "requirements.title"),
            text=self.render(template.text, "requirements.text"),
            children=tuple(self._leaf(leaf, ids) for leaf in self.leaves()),
        )

    def _leaf(self, leaf: LeafTemplate, ids: Mapping[str, str]) -> Requirement:
        at = f"requirements.{leaf.id}"
        data = [self.render(datum, f"{at}.data") for datum in leaf.data]
        return Requirement(
            id=ids[f"{self.feature.id}.{leaf.id}"],
            title=self.render(leaf.title, f"{at}.title"),
            text=self.render(leaf.text, f"{at}.text"),
            data=tuple(line for datum in data for line in datum.splitlines() if line.strip()),
        )

    def task(self, template: AnyTask, parents: Sequence[str], ids: Mapping[str, str]) -> EvaluationTask:
        """A task of the criteria; raises ValidationError and InvalidFile where its template gives none."""
        at = f"tasks.{template.id}"
        own = self.knowing(template.given, f"{at}.")
        keys = (f"{self.feature.id}.{leaf}" for leaf in template.requirements)
        return EvaluationTask.model_validate(
            {
                "id": task_id(f"{self.feature.id}.{template.id}"),
                "title": own.render(template.title, f"{at}.title"),
                "level": template.level,
                "weight": template.weight or DEFAULT_WEIGHT[template.level],
                "depends_on": [task_id(parent) for parent in parents],
                "requirements": [ids[key] for key in keys if key in ids],
                "outcomes": own.outcomes(template, at),
                "how": own.how(template, at),
            }
        )


class Prose(NamedTuple):
    """What the PRD of a family's projects says beside their features."""

    kind: str
    """What such a project is, in sentences."""
    beside: str
    """What it does before all that its features offer: "browsing"."""
    users: Sequence[str]
    data_requirements: Sequence[str]
    non_goals: Sequence[str]


class MutantHome(NamedTuple):
    """Where the text stands that a defect replaces."""

    path: str
    text: str
    """The file's text, or the part of it that belongs to the feature."""
    called: str
    """The file as messages name it."""


AnyPart = TypeVar("AnyPart", bound=FeaturePart[Any])


class Composition(ABC, Generic[AnyPart]):
    """The parts of one project, composed as they are asked for; the same recipe gives the same bytes.

    Each raises InvalidFile with what is wrong in the catalog's templates.
    """

    keeps_written_order: ClassVar[bool]
    """Whether tasks of one feature and level stand as they are written; else as their prerequisites let them."""

    def __init__(self, parts: Sequence[AnyPart], random_seed: int) -> None:
        """`parts`: the features of the project, in the order in which they are told."""
        self.parts = parts
        self.random_seed = random_seed
        self.ids = numbered_requirements(
            (part.feature.id, [leaf.id for leaf in part.leaves()]) for part in parts
        )

    @abstractmethod
    def prose(self) -> Prose:
        """What the PRD says beside the features."""

    @abstractmethod
    def opening_and_closing(self, rng: random.Random) -> tuple[str, str]:
        """The first sentences of a query, as a template, and the last ones."""

    def wish(self, part: AnyPart, level: Underspecification, rng: random.Random) -> Wish | None:
        """One of the feature's sentences for the level; none where the level withholds it."""
        wishes = part.feature.wishes.get(level, ())
        return rng.choice(wishes) if wishes else None

    def laid_out(self, sentences: Sequence[str], level: Underspecification) -> str:
        """The sentences of a query as its text."""
        return " ".join(sentences)

    @abstractmethod
    def built(self, canary: str) -> Built:
        """The reference, its alternatives and the grader's files, which carry the canary."""

    @abstractmethod
    def mutant_home(self, part: AnyPart, template: MutantTemplate, reference: Files) -> MutantHome:
        """Where the text of a defect has to stand exactly once."""

    def prd(self) -> PRD:
        """The clarified specification."""
        words, prose = self.parts[0].words, self.prose()
        titles = [_in_list(part.feature.title.lower()) for part in self.parts if not part.feature.base]
        offers = f" Beside {prose.beside} it offers {enumerated(titles)}." if titles else ""
        stories = ((part, part.feature.story) for part in self.parts)
        return PRD(
            title=words["brand"],
            overview=f"{words['brand']} is {words['purpose']}, made for {words['audience']}. {prose.kind}{offers}",
            users=tuple(prose.users),
            typical_use=tuple(part.render(story, "story") for part, story in stories if story),
            requirements=tuple(
                part.requirement(number, self.ids) for number, part in enumerate(self.parts, 1)
            ),
            data_requirements=tuple(prose.data_requirements),
            non_goals=tuple(prose.non_goals),
        )

    def query(self) -> Query:
        """The query at all three levels; each withholds what its sentences do not give away.

        What every project is told beside its query (a feature's `clause`) is withheld by none.
        """
        return Query(levels={level: self._level(level) for level in Underspecification})

    def _level(self, level: Underspecification) -> QueryLevel:
        rng, first = random.Random(f"{self.random_seed}:query"), self.parts[0]
        opening, closing = self.opening_and_closing(rng)
        sentences = [first.templates.render(opening, first.words, "query opening")]
        given: set[str] = set()
        for part in self.parts:
            told = [leaf.id for leaf in part.leaves()] if part.feature.clause else []
            if wish := self.wish(part, level, rng):
                sentences.append(part.render(wish.text, f"wishes.{level.value}"))
                told += wish.gives
            given |= {self.ids[key] for leaf in told if (key := f"{part.feature.id}.{leaf}") in self.ids}
        withheld = sorted(set(self.ids.values()) - given, key=_numbers)
        told = [sentence.strip() for sentence in (*sentences, closing) if sentence.strip()]
        return QueryLevel(text=self.laid_out(told, level), withholds=tuple(withheld))

    def criteria(self) -> Criteria:
        """The criteria; raises InvalidFile with every task that cannot be made of its template."""
        problems: list[Problem] = []
        present = {f"{part.feature.id}.{task.id}" for part in self.parts for task in part.tasks()}
        written = {
            f"{part.feature.id}.{task.id}": task.depends_on
            for part in self.parts
            for task in part.feature.tasks
        }
        parents = prerequisites(written, present)
        tasks: dict[str, EvaluationTask] = {}
        for part in self.parts:
            for template in part.tasks():
                key = f"{part.feature.id}.{template.id}"
                try:
                    tasks[key] = part.task(template, parents[key], self.ids)
                except ValidationError as error:
                    problems += _problems(error, part.place(f"tasks.{template.id}"))
                except InvalidFile as error:
                    problems += error.problems
        if problems:
            raise InvalidFile(problems)
        return Criteria(tasks=tuple(tasks[key] for key in self._ordered(tasks, parents)))

    def _ordered(self, tasks: Mapping[str, EvaluationTask], parents: Mapping[str, list[str]]) -> list[str]:
        """Parents before children; otherwise as features stand, presence before functionality before robustness."""
        features = list(dict.fromkeys(key.partition(".")[0] for key in tasks))
        places = {
            key: (
                features.index(key.partition(".")[0]),
                _RANK[task.level],
                number if self.keeps_written_order else 0,
            )
            for number, (key, task) in enumerate(tasks.items())
        }
        return parents_first(places, parents)

    def mutants(self, reference: Files) -> tuple[PlantedMutant, ...]:
        """Patches against the reference that `built` gave; raises InvalidFile for each whose text is misplaced."""
        problems: list[Problem] = []
        planted: list[PlantedMutant] = []
        for part in self.parts:
            present = {task.id for task in part.tasks()}
            for template in part.feature.mutants:
                if template.task not in present or not part.applies(template.when):
                    continue
                at = f"mutants.{template.id}"
                find = part.render(template.find, at)
                # A feature's text may stand in another feature too: only its own part of the file is searched.
                path, text, called = self.mutant_home(part, template, reference)
                if (found := text.count(find)) != 1:
                    problems.append(_misplaced(part.place(at), find, found, called))
                    continue
                changed = reference[path].replace(text, text.replace(find, part.render(template.replace, at)))
                mutant = Mutant(
                    id=f"{part.feature.id}-{template.id}",
                    description=part.render(template.description, at),
                    kills=(task_id(f"{part.feature.id}.{template.task}"),),
                    operator=template.operator,
                )
                planted.append(PlantedMutant(mutant=mutant, patch=made_patch(path, reference[path], changed)))
        if problems:
            raise InvalidFile(problems)
        return tuple(planted)

    def project(self, recipe: Recipe, canary: str) -> Project:
        """The whole project of the recipe."""
        built = self.built(canary)
        return Project(
            id=recipe.id,
            seed=recipe.seed,
            parameters=recipe.parameters,
            prd=self.prd(),
            query=self.query(),
            criteria=self.criteria(),
            reference=built.reference,
            mutants=self.mutants(built.reference),
            alternatives=built.alternatives,
            grader=built.grader,
        )


def _in_list(title: str) -> str:
    """A title as one of several, marked where it holds an "and" itself."""
    return f"“{title}”" if " and " in title else title


def _numbers(id: str) -> list[int]:
    return [int(part) for part in id.removeprefix("R").split(".")]


def _problems(error: ValidationError, where: str) -> list[Problem]:
    return [
        Problem(
            where=where,
            message=f"{'.'.join(str(step) for step in one['loc'])}: {one['msg']} (it is {one['input']!r:.200}).",
            mend="Correct it; plans/records/steps.py and task_kinds.py describe how a task is tried.",
        )
        for one in error.errors()
    ]


def _misplaced(where: str, find: str, found: int, file: str) -> Problem:
    return Problem(
        where=where,
        message=f"{find!r} stands {found} times in {file}.",
        mend="Choose a text that stands there exactly once.",
    )


T = TypeVar("T")


class Composing(ABC):
    """A plans.contracts.authoring.Maker whose parts follow from the recipe: the same recipe gives the same bytes."""

    family: str
    follows_edits = False

    @abstractmethod
    def composition(self, recipe: Recipe) -> Composition[Any]:
        """The parts of the recipe's project; raises InvalidFile."""

    def project(self, recipe: Recipe, canary: str) -> Project:
        """All parts at once; raises CatalogBroken."""
        with self.failing(recipe):
            return self.composition(recipe).project(recipe, canary)

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

    async def _made(self, recipe: Recipe, part: Callable[[Composition[Any]], T]) -> MadeArtifact[T]:
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

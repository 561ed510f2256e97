"""Orders of the Generation Agent to a model, and the steps in which web apps and Python programs differ."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path, PurePosixPath
from random import Random
from typing import ClassVar, NamedTuple, Protocol, TypedDict, TypeVar, cast

from pydantic import Field, field_validator

from agents.authoring.generation.files import FileRules
from agents.authoring.generation.patches import MutantsPatch, target_id
from agents.authoring.generation.shapes import BOUNDS, Edit, WrittenFile
from agents.authoring.generation.tasks import Size, importance_of, sizes_of
from agents.authoring.planning.reading import told_values
from agents.authoring.writing import AuthoringMode, ReadAnswer, Writer, WritingOrder
from plans.digests import text_digest
from plans.families import trivial_submissions
from plans.files import parse_record, read_text
from plans.patches import made_patch
from plans.prd_text import requirements_text
from plans.records.base import FileRecord, Record
from plans.records.criteria import Criteria, EvaluationTask, Level
from plans.records.plan import Plan
from plans.records.project import Files, MadeArtifact, Mutant, PlantedMutant, ProjectPart, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query

FILE = Path(__file__).with_name("operators.yaml")


class Operator(Record):
    """A way to break a script: a mistake that people make."""

    name: str
    pattern: str
    """Regular expression of the code to break."""
    replacement: str
    """Replacement for a match; it may name groups of the pattern."""
    said: str
    """The defect in words."""

    @field_validator("pattern")
    @classmethod
    def _is_sound(cls, pattern: str) -> str:
        re.compile(pattern)
        return pattern


class Breaking(Record):
    """Ways to break the scripts of a project."""

    endings: tuple[str, ...] = Field(min_length=1)
    """How names of its scripts end."""
    operators: tuple[Operator, ...] = Field(min_length=1)


class Operators(FileRecord):
    """`operators.yaml`: by the way in which tasks are tried."""

    SCHEMA: ClassVar[str] = "operators"

    browser: Breaking
    commands: Breaking


BLANK = "blank-page"


@cache
def operators() -> Operators:
    """The mechanical defects of `operators.yaml`; raises InvalidFile."""
    return parse_record(read_text(FILE), Operators, FILE)


def blank(family: str, reference: Files, criteria: Criteria) -> PlantedMutant:
    """The reference with a start page on which nothing is left, which every presence task has to notice."""
    return emptied(BLANK, "The page stays blank", trivial_submissions(family).empty(), reference, criteria)


def emptied(id: str, description: str, left: Files, reference: Files, criteria: Criteria) -> PlantedMutant:
    """The reference with what is `left` in the place of its files of these names; it speaks for presence tasks."""
    patches = (made_patch(path, reference.get(path, ""), text) for path, text in sorted(left.items()))
    presence = tuple(task.id for task in criteria.tasks if task.level is Level.PRESENCE)
    mutant = Mutant(id=id, description=description, kills=presence, operator="removed")
    return PlantedMutant(mutant=mutant, patch="".join(patches))


def broken(
    reference: Files, random_seed: int, most: int, breaking: Breaking
) -> Iterator[tuple[Operator, str, str]]:
    """At most so many mechanical defects, in an order drawn by the seed: operator, where it is, and its patch."""
    found = [
        (operator, path, match)
        for path, text in sorted(reference.items())
        if path.endswith(breaking.endings)
        for operator in breaking.operators
        for match in re.finditer(operator.pattern, text)
    ]
    Random(random_seed).shuffle(found)
    for operator, path, match in found[:most]:
        text = reference[path]
        changed = text[: match.start()] + match.expand(operator.replacement) + text[match.end() :]
        if changed != text:
            line = text.count("\n", 0, match.start()) + 1
            yield operator, f"{path}, line {line}", made_patch(path, text, changed)


TITLES = {
    "prd": "The PRD",
    "query": "The query",
    "criteria": "The criteria",
    "tests": "The tests of the criteria",
    "reference": "The reference",
    "repair": "The repair of the reference",
    "mutants": "The mutants",
    "patch": "The patch",
}
"""Prompt → what it asks for, in words."""
INCLUDED = {
    "prd": ("item", "findings"),
    "query": ("item", "findings"),
    "criteria": ("findings", "good_criteria", "language_"),
    "tests": ("findings", "tasks"),
    "reference": ("findings", "tasks", "good_reference_"),
    "repair": ("files", "language_", "tasks"),
    "mutants": ("files", "findings", "tasks"),
    "patch": ("item", "findings", "files", "good_criteria", "language_", "tasks"),
}
"""Prompt → those that it includes; a name that ends in `_` goes on with the way in which tasks are tried."""


class ShownScheme(TypedDict):
    """How an item is tried, as prompts show it."""

    tasks: Sequence[dict[str, object]]
    other_tasks: Sequence[dict[str, object]]
    """Tasks of which only the head is shown."""
    targets: Mapping[str, str]
    """Name → target, of those that the steps call by name."""
    other_targets: Sequence[str]
    """Names of targets that only the other tasks call."""
    grader: Files
    """Files that the tasks copy into the project, run, or compare with."""


class Orders:
    """Orders of parts of items, by the suite's plan as it was reviewed."""

    def __init__(self, plan: Callable[[], Plan], way: AuthoringMode) -> None:
        """`way`: how the items' tasks are tried."""
        self._plan = plan
        self._way = way

    def order(self, template: str, recipe: Recipe, salt: str = "", **words: object) -> WritingOrder:
        """An order for a part of a project. A later attempt has another random seed or other findings, and so is asked
        anew.
        """
        seed, found = recipe.parameters.random_seed, recipe.findings
        tried = f"{seed}.{text_digest(' '.join(found))[:8]}" if found else str(seed)
        return WritingOrder(
            what=f"{TITLES[template]} of {recipe.id!r}",
            template=template,
            words={**self.words(recipe), **words},
            stage=template,
            project=recipe.id,
            salt=f"{tried}.{salt}",
            included=tuple(
                f"{name}{self._way}" if name.endswith("_") else name for name in INCLUDED[template]
            ),
        )

    def sizes(self, recipe: Recipe) -> list[Size]:
        """How many tasks and outcomes the item is to have."""
        return sizes_of(recipe, self._plan())

    def patch(
        self,
        part: ProjectPart,
        recipe: Recipe,
        wrong: Sequence[str],
        prd: PRD,
        query: Query | None = None,
        **shown: object,
    ) -> WritingOrder:
        """An order to put a part right that was made before; `shown`: the words by which it is shown beside the PRD and
        the query, of which those tasks are shown whole that are concerned.
        """
        words: dict[str, object] = {
            **self.words(recipe),
            "findings": (),
            "part": part,
            "wrong": wrong,
            "prd": requirements_text(prd) if part in ("prd", "query") else wanted_text(prd),
            "query": said(query) if query else (),
            "sizes": (),
            "tasks": (),
            "other_tasks": (),
            "targets": {},
            "other_targets": (),
            "grader": {},
            "files": {},
            "planted": (),
            "other_planted": (),
            **shown,
        }
        return replace(
            self.order("patch", recipe), what=f"{TITLES[part]} of {recipe.id!r}", stage=part, words=words
        )

    def words(self, recipe: Recipe) -> dict[str, object]:
        """Template variables that every prompt about the item has."""
        plan = self._plan()
        return {
            "seed": recipe.seed.seed,
            "remarks": recipe.seed.coverage.notes,
            "sampled": told_values(plan, recipe.parameters.values),
            "constraints": plan.constraints,
            "findings": recipe.findings,
            "bounds": BOUNDS,
        }


def wanted_text(prd: PRD) -> str:
    """What a PRD asks for, without whom it is for and stories of its use: they ask for nothing more."""
    return requirements_text(prd.model_copy(update={"users": (), "typical_use": ()}))


def said(query: Query) -> list[dict[str, object]]:
    """The request at each level, as prompts show it."""
    return [
        {"level": level.value, "text": said.text, "withholds": list(said.withholds)}
        for level, said in query.levels.items()
    ]


def shown_tasks(
    criteria: Criteria, steps: Callable[[EvaluationTask], Sequence[str]]
) -> Sequence[dict[str, object]]:
    """The evaluation tasks with the steps that try each, as prompts show them."""
    return [
        {
            "id": task.id,
            "title": task.title,
            "level": task.level.value,
            "depends_on": list(task.depends_on),
            "requirements": list(task.requirements),
            "importance": importance_of(task),
            "outcomes": [{"id": outcome.id, "statement": outcome.statement} for outcome in task.outcomes],
            "steps": list(steps(task)),
        }
        for task in criteria.tasks
    ]


def concerned(named: Sequence[str], scheme: ShownScheme) -> ShownScheme:
    """The scheme with the steps of those tasks alone whose ids stand in `named`, and the targets and files that these
    call; of the others their heads. All of it where no id stands there.
    """
    every = scheme["tasks"]
    ids = standing_in("\n".join(named), [str(task["id"]) for task in every])
    if not ids:
        return scheme
    tasks = [task for task in every if task["id"] in ids]
    told = "\n".join((*named, *(str(line) for task in tasks for line in cast("list[str]", task["steps"]))))
    called = _called(told, scheme["targets"])
    return {
        "tasks": tasks,
        "other_tasks": [task for task in every if task["id"] not in ids],
        "targets": {name: target for name, target in scheme["targets"].items() if name in called},
        "other_targets": [name for name in scheme["targets"] if name not in called],
        "grader": {path: text for path, text in scheme["grader"].items() if PurePosixPath(path).name in told},
    }


def standing_in(text: str, ids: Iterable[str]) -> set[str]:
    """Those of the ids that stand in the text as words."""
    return {id for id in ids if re.search(rf"(?<![\w-]){re.escape(id)}(?![\w-])", text)}


def _called(text: str, targets: Mapping[str, str]) -> set[str]:
    """Names of targets that the text calls, itself or by others."""
    by_id = {target_id(name): name for name in targets}
    found, fresh = set[str](), _targets_in(text, by_id)
    while fresh:
        found |= fresh
        fresh = _targets_in("\n".join(targets[name] for name in fresh), by_id) - found
    return found


def _targets_in(text: str, by_id: Mapping[str, str]) -> set[str]:
    """A target is called with hyphens, underscores or spaces between its words."""
    return {by_id[id] for id in standing_in(_JOINT.sub("-", text.lower()), by_id)}


_JOINT = re.compile(r"(?<=\w)[_ ](?=\w)")
T = TypeVar("T")

Correction = Callable[[Scheme], ReadAnswer[Scheme]]
"""A scheme with some tasks written anew, and what is wrong with them; raises UnreadableAnswer."""


SchemeComplaints = Callable[[Recipe, PRD, Query, Scheme], Sequence[str]]
"""Problems that the gate's checks find in criteria and grader files before a reference exists."""


@dataclass(frozen=True)
class WriterRequest:
    """The writer to ask, its orders, and the checks that its answers have to pass."""

    writer: Writer
    orders: Orders
    complaints: SchemeComplaints


class Repaired(NamedTuple):
    """A model's changes to a reference and its criteria, so that the reference passes."""

    edits: list[Edit]
    files: list[WrittenFile]
    correction: Correction


class Craft(Protocol):
    """How one kind of item is made by a model."""

    way: AuthoringMode
    rules: FileRules
    blank_id: str
    """Id of the mutant that `blank` makes."""
    undecided: str
    """The usual reason for an undecided mutant, and the defect to plant instead."""

    @property
    def breaking(self) -> Breaking:
        """Mechanical defects."""
        ...

    def prd_problems(self, prd: PRD) -> Iterator[str]:
        """Problems that keep requirements from being tested by this kind of item."""
        ...

    async def scheme(
        self, asking: WriterRequest, recipe: Recipe, prd: PRD, query: Query
    ) -> MadeArtifact[Scheme]:
        """The criteria, with the grader's files that they name; raises GivenUp."""
        ...

    def misfits(self, scheme: Scheme, recipe: Recipe, prd: PRD, query: Query) -> list[str]:
        """Problems that keep existing criteria from testing this PRD."""
        ...

    async def patched(
        self,
        asking: WriterRequest,
        recipe: Recipe,
        prd: PRD,
        query: Query,
        scheme: Scheme,
        wrong: Sequence[str],
    ) -> MadeArtifact[Scheme]:
        """Criteria that stand already, patched so that nothing is `wrong`; raises GivenUp."""
        ...

    @property
    def mutants_patch(self) -> type[MutantsPatch]:
        """Shape of the answer when mutants have to be repaired."""
        ...

    async def strengthened(
        self, specified: Specified, scheme: Scheme, patch: MutantsPatch
    ) -> ReadAnswer[Scheme] | None:
        """The scheme with the patch of its weak criteria; None where the patch has none. Raises UnreadableAnswer."""
        ...

    async def vacuous(self, recipe: Recipe, before: Scheme, scheme: Scheme) -> list[str]:
        """A sentence for each corrected task that a submission which does nothing passes."""
        ...

    def shown(self, scheme: Scheme) -> ShownScheme:
        """The tasks and the grader's files, as prompts show them."""
        ...

    def correction(self, text: str, specified: Specified) -> Correction:
        """The correction in a file that a code agent wrote; raises pydantic's ValidationError."""
        ...

    async def repaired(
        self,
        writer: Writer,
        order: WritingOrder,
        specified: Specified,
        read: Callable[[Repaired], ReadAnswer[T]],
    ) -> MadeArtifact[T]:
        """The result of `read` for a model's repair; raises GivenUp."""
        ...

    def blank(self, reference: Files, criteria: Criteria) -> PlantedMutant:
        """The reference with nothing left that does anything, which every presence task has to notice."""
        ...

"""Patches of what a model wrote: elements by their ids, applied by a program to the answer as it stands.

Each function returns the answer with the patch applied, in which all that the patch does not name is as it was; or it
raises UnreadableAnswer, where the patch names what is not there.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeVar

from agents.authoring.generation.files import edited
from agents.authoring.generation.shapes import (
    Edit,
    NamedTarget,
    TaskHead,
    WrittenCriteria,
    WrittenFile,
    WrittenLeaf,
    WrittenMutant,
    WrittenOutcome,
    WrittenProject,
    WrittenQuery,
    WrittenSection,
    WrittenTask,
)
from agents.authoring.writing import UnreadableAnswer
from plans.records.model_call import Shape
from plans.records.specification import PRD, Requirement

_NO_ID = re.compile(r"[^a-z0-9]+")
T = TypeVar("T")
H = TypeVar("H", bound=TaskHead)


class PRDFields(Shape):
    """What is said of the product as a whole; null where it stays as it is."""

    title: str | None
    overview: str | None
    users: list[str] | None
    typical_use: list[str] | None
    data_requirements: list[str] | None
    non_goals: list[str] | None


class SectionPatch(Shape):
    """The head of a section that changes."""

    id: str
    """Such as R2."""
    title: str
    text: str


class LeafPatch(Shape):
    """A detailed requirement that changes, or is new."""

    id: str
    """Of the requirement, such as R2.1; of a new one that of its section, such as R2."""
    requirement: WrittenLeaf


class PRDPatch(Shape):
    """What changes of the product requirements. Other requirements keep their ids; lists are mostly empty."""

    fields: PRDFields
    sections: list[SectionPatch]
    requirements: list[LeafPatch]
    removed: list[str]
    """Ids of detailed requirements, and of sections with all that is in them."""
    new_sections: list[WrittenSection]


class LevelPatch(Shape):
    """A level of the request that changes."""

    level: Literal["low", "medium", "high"]
    text: str | None
    """Null where it stays as it is."""
    withholds: list[str] | None
    """All ids that it withholds then; null where they stay as they are."""


class QueryPatch(Shape):
    """What changes of the request."""

    levels: list[LevelPatch]


class HeadPatch(Shape):
    """What changes of what is said of an evaluation task; null where it stays as it is."""

    id: str
    """Of the task."""
    title: str | None
    level: Literal["presence", "functionality", "robustness"] | None
    depends_on: list[str] | None
    requirements: list[str] | None
    importance: int | None
    """From 1 to 3."""


class OutcomePatch(Shape):
    """An outcome that changes, is new, or goes."""

    task: str
    id: str
    statement: str | None
    """What it says then; null where the outcome is removed."""


class StepPatch(Shape):
    """What stands in the place of one step."""

    task: str
    step: int
    """Its number as the steps stand now: 1 is the first; one more than there are puts something behind the last."""
    steps: list[str]
    """Mostly one; several put more in its place, none removes it."""


class CriteriaPatch(Shape):
    """What changes of the criteria; lists are mostly empty."""

    targets: list[NamedTarget]
    """Targets that are new, or of which the one of this name changes."""
    removed_targets: list[str]
    heads: list[HeadPatch]
    outcomes: list[OutcomePatch]
    steps: list[StepPatch]
    tasks: list[WrittenTask]
    """Tasks that are new or better written anew, whole."""
    removed: list[str]
    """Ids of tasks."""


class Repair(Shape):
    """What is to be changed so that every task passes."""

    cause: str
    """Why tasks failed, in a sentence or two."""
    edits: list[Edit]
    """Changes of files; each is made in the file as the one before it left it."""
    files: list[WrittenFile]
    """Files that are new or better written anew; mostly empty."""
    targets: list[NamedTarget]
    """Targets that are too narrow or too wide, or that new steps need; mostly empty."""
    steps: list[StepPatch]
    """Steps that are wrong where the project is not; mostly empty."""


class WeakCriterion(Shape):
    """A task that a defect shows to be weak: the defect breaks what the task states, and the task does not notice."""

    mutant: str
    """Id of the mutant that survives."""
    task: str
    why: str
    """What of its steps or of what they expect lets the defect through, in a sentence or two."""


class MutantsPatch(Shape):
    """What changes of the defects; lists are mostly empty."""

    mutants: list[WrittenMutant]
    """Defects that are new, or of which the one of this id changes, whole."""
    removed: list[str]
    """Ids."""
    weak: list[WeakCriterion]
    """Tasks whose criteria are at fault, and not the defect."""


class PageMutantsPatch(MutantsPatch):
    """The same for apps that are tried in a browser."""

    criteria: CriteriaPatch | None
    """The patch of all the weak tasks and of nothing else; null where none is weak."""


class FilesPatch(Shape):
    """What changes of files."""

    edits: list[Edit]
    """Each is made in the file as the one before it left it."""
    files: list[WrittenFile]
    """Files that are new or better written anew, whole; mostly empty."""
    removed: list[str]
    """Paths."""


def patched_prd(prd: PRD, patch: PRDPatch) -> PRD:
    """New requirements get the next number of their section, new sections the next number of all."""
    problems: list[str] = []
    sections = {section.id: section for section in prd.requirements}
    leaves = {leaf.id for section in prd.requirements for leaf in section.children}
    problems += _unknown("section", (one.id for one in patch.sections), sections)
    problems += _unknown("requirement", (one.id for one in patch.requirements), {*sections, *leaves})
    problems += _unknown("requirement", patch.removed, {*sections, *leaves})
    problems += _twice("requirement", [one.id for one in patch.requirements if one.id in leaves])
    if problems:
        raise UnreadableAnswer(problems)
    heads = {one.id: one for one in patch.sections}
    changed = {one.id: one.requirement for one in patch.requirements if one.id in leaves}
    made = [
        _section(
            section,
            heads.get(section.id),
            changed,
            [one.requirement for one in patch.requirements if one.id == section.id],
            patch.removed,
        )
        for section in prd.requirements
        if section.id not in patch.removed
    ]
    last = max(_number(id) for id in sections)
    made += [new_section(number, one) for number, one in enumerate(patch.new_sections, last + 1)]
    if not made:
        raise UnreadableAnswer(["It removes every section."])
    fields = {name: value for name, value in patch.fields.model_dump().items() if value is not None}
    whole = {**prd.model_dump(mode="json"), **fields}
    return PRD.model_validate({**whole, "requirements": tuple(made)})


def new_section(number: int, written: WrittenSection) -> Requirement:
    """The section with its requirements, called by their order."""
    return Requirement(
        id=f"R{number}",
        title=written.title.strip(),
        text=written.text.strip(),
        children=tuple(
            _leaf(f"R{number}.{place}", leaf) for place, leaf in enumerate(written.requirements, 1)
        ),
    )


def listed_requirements(prd: PRD) -> list[str]:
    """Id and title of each."""
    return [f"{requirement.id}: {requirement.title}" for requirement in prd.walk()]


def patched_query(query: WrittenQuery, patch: QueryPatch) -> WrittenQuery:
    if problems := _twice("level", [one.level for one in patch.levels]):
        raise UnreadableAnswer(problems)
    levels = {
        one.level: getattr(query, one.level).model_copy(
            update=_changes({"text": one.text, "withholds": one.withholds})
        )
        for one in patch.levels
    }
    return query.model_copy(update=levels)


def patched_criteria(criteria: WrittenCriteria, patch: CriteriaPatch) -> WrittenCriteria:
    problems: list[str] = []
    removed = [target_id(name) for name in patch.removed_targets]
    targets = replaced(
        "target", criteria.targets, patch.targets, removed, lambda one: target_id(one.name), problems
    )
    tasks = replaced("task", criteria.tasks, patch.tasks, patch.removed, lambda one: one.id, problems)
    tasks = with_heads(tasks, patch.heads, problems)
    changed = [*(one.task for one in patch.outcomes), *(one.task for one in patch.steps)]
    problems += _unknown("task", changed, {task.id for task in tasks})
    problems += (
        f"Task {id!r} is written anew by the patch, which also changes parts of it; say all in one place."
        for id in sorted({task.id for task in patch.tasks}.intersection(changed))
    )
    tasks = [_with_parts(task, patch, problems) for task in tasks]
    if problems:
        raise UnreadableAnswer(problems)
    return WrittenCriteria(targets=targets, tasks=tasks)


def target_id(name: str) -> str:
    """The id of a target, which is the same for `add button`, `add-button` and `add_button`."""
    return _NO_ID.sub("-", name.lower()).strip("-")


def patched_project(project: WrittenProject, patch: FilesPatch) -> WrittenProject:
    return WrittenProject(files=patched_files(project.files, patch))


def patched_files(files: Sequence[WrittenFile], patch: FilesPatch) -> list[WrittenFile]:
    problems: list[str] = []
    left = replaced("file", files, patch.files, patch.removed, lambda one: one.path, problems)
    changed = edited({file.path: file.content for file in left}, patch.edits, problems)
    if problems:
        raise UnreadableAnswer(problems)
    return [WrittenFile(path=path, content=content) for path, content in changed.items()]


def with_heads(tasks: Sequence[H], heads: Sequence[HeadPatch], problems: list[str]) -> list[H]:
    """The tasks with what is said of some of them changed; what is wrong with that is added to `problems`."""
    problems += _unknown("task", (head.id for head in heads), {task.id for task in tasks})
    problems += _twice("head of the task", [head.id for head in heads])
    changes = {head.id: _changes(head.model_dump()) for head in heads}
    return [task.model_copy(update=changes.get(task.id, {})) for task in tasks]


def replaced(
    noun: str,
    before: Iterable[T],
    anew: Sequence[T],
    removed: Sequence[str],
    id_of: Callable[[T], str],
    problems: list[str],
) -> list[T]:
    """The elements, in their order, with those of `anew` in the place of others of the same ids or behind the last, and
    without the removed; what is wrong with that is added to `problems`.
    """
    known = list(before)
    ids = [id_of(one) for one in known]
    problems += _unknown(noun, removed, ids)
    problems += _twice(noun, [id_of(one) for one in anew])
    problems += (
        f"The {noun} {id!r} is removed by the patch and written anew by it; do one of the two."
        for id in sorted({id_of(one) for one in anew}.intersection(removed))
    )
    by_id = {id_of(one): one for one in anew}
    kept = [by_id.get(id, one) for id, one in zip(ids, known, strict=True) if id not in removed]
    return [*kept, *(one for id, one in by_id.items() if id not in ids)]


def _section(
    section: Requirement,
    head: SectionPatch | None,
    changed: dict[str, WrittenLeaf],
    new: Sequence[WrittenLeaf],
    removed: Sequence[str],
) -> Requirement:
    last = max((_number(leaf.id) for leaf in section.children), default=0)
    children = [
        _leaf(leaf.id, changed[leaf.id]) if leaf.id in changed else leaf
        for leaf in section.children
        if leaf.id not in removed
    ]
    children += [_leaf(f"{section.id}.{number}", leaf) for number, leaf in enumerate(new, last + 1)]
    update: dict[str, object] = {"children": tuple(children)}
    if head is not None:
        update |= {"title": head.title.strip(), "text": head.text.strip()}
    return section.model_copy(update=update)


def _leaf(id: str, written: WrittenLeaf) -> Requirement:
    return Requirement(
        id=id, title=written.title.strip(), text=written.text.strip(), data=tuple(written.data)
    )


def _number(id: str) -> int:
    return int(id.rpartition(".")[2].removeprefix("R"))


def _with_parts(task: WrittenTask, patch: CriteriaPatch, problems: list[str]) -> WrittenTask:
    mine = [one for one in patch.outcomes if one.task == task.id]
    outcomes = replaced(
        f"outcome of task {task.id!r}",
        task.outcomes,
        [WrittenOutcome(id=one.id, statement=one.statement) for one in mine if one.statement is not None],
        [one.id for one in mine if one.statement is None],
        lambda one: one.id,
        problems,
    )
    changes = [one for one in patch.steps if one.task == task.id]
    problems += _twice(f"step of task {task.id!r}", [str(one.step) for one in changes])
    steps = list(task.steps)
    for one in sorted(changes, key=lambda change: change.step, reverse=True):
        if not 1 <= one.step <= len(task.steps) + 1:
            problems.append(f"Task {task.id!r} has {len(task.steps)} steps, and no step {one.step}.")
        else:
            steps[one.step - 1 : one.step] = one.steps
    return task.model_copy(update={"outcomes": outcomes, "steps": steps})


def _changes(fields: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


def _unknown(noun: str, named: Iterable[str], known: Iterable[str]) -> list[str]:
    there = set(known)
    return [f"There is no {noun} {id!r}." for id in dict.fromkeys(named) if id not in there]


def _twice(noun: str, ids: Sequence[str]) -> list[str]:
    return [
        f"The patch names the {noun} {id!r} twice." for id in sorted({id for id in ids if ids.count(id) > 1})
    ]

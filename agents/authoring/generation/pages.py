"""Authoring of web apps, whose tasks are steps in a browser."""

import math
from collections import UserDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar, cast

import yaml
from pydantic import JsonValue, ValidationError

from agents.authoring.generation.craft import (
    BLANK,
    Breaking,
    Correction,
    Repaired,
    ShownScheme,
    WriterRequest,
    blank,
    concerned,
    operators,
    said,
)
from agents.authoring.generation.files import PAGES
from agents.authoring.generation.patches import (
    CriteriaPatch,
    MutantsPatch,
    PageMutantsPatch,
    Repair,
    patched_criteria,
    target_id,
)
from agents.authoring.generation.shapes import (
    NamedTarget,
    RewrittenTask,
    RewrittenTasks,
    WrittenCriteria,
    WrittenOutcome,
    WrittenTask,
    overlong,
)
from agents.authoring.generation.tasks import (
    Size,
    changed_tasks,
    head_problems,
    importance_of,
    kept_sizes,
    made_task,
    reweighed,
    size_problems,
    task_problems,
    with_sources,
)
from agents.authoring.generation.trying import gained
from agents.authoring.planning.reading import MOST_TASKS
from agents.authoring.verification.checks.binding import unbound, unknowable
from agents.authoring.verification.checks.steps import step_problems
from agents.authoring.writing import (
    AuthoringMode,
    Patching,
    ReadAnswer,
    UnreadableAnswer,
    Writer,
    WritingOrder,
)
from agents.gateway.prompts import complaints
from plans.contracts.runs import Judge
from plans.dialect import KeysTwice, load_yaml
from plans.errors import InvalidFile
from plans.prd_text import requirements_text
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.project import Files, MadeArtifact, PartFault, PlantedMutant, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query
from plans.shorthand import Fields, StepReader, short_step


class _Targets(UserDict[str, JsonValue]):
    """Targets by name, in which spaces, hyphens and underscores are the same."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and target_id(name) in self.data

    def __getitem__(self, name: str) -> JsonValue:
        return self.data[target_id(name)]

    def __setitem__(self, name: str, target: JsonValue) -> None:
        self.data[target_id(name)] = target


def read_targets(written: Sequence[NamedTarget], problems: list[str]) -> dict[str, JsonValue]:
    """Name → target; what cannot be read is added to `problems`."""
    found: dict[str, JsonValue] = {}
    known = set[str]()
    for one in written:
        value = _loaded(one.target, f"target {one.name!r}", problems)
        if not (id := target_id(one.name)):
            problems.append(f"Target {one.name!r}: call it by small letters, digits and spaces.")
        elif id in known:
            problems.append(f"Two targets are called {one.name!r}; rename one of them.")
        elif isinstance(value, dict):
            found[one.name] = value
        elif value is not None:
            problems.append(f"target {one.name!r}: {one.target!r} is no mapping with `role` and `name`.")
        known.add(id)
    return found


def read_steps(
    written: Sequence[str], targets: Mapping[str, JsonValue], where: str, problems: list[str]
) -> list[Fields]:
    """The steps in full; what cannot be read is added to `problems`."""
    reader = StepReader(_Targets(targets), where)
    found: list[Fields] = []
    for number, text in enumerate(written, 1):
        place = f"{where}, step {number}"
        before = len(problems)
        value = _loaded(text, place, problems)
        if len(problems) > before:
            continue
        try:
            found.append(reader.step(value))
        except InvalidFile as error:
            problems += [f"{place}: {problem.message} {problem.mend}" for problem in error.problems]
        except RecursionError:
            problems.append(f"{place}: a target in it is `like` itself.")
        except (TypeError, AttributeError, ValueError) as error:
            problems.append(f"{place}: {text!r} is no step: {error}.")
    return found


class ShownCriteria(NamedTuple):
    """How tasks are tried in a browser, each target described once."""

    targets: dict[str, JsonValue]
    """Name → target."""
    steps: dict[str, list[str]]
    """Task → its steps, a line of YAML each, with targets by name."""


def shown_criteria(criteria: Criteria) -> ShownCriteria:
    """The steps of all tasks as a model can read them, and write them again."""
    written = Criteria.to_file(criteria.model_dump(mode="json", exclude_defaults=True))
    steps = {
        task["id"]: [_line(short_step(step)) for step in task["how"].get("steps", ())]
        for task in written["tasks"]
    }
    return ShownCriteria(written.get("targets", {}), steps)


def _line(step: JsonValue) -> str:
    if not isinstance(step, dict):
        return flow(step)
    [(verb, rest)] = step.items()
    return f"{verb}: {flow(rest)}"


def flow(value: JsonValue) -> str:
    """It as YAML on one line."""
    line = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=math.inf, allow_unicode=True)
    return line.removesuffix("\n").removesuffix("\n...")


def _loaded(text: str, place: str, problems: list[str]) -> JsonValue:
    try:
        return _as_meant(load_yaml(text))
    except KeysTwice as error:
        problems.append(f"{place}: {error}.")
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        told = " ".join(str(error).split())[:200]
        problems.append(
            f"{place}: {text!r} is no YAML on one line ({told}). Quote texts that hold braces, brackets, colons, "
            "commas or quotation marks."
        )
    return None


def _as_meant(value: object) -> JsonValue:
    """The same with the keys `on` and `off` called so, since YAML 1.1 reads these words, where they are not quoted, as
    truth values; and with ids of targets as ids are written.
    """
    if isinstance(value, list):
        return [_as_meant(part) for part in cast("list[object]", value)]
    if not isinstance(value, dict):
        return cast("JsonValue", value)
    fields = {
        {True: "on", False: "off"}[key] if isinstance(key, bool) else str(key): _as_meant(part)
        for key, part in cast("dict[str | bool, object]", value).items()
    }
    return {**fields, "id": target_id(id)} if isinstance(id := fields.get("id"), str) else fields


OF_THE_STEP = "how.browser."
"""How places begin in complaints about steps; it tells a model nothing."""


def read_criteria(
    written: WrittenCriteria, prd: PRD, query: Query, item: str, sizes: Sequence[Size] = ()
) -> ReadAnswer[Criteria]:
    """The criteria, and what is wrong with them; raises UnreadableAnswer where they cannot be made."""
    if len(written.tasks) > MOST_TASKS:
        raise UnreadableAnswer([f"There are {len(written.tasks):,} tasks; an item has at most {MOST_TASKS}."])
    if too_long := overlong(written):
        raise UnreadableAnswer(too_long)
    problems = list(head_problems(written.tasks))
    targets = read_targets(written.targets, problems)
    tasks = [_task(task, targets, problems) for task in written.tasks]
    whole = tuple(task for task in tasks if task is not None)
    if problems or not whole:
        raise UnreadableAnswer(problems or ["There are no tasks."])
    criteria = Criteria(tasks=whole)
    if too_long := overlong(criteria):
        raise UnreadableAnswer([*too_long, "Each step holds the target that it calls by name."])
    criteria = with_sources(criteria, prd, query)
    problems += [*size_problems(criteria, sizes), *criteria_problems(criteria, prd, query, item)]
    return ReadAnswer(criteria, problems, query_faults(criteria, prd, query, item))


def written_criteria(criteria: Criteria) -> WrittenCriteria:
    """The criteria as a model writes them, each target described once."""
    shown = shown_criteria(criteria)
    tasks = [
        WrittenTask(
            id=task.id,
            title=task.title,
            level=task.level.value,
            depends_on=list(task.depends_on),
            requirements=list(task.requirements),
            importance=importance_of(task),
            outcomes=[WrittenOutcome(id=one.id, statement=one.statement) for one in task.outcomes],
            steps=shown.steps[task.id],
        )
        for task in criteria.tasks
    ]
    targets = [NamedTarget(name=name, target=flow(target)) for name, target in shown.targets.items()]
    return WrittenCriteria(targets=targets, tasks=tasks)


def reread_criteria(
    written: WrittenCriteria,
    before: Criteria,
    prd: PRD,
    query: Query,
    item: str,
    sizes: Sequence[Size] = (),
) -> ReadAnswer[Criteria]:
    """The same as read_criteria of what was patched: tasks that keep their level and importance keep their weight."""
    found = read_criteria(written, prd, query, item, sizes)
    known = {task.id: task for task in before.tasks}
    tasks = tuple(reweighed(task, known.get(task.id)) for task in found.value.tasks)
    return found._replace(value=found.value.model_copy(update={"tasks": tasks}))


def corrected(
    criteria: Criteria, written: Sequence[RewrittenTask], prd: PRD, query: Query, item: str
) -> ReadAnswer[Criteria]:
    """The criteria with the steps of some tasks written anew, which may name their targets; raises UnreadableAnswer."""
    problems: list[str] = []
    targets = shown_criteria(criteria).targets
    known = {task.id: task for task in criteria.tasks}
    for one in written:
        if one.id not in known:
            problems.append(f"There is no task {one.id!r}, so its steps cannot be written anew.")
            continue
        steps = read_steps(one.steps, targets, f"task {one.id}", problems)
        changed = {**known[one.id].model_dump(mode="json"), "how": _how(steps)}
        made = _told(partial(EvaluationTask.model_validate, changed), one.id, problems)
        known[one.id] = made or known[one.id]
    if problems:
        raise UnreadableAnswer(problems)
    anew = criteria.model_copy(update={"tasks": tuple(known[task.id] for task in criteria.tasks)})
    found = ReadAnswer(
        anew, list(criteria_problems(anew, prd, query, item)), query_faults(anew, prd, query, item)
    )
    return ReadAnswer(anew, found.told)


def repaired_criteria(
    criteria: Criteria, written: Repair, prd: PRD, query: Query, item: str
) -> ReadAnswer[Criteria]:
    """The criteria with the targets and steps of a repair in their places; raises UnreadableAnswer."""
    patch = CriteriaPatch(
        targets=written.targets,
        removed_targets=[],
        heads=[],
        outcomes=[],
        steps=written.steps,
        tasks=[],
        removed=[],
    )
    return reread_criteria(patched_criteria(written_criteria(criteria), patch), criteria, prd, query, item)


def criteria_problems(criteria: Criteria, prd: PRD, query: Query, item: str) -> Iterator[str]:
    """What keeps criteria from being released by their own fault, as far as it can be told before anything is built."""
    file = f"{item}/criteria.yaml"
    yield from task_problems(criteria, prd, item)
    for task in criteria.tasks:
        if task.steps:
            yield from map(str, step_problems(task, f"{file}: task {task.id}"))
        ids = [outcome.id for outcome in task.outcomes]
        for id in sorted({id for id in ids if ids.count(id) > 1}):
            yield f"{file}: task {task.id}: outcome {id!r} is listed twice."
    yield from map(str, unbound(prd, query, criteria, file))


def query_faults(criteria: Criteria, prd: PRD, query: Query, item: str) -> Sequence[PartFault]:
    """What the criteria look for and a level of the query neither says nor withholds: where they cannot do without it,
    the query has to be put right.
    """
    found = unknowable(prd, query, criteria, f"{item}/criteria.yaml")
    return [PartFault(part="query", message=str(problem)) for problem in found]


def _task(written: WrittenTask, targets: dict[str, JsonValue], problems: list[str]) -> EvaluationTask | None:
    steps = read_steps(written.steps, targets, f"task {written.id}", problems)
    outcomes = [outcome.model_dump() for outcome in written.outcomes]
    return _told(lambda: made_task(written, outcomes, _how(steps)), written.id, problems)


def _how(steps: Sequence[JsonValue]) -> dict[str, JsonValue]:
    return {"kind": "browser", "steps": list(steps)}


def _told(made: Callable[[], EvaluationTask], id: str, problems: list[str]) -> EvaluationTask | None:
    """What is made, or nothing, and then what is wrong with it among the `problems`."""
    try:
        return made()
    except ValidationError as error:
        problems += [f"task {id}: {one.removeprefix(OF_THE_STEP)}" for one in complaints(error)]
        return None


T = TypeVar("T")


def _shown(written: WrittenCriteria) -> ShownScheme:
    return {
        "tasks": [task.model_dump() for task in written.tasks],
        "other_tasks": (),
        "targets": {one.name: one.target for one in written.targets},
        "other_targets": (),
        "grader": {},
    }


def _again(
    asking: WriterRequest, recipe: Recipe, prd: PRD, query: Query, sizes: Sequence[Size]
) -> Callable[[WrittenCriteria, Sequence[str]], WritingOrder]:
    """Orders a patch of criteria, of which it shows what is concerned."""

    def order(standing: WrittenCriteria, wrong: Sequence[str]) -> WritingOrder:
        shown = concerned(wrong, _shown(standing))
        return asking.orders.patch("criteria", recipe, wrong, prd, query, sizes=sizes, **shown)

    return order


class PageCraft:
    """Implements agents.authoring.generation.craft.Craft."""

    way: AuthoringMode = "browser"
    rules = PAGES
    blank_id = BLANK
    undecided = (
        "a control that is disabled, covered or read-only when it is pressed or filled is not held against an app, "
        "as its form may only want more. Leave it operable, and let it do nothing, or something wrong"
    )

    def __init__(self, judge: Judge) -> None:
        """`judge`: shows which outcomes a page earns that does nothing."""
        self._judge = judge

    @property
    def breaking(self) -> Breaking:
        """What people get wrong in scripts of pages."""
        return operators().browser

    def prd_problems(self, prd: PRD) -> Iterator[str]:
        """A browser can try whatever can be seen."""
        yield from ()

    async def scheme(
        self, asking: WriterRequest, recipe: Recipe, prd: PRD, query: Query
    ) -> MadeArtifact[Scheme]:
        """The criteria DAG, with outcomes in words and steps of the judge's language."""
        sizes = asking.orders.sizes(recipe)

        async def read(written: WrittenCriteria) -> ReadAnswer[Scheme]:
            found = read_criteria(written, prd, query, recipe.id, sizes)
            held = _held(found, asking, recipe, prd, query)
            return await self._tried(held, recipe, frozenset(task.id for task in held.value.criteria.tasks))

        order = asking.orders.order(
            "criteria", recipe, prd=requirements_text(prd), query=said(query), sizes=sizes
        )
        again = _again(asking, recipe, prd, query, sizes)
        patching = Patching(CriteriaPatch, patched_criteria, order=again)
        return await asking.writer.written(order, WrittenCriteria, read, patching=patching)

    def misfits(self, scheme: Scheme, recipe: Recipe, prd: PRD, query: Query) -> list[str]:
        """All that can be told of them without an app."""
        about = (scheme.criteria, prd, query, recipe.id)
        return [*criteria_problems(*about), *(fault.message for fault in query_faults(*about))]

    async def patched(
        self,
        asking: WriterRequest,
        recipe: Recipe,
        prd: PRD,
        query: Query,
        scheme: Scheme,
        wrong: Sequence[str],
    ) -> MadeArtifact[Scheme]:
        """Targets, and tasks, steps and outcomes by id and number."""
        sizes = kept_sizes(scheme.criteria, asking.orders.sizes(recipe))

        async def read(written: WrittenCriteria) -> ReadAnswer[Scheme]:
            found = reread_criteria(written, scheme.criteria, prd, query, recipe.id, sizes)
            held = _held(found, asking, recipe, prd, query)
            return await self._tried(held, recipe, changed_tasks(scheme, held.value))

        standing, again = written_criteria(scheme.criteria), _again(asking, recipe, prd, query, sizes)
        patching = Patching(CriteriaPatch, patched_criteria, order=again)
        return await asking.writer.patched(again(standing, wrong), standing, patching, read)

    @property
    def mutants_patch(self) -> type[MutantsPatch]:
        """Defects, and a patch of the criteria that they show to be weak."""
        return PageMutantsPatch

    async def strengthened(
        self, specified: Specified, scheme: Scheme, patch: MutantsPatch
    ) -> ReadAnswer[Scheme] | None:
        """The steps and outcomes of weak tasks patched."""
        if not isinstance(patch, PageMutantsPatch) or patch.criteria is None:
            return None
        before = scheme.criteria
        written = patched_criteria(written_criteria(before), patch.criteria)
        found = reread_criteria(written, before, specified.prd, specified.query, specified.recipe.id)
        mended = scheme.model_copy(update={"criteria": found.value})
        return ReadAnswer(mended, found.told or await self.vacuous(specified.recipe, scheme, mended))

    async def vacuous(self, recipe: Recipe, before: Scheme, scheme: Scheme) -> list[str]:
        """Outcomes of corrected tasks that a page earns which does nothing."""
        changed = changed_tasks(before, scheme)
        return await gained(self._judge, recipe.id, recipe.parameters.family, scheme, changed)

    async def _tried(
        self, held: ReadAnswer[Scheme], recipe: Recipe, tasks: frozenset[str]
    ) -> ReadAnswer[Scheme]:
        """Criteria without a problem of their own, with what pages earn of these tasks that do nothing."""
        if held.told:
            return held
        family = recipe.parameters.family
        return ReadAnswer(held.value, await gained(self._judge, recipe.id, family, held.value, tasks))

    def shown(self, scheme: Scheme) -> ShownScheme:
        """The tasks with their steps and the targets that these name; what a browser does needs no files."""
        return _shown(written_criteria(scheme.criteria))

    def correction(self, text: str, specified: Specified) -> Correction:
        """Tasks whose steps are written anew."""
        return _correction(RewrittenTasks.model_validate_json(text), specified)

    async def repaired(
        self,
        writer: Writer,
        order: WritingOrder,
        specified: Specified,
        read: Callable[[Repaired], ReadAnswer[T]],
    ) -> MadeArtifact[T]:
        """What `read` makes of edits, files and steps written anew."""

        async def taken(written: Repair) -> ReadAnswer[T]:
            def correction(scheme: Scheme) -> ReadAnswer[Scheme]:
                about = (specified.prd, specified.query, specified.recipe.id)
                found = repaired_criteria(scheme.criteria, written, *about)
                return ReadAnswer(Scheme(criteria=found.value, grader=scheme.grader), found.told)

            return read(Repaired(written.edits, written.files, correction))

        return await writer.written(order, Repair, taken)

    def blank(self, reference: Files, criteria: Criteria) -> PlantedMutant:
        """A start page on which nothing is left."""
        return blank("webapp", reference, criteria)


def _held(
    found: ReadAnswer[Criteria], asking: WriterRequest, recipe: Recipe, prd: PRD, query: Query
) -> ReadAnswer[Scheme]:
    """Criteria without a problem of their own, held against checks of the gate besides."""
    scheme = Scheme(criteria=found.value)
    problems = found.problems if found.told else asking.complaints(recipe, prd, query, scheme)
    return ReadAnswer(scheme, problems, found.elsewhere)


def _correction(written: RewrittenTasks, specified: Specified) -> Correction:
    def made(scheme: Scheme) -> ReadAnswer[Scheme]:
        found = corrected(scheme.criteria, written.tasks, specified.prd, specified.query, specified.recipe.id)
        return ReadAnswer(Scheme(criteria=found.value, grader=scheme.grader), found.problems)

    return made

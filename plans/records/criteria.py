"""The criteria DAG of a project.

In memory every step holds its targets in full. In `criteria.yaml` a target is described once, in the table `targets`,
and steps refer to it by its id:

    targets:
      item: {role: item, name: plant, synonyms: [plants]}
      price: {role: text, name: Price, within: item}
    tasks:
    - …
      how:
        kind: browser
        steps:
        - {do: remember, bind: prices, read: numbers, target: price}
        - {do: click, target: {like: price, within: {like: item, nth: 1}}}

`{like: ID, …}` is the target ID with other fields, as a rule those of its place.

A list in place of an expectation means that all of its parts hold (`kind: all_of`):

        - do: expect
          outcome: titled
          that:
          - {phrase: has a title, kind: visible, target: title}
          - {phrase: of its own, kind: reads, read: texts, target: titles, that: unique(it)}
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeGuard, Union, cast

from pydantic import Field

from plans.records.base import FileRecord, Record, walked
from plans.records.steps import TARGET_ID, Accessible, Keyboard, Step, Target
from plans.records.task_kinds import BrowserSteps, FileComparison, ShellInteraction, TaskKind, UnitTest

HEAVIEST = 1e6
"""The largest weight: weights are summed, and a share of a sum that is infinite is no number."""
HOLD_TARGETS = frozenset({"target", "to", "within", "turning", "among"})
"""Fields of steps and expectations whose value is a target."""
_HOLD_EXPECTATIONS = frozenset({"that", "where", "unless"})
"""Fields of steps whose value is an expectation; in an expectation `that` is a condition, which is a text."""
_HOLD_SEVERAL = frozenset({"options", "parts"})
"""Fields of expectations whose value is a list of expectations."""
_DEEPEST = 10
"""How many targets may stand within or be like one another. Each may name two more, so that the work doubles with each
level."""
_TOO_DEEP = f"targets stand within or are like one another more than {_DEEPEST} levels deep: leave some out"


class Level(StrEnum):
    """What an evaluation task asks: is it there, does it work, does it hold (Asuka-Bench)."""

    PRESENCE = "presence"
    FUNCTIONALITY = "functionality"
    ROBUSTNESS = "robustness"


DEFAULT_WEIGHT: dict[Level, float] = {Level.PRESENCE: 1.0, Level.FUNCTIONALITY: 2.0, Level.ROBUSTNESS: 3.0}
"""Weight of a task by its level, when nobody sets another (notes of this project; the paper does not say)."""


TASK_KINDS: Mapping[str, type[TaskKind]] = {
    kind.word(): kind
    for kind in (
        BrowserSteps,
        UnitTest,
        ShellInteraction,
        FileComparison,
    )
}
"""Word → kind, in the order of tables. Which of them a family's judge decides, its entry in plans/families.py says."""
if TYPE_CHECKING:
    KindWord = str
    TaskMethod = TaskKind
else:
    KindWord = Literal[tuple(TASK_KINDS)]
    TaskMethod = Annotated[Union[tuple(TASK_KINDS.values())], Field(discriminator="kind")]  # noqa: UP007


class ExpectedOutcome(Record):
    """One observable, checkable statement."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    """Unique within its task."""
    statement: str
    """What must be observed, in a sentence."""


class EvaluationTask(Record):
    """A node of the criteria DAG; it passes when all of its outcomes hold."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    """Unique within its project."""
    title: str
    """What is tried, in a few words."""
    level: Level
    """Presence, functionality or robustness."""
    weight: float = Field(gt=0, le=HEAVIEST)
    """Share in weighted rates, relative to the project's other tasks."""
    depends_on: tuple[str, ...] = ()
    """Tasks that must have passed before this one is run."""
    requirements: tuple[str, ...] = Field(min_length=1)
    """Ids of the PRD's leaf requirements that it tests."""
    outcomes: tuple[ExpectedOutcome, ...] = Field(min_length=1)
    """What must be observed."""
    how: TaskMethod
    """How it is tried."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of a task that is tried in a browser; of any other kind there are none."""
        return self.how.browser_steps

    @property
    def is_of_clause(self) -> bool:
        """Whether it tries the accessibility clause, which runs with a free interface leave out."""
        return any(isinstance(part, Accessible | Keyboard) for _, part in walked(self.steps))


class Criteria(FileRecord):
    """`criteria.yaml`: the criteria DAG of a project."""

    SCHEMA: ClassVar[str] = "criteria"
    VERSION: ClassVar[int] = 4
    INLINE: ClassVar[frozenset[str]] = frozenset({"targets", "tasks"})

    schema_version: int = 4
    tasks: tuple[EvaluationTask, ...] = Field(min_length=1)
    """The evaluation tasks, parents before children."""

    @classmethod
    def from_file(cls, value: dict[str, Any]) -> dict[str, Any]:
        targets, tasks = value.get("targets"), value.get("tasks")
        if not isinstance(tasks, list):
            return value
        full = [
            _with_steps(task, [_from_lists(step) for step in _steps(task)])
            for task in cast("list[Any]", tasks)
        ]
        if not _is_table(targets):
            return {**value, "tasks": full}
        rest = {key: inner for key, inner in value.items() if key != "targets"}
        return {**rest, "tasks": _expand(targets, full)}

    @classmethod
    def to_file(cls, value: dict[str, Any]) -> dict[str, Any]:
        targets, tasks = _to_table(value["tasks"])
        rest = {key: inner for key, inner in value.items() if key != "tasks"}
        written = [_with_steps(task, [_to_lists(step) for step in _steps(task)]) for task in tasks]
        return {**rest, **({"targets": targets} if targets else {}), "tasks": written}

    @classmethod
    def file_schema(cls) -> dict[str, Any]:
        schema = cls.model_json_schema()
        table = {
            "type": "object",
            "description": "Id of each target that the steps mean, and what it is.",
            "propertyNames": {"pattern": TARGET_ID},
            "additionalProperties": {"$ref": "#/$defs/InlineTarget"},
        }
        schema["properties"] = {"targets": table, **schema["properties"]}
        inline = schema["$defs"].pop("Target")
        like = {"type": "string", "description": "Id of the target that this one is like."}
        inline["properties"] = {"like": like, **inline["properties"]}
        reference = {"type": "string", "pattern": TARGET_ID}
        schema["$defs"] |= {
            "InlineTarget": inline,
            "Target": {"anyOf": [reference, {"$ref": "#/$defs/InlineTarget"}]},
        }
        single = schema["$defs"]["AllOf"]["properties"]["parts"]["items"]
        several = {"type": "array", "minItems": 2, "items": {"$ref": "#/$defs/Expectation"}}
        schema["$defs"] = _with_reference(schema["$defs"], single, {"$ref": "#/$defs/Expectation"})
        # With `if`, faults are told of the form that was written, and not of both.
        schema["$defs"]["Expectation"] = {"if": {"type": "array"}, "then": several, "else": single}
        return schema

    @property
    def targets(self) -> Mapping[str, Target]:
        """Id → target, of every target that has an id, without the places that single steps give it."""
        table, _ = _to_table([task.model_dump(mode="json", exclude_defaults=True) for task in self.tasks])
        problems: list[str] = []
        return {id: Target.model_validate(_target(id, table, problems, ())) for id in table}

    def unnamed_targets(self) -> Iterator[tuple[str, Target]]:
        """Id of the task and target, of every target that stands in a step without an id."""
        for task in self.tasks:
            for step in task.steps:
                for target in _targets_of(step.model_dump(mode="json", exclude_defaults=True)):
                    if not target.get("id"):
                        yield task.id, Target.model_validate(target)

    def task(self, id: str) -> EvaluationTask:
        """The task called `id`; KeyError when there is none."""
        for task in self.tasks:
            if task.id == id:
                return task
        raise KeyError(id)

    def ancestors(self, id: str) -> frozenset[str]:
        """Ids of everything that the task depends on, directly or not."""
        found: set[str] = set()
        open_ids = list(self.task(id).depends_on)
        while open_ids:
            parent = open_ids.pop()
            if parent not in found:
                found.add(parent)
                open_ids.extend(self.task(parent).depends_on)
        return frozenset(found)

    def with_prerequisites(self, ids: Collection[str] | None) -> tuple[EvaluationTask, ...]:
        """The tasks `ids` and whatever they depend on, in order; None: all tasks. KeyError for an unknown id."""
        if ids is None:
            return self.tasks
        wanted = {*ids, *(ancestor for id in ids for ancestor in self.ancestors(id))}
        return tuple(task for task in self.tasks if task.id in wanted)

    @property
    def clause(self) -> tuple[EvaluationTask, ...]:
        """The tasks by which the accessibility clause is tried; none in suites of before there was one."""
        return tuple(task for task in self.tasks if task.is_of_clause)

    def without_clause(self) -> "Criteria":
        """The criteria without these."""
        return self.model_copy(update={"tasks": tuple(task for task in self.tasks if not task.is_of_clause)})

    def children(self, id: str) -> frozenset[str]:
        """Ids of the tasks that name `id` as a prerequisite."""
        return frozenset(task.id for task in self.tasks if id in task.depends_on)


JSONObject = dict[str, Any]


def _to_lists(value: Any) -> Any:
    """A step or expectation with a list in place of each `all_of`."""
    if isinstance(value, list):
        return [_to_lists(inner) for inner in cast("list[Any]", value)]
    if not isinstance(value, Mapping):
        return value
    written = {key: _to_lists(inner) for key, inner in cast("JSONObject", value).items()}
    is_plain = written.keys() == {"kind", "parts"} and written["kind"] == "all_of"
    return written["parts"] if is_plain else written


def _from_lists(value: Any) -> Any:
    """A step or expectation with an `all_of` in place of each list that stands for one."""
    if not isinstance(value, Mapping):
        return value
    full: JSONObject = {}
    for key, inner in cast("JSONObject", value).items():
        if key in _HOLD_EXPECTATIONS:
            full[key] = _expectation(inner)
        elif key in _HOLD_SEVERAL and isinstance(inner, list):
            full[key] = [_expectation(each) for each in cast("list[Any]", inner)]
        else:
            full[key] = inner
    return full


def _expectation(value: Any) -> Any:
    if isinstance(value, list):
        return {"kind": "all_of", "parts": [_expectation(part) for part in cast("list[Any]", value)]}
    return _from_lists(value)


def _with_reference(schema: Any, single: JSONObject, reference: JSONObject) -> Any:
    """A schema with a reference in place of the union of all expectations, wherever that stands in it."""
    if isinstance(schema, list):
        return [_with_reference(inner, single, reference) for inner in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    fields = cast("JSONObject", schema)
    if fields.get("oneOf") == single["oneOf"]:
        kept = {key: value for key, value in fields.items() if key not in single}
        return {**kept, **reference}
    return {key: _with_reference(inner, single, reference) for key, inner in fields.items()}


def without_wording(step: JSONObject) -> JSONObject:
    """A dumped step without ids and descriptions of targets and phrases of expectations: none changes what it does."""

    def described(target: Any) -> Any:
        if not isinstance(target, dict):
            return target
        kept = {
            key: value
            for key, value in cast("JSONObject", target).items()
            if key not in ("id", "description")
        }
        return {**kept, "within": described(kept["within"])} if "within" in kept else kept

    return cast("JSONObject", _without_phrases(_mapped(step, described)))


def _without_phrases(value: Any) -> Any:
    if isinstance(value, dict):
        kept = cast("JSONObject", value)
        return {key: _without_phrases(inner) for key, inner in kept.items() if key != "phrase"}
    return (
        [_without_phrases(inner) for inner in cast("list[Any]", value)] if isinstance(value, list) else value
    )


def _to_table(tasks: list[Any]) -> tuple[dict[str, JSONObject], list[Any]]:
    """The table of targets, and the tasks with a reference in place of each target that has an id."""
    uses: dict[str, list[JSONObject]] = defaultdict(list)
    for task in tasks:
        for step in _steps(task):
            for target in _targets_of(step):
                if target.get("id"):
                    uses[target["id"]].append(target)
    table = {id: _definition(of_it) for id, of_it in sorted(uses.items())}

    def reference(target: JSONObject) -> Any:
        return _reference(target, table)

    return {id: _reference(one, table, is_definition=True) for id, one in table.items()}, [
        _with_steps(task, [_mapped(step, reference) for step in _steps(task)]) for task in tasks
    ]


def _definition(uses: list[JSONObject]) -> JSONObject:
    """What all uses of a target have in common."""
    first, *others = uses
    return {key: value for key, value in first.items() if all(other.get(key) == value for other in others)}


def _reference(target: JSONObject, table: Mapping[str, JSONObject], *, is_definition: bool = False) -> Any:
    """The target as it is written in a file: by its id, with the fields in which this use differs."""
    written = {
        key: _reference(value, table) if key == "within" and value is not None else value
        for key, value in target.items()
    }
    if is_definition or not target.get("id"):
        return {key: value for key, value in written.items() if key != "id"}
    defined = table[target["id"]]
    own = {key: value for key, value in written.items() if key != "id" and target[key] != defined.get(key)}
    return {"like": target["id"], **own} if own else target["id"]


def _is_table(targets: Any) -> TypeGuard[dict[str, JSONObject]]:
    return isinstance(targets, dict) and all(
        isinstance(id, str) and isinstance(one, dict) for id, one in cast("dict[Any, Any]", targets).items()
    )


def _expand(table: Mapping[str, JSONObject], tasks: list[Any]) -> list[Any]:
    """The tasks with every target in full; raises ValueError with every reference that is wrong."""
    problems: list[str] = []
    used: set[str] = set()

    expanded: list[Any] = []
    for task in tasks:
        rows: list[Any] = []
        for number, step in enumerate(_steps(task), 1):
            found: list[str] = []
            rows.append(_mapped(step, partial(_target, table=table, problems=found, above=(), used=used)))
            problems += [
                one if one == _TOO_DEEP else f"task {task.get('id')}: step {number}: {one}" for one in found
            ]
        expanded.append(_with_steps(task, rows))
    if _TOO_DEEP not in problems:
        problems += [f"target {id!r} is used by no step: delete it" for id in table if id not in used]
    if problems:
        raise ValueError(*dict.fromkeys(problems))
    return expanded


def _target(
    written: Any,
    table: Mapping[str, JSONObject],
    problems: list[str],
    above: tuple[str, ...],
    used: set[str] | None = None,
) -> Any:
    """A target in full: what a reference means, or the target itself with its `within` in full."""
    if not isinstance(written, str | Mapping):
        return written
    if len(above) > _DEEPEST:
        problems.append(_TOO_DEEP)
        return {}
    reference: JSONObject = (
        {"like": written} if isinstance(written, str) else dict(cast("JSONObject", written))
    )
    own = {key: value for key, value in reference.items() if key != "like"}
    if own.get("within") is not None:
        own["within"] = _target(own["within"], table, problems, (*above, ""), used)
    if "like" not in reference:
        return own
    id = reference["like"]
    if id in above:
        problems.append(f"target {id!r} stands within itself")
        return own
    if not isinstance(id, str) or id not in table:
        problems.append(f"target {id!r} is not in `targets`: add it, or correct the id")
        return own
    if used is not None:
        used.add(id)
    return {**_target(dict(table[id]), table, problems, (*above, id), used), **own, "id": id}


def _steps(task: Any) -> list[Any]:
    """The steps of a task that is tried in a browser, as a file holds them; else none."""
    how: Any = cast("JSONObject", task).get("how") if isinstance(task, Mapping) else None
    steps: Any = cast("JSONObject", how).get("steps") if isinstance(how, Mapping) else None
    return list(cast("list[Any]", steps)) if isinstance(steps, list) else []


def _with_steps(task: Any, steps: list[Any]) -> Any:
    return {**task, "how": {**task["how"], "steps": steps}} if steps else task


def _mapped(value: Any, change: Any) -> Any:
    """A step or expectation with every target in it changed; what a target is within belongs to the target."""
    if isinstance(value, Mapping):
        return {
            key: change(inner) if key in HOLD_TARGETS and inner is not None else _mapped(inner, change)
            for key, inner in cast("JSONObject", value).items()
        }
    return (
        [_mapped(inner, change) for inner in cast("list[Any]", value)] if isinstance(value, list) else value
    )


def _targets_of(step: Any) -> list[JSONObject]:
    """Every target of a step, and what each is within."""
    found: list[JSONObject] = []

    def note(target: Any) -> Any:
        inner = target
        while isinstance(inner, Mapping):
            found.append(cast("JSONObject", inner))
            inner = cast("Any", found[-1].get("within"))
        return target

    _mapped(step, note)
    return found

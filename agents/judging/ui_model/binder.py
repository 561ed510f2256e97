"""Asking the model what the targets of the criteria are in one app, once for all of its tasks."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from pydantic import model_validator

from agents.browser.atlas import Atlas, Screen, app_map, in_words, parse_line
from agents.browser.snapshot import Snapshot
from agents.gateway.prompts import Prompts, string
from agents.judging.bound import (
    SETTLED,
    BoundTargets,
    Objection,
    by_program,
    is_map_whole,
    resolved,
    taken_all,
)
from agents.judging.wire import TaskRequest, WorkerReply
from plans.contracts.models import Model
from plans.records.app_map import AppMap, Binding, BindingKind, WrittenBinding
from plans.records.base import found_in
from plans.records.criteria import EvaluationTask
from plans.records.model_call import Message, ModelCall, ModelUse, Shape, model_use
from plans.records.moments import MomentPart
from plans.records.steps import Target
from plans.records.verdict import JudgeRequest, OutcomeCause, retry_salt
from plans.step_words import TargetUse, describe, name_of, wanted_targets

_PROMPTS = Prompts("agents.judging.ui_model")
_QUESTIONS = 2
"""Questions about one map: the second only about bindings that cannot hold."""
_LATE = 3
"""Questions about pages of one app that the map lacks."""
_STATEMENTS = 2
"""Statements that tell what a target is used for."""
_LINES = 900
"""Lines of a map that a model is shown."""
_TO_BE_BOUND = frozenset({OutcomeCause.NOT_BOUND, OutcomeCause.NOT_OPERABLE, OutcomeCause.NOT_READABLE})
"""Causes that a binding may remove."""
_USES = {"act": "it is operated", "number": "a number is read off it", "see": "it is looked at"}


class AnsweredField(Shape):
    """One of the fields of a composite."""

    takes: MomentPart
    """What is entered in it; half: am or pm, moment: both a date and a time."""
    element: str
    """Its sign."""


class AnsweredBinding(Shape):
    """What one thing is in the app."""

    target: str
    """The thing's id."""
    kind: BindingKind
    element: str | None
    """Sign of an element of the map, for the kinds element, entries and part; else null."""
    after: str | None
    """Of a part: the words after which it stands; null where it stands at the beginning."""
    before: str | None
    """Of a part: the words before which it stands; null where it stands at the end."""
    fields: list[AnsweredField] | None
    """Of a composite: its fields; else null."""
    reason: str
    """In one line."""

    @model_validator(mode="before")
    @classmethod
    def _without_fields(cls, said: dict[str, Any]) -> dict[str, Any]:
        return {"fields": None, **said}


class BindAnswer(Shape):
    """Bindings of the things that were asked about."""

    bindings: list[AnsweredBinding]
    """One for each thing."""


class Binder:
    """Binds the targets of one item's criteria in one app.

    The first task that the program leaves open has the whole map bound. A page that a task comes to and that the map
    lacks joins it, and what is open is asked once more for such pages, in `_LATE` questions at most. What the model
    binds for one task alone is that task's own until the task passes.
    """

    def __init__(
        self,
        model: Model,
        request: JudgeRequest,
        explore: Callable[[], Awaitable[Atlas]],
        *,
        asks_of_all: bool = False,
    ) -> None:
        """Nothing is explored or asked before it is needed.

        `asks_of_all`: the model, in the role `ui_judge`, binds also what the program finds by role and name.
        """
        self._asks_of_all = asks_of_all
        self._model = model
        self._request = request
        self._explore = explore
        self._lock = asyncio.Lock()
        self._wanted = {each.id: each for each in wanted_targets(request.criteria)}
        self._atlas: Atlas | None = None
        self._found: dict[str, Binding] = {}
        self._bound = BoundTargets()
        self._passed_with: set[str] = set()
        """Targets whose bindings tasks have passed with."""
        self.uses: list[ModelUse] = []
        self._is_asked = False
        self._late = 0

    @property
    def is_whole(self) -> bool:
        """See `is_map_whole`."""
        return self._atlas is not None and is_map_whole(self._atlas, self._request.criteria, self._bound)

    @property
    def bindings(self) -> tuple[Binding, ...]:
        """What is bound by others than the program, in this round or an earlier one."""
        return tuple(each for each in self._found.values() if each.bound_by != "program")

    async def tried(
        self, request: TaskRequest, run: Callable[[TaskRequest], Awaitable[WorkerReply]]
    ) -> WorkerReply:
        """A worker's reply about a task with its targets bound; raises what a run by a worker and a Model raise."""
        async with self._lock:
            if self._request.bindings:
                await self._begun()
            if self._asks_of_all and not self._is_asked:
                await self._bind(None)
        while True:
            bound = self._bound
            reply = await run(request.model_copy(update={"bound": bound}))
            causes = {one.cause for one in (reply.verdict.outcomes if reply.verdict else ())}
            if reply.stuck is None or not causes & _TO_BE_BOUND:
                return reply
            async with self._lock:
                # Another task may have had more bound meanwhile; the whole map may say nothing of these pages.
                for _ in range(2):
                    if self._bound == bound:
                        await self._bind(reply.stuck.page)
                if self._bound == bound:
                    return reply

    async def begin(self) -> None:
        """Have the map made, which all that follows needs; raises as making it does."""
        async with self._lock:
            await self._begun()

    def adopted(
        self, page: Snapshot, answered: Sequence[AnsweredBinding], task: EvaluationTask
    ) -> tuple[dict[str, Binding], list[Objection]]:
        """Bindings of a task's targets whose signs are of one page, `s1`, and why others cannot hold."""
        assert self._atlas is not None
        seen, start = Screen(way=(), snapshot=page), self._atlas.start
        wanted = {each.id: each for each in self._wanted_of(task) if not self._is_by_person(each.id)}
        alone = Atlas(screens=(seen,), presses=0)
        good, objections = taken_all(map(_written, answered), wanted.values(), alone, "model", start)
        for id in dict.fromkeys(one.target for one in answered if one.target not in wanted):
            why = "a person bound it" if self._is_by_person(id) else "no thing of this task has this id"
            objections.append(Objection(target=id, why=why))
        if good:
            self._atlas = self._atlas.model_copy(update={"screens": (*self._atlas.screens, seen)})
        return good, objections

    def known(self, own: Mapping[str, Binding]) -> dict[str, Binding]:
        """All bindings by target, as a task sees them that has some of its `own`."""
        return {**self._found, **own}

    def bound_with(self, own: Mapping[str, Binding]) -> BoundTargets:
        """All bindings, with the task's `own`, in the form that attempts use."""
        return self._resolved(self.known(own)) if own else self._bound

    def keep_of(self, task: EvaluationTask, own: Mapping[str, Binding]) -> None:
        """Keep the bindings of a passed task for all tasks, except of targets with which an earlier task has passed."""
        fresh = {id: each for id, each in own.items() if id not in self._passed_with}
        self._passed_with.update(each.id for each in self._wanted_of(task))
        if fresh:
            self._keep(fresh)

    def things_of(
        self, task: EvaluationTask, own: Mapping[str, Binding], taken: Sequence[Binding]
    ) -> list[dict[str, str]]:
        """The targets of a task, what is known of each, and what a try at the task took it for."""
        known = self.known(own)
        this_try = {
            one.target: f"taken for {string(one.bound_to)}" if one.bound_to else "not found" for one in taken
        }
        things: list[dict[str, str]] = []
        for each in self._wanted_of(task):
            words, binding = this_try.get(each.id, "not looked for"), known.get(each.id)
            if binding is not None and binding.bound_by != "program":
                what = string(binding.bound_to) if binding.kind in SETTLED else binding.kind.value
                words = f"{what}, says a {binding.bound_by}; {words}"
            things.append({"id": each.id, "words": describe(each.target), "bound": words})
        return things

    def other_screens(self, page: Snapshot, *, is_outlined: bool) -> list[str]:
        """The screens of the app that show something beside its start page and this one, in words without signs.

        `is_outlined`: also what is new on each.
        """
        assert self._atlas is not None
        start = self._atlas.screens[:1]
        others = (screen for screen in self._atlas.screens[1:] if screen.way)
        told = Atlas(screens=(*start, Screen(way=(), snapshot=page), *others), presses=0)
        rows: list[str] = []
        for screen in app_map(told).screens[len(start) + 1 :]:
            if screen.lines:
                way = ", then ".join(string(step, 100) for step in screen.way)
                rows.append(f"{screen.id}: {string(screen.title, 100)}, after pressing {way}")
            if is_outlined:
                lines = map(parse_line, screen.lines)
                rows += [f"{'  ' * (depth + 1)}{said}" for depth, _, said in lines]
        return rows

    def _wanted_of(self, task: EvaluationTask) -> list[TargetUse]:
        """What is wanted for a task, each once."""
        ids = dict.fromkeys(name_of(target) for target in found_in(task.steps, Target))
        return [self._wanted[id] for id in ids if id in self._wanted]

    def _is_by_person(self, id: str) -> bool:
        return id in self._found and self._found[id].bound_by == "person"

    def _keep(self, good: Mapping[str, Binding]) -> None:
        self._found |= good
        self._bound = self._resolved(self._found)

    def _resolved(self, bindings: Mapping[str, Binding]) -> BoundTargets:
        assert self._atlas is not None
        return resolved(bindings.values(), self._request.criteria, self._atlas)[0]

    async def _begun(self) -> Atlas:
        """The map, made once, with what is bound without a question: by the program, and what was given and holds.

        Given are bindings of a person, which count before any other, and of the round before.
        """
        if self._atlas is None:
            self._atlas = await self._explore()
            by_name = [] if self._asks_of_all else by_program(self._atlas, list(self._wanted.values()))
            wanted = [each for each in self._request.bindings if each.target in self._wanted]
            given = [each for each in wanted if each.bound_by == "person" or each.kind in SETTLED]
            _, broken = resolved(given, self._request.criteria, self._atlas)
            holding = [each for each in given if each.target not in broken]
            self._keep({each.target: each for each in (*by_name, *holding)})
        return self._atlas

    async def _bind(self, missed: Snapshot | None) -> None:
        """Ask what open targets are: once by the whole map, later on a page that the map lacks."""
        atlas = await self._begun()
        doubts = (BindingKind.LATER, BindingKind.UNSURE, BindingKind.ABSENT)
        open_ones = {
            id: each
            for id, each in self._wanted.items()
            if id not in self._found or (self._found[id].kind in doubts and not self._is_by_person(id))
        }
        if not self._is_asked:
            await self._ask(atlas, app_map(atlas), open_ones, "bind")
            self._is_asked = True
            return
        assert missed is not None
        longer = atlas.model_copy(update={"screens": (*atlas.screens, Screen(way=(), snapshot=missed))})
        # Of two that look alike the second has nothing new to show.
        fresh = tuple(screen for screen in app_map(longer).screens[len(atlas.screens) :] if screen.lines)
        if fresh and open_ones and self._late < _LATE:
            self._late += 1
            self._atlas = longer
            told = AppMap(screens=fresh, presses=0)
            await self._ask(longer, told, open_ones, f"bind late {self._late}", is_late=True)

    async def _ask(
        self,
        atlas: Atlas,
        told: AppMap,
        open_ones: Mapping[str, TargetUse],
        salt: str,
        *,
        is_late: bool = False,
    ) -> None:
        """Ask what targets are, and once more for answers that cannot hold; what can is kept."""
        objections: list[Objection] = []
        lines = list(in_words(told.screens))
        for number in range(_QUESTIONS):
            if not open_ones:
                break
            words = _PROMPTS.rendered(
                "bind",
                map=lines[:_LINES],
                is_late=is_late,
                cut=told.cut or ("it is longer than what is shown here" if len(lines) > _LINES else ""),
                things=[_thing(each) for each in open_ones.values()],
                objections=objections,
            )
            call = asking(self._request, "bind", words, f"{salt} {number}", "")
            answer = await self._model.filled(call, BindAnswer)
            self.uses += map(model_use, answer.replies)
            written, start = map(_written, answer.value.bindings), atlas.start
            good, objections = taken_all(written, open_ones.values(), atlas, "model", start)
            self._keep(good)
            said = good.keys() | {one.target for one in objections}
            unsaid = [id for id in open_ones if id not in said]
            objections += [Objection(target=id, why="nothing was said of it") for id in unsaid]
            open_ones = {one.target: open_ones[one.target] for one in objections}


def asking(
    request: JudgeRequest, template: str, words: str, salt: str, task: str, pictures: tuple[str, ...] = ()
) -> ModelCall:
    """A question to the role `ui_judge`, about one task or, where that is empty, about the whole app.

    Where answers could not be used before, it is asked anew, and no answer is taken from the journal again.
    """
    unusable = request.unusable_answers
    in_vain = unusable.get(task, 0) if task else max(unusable.values(), default=0)
    return ModelCall(
        role="ui_judge",
        messages=(Message(role="user", text=words, pictures=pictures),),
        template_hash=_PROMPTS.template_hash(template),
        salt=retry_salt(salt, in_vain),
        stage="judge",
        project=request.item,
    )


def _written(answered: AnsweredBinding) -> WrittenBinding:
    return WrittenBinding.model_validate(answered.model_dump(exclude_none=True))


def _thing(wanted: TargetUse) -> dict[str, str]:
    """What the model is told of a target."""
    description = f" ({wanted.target.description})" if wanted.target.description else ""
    statements = list(wanted.statements or wanted.titles)[:_STATEMENTS]
    return {
        "id": wanted.id,
        "words": describe(wanted.target) + description,
        "use": " and ".join(_USES[use] for use in sorted(wanted.purposes) if use in _USES),
        "outcomes": "; ".join(map(string, statements)),
    }

"""Asking the model what the targets of the criteria are in one app, once for all of its tasks."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence

from agents.browser.charting.atlas import Atlas, Screen, app_map, in_words, outline, parse_line
from agents.browser.context import name_of
from agents.browser.grounding.contract import Purpose
from agents.browser.grounding.ground import describe
from agents.browser.grounding.looks import looking_like
from agents.browser.grounding.words import agreement
from agents.browser.snapshot import Snapshot
from agents.gateway.prompts import Prompts
from agents.gateway.quoting import string
from agents.judging.bound import (
    BoundTargets,
    Objection,
    Wanted,
    by_program,
    resolved,
    taken_all,
    wanted_targets,
)
from agents.judging.programmatic import BoundApp, Run
from agents.judging.wire import TaskRequest, WorkerReply
from plans.contracts.models import Model
from plans.records.app_map import AppMap, Binding, BindingKind, WrittenBinding
from plans.records.criteria import EvaluationTask
from plans.records.judging import JudgeRequest, retry_salt
from plans.records.model_call import Message, ModelCall
from plans.records.model_shape import Shape
from plans.records.model_use import ModelUse, model_use
from plans.records.targets import Target
from plans.records.walk import found_in

_PROMPTS = Prompts("agents.judging.ui_model")
_TEMPLATE = "bind"
_QUESTIONS = 2
"""Questions about one map: the second only about bindings that cannot hold."""
_STATEMENTS = 2
"""Statements that tell what a target is used for."""
_LINES = 900
"""Lines of a map that a model is shown."""
_OTHER_LINES = 150
"""Lines that tell of other screens than the one that a task is at."""
_SETTLED = frozenset({BindingKind.ELEMENT, BindingKind.ENTRIES, BindingKind.PART})
"""Kinds of bindings that the next round begins with."""

_LATE = 3
"""Questions about pages of one app that the map lacks."""

_NUMBER = re.compile(r"\d+")
_MOST_BINDINGS = 80
"""Bindings of one answer that are looked at."""
_SAYS_SO = 0.72
"""Agreement from which an element says what is looked for.

Below it a binding is only refused; the value is not measured on unseen apps."""
_MOST_NUMBERS = 4
"""Numbers in an element up to which a part of it can be told by the words around it."""

Explore = Callable[[], Awaitable[Atlas]]


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
    reason: str
    """In one line."""


class BindAnswer(Shape):
    """Bindings of the things that were asked about."""

    bindings: list[AnsweredBinding]
    """One for each thing."""


class Binder:
    """Binds the targets of one item's criteria in one app.

    The first task that the program leaves open has the whole map bound. A page that a task comes to and that the map
    lacks joins it, and what is open is asked once more for such pages, in `_LATE` questions at most.
    """

    def __init__(
        self, model: Model, request: JudgeRequest, explore: Explore, *, asks_of_all: bool = False
    ) -> None:
        """A binder of one app; nothing is explored or asked before it is needed.

        Args:
            model: Who is asked, in the role `ui_judge`.
            request: The submission, and what is bound in it already.
            explore: Makes the map of the app.
            asks_of_all: Whether the model binds all targets, also those that the program finds by role and name.
        """
        self._asks_of_all = asks_of_all
        self._model = model
        self._request = request
        self._explore = explore
        self._lock = asyncio.Lock()
        self._wanted = {each.id: each for each in wanted_targets(request.criteria)}
        self._atlas: Atlas | None = None
        self._found: dict[str, Binding] = {}
        self._uses: list[ModelUse] = []
        self._is_asked = False
        self._late = 0
        self._bound = BoundTargets()

    async def tried(self, request: TaskRequest, run: Run) -> WorkerReply:
        """A worker's reply about a task with its targets bound; raises what a run by a worker and a Model raise."""
        if self._request.bindings or self._asks_of_all:
            async with self._lock:
                await self._begun()
                if self._asks_of_all:
                    await self._ask_whole_map()
        while True:
            bound = self._bound
            reply = await run(request.model_copy(update={"bound": bound}))
            if not reply.missed:
                return reply
            async with self._lock:
                if self._bound != bound:
                    # Another task has had more bound meanwhile.
                    continue
                await self._ask_whole_map()
                if self._bound == bound:
                    await self._bind_late(reply.missed)
                if self._bound == bound:
                    return reply

    async def adopt(
        self, page: Snapshot, answered: Sequence[AnsweredBinding], task: EvaluationTask
    ) -> list[Objection]:
        """Take bindings of a task's targets whose signs are of one page, `s1`; returns why others cannot hold."""
        if not answered:
            return []
        async with self._lock:
            wanted = {id: self._wanted[id] for id in _ids_of(task) if id in self._wanted}
            atlas = await self._begun()
            seen = Screen(way=(), snapshot=page)
            alone = Atlas(screens=(seen,), presses=0)
            good, objections = _checked(answered, wanted, alone, atlas.screens[0].snapshot)
            unknown = [one.target for one in answered if one.target not in wanted]
            objections += [
                Objection(target=id, why="no thing of this task goes by this id") for id in unknown
            ]
            if good:
                self._atlas = atlas.model_copy(update={"screens": (*atlas.screens, seen)})
                self._keep(good)
                self._bound, _ = resolved(self._found.values(), self._request.criteria, self._atlas)
        return objections

    def known_of(self, task: EvaluationTask) -> dict[str, Binding]:
        """What is bound of a task's targets."""
        return {id: self._found[id] for id in _ids_of(task) if id in self._found}

    async def restore(self, known: Mapping[str, Binding], task: EvaluationTask) -> None:
        """Forget what was bound of a task's targets since, which led to nothing."""
        async with self._lock:
            for id in _ids_of(task):
                self._found.pop(id, None)
            self._found |= known
            if self._atlas is not None:
                self._bound, _ = resolved(self._found.values(), self._request.criteria, self._atlas)

    def _keep(self, good: Mapping[str, Binding]) -> None:
        """Keep what the model bound: never over what a person did, and no doubt over what was known."""
        for id, each in good.items():
            old = self._found.get(id)
            is_doubt = each.kind in (BindingKind.LATER, BindingKind.UNSURE)
            if old is None or (old.bound_by != "person" and not (is_doubt and old.kind in _SETTLED)):
                self._found[id] = each

    @property
    def current(self) -> BoundTargets:
        """The bindings as attempts go by them."""
        return self._bound

    @property
    def is_whole(self) -> bool:
        """Whether the app was explored to its end."""
        return self._atlas is not None and not self._atlas.cut

    def is_by_model(self, target: Target) -> bool:
        """Whether a model said what a target is, or that its press is not needed."""
        binding = self._found.get(name_of(target))
        return (
            binding is not None
            and binding.bound_by == "model"
            and binding.kind in (*_SETTLED, BindingKind.NO_STEP)
        )

    async def things_of(self, task: EvaluationTask, taken: Sequence[Binding]) -> list[dict[str, str]]:
        """The targets of a task, what is known of each, and what a try at the task took it for."""
        async with self._lock:
            await self._begun()
        ids = _ids_of(task)
        this_try = {each.target: each for each in taken}
        return [
            {
                "id": id,
                "words": describe(self._wanted[id].target),
                "bound": _bound_words(self._found.get(id), this_try.get(id)),
            }
            for id in ids
            if id in self._wanted
        ]

    async def other_screens(self) -> list[str]:
        """The screens of the app beside its start page, in words without signs, cut to some lines."""
        async with self._lock:
            atlas = await self._begun()
        explored = [screen for screen in app_map(atlas).screens if screen.way]
        rows = map(parse_line, in_words(explored))
        return [row._replace(sign="").text for row in rows][:_OTHER_LINES]

    @property
    def bound(self) -> BoundApp:
        """What is bound by others than the program, in this round or an earlier one."""
        bindings = tuple(each for each in self._found.values() if each.bound_by != "program")
        return BoundApp(bindings, tuple(self._uses))

    async def _begun(self) -> Atlas:
        """The map, made once, with what is bound without a question: by the program, and what was given and holds."""
        if self._atlas is None:
            self._atlas = await self._explore()
            by_name = [] if self._asks_of_all else by_program(self._atlas, list(self._wanted.values()))
            self._found = {each.target: each for each in by_name} | self._given(self._atlas)
            self._bound, _ = resolved(self._found.values(), self._request.criteria, self._atlas)
        return self._atlas

    async def _ask_whole_map(self) -> None:
        """Ask, once, what the targets are that nobody has bound."""
        atlas = await self._begun()
        if not self._is_asked:
            open_ones = [each for each in self._wanted.values() if each.id not in self._found]
            await self._ask(atlas, app_map(atlas), open_ones, "bind")
            self._is_asked = True

    async def _bind_late(self, missed: Sequence[Snapshot]) -> None:
        """Ask what open targets are on pages that the map lacks."""
        assert self._atlas is not None
        settled = {
            id
            for id, each in self._found.items()
            if each.kind in (*_SETTLED, BindingKind.NO_STEP) or each.bound_by == "person"
        }
        open_ones = [each for each in self._wanted.values() if each.id not in settled]
        atlas = self._atlas
        known = {row.said for screen in app_map(atlas).screens for row in map(parse_line, screen.lines)}
        for page in missed:
            if any(row.said not in known for row in map(parse_line, outline(page, "s0"))):
                atlas = Atlas(
                    screens=(*atlas.screens, Screen(way=(), snapshot=page)),
                    presses=atlas.presses,
                    cut=atlas.cut,
                )
        # Of two that look alike the second has nothing new to show.
        fresh = tuple(screen for screen in app_map(atlas).screens[len(self._atlas.screens) :] if screen.lines)
        if not fresh or not open_ones or self._late >= _LATE:
            return
        self._late += 1
        self._atlas = atlas
        told = AppMap(screens=fresh, presses=0)
        await self._ask(atlas, told, open_ones, f"bind late {self._late}", is_late=True)

    async def _ask(
        self, atlas: Atlas, told: AppMap, wanted: Sequence[Wanted], salt: str, *, is_late: bool = False
    ) -> None:
        """Ask what targets are, and once more for answers that cannot hold; what can is kept."""
        open_ones: dict[str, Wanted] = {each.id: each for each in wanted}
        objections: Sequence[Objection] = ()
        for number in range(_QUESTIONS):
            if not open_ones:
                break
            words = _question(told, list(open_ones.values()), objections, is_late=is_late)
            call = self._call(words, f"{salt} {number}")
            answer = await self._model.filled(call, BindAnswer)
            self._uses += map(model_use, answer.replies)
            start = atlas.screens[0].snapshot
            good, objections = _checked(answer.value.bindings, open_ones, atlas, start)
            answered = good.keys() | {one.target for one in objections}
            unsaid = [id for id in open_ones if id not in answered]
            objections = [*objections, *(Objection(target=id, why="nothing was said of it") for id in unsaid)]
            self._keep(good)
            self._bound, _ = resolved(self._found.values(), self._request.criteria, atlas)
            open_ones = dict((one.target, open_ones[one.target]) for one in objections)

    def _given(self, atlas: Atlas) -> dict[str, Binding]:
        """Bindings of a person, which count before any other, and of the round before, as far as they hold."""
        given = [
            each
            for each in self._request.bindings
            if each.target in self._wanted and (each.bound_by == "person" or each.kind in _SETTLED)
        ]
        _, broken = resolved(given, self._request.criteria, atlas)
        return {each.target: each for each in given if each.target not in broken}

    def _call(self, words: str, salt: str) -> ModelCall:
        # Where answers could not be used, they are asked for anew, and not taken from the journal again.
        in_vain = max(self._request.unusable_answers.values(), default=0)
        return ModelCall(
            role="ui_judge",
            messages=(Message(role="user", text=words),),
            template_hash=_PROMPTS.template_hash(_TEMPLATE),
            salt=retry_salt(salt, in_vain),
            stage="judge",
            project=self._request.item,
        )


def _question(
    mapped: AppMap, wanted: Sequence[Wanted], objections: Sequence[Objection], *, is_late: bool
) -> str:
    lines = list(in_words(mapped.screens))
    return _PROMPTS.rendered(
        _TEMPLATE,
        map=lines[:_LINES],
        is_late=is_late,
        cut=mapped.cut or ("it is longer than what is shown here" if len(lines) > _LINES else ""),
        things=[_told(each) for each in wanted],
        objections=objections,
    )


def _ids_of(task: EvaluationTask) -> dict[str, None]:
    """Ids of the targets of a task, each once."""
    return {name_of(target): None for target in found_in(task.steps, Target)}


def _checked(
    answered: Sequence[AnsweredBinding], wanted: Mapping[str, Wanted], atlas: Atlas, start: Snapshot
) -> tuple[dict[str, Binding], list[Objection]]:
    """The bindings that can hold, the last of each target, and what is to be asked again; `start` is the start page."""
    last = {one.target: one for one in answered[:_MOST_BINDINGS]}
    refused = [
        Objection(
            target=one.target, why="the words around a part hold no numbers: those are others another time"
        )
        for one in last.values()
        if one.kind is BindingKind.PART and _NUMBER.search(f"{one.after or ''}{one.before or ''}")
    ]
    ids = {one.target for one in refused}
    good, objections = taken_all(
        [_written(one) for one in last.values() if one.target not in ids], wanted.values(), atlas, "model"
    )
    crowded = [
        Objection(
            target=id, why=f"it holds more than {_MOST_NUMBERS} numbers; name what shows this one alone"
        )
        for id, each in good.items()
        if each.kind is BindingKind.PART and len(_NUMBER.findall(each.bound_to)) > _MOST_NUMBERS
    ]
    standing = [
        Objection(
            target=id,
            why="the start page shows it before anything is done, and it does not say what is looked for",
        )
        for id, each in good.items()
        if _shows_nothing(wanted[id].target, wanted[id].purposes, each, start)
    ]
    for one in {one.target: one for one in (*crowded, *standing)}.values():
        del good[one.target]
    return good, [*objections, *(one for one in refused if one.target in wanted), *crowded, *standing]


def _shows_nothing(target: Target, purposes: frozenset[Purpose], binding: Binding, start: Snapshot) -> bool:
    """Whether a message that the app has to show is bound to other words that its start page shows anyway.

    Such a binding would pass whatever the app does.
    """
    is_said = (
        target.role == "text" and target.within is None and set(purposes) == {"see"} and bool(target.name)
    )
    if not is_said or binding.look is None or binding.kind is BindingKind.ENTRIES:
        return False
    if max(agreement(name, binding.bound_to) for name in target.names) >= _SAYS_SO:
        return False
    return bool(looking_like(start, binding.look, range(len(start.elements))))


def _written(answered: AnsweredBinding) -> WrittenBinding:
    return WrittenBinding(
        target=answered.target,
        kind=answered.kind,
        element=answered.element or "",
        after=answered.after or "",
        before=answered.before or "",
        reason=answered.reason,
    )


def _bound_words(known: Binding | None, taken: Binding | None) -> str:
    """What is known of a target, and what this try took it for, in words."""
    said = ""
    if known is not None and known.bound_by != "program":
        what = string(known.bound_to) if known.kind in _SETTLED else known.kind.value
        said = f"{what}, says a {known.bound_by}; "
    if taken is None:
        return f"{said}not looked for"
    return f"{said}taken for {string(taken.bound_to)}" if taken.bound_to else f"{said}not found"


def _told(wanted: Wanted) -> dict[str, str]:
    uses = {"act": "it is operated", "number": "a number is read off it", "see": "it is looked at"}
    words = describe(wanted.target)
    if wanted.target.description:
        words += f" ({wanted.target.description})"
    return {
        "id": wanted.id,
        "words": words,
        "use": " and ".join(uses[use] for use in sorted(wanted.purposes) if use in uses),
        "outcomes": "; ".join(map(string, wanted.statements[:_STATEMENTS])),
    }

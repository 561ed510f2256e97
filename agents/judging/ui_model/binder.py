"""Asking the model what the targets of the criteria are in one app, once for all of its tasks."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from agents.browser.charting.atlas import Atlas
from agents.browser.charting.rendering import app_map, in_words
from agents.browser.grounding.ground import describe
from agents.gateway.prompts import Prompts
from agents.gateway.quoting import string
from agents.judging.bound import BoundTargets, Objection, Wanted, by_program, resolved, taken, wanted_targets
from plans.contracts.models import Model
from plans.records.app_map import AppMap, Binding, BindingKind, Bindings
from plans.records.findings import Part
from plans.records.judging import JudgeRequest
from plans.records.model_call import Message, ModelCall
from plans.records.model_shape import Shape
from plans.records.model_use import ModelUse, model_use

_PROMPTS = Prompts("agents.judging.ui_model")
_TEMPLATE = "bind"
_QUESTIONS = 2
"""Questions about one map: the second only about bindings that cannot hold."""
_STATEMENTS = 2
"""Statements that tell what a target is used for."""
_LINES = 900
"""Lines of a map that a model is shown."""
_SETTLED = frozenset({BindingKind.ELEMENT, BindingKind.ENTRIES, BindingKind.PART})
"""Kinds of bindings that the next round begins with."""

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


class BoundApp(NamedTuple):
    """What is known of one app."""

    map: AppMap
    bindings: Bindings
    bound: BoundTargets


class Binder:
    """Binds the targets of one item's criteria in one app; the first task that needs it has it done."""

    def __init__(self, model: Model, request: JudgeRequest, explore: Explore) -> None:
        """`explore` makes the map of the app."""
        self._model = model
        self._request = request
        self._explore = explore
        self._lock = asyncio.Lock()
        self._done: BoundApp | None = None

    async def app(self) -> BoundApp:
        """What the targets are in the app; raises what exploring raises, and what a Model raises."""
        async with self._lock:
            if self._done is None:
                self._done = await self._bound()
            return self._done

    async def _bound(self) -> BoundApp:
        criteria = self._request.criteria
        atlas = await self._explore()
        mapped = app_map(atlas)
        wanted = wanted_targets(criteria)
        found = {each.target: each for each in by_program(atlas, wanted)}
        found |= self._carried(atlas, {each.id for each in wanted} - found.keys())
        uses: list[ModelUse] = []
        open_ones = [each for each in wanted if each.id not in found]
        objections: Sequence[Objection] = ()
        for number in range(_QUESTIONS):
            if not open_ones:
                break
            call = self._call(mapped, open_ones, objections, number)
            answer = await self._model.filled(call, BindAnswer)
            uses += map(model_use, answer.replies)
            good, objections = _checked(answer.value, {each.id: each for each in open_ones}, atlas)
            found |= good
            refused = {each.target for each in objections}
            open_ones = [each for each in open_ones if each.id in refused]
        bindings = Bindings(item=self._request.item, bindings=tuple(found.values()), uses=tuple(uses))
        bound, _ = resolved(bindings.bindings, criteria, atlas)
        return BoundApp(mapped, bindings, bound)

    def _carried(self, atlas: Atlas, open_ids: set[str]) -> Mapping[str, Binding]:
        """Bindings of the round before that still hold."""
        before = {each.target: each for each in self._request.bindings if each.target in open_ids}
        _, broken = resolved(before.values(), self._request.criteria, atlas)
        return {id: one for id, one in before.items() if id not in broken and one.kind in _SETTLED}

    def _call(
        self,
        mapped: AppMap,
        wanted: Sequence[Wanted],
        objections: Sequence[Objection],
        number: int,
    ) -> ModelCall:
        lines = list(in_words(mapped.screens))
        words = _PROMPTS.rendered(
            _TEMPLATE,
            map=lines[:_LINES],
            cut=mapped.cut or ("it is longer than what is shown here" if len(lines) > _LINES else ""),
            things=[_told(each) for each in wanted],
            objections=objections,
        )
        return ModelCall(
            role="ui_judge",
            messages=(Message(role="user", text=words),),
            template_hash=_PROMPTS.template_hash(_TEMPLATE),
            salt=f"bind {number}",
            stage="judge",
            project=self._request.item,
        )


def _checked(
    answer: BindAnswer, wanted: Mapping[str, Wanted], atlas: Atlas
) -> tuple[dict[str, Binding], list[Objection]]:
    """The bindings that can hold, and what is to be asked again."""
    good: dict[str, Binding] = {}
    objections: list[Objection] = []
    for one in answer.bindings:
        if one.target not in wanted:
            continue
        is_part = one.kind is BindingKind.PART
        if is_part and not (one.after or one.before):
            why = "of a part, say after or before which words it stands"
            objections.append(Objection(target=one.target, why=why))
            continue
        part = Part(after=one.after or "", before=one.before or "") if is_part else None
        found = taken(one.kind, wanted[one.target], one.element or "", part, one.reason, atlas)
        if isinstance(found, Objection):
            objections.append(found)
        else:
            good[one.target] = found
    told = good.keys() | {one.target for one in objections}
    objections += [Objection(target=id, why="nothing was said of it") for id in wanted if id not in told]
    return good, objections


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

"""One walk of a model through an app: it is shown the page, makes a move, is shown what came of it, and so on."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from agents.browser.actions.finding import NotOperable
from agents.browser.actions.uncovering import open_app
from agents.browser.grounding.looks import look_of
from agents.browser.page import LivePage
from agents.gateway.prompts import Prompts
from agents.gateway.quoting import string
from agents.judging.ui_model.asking import Shown, picture_of
from agents.judging.ui_model.hands import REFUSED, Unclear, make
from agents.judging.ui_model.moves import PASSIVE, Claim, Move
from agents.judging.ui_model.sight import Done, Sight, sight_of
from agents.judging.ui_model.weighing import Weighed, weigh
from agents.judging.ui_model.wording import page_in_words, read_in_full
from agents.judging.walk_bounds import WalkBounds
from plans.records.criteria import EvaluationTask
from plans.records.values import Value

_PROMPTS = Prompts("agents.judging.ui_model")

Ask = Callable[[Shown], Awaitable[Move]]
"""Has the model make its next move."""


class Plan(NamedTuple):
    """Which walk it is, and how far it may go."""

    number: int
    """From 1: each is in a fresh context."""
    bounds: WalkBounds
    has_clock: bool
    """The page's clock can be moved on."""
    made_up: Mapping[str, Value]
    """Name → what was made up for the task's steps."""


@dataclass
class Walk:
    """What came of a walk."""

    sights: list[Sight] = field(default_factory=list[Sight])
    account: list[str] = field(default_factory=list[str])
    """What was done and noted, a line each."""
    claims: dict[str, Claim] = field(default_factory=dict[str, Claim])
    """Outcome → what the model says of it; empty where it never came to an end."""
    last: Move | None = None
    weighed: Weighed | None = None


async def walk(page: LivePage, start: str, task: EvaluationTask, plan: Plan, ask: Ask) -> Walk:
    """Let a model judge a task; raises PageUnresponsive, and what `ask` raises.

    The model is told where its proofs show nothing, and may go on, for as long as it has moves and such refusals left.
    """
    found, bounds = Walk(), plan.bounds
    remark, picture, refusals = await _opened(page, start), None, 0
    found.sights.append(await sight_of(page, 0, Done()))
    for step in range(1, bounds.steps + 1):
        sight = found.sights[-1]
        shown = Shown(
            walk=plan.number,
            step=step,
            steps=bounds.steps,
            look=sight.number,
            page=page_in_words(sight),
            account=tuple(found.account),
            remark=remark,
            picture=picture,
        )
        move = found.last = await ask(shown)
        picture = None
        if move.do == "finish":
            found.claims = {claim.outcome: claim for claim in move.claims or ()}
            found.weighed = weigh(task, found.claims, found.sights, move.readings or (), plan.made_up)
            if not found.weighed.objections or refusals >= bounds.refusals:
                return found
            refusals += 1
            remark = _PROMPTS.rendered("refused", objections=found.weighed.objections).rstrip()
            _note(found, move, "said that it is done, and was told what its proofs do not show")
        elif move.do == "picture":
            picture = await picture_of(page) if bounds.has_pictures else None
            remark = "" if picture else "no pictures are given here"
            _note(found, move, "asked for a picture")
        elif move.do == "read":
            remark = _read(move, sight)
            _note(found, move, f"read {string(move.element or '', 20)} in full")
        else:
            remark = await _moved(page, start, move, found, has_clock=plan.has_clock)
    return found


async def _opened(page: LivePage, start: str) -> str:
    try:
        await open_app(page, start)
    except NotOperable as error:
        return f"something lies over the whole window: {string(error.saw, 200)}"
    return ""


async def _moved(page: LivePage, start: str, move: Move, found: Walk, *, has_clock: bool) -> str:
    """Make a move and look again; what is to be said of it, empty where it went as it was meant."""
    sight = found.sights[-1]
    done, remark = sight.done, ""
    try:
        said = await make(page, move, sight, start, has_clock=has_clock)
        pressed = _pressed(move, sight)
        look = None if pressed is None else look_of(sight.snapshot, pressed)
        done = done.then(move, look, is_operated=pressed is not None and _is_operated(sight, pressed))
    except Unclear as error:
        said, remark = f"{move.do}: not done", f"The move was not made: {error}."
    except REFUSED as error:
        said, remark = f"{move.do}: not done", f"The move could not be made: {string(str(error), 300)}."
        # Some of it may have reached the page, so that what is seen from here on is no untouched page.
        done = done if move.do in PASSIVE else done.then(move.model_copy(update={"text": None}), None)
    now = await sight_of(page, sight.number + 1, done)
    found.sights.append(now)
    changed = "" if now.words != sight.words else "; nothing that can be read has changed"
    _note(found, move, f"{said}{changed} (look {now.number})")
    return remark


def _pressed(move: Move, sight: Sight) -> int | None:
    return sight.index_of(move.element or "") if move.do == "click" else None


def _is_operated(sight: Sight, index: int) -> bool:
    element = sight.snapshot.elements[index]
    return element.clickable or element.is_field


def _note(found: Walk, move: Move, said: str) -> None:
    note = f" You noted: {string(move.note, 400)}" if move.note.strip() else ""
    at = found.sights[-1 if move.do in _STAY else -2].number
    found.account.append(f"at look {at}: {said}.{note}")


def _read(move: Move, sight: Sight) -> str:
    index = sight.index_of(move.element or "")
    if index is None or not sight.snapshot.elements[index].is_shown:
        return f"There is no {string(move.element or '', 20)} in look {sight.number}."
    return f"{move.element} says in full: {read_in_full(sight, index)}"


_STAY = ("finish", "picture", "read")
"""Moves after which no new look is taken."""

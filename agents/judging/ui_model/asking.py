"""Asking the model that judges: one call for each move, with all that it needs to know in it."""

import base64
import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from agents.browser.grounding.ground import describe
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from agents.gateway.prompts import Prompts
from agents.gateway.quoting import string
from agents.judging.telling import told
from agents.judging.ui_model.moves import Move
from agents.judging.ui_model.names import named_things
from agents.judging.ui_model.readings import needs_of
from agents.judging.walk_bounds import WalkBounds
from plans.contracts.models import Model
from plans.digests import text_digest
from plans.records.base import Record
from plans.records.criteria import EvaluationTask
from plans.records.judging import JudgeRequest, retry_salt
from plans.records.model_call import Message, ModelCall
from plans.records.model_use import ModelUse, model_use
from plans.records.steps import Generate, GeneratedKind, SetClock
from plans.records.values import Value, written

_KINDS: tuple[GeneratedKind, ...] = (
    "title", "sentence", "person", "email", "integer", "price", "future_date", "time",
)  # fmt: skip
"""What a form may ask for besides."""


class Entered(NamedTuple):
    """What may be entered in one walk."""

    named: Mapping[str, Value]
    """Name → what the task's own steps ask for."""
    others: Mapping[GeneratedKind, Value]
    """Something of every other kind."""


def entered(task: EvaluationTask, random_seed: int, walk: int, today: datetime) -> Entered:
    """The values of a walk, from 1; `today`: what the page takes for now."""
    text = f"{random_seed}/{task.id}/typed/{walk}"
    made_up = MadeUp(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"), today)
    asked = [step for step in task.steps if isinstance(step, Generate)]
    named = [(step.bind, made_up.value(step.kind, step.minimum, step.maximum)) for step in asked]
    others: list[GeneratedKind] = [kind for kind in _KINDS if kind not in {step.kind for step in asked}]
    rest: list[tuple[GeneratedKind, Value]] = [(kind, made_up.value(kind)) for kind in others]
    return Entered(dict(named), dict(rest))


class Shown(Record):
    """The page, what was done so far, and what came of the last move."""

    walk: int
    """Number of the walk, from 1: each is in a fresh context."""
    step: int
    """Number of the move that is asked for, from 1."""
    steps: int
    """Moves there are in all."""
    look: int
    """Number of the look that is shown."""
    page: str
    """The page in words; those of its own stand within quotation marks."""
    account: tuple[str, ...]
    remark: str
    """What is to be said of the last move; empty: nothing."""
    picture: str | None = None
    """`data:` address of a picture of the window."""


async def picture_of(page: LivePage) -> str:
    """The window as a `data:` address."""
    return f"data:image/jpeg;base64,{base64.b64encode(await page.screenshot()).decode()}"


_PROMPTS = Prompts("agents.judging.ui_model")
_USED = ("system", "move", "refused")
_LONGEST_VALUE = 4000
"""Letters of a made-up value."""


def prompt_hashes() -> Mapping[str, str]:
    """Prompt file → digest."""
    return {f"judging/{name}": digest for name, digest in _PROMPTS.hashes.items()}


class Conversation:
    """What is asked of a model, and what it said, while it judges one task."""

    def __init__(
        self, model: Model, request: JudgeRequest, task: EvaluationTask, bounds: WalkBounds, today: datetime
    ) -> None:
        """`today`: what the page that is walked through takes for now."""
        self._model = model
        self._item = request.item
        self._task = task
        self._bounds = bounds
        self._seed = request.random_seed
        self._in_vain = request.unusable_answers.get(task.id, 0)
        self._today = today
        self._uses: list[ModelUse] = []

    async def answer(self, asked: str) -> str:
        """The model's move, as JSON, for what a worker shows it; raises what a Model raises."""
        shown = Shown.model_validate_json(asked)
        filled = await self._model.filled(self._call(shown), Move)
        self._uses += map(model_use, filled.replies)
        return filled.value.model_dump_json()

    @property
    def uses(self) -> tuple[ModelUse, ...]:
        """Every reply so far."""
        return tuple(self._uses)

    def _values(self, walk: int) -> list[tuple[str, str]]:
        """What to enter: what the task's own steps ask for by a name, and something of every other kind."""
        values = entered(self._task, self._seed, walk, self._today)
        named = [(f"{{{name}}}", value) for name, value in values.named.items()]
        rest = [(kind.replace("_", " "), value) for kind, value in values.others.items()]
        return [(name, string(written(value), _LONGEST_VALUE)) for name, value in (*named, *rest)]

    def _call(self, shown: Shown) -> ModelCall:
        words = _PROMPTS.rendered(
            "move",
            task=self._task,
            steps=[told(step) for step in self._task.steps],
            things=[describe(thing) for thing in named_things(self._task)],
            needs=[(need.id, need.step + 1, need.words) for need in needs_of(self._task)],
            values=self._values(shown.walk),
            today=f"{self._today:%Y-%m-%d %H:%M}",
            has_clock=any(isinstance(step, SetClock) for step in self._task.steps),
            has_pictures=self._bounds.has_pictures,
            shown=shown,
            # No page can know the digest of its own words, so none can write the line that ends it.
            mark=text_digest(shown.page)[:12],
        )
        pictures = (shown.picture,) if shown.picture else ()
        return ModelCall(
            role="ui_judge",
            messages=(
                Message(role="system", text=_PROMPTS.rendered("system")),
                Message(role="user", text=words, pictures=pictures),
            ),
            template_hash=_PROMPTS.template_hash(*_USED),
            # Another walk is made to see whether the first was right: it is asked anew, and not given the same replies.
            salt=retry_salt(f"walk {shown.walk}", self._in_vain),
            stage="judge",
            project=self._item,
        )

"""A judge whose model says what a test has it say, and short ways to write its answers."""

import re
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal

from agents.gateway.gateway import Gateway, open_gateway
from agents.gateway.journal import Journal
from agents.judging.ui_model.adapting import AnsweredAction
from agents.judging.ui_model.binder import AnsweredBinding, BindAnswer
from agents.judging.ui_model.judge import AnsweredOutcome, ModelJudge, WalkAnswer, WalkBounds, judge_model
from agents.judging.wire import JudgeSettings
from plans.records.app_map import BindingKind
from plans.records.model_call import ModelRequest
from plans.records.model_settings import Endpoint, ModelSettings, SamplingSettings
from plans.records.usage import PlayedRole
from plans.settings import read_settings
from tests.agents.gateway.scripted import Says, Scripted

SETTINGS = ModelSettings(
    endpoints=(Endpoint(name="stub", url="http://127.0.0.1:9/v1", protocols=("chat",)),), model="some-model"
)
PLAYER = judge_model(
    PlayedRole(role="ui_judge", endpoint="stub", model="some-model", sampling=SamplingSettings())
)

Answer = Callable[[str], WalkAnswer]
"""What a model says to the question about a task that did not pass."""


class Mind:
    """A model that binds nothing by the map, and answers one question about a task after the other."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = answers
        self.prompts: list[str] = []
        """The questions about tasks that did not pass."""

    def __call__(self, request: ModelRequest) -> Says:
        prompt = request.messages[-1].text
        if not is_walk(prompt):
            return unsure_of_all(prompt)
        self.prompts.append(prompt)
        return self.answers[min(len(self.prompts), len(self.answers)) - 1](prompt)


def is_walk(prompt: str) -> bool:
    """Whether it asks about a task that did not pass, and not for the bindings of a map."""
    return "# The page where it got stuck" in prompt


def unsure_of_all(prompt: str) -> BindAnswer:
    """Nothing is bound of what a prompt asks for."""
    ids = re.findall(r"^- `([^`]+)`: .* Used where:", prompt, re.MULTILINE)
    return BindAnswer(bindings=[binding(id, BindingKind.UNSURE) for id in ids])


def binding(
    target: str,
    kind: BindingKind,
    element: str | None = None,
    after: str | None = None,
    before: str | None = None,
) -> AnsweredBinding:
    """A binding with what its kind needs."""
    return AnsweredBinding(
        target=target,
        kind=kind,
        element=element,
        after=after,
        before=before,
        fields=None,
        reason="by its words",
    )


@asynccontextmanager
async def thinking(
    mind: Callable[[ModelRequest], Says],
    mode: Literal["model", "hybrid"] = "hybrid",
    *,
    bounds: WalkBounds | None = None,
    journal: Journal | None = None,
    settings: JudgeSettings | None = None,
    workers: int = 1,
) -> AsyncGenerator[ModelJudge]:
    """A judge whose model this is."""
    async with asked(mind, journal) as gateway:
        judge = ModelJudge(
            read_settings().chromium,
            gateway,
            PLAYER,
            mode=mode,
            bounds=bounds,
            workers=workers,
            settings=settings,
        )
        async with judge:
            yield judge


@asynccontextmanager
async def asked(
    mind: Callable[[ModelRequest], Says], journal: Journal | None = None
) -> AsyncGenerator[Gateway]:
    """A gateway to the model."""
    async with open_gateway(SETTINGS, lambda _: "key", journal, lambda *_: Scripted(mind)) as gateway:
        yield gateway


def sign(prompt: str, words: str) -> str:
    """The sign of the first element of the page whose line holds these words."""
    page = prompt.partition("# The page where it got stuck")[2]
    found = re.search(rf"\[(s1e\d+)\][^\n]*{re.escape(words)}", page)
    assert found is not None, f"no {words!r} on the page:\n{page}"
    return found[1]


def tries(*bound: tuple[str, str], actions: Sequence[dict[str, Any]] = ()) -> Answer:
    """Bind targets, by parts of their ids, to elements, by words of their lines; and do what is said."""

    def says(prompt: str) -> WalkAnswer:
        things = prompt.partition("Things that the steps name")[2]
        ids = re.findall(r"^- `([^`]+)`: ", things, re.MULTILINE)
        bindings = [
            binding(next(id for id in ids if name in id), BindingKind.ELEMENT, sign(prompt, words))
            for name, words in bound
        ]
        done = [_action(prompt, **one) for one in actions]
        return WalkAnswer(reason="as seen", conclusion="try", outcomes=[], bindings=bindings, actions=done)

    return says


def _action(prompt: str, *, on: str | None = None, **said: Any) -> AnsweredAction:
    none = {"place": "before", "element": sign(prompt, on) if on else None, "onto": None, "text": None}
    return AnsweredAction.model_validate({**none, **said})


def concludes(
    conclusion: Literal["fails", "cannot tell"], **others: Literal["fails", "cannot tell"]
) -> Answer:
    """Nothing more is tried; `others`: outcomes for which another conclusion holds."""
    outcomes = [AnsweredOutcome(id=id, conclusion=own) for id, own in others.items()]
    return lambda prompt: WalkAnswer(
        reason="as seen", conclusion=conclusion, outcomes=outcomes, bindings=[], actions=[]
    )

"""A judge whose model says what a test has it say, and short ways to write its moves."""

import re
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal

from agents.gateway.gateway import Gateway, open_gateway
from agents.gateway.journal import Journal
from agents.gateway.scripted import Says, Scripted
from agents.judging.settings import JudgeSettings
from agents.judging.ui_model.judge import ModelJudge, judge_model
from agents.judging.ui_model.moves import Claim, Do, Move, Pointing, Proof
from agents.judging.walk_bounds import WalkBounds
from plans.records.endpoint import Endpoint
from plans.records.model_call import ModelRequest
from plans.records.model_play import PlayedRole
from plans.records.model_role import Sampling
from plans.records.model_settings import ModelSettings
from plans.settings import read_settings

SETTINGS = ModelSettings(
    endpoints=(Endpoint(name="stub", url="http://127.0.0.1:9/v1", protocols=("chat",)),), model="some-model"
)
PLAYER = judge_model(PlayedRole(role="ui_judge", endpoint="stub", model="some-model", sampling=Sampling()))

Says1 = Callable[[str], Says]
"""What a model says to a prompt."""


class Mind:
    """A model that makes one move after the other; the last again and again. Each sees the prompt."""

    def __init__(self, *moves: Move | Says1) -> None:
        self.moves = moves
        self.prompts: list[str] = []

    def __call__(self, request: ModelRequest) -> Says:
        prompt = request.messages[-1].text
        self.prompts.append(prompt)
        number = int(re.findall(r"^Move (\d+) of", prompt, re.MULTILINE)[-1])
        move = self.moves[min(number, len(self.moves)) - 1]
        return move if isinstance(move, Move) else move(prompt)


@asynccontextmanager
async def thinking(
    mind: Callable[[ModelRequest], Says],
    mode: Literal["model", "hybrid"] = "model",
    *,
    bounds: WalkBounds | None = None,
    journal: Journal | None = None,
    settings: JudgeSettings | None = None,
) -> AsyncGenerator[ModelJudge]:
    """A judge with one worker whose model this is."""
    async with asked(mind, journal) as gateway:
        judge = ModelJudge(
            read_settings().chromium,
            gateway,
            PLAYER,
            mode=mode,
            bounds=bounds or WalkBounds(steps=8),
            workers=1,
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


def move(do: Do, element: str | None = None, **more: Any) -> Move:
    """A move without what it does not need."""
    none = dict.fromkeys(Move.model_fields)
    return Move.model_validate({**none, "note": "", "do": do, "element": element, **more})


def on(do: Do, words: str, **more: Any) -> Says1:
    """A move on the element whose line on the page holds these words."""
    return lambda prompt: move(do, sign(prompt, words), **more)


def sign(prompt: str, words: str) -> str:
    """The sign of the first element of the page whose line holds these words."""
    for line in page_of(prompt).splitlines():
        if words in line and (found := re.match(r"\s*(e\d+) ", line)):
            return found[1]
    raise AssertionError(f"no {words!r} on the page:\n{page_of(prompt)}")


def page_of(prompt: str) -> str:
    """The page in a prompt."""
    return prompt.partition("# The page now")[2]


def look_of(prompt: str) -> int:
    """Number of the look in a prompt."""
    return int(re.findall(r"# The page now: look (\d+)", prompt)[-1])


def shows(
    quote: str,
    words: str = "",
    how: Literal["stands", "appeared", "gone", "changed", "same"] = "appeared",
    before: int | None = 0,
    was: str | None = None,
) -> Callable[[str], Proof]:
    """A proof in the look that is shown, at the element whose line holds `words` (left out: the quotation)."""

    def proof(prompt: str) -> Proof:
        since = None if how == "stands" else before
        element = words if words in ("page", "dialog", "download") else sign(prompt, words or quote)
        return Proof(shows=how, look=look_of(prompt), element=element, quote=quote, before=since, was=was)

    return proof


def ends(*claims: Callable[[str], Claim], points: dict[str, str] | None = None) -> Says1:
    """The end, with claims, and with what the names of the criteria are on the page that is shown."""

    def says(prompt: str) -> Move:
        pointings = [
            Pointing(name=name, look=look_of(prompt), element=sign(prompt, words))
            for name, words in (points or {}).items()
        ]
        return move("finish", claims=[claim(prompt) for claim in claims], pointings=pointings)

    return says


def claims(
    outcome: str, *proofs: Callable[[str], Proof], holds: Literal["yes", "no", "cannot tell"] = "yes"
) -> Callable[[str], Claim]:
    return lambda prompt: Claim(
        outcome=outcome, holds=holds, why="as seen", proofs=[proof(prompt) for proof in proofs]
    )


def in_turn(*minds: Sequence[Move | Says1]) -> Callable[[ModelRequest], Says]:
    """Another mind for each walk."""
    each = [Mind(*moves) for moves in minds]

    def says(request: ModelRequest) -> Says:
        return each[int(request.salt.removeprefix("walk ")) - 1](request)

    return says

"""Models that answer sums over real HTTP."""

import json
import random
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from agents.gateway.gateway import Gateway, open_gateway
from agents.gateway.journal import open_journal
from tests.agents.gateway.model_endpoint import (
    Body,
    ModelEndpoint,
    Piece,
    completion,
    endpoint_saying,
    sent,
    settings_for,
)
from tests.pipeline.solving.making import right_answer

__all__ = ("adding_endpoint", "asked_text", "endpoint_saying", "model_at")


def asked_text(body: Body) -> str:
    """The last message's text."""
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else content[0]["text"]


def adding_endpoint(seconds: float = 0.0) -> ModelEndpoint:
    """Answers sums rightly; of a judge's question it says yes."""

    def says(body: Body, number: int) -> Iterable[Piece]:
        asked = asked_text(body)
        if "Is the answer kind?" in json.dumps(body):
            text = json.dumps({"reason": "It says so.", "holds": "yes"})
        else:
            text = right_answer(asked)
        return [*([seconds * random.uniform(0.5, 1.5)] if seconds else []), *sent(completion(text))]

    return ModelEndpoint(says)


@asynccontextmanager
async def model_at(
    endpoint: ModelEndpoint, journal: Path, *, replay: bool = False, **more: Any
) -> AsyncGenerator[Gateway]:
    """A gateway to the endpoint, which keeps what it says in `journal`; `more` is what `settings_for` takes."""
    async with endpoint.serving() as url:
        with open_journal(journal, replay=replay) as opened:
            async with open_gateway(settings_for(url, **more), lambda _: "key", opened) as gateway:
                yield gateway

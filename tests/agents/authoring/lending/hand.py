"""A model that makes a Python project, its replies lying beside by the shape that is asked for."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from tests.agents.authoring.hand import shape_of, usage_of
from tests.agents.coding.minimal_driving import FINISH, Move, doing
from tests.agents.gateway.model_endpoint import Body, ModelEndpoint, Piece, completion, refused, sent

REPLIES = Path(__file__).parent
SEED = "I'd like a little Python program that tells me which tools my neighbours have, and since when."
PARTS = [
    "WrittenPlan",
    "SeedReading",
    "WrittenPRD",
    "WrittenQuery",
    "WrittenScheme",
    "WrittenTestFiles",
    "WrittenProject",
    "WrittenMutants",
]
"""What is asked for, in order, where all goes well."""


def reply(shape: str) -> dict[str, Any]:
    """What was written by hand for this shape."""
    return yaml.safe_load((REPLIES / f"{shape}.yaml").read_text())


def project() -> dict[str, str]:
    """Path → content of the reference."""
    return {file["path"]: file["content"] for file in reply("WrittenProject")["files"]}


def lending(
    instead: Mapping[str, Iterable[Mapping[str, Any]]] | None = None,
    turns: Sequence[Sequence[Move]] = (),
    silent_at: str = "",
    seconds: float = 0.0,
) -> ModelEndpoint:
    """An endpoint that answers so; `instead` has the first replies of some shapes, `turns` what a coder does, round by
    round; from the shape `silent_at` on it turns everything down, and it thinks for so many `seconds`.
    """
    first = {shape: list(replies) for shape, replies in (instead or {}).items()}
    left, is_silent = list(turns), False

    def says(body: Body, number: int) -> Iterable[Piece]:
        nonlocal is_silent
        if "response_format" not in body:
            return doing(*left.pop(0), FINISH) if left else refused(401, "Your key has expired.")
        shape = shape_of(body)
        is_silent = is_silent or shape == silent_at
        if is_silent:
            return refused(401, "Your key has expired.")
        queue = first.get(shape)
        said = json.dumps(queue.pop(0) if queue else reply(shape))
        return [seconds, *sent(completion(said, usage=usage_of(body, said)))]

    return ModelEndpoint(says)

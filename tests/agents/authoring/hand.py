"""An author's model whose replies lie beside, by the shape that is asked for."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.agents.gateway.model_endpoint import Body, ModelEndpoint, Piece, completion, refused, sent

REPLIES = Path(__file__).with_name("by_hand")
SEED = "I need a little page where I can keep track of the books my friends borrowed from me."
CHARACTERS = 4
"""Of a token, as English prose and code have on average."""
MEALS = "Help me plan what we eat this week, and what I have to buy for it."
"""The seed of the second item, whose replies lie in `meals/`."""


def reply(shape: str) -> dict[str, Any]:
    """What was written by hand for this shape."""
    return json.loads((REPLIES / f"{shape}.json").read_text())


def shape_of(body: Body) -> str:
    """Name of the shape that a request asks for."""
    return body["response_format"]["json_schema"]["name"]


def mended(place: str) -> dict[str, str]:
    """Path → content of the reference in `place` ("meals/"), as it is after its repair where one was asked for."""
    files = {file["path"]: file["content"] for file in reply(f"{place}WrittenProject")["files"]}
    if (REPLIES / place / "Repair.json").exists():
        for edit in reply(f"{place}Repair")["edits"]:
            files[edit["path"]] = files[edit["path"]].replace(edit["find"], edit["replace"])
    return files


def restyled(place: str) -> dict[str, str]:
    """The same of its second rendering, which lies over it."""
    return {
        **mended(place),
        **{file["path"]: file["content"] for file in reply(f"{place}WrittenRestyling")["files"]},
    }


def _file_of(shape: str, body: Body) -> str:
    """Readings are of one shape, and each is of another property; parts of the second item lie in a place of theirs."""
    if shape != "ReaderFindings":
        told = "".join(message["content"] for message in body["messages"])
        is_of_meals = shape != "WrittenPlan" and (MEALS in told or "Week Menu" in told)
        return f"meals/{shape}" if is_of_meals else shape
    asked = re.search(r"^The property: \*\*(\w+)\*\*", body["messages"][1]["content"], re.MULTILINE)
    assert asked
    return f"Reading-{asked[1]}"


def usage_of(body: Body, said: str) -> dict[str, int]:
    """Tokens, of four characters each."""
    asked = sum(len(message["content"]) for message in body["messages"]) // CHARACTERS
    answered = len(said) // CHARACTERS
    return {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}


def hand_written(
    instead: Mapping[str, Iterable[Mapping[str, Any]]] | None = None,
    silent_at: str = "",
    seconds: float = 0.0,
) -> ModelEndpoint:
    """An endpoint that answers so; `instead` has the first replies of some shapes, from the shape `silent_at` on it
    turns everything down, and it thinks for so many `seconds`.
    """
    first = {shape: list(replies) for shape, replies in (instead or {}).items()}
    is_silent = False

    def says(body: Body, number: int) -> Iterable[Piece]:
        nonlocal is_silent
        shape = shape_of(body)
        is_silent = is_silent or shape == silent_at
        if is_silent:
            return refused(401, "Your key has expired.")
        queue = first.get(shape)
        said = json.dumps(queue.pop(0) if queue else reply(_file_of(shape, body)))
        return [seconds, *sent(completion(said, usage=usage_of(body, said)))]

    return ModelEndpoint(says)

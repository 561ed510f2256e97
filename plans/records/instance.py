"""One item of a model family (calendar, text, causal)."""

from typing import ClassVar

from pydantic import JsonValue

from plans.records.base import FileRecord


class Instance(FileRecord):
    """One line of `instances/<split>.jsonl`."""

    SCHEMA: ClassVar[str] = "instance"

    id: str
    prompt: str
    """What the model is asked."""
    parameters: dict[str, JsonValue]
    """What the plan sampled."""
    constraints: tuple[dict[str, JsonValue], ...] = ()
    """The constraints, typed by the family."""
    media: tuple[str, ...] = ()
    """Digests of pictures that go with the prompt."""
    metadata: dict[str, JsonValue] = {}

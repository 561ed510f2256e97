"""Asking for JSON in words: what a model is told of a shape that its endpoint does not hold it to."""

from collections.abc import Sequence

from agents.gateway.prompts import Prompts

_PROMPTS = Prompts("agents.gateway")


def shape_told(schema: str) -> str:
    """What tells a model of a schema."""
    return _PROMPTS.rendered("shape", schema=schema)


def misshapen_told(found: Sequence[str], schema: str) -> str:
    """What tells it what is wrong with an answer of its own, and of the schema again."""
    return _PROMPTS.rendered("misshapen", found=found, schema=schema)


def shape_hash() -> str:
    """Digest of the prompt that tells of a schema: it joins a call after its messages were digested."""
    return _PROMPTS.template_hash("shape")

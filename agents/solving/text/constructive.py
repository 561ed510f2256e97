"""A built-in solver for the family `text`: texts made for their constraints, not for readers."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from plans.records.instance import Instance, Response
from plans.text.metrics import constraints_of
from plans.text.writer import written


class ConstructiveText:
    """Implements plans.contracts.instances.Solver; deterministic, and the same at every repeat.

    It sees what no model sees: the typed constraints of the instance and its metadata, not the prompt. What it scores
    says how far programs can keep to the constraints that programs decide; those left to a judge it does not try.
    """

    name = "constructive"
    version = "1"
    families = ("text",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """A text that keeps to all decided constraints where one was found, else to as many as could be."""
        text = await asyncio.to_thread(_written, instance)
        return Response(instance=instance.id, text=text)


def _written(instance: Instance) -> str:
    about = str(instance.metadata["topic"])
    return written(constraints_of(instance.model_dump(mode="json")), about).text

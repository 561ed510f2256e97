"""The option that lies nearest to where everything would be, had it gone on as between the last two inputs."""

from collections.abc import Mapping
from pathlib import Path

from agents.solving.causal.letters import response
from plans.causal.baselines import EXTRAPOLATION, guesses
from plans.records.instance import Instance, Response


class LinearExtrapolation:
    """Implements plans.contracts.instances.Solver.

    It looks at metadata: at the positions in inputs and options, as who reads the text-only prompt can, and at nothing
    else.
    """

    name = EXTRAPOLATION
    version = "1"
    families: tuple[str, ...] | None = ("causal",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """Its letter, in the words that the prompt asks for; the same in each repeat."""
        return response(instance, guesses(instance.model_dump(mode="json"))[EXTRAPOLATION])

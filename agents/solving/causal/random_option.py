"""One of the four options at random."""

from collections.abc import Mapping
from pathlib import Path

from agents.solving.causal.letters import response
from plans.causal.baselines import RANDOM, at_random
from plans.records.instance import Instance, Response


class RandomOption:
    """Implements plans.contracts.instances.Solver; it looks at the instance's random seed alone."""

    name = RANDOM
    version = "1"
    families: tuple[str, ...] | None = ("causal",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """A letter, the same each time for the same instance and repeat."""
        return response(instance, at_random(instance.random_seed, repeat))

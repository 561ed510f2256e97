"""A solver that always says that there is no solution: what a score is worth that it reaches too."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from plans.dialect import load_yaml
from plans.files import read_text
from plans.records.instance import Instance, Response

WORDS = Path(__file__).with_name("refusals.yaml")
"""Family → what it says."""
ELSE = "else"


class RefusingSolver:
    """Implements plans.contracts.instances.Solver; looks at nothing of an instance."""

    name = "refusing"
    version = "1"
    families = None

    def __init__(self, family: str = "") -> None:
        words = cast("dict[str, str]", load_yaml(read_text(WORDS)))
        self._says = words.get(family, words[ELSE])

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """The same words to every instance."""
        return Response(instance=instance.id, text=self._says)

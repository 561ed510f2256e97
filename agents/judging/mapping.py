"""The map of one app, shared by all of its tasks: the first that needs it makes it, the others wait for that."""

import asyncio
from dataclasses import dataclass


@dataclass(slots=True)
class SharedMap:
    """One judgement's map, as the JSON of an Atlas; made at most once, unless the worker that made it was lost."""

    _making: "asyncio.Future[str] | None" = None

    async def get(self) -> str:
        """The map; empty for who has to make it, and then calls `give` or `fail`."""
        while self._making is not None:
            made = await asyncio.shield(self._making)
            if made:
                return made
        self._making = asyncio.get_running_loop().create_future()
        return ""

    def give(self, made: str) -> None:
        """What was made, for everybody."""
        if self._making is not None and not self._making.done():
            self._making.set_result(made)

    def fail(self) -> None:
        """It will not come: whoever waits, or asks next, has to make it."""
        if self._making is not None and not self._making.done():
            self._making.set_result("")
            self._making = None

"""The providers `inspect:KIND` and `inspect:KIND:CONFIG`: a sandbox of Inspect AI behind our contract.

Inspect's interface runs commands and moves files, and no more: there is no way in or out for connections, so no relay
for code agents that ask a model and no server that the judge's browser could meet. What is to be seen is brought in as
a copy. How much programs may take and reach is what Inspect's own configuration says, which is not for us to see; only
for its docker, without a configuration, is it ours.
"""

import asyncio
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from agents.sandbox.by_inspect.box import Box, begun
from agents.sandbox.layout import layout, refuse_unfit, to_its_end
from plans.contracts.sandboxing import Sandbox
from plans.errors import AuthorError, SandboxRefused
from plans.plain_text import folded
from plans.records.sandboxing import BuiltRuntime, SandboxNeeds, Strength

PREFIX = "inspect:"
UNSAFE = frozenset({"local"})
"""Kinds that keep nothing apart."""


class ByInspect:
    """Implements plans.contracts.sandboxing.SandboxProvider."""

    strength: Strength = "weak"
    runtime: BuiltRuntime | None = None

    def __init__(self, kind: str, config: str | None = None) -> None:
        self.name = f"{PREFIX}{kind}" + (f":{config}" if config else "")
        self._kind = kind
        self._config = config

    def preflight(self) -> None:
        """Begin one and run `true` in it; raises SandboxRefused with what is missing."""
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(self._tried())).result()

    def open(self, needs: SandboxNeeds) -> AbstractAsyncContextManager[Sandbox]:
        """See the contract SandboxProvider; raises SandboxRefused also for networks, which Inspect has no way to."""
        return self._opened(needs)

    async def _tried(self) -> None:
        async with self._opened(SandboxNeeds()) as sandbox:
            result = await sandbox.exec(["true"], timeout=60)
        if not result.success:
            raise SandboxRefused(f"{self.name} was begun, and `true` failed in it: {folded(result.stderr)}")

    @asynccontextmanager
    async def _opened(self, needs: SandboxNeeds) -> AsyncGenerator[Sandbox]:
        if needs.network.gateways or needs.network.kind == "joined":
            raise SandboxRefused(
                f"{self.name} has no way in or out for connections, so neither an agent that asks a model through our "
                "relay nor a submission's own server runs there. Choose the sandbox docker or bubblewrap."
            )
        refuse_unfit(needs)
        writable, seen = layout(needs)
        async with begun(self._kind, self._config, needs.limits) as environment:
            box = await Box.made(self.name, environment, needs.limits)
            await box.bring_in(writable, seen)
            try:
                yield box
            finally:
                await to_its_end(_closed(box))


def by_inspect(name: str) -> ByInspect:
    """The sandbox that `inspect:KIND[:CONFIG]` names; AuthorError for one that keeps nothing apart."""
    kind, _, config = name.removeprefix(PREFIX).partition(":")
    if kind in UNSAFE or not kind:
        raise AuthorError(
            f"{name!r} is no sandbox: Inspect's `local` runs programs on this machine, and nothing holds them back. "
            "Name another (inspect:docker, inspect:k8s), or choose local-unsafe, by which every result is marked."
        )
    return ByInspect(kind, config or None)


async def _closed(box: Box) -> None:
    await box.end_all()
    await box.write_back()
    await box.clear()

"""Frames that nobody can look into: those in which something was loaded may show anything, the others show nothing."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

FRAME = "frame"
"""Kind of what stands in such a frame, among what a look left out."""
ONLY_FRAMES = frozenset({FRAME})
"""What is left out where nothing but such frames is not seen."""
UNSEEN = "a frame in it cannot be looked into"
"""Why it is left out, in words."""
_ERROR_PAGE = "chrome-error:"
_MOST_ASKED = 200
"""Frames of one look that are asked after; of further ones it is taken that something was loaded."""
_GROUP = "frames"

State = Literal["foreign", "coming", "empty"]
"""What a look knows of a frame: it cannot be looked into; something is still to come; nothing came and nothing will."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame that is shown and not looked into."""

    index: int
    """Of its element in the look; -1 where the look did not come so far."""
    state: State


class Ask(Protocol):
    """How the browser is asked something over its wire."""

    async def __call__(self, method: str, **params: Any) -> Any:
        """What it answers."""
        ...


async def with_states(frames: Iterable[Frame], ask: Ask, world: int | None) -> tuple[Frame, ...]:
    """The frames of a look, with those empty in which nothing was loaded: refused, blocked, or without a network.

    Args:
        frames: In the order in which javascript/left_out.js lists them.
        ask: Sends a command to the page.
        world: Where the judge's scripts run.
    """
    found = list(frames)
    foreign = [place for place, frame in enumerate(found) if frame.state == "foreign"][:_MOST_ASKED]
    if not foreign:
        return tuple(found)
    ids = await _ids(ask, world)
    addresses = dict(_addresses((await ask("Page.getFrameTree"))["frameTree"]))
    for place, id in zip(foreign, ids, strict=False):
        address = addresses.get(id)
        # Of a frame in a process of its own this page's tree does not tell the address.
        if address is not None and (not address or address.startswith(_ERROR_PAGE)):
            found[place] = Frame(found[place].index, "empty")
    await ask("Runtime.releaseObjectGroup", objectGroup=_GROUP)
    return tuple(found)


async def _ids(ask: Ask, world: int | None) -> list[str]:
    """What the browser calls the foreign frames of the last look; empty for one that is gone."""
    expression = f"bench.foreign.slice(0, {_MOST_ASKED})"
    listed = await ask("Runtime.evaluate", expression=expression, contextId=world, objectGroup=_GROUP)
    properties = await ask("Runtime.getProperties", objectId=listed["result"]["objectId"], ownProperties=True)
    elements = [one["value"]["objectId"] for one in properties["result"] if one["name"].isdecimal()]
    nodes = await asyncio.gather(*(ask("DOM.describeNode", objectId=element) for element in elements))
    return [node["node"].get("frameId", "") for node in nodes]


def _addresses(tree: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Id → address of a frame and of all in it; the address is empty where nothing was loaded."""
    yield tree["frame"]["id"], tree["frame"]["url"]
    for inner in tree.get("childFrames", ()):
        yield from _addresses(inner)

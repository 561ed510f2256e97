"""Reading a list that is shown in parts: page after page, or more of it at each press."""

from typing import cast

from agents.browser.actions.perform import perform
from agents.browser.grounding.contract import Found
from agents.browser.made_up import MadeUp
from agents.judging.scene import Scene, read_now
from plans.records.steps import Click, Remember
from plans.records.targets import ReadKind, Target
from plans.records.values import Value

_PRESSES = 30
"""Presses after which a list is taken to have no end."""

Parts = list[str | float]


async def gathered(scene: Scene, step: Remember, turning: Target, start: str, made_up: MadeUp) -> Value:
    """What a step reads off all parts of a list, in their order, each brought up by pressing `turning`.

    It ends where that is gone or disabled, and where a press brings up nothing that was not there before: at the last
    part again, at nothing, or at the first part once more. A part that begins with all that was read so far has grown,
    and takes its place. Raises Unreadable, NotThere where there is nothing to press at first, and NotOperable; numbers,
    which are read beside what a task is about, are then those of the one part that can be seen.
    """
    whole = last = await _read(scene, step)
    for presses in range(_PRESSES):
        if (presses or step.read == "numbers") and not await _is_offered(scene, turning):
            break
        scene.before = await scene.page.look()
        done = await perform(scene.page, Click(do="click", target=turning), start, scene.context, made_up)
        part = [] if done.refused else await _read(scene, step)
        if _is_seen(whole, last, part, step.read):
            break
        whole, last = part if part[: len(whole)] == whole else whole + part, part
    return cast("Value", whole)


def _is_seen(whole: Parts, last: Parts, part: Parts, kind: ReadKind) -> bool:
    """Whether a part was there before; of numbers each may stand in several parts, so only all of them tell."""
    if kind == "numbers":
        return not part or part in (last, whole[: len(part)])
    return all(one in whole for one in part)


async def _read(scene: Scene, step: Remember) -> Parts:
    value = await read_now(scene, step.read, step.target, reveal=True)
    return list(value) if isinstance(value, list) else []


async def _is_offered(scene: Scene, turning: Target) -> bool:
    """Whether what leads on is there and can be used."""
    snapshot = await scene.page.look()
    grounding = scene.context.recognise(snapshot, turning, "act")
    if grounding.found is Found.MISSING:
        return False
    return grounding.found is Found.AMBIGUOUS or "disabled" not in snapshot.elements[grounding.index].states

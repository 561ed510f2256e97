"""Drawing the entry of a list that a task acts upon: an app that is made for the first two of them does not pass."""

from dataclasses import replace

from agents.browser.actions.finding import locate
from agents.browser.made_up import MadeUp
from agents.judging.binding import bound
from agents.judging.expecting import holds_now
from agents.judging.scene import Scene
from plans.records.expectations import Expectation
from plans.records.steps import Draw

_MOST_TRIED = 12
"""Entries of which it is asked whether they can be drawn."""


async def draw(scene: Scene, step: Draw, made_up: MadeUp) -> None:
    """Bind the place of an entry, and have what is known of such entries mean this one; raises JudgeError."""
    among = bound(step.among, scene.names)
    matches = (await locate(scene.page, among, scene.context, "see")).matches
    taken = {scene.drawn[name] for name in step.apart if name in scene.drawn}
    free = [place for place in made_up.order(step.bind, len(matches)) if place not in taken]
    place = await _suitable(scene, step, free)
    scene.drawn[step.bind] = place or min(free, default=1)
    scene.bind(step.bind, scene.drawn[step.bind])
    context = scene.context
    meant = {target.placed(scene.drawn): look for target, look in context.known.meant.items()}
    context.known = replace(context.known, meant=meant)
    ways = {target.placed(scene.drawn): presses for target, presses in context.screens.ways.items()}
    context.screens = replace(context.screens, ways=ways)


async def _suitable(scene: Scene, step: Draw, places: list[int]) -> int | None:
    if step.where is None:
        return places[0] if places else None
    for place in places[:_MOST_TRIED]:
        if await _holds_at(scene, step.where, step.bind, place):
            return place
    return None


async def _holds_at(scene: Scene, where: Expectation, name: str, place: int) -> bool:
    """Whether it holds now of one entry; nothing that is learnt by looking at it is kept."""
    names = {**scene.names, name: place}
    aside = replace(scene.aside(), names=names)
    known = aside.context.known
    meant = {target.placed({name: place}): look for target, look in known.meant.items()}
    aside.context.known = replace(known, meant=meant)
    return await holds_now(aside, bound(where, names))

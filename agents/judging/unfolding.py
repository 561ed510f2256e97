"""What an item unfolds in itself: its comments, its details.

Several items may stand open at once. What is said then to be nowhere is said of the one that was opened last: the
comments of another item are seen on the page, and are none of its own. Where opening leads to a dialog or a page, the
item itself stays as it was, and the whole page is looked at.
"""

from agents.browser.grounding.contract import Found, Grounding
from agents.browser.grounding.ground import ground
from agents.browser.snapshot import Snapshot
from agents.judging.scene import Scene
from plans.records.targets import Target


def item_of(target: Target) -> Target | None:
    """The item that a target is looked for in, if any."""
    outer = target.within
    return outer if outer is not None and outer.role in ("item", "row") else None


def is_elsewhere(scene: Scene, snapshot: Snapshot, found: Grounding) -> bool:
    """Whether all that was found stands in other items than the one that was pressed last, which has unfolded."""
    if scene.last.unfolded is None or scene.before is None:
        return False
    known = scene.context.known
    pressed = ground(snapshot, scene.last.unfolded, known, "see")
    folded = ground(scene.before, scene.last.unfolded, known, "see")
    if pressed.found is not Found.FOUND or folded.found is not Found.FOUND:
        return False
    if len(snapshot.text(pressed.index)) <= len(scene.before.text(folded.index)):
        return False
    kind = scene.last.unfolded.model_copy(update={"nth": None, "containing": None, "near": None})
    others = [i for i in ground(snapshot, kind, known, "see").matches if i != pressed.index]
    return all(any(snapshot.holds(other, c.index) for other in others) for c in found.candidates)

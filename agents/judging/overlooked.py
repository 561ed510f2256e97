"""What a look at a page left out, and whether what is missed may be there.

Of what had no room in a look only kinds are known. A frame that nobody can look into may hold anything, and nothing
that belongs to what stands outside of it: of a list that was found, its entries are there.
"""

from agents.browser.frames import FRAME, ONLY_FRAMES
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.grounding.known import Prior
from agents.browser.grounding.roles import may_be_among
from agents.browser.snapshot import Snapshot
from plans.records.targets import ReadKind, Target
from plans.records.values import Value


def may_be_overlooked(snapshot: Snapshot, target: Target, known: Prior) -> bool:
    """Whether what was not found on a page may be among what the look left out."""
    if may_be_among(target.role, snapshot.left_out - {FRAME}):
        return True
    return FRAME in snapshot.left_out and _may_be_framed(snapshot, target, known)


def may_hold_more(
    snapshot: Snapshot, kind: ReadKind, target: Target | None, known: Prior, value: Value
) -> bool:
    """Whether a value that is only right when everything was seen could be another, had the look reached everything."""
    if may_be_among(target.role if target else "any", snapshot.left_out - {FRAME}):
        return True
    if FRAME not in snapshot.left_out:
        return False
    if target is None:
        return True
    if value in (0, "", []):
        return _may_be_framed(snapshot, target, known)
    return kind == "content" and _holds_frame(snapshot, ground(snapshot, target, known, "see").matches)


def went_away(before: Snapshot | None, now: Snapshot, target: Target, known: Prior) -> bool:
    """Whether what is gone stood outside of all frames before the last action, and nothing but frames is not seen."""
    if before is None or now.left_out != ONLY_FRAMES:
        return False
    earlier, later = (ground(look, target, known, "see") for look in (before, now))
    return earlier.found is Found.FOUND and later.found is Found.MISSING


def _may_be_framed(snapshot: Snapshot, target: Target, known: Prior) -> bool:
    """Whether what was not found may stand in a frame: not where what it belongs to is found, and holds none."""
    one_of = {"containing": None, "nth": None, "drawn": None, "near": None}
    kind = target.model_copy(update=one_of)
    around = kind if target.role in ("item", "row") and kind != target else target.within
    if around is None:
        return True
    grounding = ground(snapshot, around, known, "see")
    if grounding.found is Found.MISSING:
        return _may_be_framed(snapshot, around, known)
    return grounding.found is Found.AMBIGUOUS or _holds_frame(snapshot, grounding.matches)


def _holds_frame(snapshot: Snapshot, matches: tuple[int, ...]) -> bool:
    frames = [frame.index for frame in snapshot.frames if frame.state != "empty"]
    return any(frame < 0 or snapshot.holds(outer, frame) for outer in matches for frame in frames)

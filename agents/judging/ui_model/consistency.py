"""Whether readings belong together: in the order of the criteria's steps, of the same thing, after what was done."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from agents.browser.grounding.looks import look_of
from agents.browser.reading import Unreadable, number_of
from agents.judging.ui_model.demands import SERVES, is_optional
from agents.judging.ui_model.places import (
    found_again,
    how_many,
    same_entry,
    same_list,
    same_spot,
    titles,
    way_to,
)
from agents.judging.ui_model.readings import Need, chain
from agents.judging.ui_model.sight import Sight
from agents.judging.ui_model.taking import Taken
from plans.records.criteria import EvaluationTask
from plans.records.steps import Open, Reload, Resize, SetClock

_WIDER = 20
"""CSS pixels by which a window may be wider or narrower than asked for."""


def inconsistencies(task: EvaluationTask, used: Sequence[Taken], sights: Sequence[Sight]) -> Iterator[str]:
    """What is wrong with readings that an outcome is reckoned from, in words for the model; in the order of steps."""
    for earlier, later in pairwise(used):
        yield from _out_of_order(task, earlier, later)
    for one in used:
        yield from _in_another_window(task, one)
    for one, other in combinations(used, 2):
        yield from _of_other_entries(one, other)
        if _is_alike(one.need, other.need):
            yield from _elsewhere(one, other)
            yield from _moves_anyway(one, other, sights)


def _out_of_order(task: EvaluationTask, earlier: Taken, later: Taken) -> Iterator[str]:
    """Between two readings lies what the criteria do between them."""
    before, now = earlier.sight, later.sight
    between = [step for step in task.steps[earlier.need.step + 1 : later.need.step] if not is_optional(step)]
    both = f"{earlier.need.id} (look {before.number}) and {later.need.id} (look {now.number})"
    if now.number < before.number:
        yield f"{both} are read in the wrong order"
        return
    acts = now.done.acts[len(before.done.acts) :]
    for kind, moves, said in SERVES:
        if any(isinstance(step, kind) for step in between) and moves.isdisjoint(acts):
            yield f"between {both} you did not {said}, which is done between them"
    if any(isinstance(step, Reload) for step in between) and "reload" not in acts:
        yield f"between {both} you did not reload the page"
    if any(isinstance(step, SetClock) for step in between) and "pass_time" not in acts:
        yield f"between {both} you did not let time pass"
    if any(isinstance(step, Open | Resize) for step in between) and now.number == before.number:
        yield f"{both} are one look, and something is done between them"


def _in_another_window(task: EvaluationTask, one: Taken) -> Iterator[str]:
    widths = [step.width for step in task.steps[: one.need.step] if isinstance(step, Resize)]
    width = one.sight.snapshot.width
    if widths and abs(width - widths[-1]) > _WIDER:
        yield f"{one.need.id} is to be read in a window {widths[-1]} px wide, and look {one.sight.number} has {width}"


def _is_alike(one: Need, other: Need) -> bool:
    """Whether both read the same off the same thing."""
    if one.target is None or other.target is None:
        return False
    return one.kind == other.kind and one.target.unplaced == other.target.unplaced


def _elsewhere(one: Taken, other: Taken) -> Iterator[str]:
    """The same thing stands at the same place in both looks; a list that none is left of has no place."""
    if one.index < 0 or other.index < 0:
        return
    before, now = one.sight.snapshot, other.sight.snapshot
    both = f"{one.need.id} and {other.need.id} are to be the same thing"
    if one.listing is None or other.listing is None:
        if (one.listing is None) != (other.listing is None) or not same_spot(
            before, one.index, now, other.index
        ):
            yield f"{both}, and stand at different places"
        return
    if not same_list(before, one.listing, now, other.listing):
        yield f"{both}, and stand in different lists"
    elif way_to(before, one.listing.entry, one.index) != way_to(now, other.listing.entry, other.index):
        words = look_of(before, one.index).words
        if not words or words != look_of(now, other.index).words:
            yield f"{both}, and stand at different places of their entries"


def _of_other_entries(one: Taken, other: Taken) -> Iterator[str]:
    """What the criteria read off one entry is read off one, and of another off another."""
    if one.listing is None or other.listing is None:
        return
    names, others = _picked(one.need), _picked(other.need)
    before, now = one.sight.snapshot, other.sight.snapshot
    if not names or not others or one.listing.shape != other.listing.shape:
        return
    both = f"{one.need.id} and {other.need.id}"
    if names & others and not same_entry(before, one.listing, now, other.listing):
        yield f"{both} are to be read off the same entry, and stand in different ones"
    if names.isdisjoint(others):
        is_one = one.sight is other.sight and one.listing.entry == other.listing.entry
        if is_one or titles(before, [one.listing.entry]) == titles(now, [other.listing.entry]):
            yield f"{both} are to be read off different entries, and stand in one"


def _picked(need: Need) -> frozenset[str]:
    """Names of the entries that a reading is to be taken off."""
    if need.kind is None:
        return frozenset({need.name})
    return frozenset(one.drawn for one in chain(need.target) if one.drawn)


def _moves_anyway(one: Taken, other: Taken, sights: Sequence[Sight]) -> Iterator[str]:
    """A number that has changed does not change with every press, which the press of something else shows."""
    was, now = _amount(one), _amount(other)
    if was is None or now is None or was == now or other.index < 0:
        return
    deeds = set(other.sight.done.clicks[len(one.sight.done.clicks) :])
    for before, after in pairwise(sights):
        if after.done.acts != (*before.done.acts, "click"):
            continue
        pressed = after.done.clicks[-1]
        if pressed is None or pressed in deeds:
            continue
        stood = _amount_in(other, before)
        if stood is not None and stood == _amount_in(other, after):
            return
    yield (
        f"{other.need.id} has changed from {was:g} to {now:g}, and nothing shows that it would not at any press: press "
        "some other control once, where it can be seen before and after, and finish then"
    )


def _amount(one: Taken) -> float | None:
    """The number that was read, or how many entries were."""
    if isinstance(one.value, list):
        return len(one.value)
    is_number = one.need.kind in ("number", "count") and isinstance(one.value, int | float)
    return float(one.value) if is_number else None


def _amount_in(one: Taken, sight: Sight) -> float | None:
    """The same in another look; None where it does not stand there."""
    if one.need.kind in ("count", "texts", "numbers"):
        return how_many(sight.snapshot, one.listing.shape) or None if one.listing is not None else None
    index = found_again(one.sight.snapshot, one.index, sight.snapshot)
    if index is None:
        return None
    target = one.need.target
    names = (target.name, *target.synonyms) if target is not None else ()
    try:
        return number_of(sight.snapshot, sight.snapshot.elements[index], names)
    except Unreadable:
        return None

"""What an outcome comes to that counts, lists, orders or compares: a program reckons it from what it reads itself.

A model says where each reading stands (readings.py), and no word or quotation of its goes into the result. What cannot
be read where it points, and what does not hold of what stands there, is not shown.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count, pairwise
from typing import NamedTuple

from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.grounding.known import ItemShape
from agents.browser.grounding.looks import look_of
from agents.browser.reading import Unreadable, number_of
from agents.judging.expecting import is_denial
from agents.judging.scene import bound
from agents.judging.telling import IT, expected
from agents.judging.ui_model.moves import Reading
from agents.judging.ui_model.proving import SERVES, is_optional, is_same_screen
from agents.judging.ui_model.readings import (
    OF_DOWNLOADS,
    Need,
    Taken,
    Untaken,
    asks_for_reading,
    binding,
    chain,
    entries_of,
    found_again,
    how_many,
    is_reckoned,
    named_in,
    needs_of,
    same_entry,
    same_list,
    same_spot,
    taken,
    titles,
    way_to,
)
from agents.judging.ui_model.sight import Sight
from plans.records.criteria import EvaluationTask
from plans.records.expectations import (
    Absent,
    AllOf,
    AnyOf,
    Changed,
    Downloaded,
    Expectation,
    Holds,
    Reads,
    Unchanged,
    Visible,
)
from plans.records.expressions import ExpressionError, evaluate, names_in, placeholders
from plans.records.functions import FUNCTIONS
from plans.records.steps import Compute, Expect, Generate, Open, Reload, Resize, SetClock
from plans.records.targets import Target
from plans.records.values import Value

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


class Reckoned(NamedTuple):
    """What came of the readings of one outcome."""

    faults: tuple[str, ...]
    """Why they do not show it, in words for the model; none: they do."""
    saw: str
    """What was read, in words for a person."""
    is_vacuous: bool
    """It holds of nothing at all, too."""
    is_whole: bool
    """No part of the outcome is left for quotations to show."""
    last: int
    """Number of the latest look in which something was read."""


class _Seen(NamedTuple):
    """What came of an expectation."""

    faults: tuple[str, ...]
    taken: tuple[Taken, ...] = ()
    is_vacuous: bool = False
    is_left: bool = False
    """It is shown by quotations, if it is."""


def reckoned(
    task: EvaluationTask,
    outcome: str,
    readings: Sequence[Reading],
    sights: Sequence[Sight],
    made_up: Mapping[str, Value],
) -> Reckoned | None:
    """Whether what stands where a model points shows an outcome; None where quotations are all that it asks for."""
    steps = [(n, s.that) for n, s in enumerate(task.steps) if isinstance(s, Expect) and s.outcome == outcome]
    if not any(is_reckoned(task, number, that) for number, that in steps):
        return None
    work = _Work(task, readings, sights, made_up)
    seen = [work.observed(number, that, count(1)) for number, that in steps]
    used = {(one.need.step, one.need.leaf): one for part in seen for one in part.taken}
    in_order = [one for _, one in sorted(used.items(), key=lambda pair: pair[0])]
    faults = [fault for part in seen for fault in part.faults]
    if not faults:
        faults = list(inconsistencies(task, in_order, sights))
    return Reckoned(
        faults=tuple(dict.fromkeys(faults)),
        saw="; ".join(one.told for one in in_order),
        is_vacuous=all(part.is_vacuous or part.is_left for part in seen),
        is_whole=not any(part.is_left for part in seen),
        last=max((one.sight.number for one in in_order), default=0),
    )


class _Work:
    """The readings of one end of a walk, taken as they are asked for."""

    def __init__(
        self,
        task: EvaluationTask,
        readings: Sequence[Reading],
        sights: Sequence[Sight],
        made_up: Mapping[str, Value],
    ) -> None:
        self._task = task
        self._sights = sights
        self._made_up = made_up
        self._needs = {(need.step, need.leaf): need for need in needs_of(task)}
        self._given = {
            need.id: [one for one in readings if one.reading.strip() == need.id]
            for need in self._needs.values()
        }
        self._used: list[Taken] = []

    def observed(self, step: int, that: Expectation, numbers: Iterator[int]) -> _Seen:
        """What comes of an expectation, the parts of which are numbered in turn."""
        match that:
            case AllOf():
                return _all([self.observed(step, part, numbers) for part in that.parts])
            case AnyOf():
                is_asked = is_reckoned(self._task, step, that)
                options = [self.observed(step, part, numbers) for part in that.options]
                if is_asked:
                    each = zip(options, that.options, strict=True)
                    options = [self._looked_at(step, seen, part) for seen, part in each]
                return _any(options)
            case _:
                return self._alone(step, next(numbers), that)

    def _alone(self, step: int, leaf: int, that: Expectation) -> _Seen:
        if not asks_for_reading(self._task, step, that):
            return _Seen((), is_left=True)
        self._used = []
        try:
            is_so, is_vacuous = self._tried(step, leaf, that)
        except (Untaken, ExpressionError) as error:
            return _Seen((str(error),))
        if not is_so:
            read = "; ".join(f"{one.need.id}: {one.told}" for one in self._used)
            return _Seen((f"of what stands where you point it is not so that {expected(that)} ({read})",))
        return _Seen((), tuple(self._used), is_vacuous)

    def _tried(self, step: int, leaf: int, that: Expectation) -> tuple[bool, bool]:
        """Whether it holds, and whether it would of nothing at all."""
        match that:
            case Reads():
                names = self._names(step, names_in(that.that) - {IT})
                return _condition(that.that, {**names, IT: self._take(step, leaf).value})
            case Downloaded():
                filename, _, text = str(self._take(step, leaf).value).partition(": ")
                names = self._names(step, names_in(that.that) - OF_DOWNLOADS)
                return _condition(that.that, {**names, IT: text, "filename": filename})
            case Holds():
                return _condition(that.that, self._names(step, names_in(that.that)))
            case Changed() | Unchanged():
                number, _ = binding(self._task, step, that.since)
                is_same = self._take(number, 0).value == self._take(step, leaf).value
                return is_same != isinstance(that, Changed), isinstance(that, Unchanged)
            case Visible():
                said = str(self._take(step, leaf).value)
                return self._says(step, said, that.target), False
            case Absent():
                sight = self._take(step, leaf).sight
                is_there = self._says(step, sight.words, that.target)
                is_here = any(
                    is_same_screen(one.sight, sight) for one in self._used if one.sight is not sight
                )
                return not is_there and is_here, True
            case _:
                raise Untaken("nothing of it is to be read")

    def _says(self, step: int, said: str, target: Target) -> bool:
        """Whether a text says what the criteria look for by what was read before."""
        now = self._bound(step, target)
        named = [(now.name, *now.synonyms)] if any(placeholders(target.name)) else []
        held = [(now.containing,)] if now.containing else []
        return all(any(FUNCTIONS["contains"](said, one) for one in words) for words in (*named, *held))

    def _looked_at(self, step: int, seen: _Seen, that: Expectation) -> _Seen:
        """Of one of several designs that no reading shows: whether a program finds it in the latest look."""
        if not seen.is_left:
            return seen
        given = [one.look for n in self._needs.values() if n.step <= step for one in self._given[n.id]]
        looks = [look for look in given if 0 <= look < len(self._sights)]
        is_so = bool(looks) and self._is_found(step, that, self._sights[max(looks)])
        return _Seen(()) if is_so else _Seen((f"a program does not find that {expected(that)}",))

    def _is_found(self, step: int, that: Expectation, sight: Sight) -> bool:
        match that:
            case Visible():
                try:
                    found = ground(sight.snapshot, self._bound(step, that.target), purpose="see").found
                except (Untaken, ExpressionError):
                    return False
                return found is Found.FOUND
            case AllOf():
                return all(self._is_found(step, part, sight) for part in that.parts)
            case AnyOf():
                return any(self._is_found(step, part, sight) for part in that.options)
            case _:
                return False

    def _take(self, step: int, leaf: int) -> Taken:
        need = self._needs[step, leaf]
        names = self._names(step, named_in(need.target))
        one = taken(need, self._given[need.id], self._sights, names, self._known(need))
        self._used.append(one)
        return one

    def _known(self, need: Need) -> ItemShape | None:
        """How entries of the kind were built where another reading of them stands."""
        kind = entries_of(need.target)
        for other in self._needs.values():
            like = entries_of(other.target)
            if other is need or kind is None or like is None or like.called != kind.called:
                continue
            if any(named_in(other.target)):
                continue
            try:
                found = taken(other, self._given[other.id], self._sights, {}, None)
            except (Untaken, ExpressionError):
                continue
            if found.listing is not None:
                return found.listing.shape
        return None

    def _names(self, step: int, names: Iterable[str]) -> dict[str, Value]:
        return {name: self._value(step, name) for name in names}

    def _value(self, step: int, name: str) -> Value:
        number, by = binding(self._task, step, name)
        match by:
            case None:
                raise Untaken(f"nothing binds {name!r}")
            case Generate() if name in self._made_up:
                return self._made_up[name]
            case Generate():
                raise Untaken(f"nothing was made up for {name!r}")
            case Compute():
                return evaluate(by.expression, self._names(number, names_in(by.expression)))
            case _:
                return self._take(number, 0).value

    def _bound(self, step: int, target: Target) -> Target:
        places = {one.drawn: 1 for one in chain(target) if one.drawn}
        return bound(target, {**self._names(step, named_in(target)), **places})


def _condition(expression: str, names: Mapping[str, Value]) -> tuple[bool, bool]:
    is_vacuous = is_denial(expression) or all(names[name] in (0, "", []) for name in names_in(expression))
    return bool(evaluate(expression, names)), is_vacuous


def _all(parts: Sequence[_Seen]) -> _Seen:
    told = [part for part in parts if not part.is_left]
    return _Seen(
        tuple(fault for part in parts for fault in part.faults),
        tuple(one for part in parts for one in part.taken),
        is_vacuous=bool(told) and all(part.is_vacuous for part in told),
        is_left=any(part.is_left for part in parts),
    )


def _any(options: Sequence[_Seen]) -> _Seen:
    """The option that shows most of those that hold; where none does, what is wrong with each."""
    held = sorted((one for one in options if not one.faults), key=lambda one: (one.is_left, one.is_vacuous))
    return held[0] if held else _Seen(tuple(fault for one in options for fault in one.faults))

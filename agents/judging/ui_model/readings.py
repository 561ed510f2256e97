"""What has to be read off an app for an outcome that counts, lists, orders or compares with an earlier reading.

Each is something of which a model says where it stands, and nothing more: what stands there a program reads.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from agents.browser.grounding.contract import Candidate, Found, Grounding
from agents.browser.grounding.ground import describe
from agents.browser.grounding.groups import Group, are_mere_buttons, substance
from agents.browser.grounding.items import repeated
from agents.browser.grounding.known import ItemShape
from agents.browser.grounding.looks import look_of
from agents.browser.reading import Undecidable, Unreadable, read
from agents.browser.snapshot import Snapshot
from agents.gateway.quoting import string
from agents.judging.scene import bound
from agents.judging.telling import IT
from agents.judging.ui_model.moves import Reading
from agents.judging.ui_model.sight import Sight, spaced
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
from plans.records.expression_syntax import ExpressionError
from plans.records.expressions import names_in, placeholders
from plans.records.findings import Look
from plans.records.functions import FUNCTIONS
from plans.records.steps import Compute, Draw, Expect, Remember, Select, Step
from plans.records.targets import ReadKind, Target
from plans.records.values import Value
from plans.records.walk import walked

OF_DOWNLOADS = frozenset({IT, "filename"})
"""Names by which a condition speaks of a download."""
_NOT_TEXT = frozenset({"that", "expression", "bind", "outcome", "since", "drawn"})


class Need(NamedTuple):
    """Something to be read."""

    id: str
    """By what a model calls it, such as R1."""
    step: int
    """Index of the step that reads it."""
    leaf: int
    """Number of the expectation within that step which reads it; 0 for what is bound to a name."""
    name: str
    """What the criteria bind it to; `it` for what an expectation reads itself."""
    kind: ReadKind | None
    """None: the place of an entry in its list, or a download where there is no target."""
    target: Target | None
    """None: the page as a whole."""
    may_go_on: bool = False
    """It stands on several parts of a list, which are to be read one after the other."""
    otherwise: float | None = None
    """What is meant where no number is shown."""

    @property
    def words(self) -> str:
        """What it is, in words."""
        if self.kind is None and self.target is None:
            return "the file that was given (element: download)"
        if self.kind is None:
            return f"the one picked of {_described(self.target)} (point at something in it)"
        more = ", on each part of the list in turn" if self.may_go_on else ""
        return f"the {self.kind} of {_described(self.target)}{more}"


def needs_of(task: EvaluationTask) -> tuple[Need, ...]:
    """All that has to be read for the outcomes of a task, in the order of its steps, each thing once."""
    found: dict[tuple[int, int], Need] = {}
    for number, step in enumerate(task.steps):
        if not isinstance(step, Expect) or not is_reckoned(task, number, step.that):
            continue
        for leaf, that in leaves(step.that):
            if asks_for_reading(task, number, that):
                for need in _asked_by(task, number, leaf, that):
                    found.setdefault((need.step, need.leaf), need)
    return tuple(need._replace(id=f"R{n}") for n, (_, need) in enumerate(sorted(found.items()), 1))


def is_reckoned(task: EvaluationTask, step: int, that: Expectation) -> bool:
    """Whether something in an expectation counts, lists, orders or compares with what was read before."""
    return any(asks_for_reading(task, step, part) for _, part in leaves(that))


def asks_for_reading(task: EvaluationTask, step: int, that: Expectation) -> bool:
    """Whether an expectation that has no parts does."""
    match that:
        case Reads():
            # A single number that has to be such and such can be quoted, and is held against its condition there.
            return that.read != "number" or bool(names_in(that.that) - {IT})
        case Downloaded():
            return bool(names_in(that.that))
        case Holds() | Changed() | Unchanged():
            return True
        case Visible() | Absent():
            bound = (binding(task, step, name) for name in named_in(that.target))
            return any(isinstance(by, Remember | Compute) for _, by in bound)
        case _:
            return False


def leaves(that: Expectation) -> Iterator[tuple[int, Expectation]]:
    """The expectations without parts that one is made of, numbered from 1."""
    return enumerate(_parts(that), 1)


def binding(task: EvaluationTask, step: int, name: str) -> tuple[int, Step | None]:
    """The last step before another that binds a name, with its index; None where none does."""
    for number in range(step - 1, -1, -1):
        if getattr(task.steps[number], "bind", None) == name:
            return number, task.steps[number]
    return -1, None


def named_in(target: Target | None) -> Iterator[str]:
    """Names that the words of a target speak of."""
    for field, part in walked(target):
        if isinstance(part, str) and field not in _NOT_TEXT:
            yield from placeholders(part)


def chain(target: Target | None) -> Iterator[Target]:
    """A target, what it is inside of, and so on."""
    while target is not None:
        yield target
        target = target.within


def _parts(that: Expectation) -> Iterator[Expectation]:
    match that:
        case AllOf():
            for part in that.parts:
                yield from _parts(part)
        case AnyOf():
            for part in that.options:
                yield from _parts(part)
        case _:
            yield that


def _asked_by(task: EvaluationTask, step: int, leaf: int, that: Expectation) -> Iterator[Need]:
    match that:
        case Reads():
            yield Need("", step, leaf, IT, that.read, that.target)
            yield from _bound(task, step, (*(names_in(that.that) - {IT}), *named_in(that.target)))
        case Downloaded():
            yield Need("", step, leaf, IT, None, None)
            yield from _bound(task, step, names_in(that.that) - OF_DOWNLOADS)
        case Holds():
            yield from _bound(task, step, names_in(that.that))
        case Changed() | Unchanged():
            yield from _bound(task, step, (that.since,))
            _, earlier = binding(task, step, that.since)
            if isinstance(earlier, Remember):
                yield Need("", step, leaf, IT, earlier.read, earlier.target)
        case Visible():
            yield Need("", step, leaf, IT, "content", that.target)
            yield from _bound(task, step, named_in(that.target))
        case Absent():
            yield Need("", step, leaf, IT, "content", None)
            yield from _bound(task, step, named_in(that.target))
        case _:
            return


def _bound(task: EvaluationTask, step: int, names: Iterable[str]) -> Iterator[Need]:
    for name in names:
        number, by = binding(task, step, name)
        match by:
            case Remember():
                may_go_on = by.turning is not None
                yield Need("", number, 0, name, by.read, by.target, may_go_on, by.otherwise)
                yield from _bound(task, number, named_in(by.target))
            case Draw():
                yield Need("", number, 0, name, None, by.among)
                yield from _bound(task, number, named_in(by.among))
            case Select():
                yield Need("", number, 0, name, "value", by.target)
                yield from _bound(task, number, named_in(by.target))
            case Compute():
                yield from _bound(task, number, names_in(by.expression))
            case _:
                continue


def _described(target: Target | None) -> str:
    return describe(target) if target is not None else "the page"


Way = tuple[tuple[str, int], ...]
"""How one comes down to an element: at each level its tag, and its number among the siblings of that tag."""
_TOP = -1
"""What a page's outermost element stands in."""
_SHARED = 0.5
"""Share of a list's entries that another look has to show for it to be the same list."""


class Listing(NamedTuple):
    """The list in which something stands."""

    entry: int
    """The entry that holds it."""
    beside: tuple[int, ...]
    """The entries of this list, in reading order."""
    alike: tuple[int, ...]
    """Those of all lists on the page that are built the same."""
    container: int
    shape: ItemShape


def listing_at(snapshot: Snapshot, index: int, known: ItemShape | None = None) -> Listing | None:
    """The innermost list that an element stands in; None where nothing repeats there but what is pressed.

    An entry that stands alone is one where the page says so, or where its like was `known` before.
    """
    groups = repeated(snapshot, range(len(snapshot.elements)), known)
    around = [
        (group, member) for group in groups for member in group.members if snapshot.holds(member, index)
    ]
    read = [(group, member) for group, member in around if is_read(snapshot, group)]
    if not read:
        return None
    group, entry = max(read, key=lambda pair: pair[1])
    alike = sorted(member for other in groups if other.shape == group.shape for member in other.members)
    return Listing(entry, group.members, tuple(alike), group.container, group.shape)


def how_many(snapshot: Snapshot, shape: ItemShape) -> int:
    """How many entries on the page are built like those of a list that was seen before."""
    groups = repeated(snapshot, range(len(snapshot.elements)), shape)
    return sum(len(group.members) for group in groups if group.shape == shape)


def is_read(snapshot: Snapshot, group: Group) -> bool:
    """Whether it is a list to be read, and no bar of buttons or links."""
    return substance(snapshot, group) > 0 and not are_mere_buttons(snapshot, group)


def way_to(snapshot: Snapshot, outer: int, index: int) -> Way:
    """How one comes from an element down to one inside of it; empty for itself."""
    found: list[tuple[str, int]] = []
    while index != outer:
        element = snapshot.elements[index]
        alike = [i for i in snapshot.children[element.parent] if snapshot.elements[i].tag == element.tag]
        found.append((element.tag, alike.index(index)))
        index = element.parent
    return tuple(reversed(found))


def at_the_end(snapshot: Snapshot, outer: int, way: Way) -> int | None:
    """What a way leads to from an element; None where it leads to nothing that can be seen."""
    for tag, number in way:
        alike = [i for i in snapshot.children.get(outer, ()) if snapshot.elements[i].tag == tag]
        if number >= len(alike):
            return None
        outer = alike[number]
    return outer if snapshot.elements[outer].is_shown else None


def same_spot(one: Snapshot, index: int, other: Snapshot, place: int) -> bool:
    """Whether two looks show the same thing: it stands where it stood, or nothing else looks like it."""
    if _from_the_top(one, index) == _from_the_top(other, place):
        return True
    look = look_of(one, index)
    is_known = bool(look.words or look.tokens)
    return is_known and look_of(other, place) == look and _only(one, look) and _only(other, look)


def same_list(one: Snapshot, listing: Listing, other: Snapshot, there: Listing) -> bool:
    """Whether two looks show the same list: where it stood, or with half of the entries that the shorter one has."""
    if listing.shape != there.shape:
        return False
    if _from_the_top(one, listing.container) == _from_the_top(other, there.container):
        return True
    before, now = titles(one, listing.beside), titles(other, there.beside)
    return len(set(before) & set(now)) >= _SHARED * min(len(before), len(now))


def same_entry(one: Snapshot, listing: Listing, other: Snapshot, there: Listing) -> bool:
    """Whether the same entry is meant in two looks: it says the same first, or stands at the same place of the list."""
    if titles(one, (listing.entry,)) == titles(other, (there.entry,)):
        return True
    return listing.beside.index(listing.entry) == there.beside.index(there.entry)


def titles(snapshot: Snapshot, entries: Sequence[int]) -> list[str]:
    """What entries say first."""
    return [spaced(snapshot.text(index).strip().partition("\n")[0]) for index in entries]


def found_again(one: Snapshot, index: int, other: Snapshot) -> int | None:
    """The same thing in another look; None where it is not to be seen there."""
    there = at_the_end(other, _TOP, _from_the_top(one, index))
    if there is not None and same_spot(one, index, other, there):
        return there
    look = look_of(one, index)
    alike = [e.index for e in other.elements if e.is_shown and look_of(other, e.index) == look]
    return alike[0] if len(alike) == 1 else None


def _from_the_top(snapshot: Snapshot, index: int) -> Way:
    return way_to(snapshot, _TOP, index)


def _only(snapshot: Snapshot, look: Look) -> bool:
    return sum(e.is_shown and look_of(snapshot, e.index) == look for e in snapshot.elements) == 1


NONE = "none"
"""Sign by which a model says that nothing of a list is left."""
_OF_SEVERAL: frozenset[ReadKind] = frozenset({"count", "texts", "numbers"})
_OF_THE_PAGE: frozenset[ReadKind] = frozenset({"content", "text", "brightness"})
_ENTRIES = ("item", "row")


class Untaken(ValueError):
    """What was to be read cannot be read so; in words for the model."""


@dataclass(frozen=True)
class Taken:
    """What was read, and where."""

    need: Need
    value: Value
    sight: Sight
    """The look in which it stands; of several the last."""
    index: int = -1
    """The element that was pointed at; -1: the page as a whole, or nothing."""
    listing: Listing | None = None
    """The list in which it stands, where it is of one."""

    @property
    def told(self) -> str:
        """For a person."""
        return f"{self.need.words} is {string(str(self.value), 120)} in look {self.sight.number}"


def taken(
    need: Need,
    readings: Sequence[Reading],
    sights: Sequence[Sight],
    names: Mapping[str, Value],
    known: ItemShape | None,
) -> Taken:
    """What stands where a model points; raises Untaken.

    `names`: what was bound before. `known`: how entries of the kind were built in another look.
    """
    what = f"{need.id} ({need.words})"
    if not readings:
        raise Untaken(f"{what}: `readings` does not say where it stands")
    if len(readings) > 1 and not need.may_go_on:
        raise Untaken(f"{what}: it stands at one place, and `readings` has {len(readings)} for it")
    found: list[Taken] = []
    for reading in readings:
        if not 0 <= reading.look < len(sights):
            raise Untaken(f"{what}: there is no look {reading.look}")
        sight = sights[reading.look]
        try:
            found.append(_taken(need, reading.element, sight, names, known))
        except (Untaken, Unreadable, ExpressionError) as error:
            raise Untaken(f"{what}: in look {sight.number} {error}") from error
    return found[0] if len(found) == 1 else replace(found[-1], value=_joined(found))


def entries_of(target: Target | None) -> Target | None:
    """The entries that a target is one of, or stands in; None where it is of no list."""
    return next((one for one in chain(target) if one.role in _ENTRIES), None)


def _taken(need: Need, sign: str, sight: Sight, names: Mapping[str, Value], known: ItemShape | None) -> Taken:
    snapshot = sight.snapshot
    if need.target is None and need.kind is None:
        if not sight.downloads:
            raise Untaken("no file was given")
        return Taken(need, sight.downloads[-1], sight)
    if need.target is None:
        if need.kind not in _OF_THE_PAGE:
            raise Untaken(f"no look shows the {need.kind} that it asks for")
        return Taken(need, read(snapshot, need.kind, None), sight)
    target = _filled(need.target, names)
    if sign == NONE and need.kind in _OF_SEVERAL:
        return Taken(need, _nothing(need.kind, target, snapshot, known), sight)
    index = sight.index_of(sign)
    if index is None or not snapshot.elements[index].is_shown:
        raise Untaken(f"there is no {string(sign, 20)} to be seen")
    called = (target.name, *target.synonyms)
    entries = entries_of(target)
    if entries is None and need.kind is not None and need.kind not in _OF_SEVERAL:
        return Taken(need, _read_alone(need, snapshot, index, called), sight, index)
    listing = listing_at(snapshot, index, known)
    if listing is None:
        raise Untaken(
            f"{sign} stands in no list: nothing to be read is built like it or like what it stands in"
        )
    members = _members(snapshot, entries or target, listing)
    if entries is not None:
        _refuse_another(need, snapshot, target, entries, listing, members)
    if need.kind is None:
        return Taken(need, members.index(listing.entry) + 1, sight, index, listing)
    way = () if entries is target else way_to(snapshot, listing.entry, index)
    if need.kind not in _OF_SEVERAL:
        one = listing.entry if entries is target else index
        return Taken(need, _read_alone(need, snapshot, one, called), sight, index, listing)
    return Taken(need, _of_each(snapshot, need.kind, members, way, called), sight, index, listing)


def _members(snapshot: Snapshot, entries: Target, listing: Listing) -> list[int]:
    """Entries of the list, or of all lists like it where the criteria speak of no part of the page."""
    found = listing.beside if entries.within is not None else listing.alike
    if not entries.containing:
        return list(found)
    return [index for index in found if _says(snapshot.text(index), entries.containing)]


def _refuse_another(
    need: Need, snapshot: Snapshot, target: Target, entries: Target, listing: Listing, members: Sequence[int]
) -> None:
    """Refuse an entry that is not the one which the criteria speak of."""
    if listing.entry not in members:
        if need.kind in _OF_SEVERAL:
            return
        raise Untaken(f"its entry does not say {string(entries.containing or '', 80)}")
    number = members.index(listing.entry) + 1
    for one in (target, entries):
        if one.nth is not None and one.drawn is None:
            asked = one.nth if one.nth > 0 else len(members) + 1 + one.nth
            if need.kind not in _OF_SEVERAL and number != asked:
                raise Untaken(
                    f"its entry is number {number} of {len(members)}, and number {asked} is asked for"
                )


def _of_each(
    snapshot: Snapshot, kind: ReadKind, members: Sequence[int], way: Way, called: tuple[str, ...]
) -> Value:
    parts = [at_the_end(snapshot, member, way) for member in members]
    there = tuple(part for part in parts if part is not None)
    if kind == "count":
        return len(there)
    if len(there) < len(parts):
        raise Untaken(f"{len(parts) - len(there)} of {len(parts)} entries have no such part where it stands")
    return _read(snapshot, kind, there, called) if there else []


def _nothing(kind: ReadKind, target: Target, snapshot: Snapshot, known: ItemShape | None) -> Value:
    if known is None:
        raise Untaken(
            "no other reading of it shows how its entries are built, so that their lack shows nothing"
        )
    if how_many(snapshot, known):
        raise Untaken("there still is a list that is built so: point at it")
    return 0 if kind == "count" else []


def _read_alone(need: Need, snapshot: Snapshot, index: int, called: tuple[str, ...]) -> Value:
    """What one element shows; of one that shows no number what the criteria mean by that, where they say it."""
    assert need.kind is not None
    try:
        return _read(snapshot, need.kind, (index,), called)
    except Undecidable:
        raise
    except Unreadable:
        if need.otherwise is None:
            raise
        return need.otherwise


def _read(snapshot: Snapshot, kind: ReadKind, indices: tuple[int, ...], called: tuple[str, ...]) -> Value:
    candidates = tuple(Candidate(index, 1.0, "") for index in indices)
    return read(snapshot, kind, Grounding(Found.FOUND, candidates, indices), called)


def _filled(target: Target, names: Mapping[str, Value]) -> Target:
    """The target with what was bound in its words; which entry was picked, a model says by where it points."""
    places = {one.drawn: 1 for one in chain(target) if one.drawn}
    return bound(target, {**names, **places})


def _joined(found: Sequence[Taken]) -> Value:
    texts: list[str] = []
    numbers: list[float] = []
    for one in found:
        for value in one.value if isinstance(one.value, list) else ():
            if isinstance(value, str):
                texts.append(value)
            else:
                numbers.append(value)
    return texts or numbers


def _says(text: str, words: str) -> bool:
    return bool(FUNCTIONS["contains"](text, words))

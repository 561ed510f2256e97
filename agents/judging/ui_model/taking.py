"""Reading one thing where a model says that it stands, by what the judge that is a program reads with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agents.browser.grounding.contract import Candidate, Found, Grounding
from agents.browser.grounding.known import ItemShape
from agents.browser.reading import Undecidable, Unreadable, read
from agents.browser.snapshot import Snapshot
from agents.gateway.quoting import string
from agents.judging.binding import bound
from agents.judging.ui_model.moves import Reading
from agents.judging.ui_model.places import Listing, Way, at_the_end, how_many, listing_at, way_to
from agents.judging.ui_model.readings import Need, chain
from agents.judging.ui_model.sight import Sight
from plans.records.expression_syntax import ExpressionError
from plans.records.functions import FUNCTIONS
from plans.records.targets import ReadKind, Target
from plans.records.values import Value

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

"""Bindings of the criteria's targets in one app, shared by all of its tasks.

The program binds by role and accessible name alone; a model or a person binds the rest. A binding that names an element
is checked here against the map: the element is there, it may be what the target is, and a number that is to be read off
it can be read. Others (later, unsure, absent, no step) are taken as they are given.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Literal

from agents.browser.atlas import Atlas, element_of
from agents.browser.grounding.candidates import (
    NOTHING,
    SURE,
    EntryLook,
    Kind,
    Lists,
    Presence,
    Prior,
    look_of,
    look_within,
    looking_like,
)
from agents.browser.grounding.ground import ground
from agents.browser.grounding.lists import learnt, repeated
from agents.browser.grounding.names import says
from agents.browser.grounding.values import NotReadable, fields_together, number_of
from agents.browser.snapshot import Snapshot
from plans.records.app_map import (
    Binding,
    BindingKind,
    BoundElement,
    BoundField,
    Fingerprint,
    TextPart,
    WrittenBinding,
)
from plans.records.base import Record
from plans.records.criteria import Criteria
from plans.records.steps import ElementRole, Target
from plans.records.values import number_in
from plans.step_words import TargetUse, wanted_targets

CONTROLS: frozenset[ElementRole] = frozenset(
    {
        "button", "link", "textbox", "spinbutton", "combobox", "checkbox", "radio", "switch", "slider", "tab",
        "menuitem", "option", "file",
    }
)  # fmt: skip
"""Roles of elements that are operated."""
ENTRIES: tuple[ElementRole, ...] = ("item", "row")
"""Roles of the entries of a list."""
SETTLED = frozenset({BindingKind.ELEMENT, BindingKind.ENTRIES, BindingKind.PART, BindingKind.COMPOSITE})
"""Kinds of bindings that name an element; the next round begins with these."""
_AROUND = 2
"""Containers around an element that may take the press on it."""
_OF_PARTS: frozenset[ElementRole] = frozenset(
    {"combobox", "radio", "spinbutton", "textbox", "slider", "file"}
)
"""Roles that apps may build of several controls, such as chips."""
_TYPED: frozenset[ElementRole] = frozenset({"textbox", "spinbutton", "combobox", "slider"})
"""Roles of fields of which one entry fills only one."""


class BoundTargets(Record):
    """Bindings that hold in one app, as attempts at tasks go by them."""

    meanings: tuple[BoundElement, ...] = ()
    lists: tuple[tuple[Kind, EntryLook], ...] = ()
    """What entries are called, and what they look like."""
    no_steps: tuple[Target, ...] = ()
    """Targets whose press is not needed."""
    absent: tuple[Target, ...] = ()
    """Targets that a model or a person says are not there."""
    is_map_whole: bool = False
    """Whether nothing on the map is left that may lead to them; known where anything is said to be absent."""

    @property
    def prior(self) -> Prior:
        """The same in the form that grounding takes."""
        kinds = dict(self.lists)
        return Prior(
            lists=Lists(kinds=kinds, bound=frozenset(kinds)),
            meant={each.target: each for each in self.meanings},
            absent=frozenset(self.absent),
            no_steps=frozenset(self.no_steps),
        )


def by_program(atlas: Atlas, wanted: Sequence[TargetUse]) -> list[Binding]:
    """What the program binds by role and name; a target that is not here is open."""
    found: list[Binding] = []
    for each in wanted:
        groundings = [ground(one.snapshot, each.target, NOTHING, each.purpose) for one in atlas.screens]
        sure = [one for one in groundings if one.found is Presence.FOUND and one.surety >= SURE]
        if sure:
            best = max(sure, key=lambda one: one.surety)
            said = best.candidates[0].said[:60]
            found.append(Binding(target=each.id, bound_to=said, surety=round(best.surety, 2)))
    return found


class Objection(Record):
    """Why a binding cannot hold."""

    target: str
    why: str


def taken_all(
    said: Iterable[WrittenBinding],
    wanted: Iterable[TargetUse],
    atlas: Atlas,
    by: Literal["model", "person"],
    start: Snapshot | None = None,
) -> tuple[dict[str, Binding], list[Objection]]:
    """What was said of the `wanted` targets, checked: by id what can hold, and why the rest cannot.

    The signs are those of the `atlas`; of a target that is named twice the last counts. What stands on the `start` page
    is no message that the app has yet to show.
    """
    known = {each.id: each for each in wanted}
    good: dict[str, Binding] = {}
    objections: list[Objection] = []
    for one in {one.target: one for one in said if one.target in known}.values():
        bare = Binding(target=one.target, kind=one.kind, bound_by=by, reason=one.reason)
        found = _taken(one, known[one.target], bare, atlas, start) if one.kind in SETTLED else bare
        if isinstance(found, Binding):
            good[one.target] = found
        else:
            objections.append(Objection(target=one.target, why=found))
    return good, objections


def _taken(
    said: WrittenBinding, wanted: TargetUse, bare: Binding, atlas: Atlas, start: Snapshot | None
) -> Binding | str:
    """A binding to an element, completed, or why it cannot hold."""
    target = wanted.target
    if said.kind is BindingKind.COMPOSITE:
        return _composite(said, bare, atlas)
    found = element_of(atlas, said.element)
    if found is None:
        return f"no element of the map goes by the sign {said.element!r}"
    snapshot, index = found
    part = TextPart(after=said.after, before=said.before) if said.kind is BindingKind.PART else None
    if bare.bound_by == "model" and any(map(str.isdigit, said.after + said.before)):
        return "the words around a part hold no numbers: those are others another time"
    if why := _unfit(snapshot, index, wanted, part):
        return why
    bound_to = (snapshot.elements[index].name or snapshot.text(index))[:60]
    look = look_of(snapshot, index)
    if target.role in ENTRIES:
        look = look_within(snapshot, index, index)
    elif target.within is not None and target.within.role in ENTRIES:
        groups = repeated(snapshot, range(len(snapshot.elements)), None)
        members = [one for group in groups if len(group.members) > 1 for one in group.members]
        # Within an entry there may be a list, as of stars: the entry is what the criteria say.
        named = ground(snapshot, target.within, NOTHING, "see").matches
        holding = [one for one in named or members if snapshot.holds(one, index) and one != index]
        if holding:
            look = look_within(snapshot, max(holding), index)
    elif start is not None and target.role in ("text", "alert") and wanted.purposes == {"see"}:
        # A message that stands there from the start would pass whatever the app does.
        says_so = not target.name or any(says(name, bound_to) for name in target.names)
        if target.within is None and not says_so and _is_shown(start, look):
            return "the start page shows it before anything is done, and it does not say what is looked for"
    return bare.model_copy(update={"bound_to": bound_to, "surety": 1.0, "look": look, "part": part})


def _composite(said: WrittenBinding, bare: Binding, atlas: Atlas) -> Binding | str:
    """A binding to several fields of one screen, completed, or why it cannot hold."""
    found = [element_of(atlas, field.element) for field in said.fields]
    shown = [one for one in found if one is not None and one[0].elements[one[1]].is_field]
    taken, screens = {field.takes for field in said.fields}, {id(one[0]) for one in shown}
    if len(found) < 2 or len(taken) < len(found) or len(shown) < len(found) or len(screens) > 1:
        return "of a composite, name two fields or more of one screen, each by its sign and for a part of its own"
    snapshot, first = shown[0]
    outer = next(i for i in snapshot.ancestors(first) if all(snapshot.holds(i, index) for _, index in shown))
    looks = (look_within(snapshot, outer, index) for _, index in shown)
    fields = tuple(
        BoundField(takes=one.takes, look=look) for one, look in zip(said.fields, looks, strict=True)
    )
    called = (snapshot.elements[outer].name or snapshot.text(outer))[:60]
    known = {"bound_to": called, "surety": 1.0, "look": look_of(snapshot, outer), "fields": fields}
    return bare.model_copy(update=known)


def _is_shown(snapshot: Snapshot, look: Fingerprint) -> bool:
    everything = range(len(snapshot.elements))
    if not look.path:
        return bool(looking_like(snapshot, look, everything))
    entries = (entry for group in repeated(snapshot, everything, None) for entry in group.members)
    return any(looking_like(snapshot, look, snapshot.within(entry)) for entry in entries)


def _unfit(snapshot: Snapshot, index: int, wanted: TargetUse, part: TextPart | None) -> str:
    """Why an element cannot be what is wanted; empty: it can be."""
    element, role = snapshot.elements[index], wanted.target.role
    text = " ".join(snapshot.text(index).split()) or element.value or element.name
    if not element.is_shown and not element.is_field:
        return "it cannot be seen"
    if role in CONTROLS and not wanted.purposes <= {"number"}:
        if not is_operable(snapshot, index, role):
            kind = (element.role or element.tag)[:20]
            return f"it is of the kind {kind!r}, which takes no press or entry, and a {role} is wanted"
        inside = (snapshot.elements[i] for i in snapshot.inside(index))
        typed = [each.index for each in inside if each.is_shown and each.role in _TYPED]
        fields = [i for i in typed if not any(snapshot.holds(i, j) for j in typed if j != i)]
        is_moment = fields_together(snapshot, wanted.target.names, index) is not None
        if len(fields) > 1 and role in _TYPED and "act" in wanted.purposes and not is_moment:
            return "several fields stand in it, and only one can be filled: name the field itself"
    if part is not None:
        if not (part.after or part.before):
            return "of a part, say after or before which words it stands"
        said = part.of(text)
        if said is None:
            return f"it does not say {part.after!r} … {part.before!r}: {text[:120]!r}"
        is_number = "number" in wanted.purposes and role not in ENTRIES
        return "no number stands in that part" if is_number and number_in(said) is None else ""
    if "number" in wanted.purposes and role not in ENTRIES:
        try:
            number_of(snapshot, element, wanted.target.names)
        except NotReadable as error:
            return f"no number can be read off it: {error}"
    return ""


def is_operable(snapshot: Snapshot, index: int, role: ElementRole) -> bool:
    """Whether an element, a container around it or the only control in it can be operated.

    For the roles of `_OF_PARTS` any control in it suffices.
    """

    def takes(indices: Iterable[int]) -> list[int]:
        return [i for i in indices if snapshot.elements[i].clickable or snapshot.elements[i].is_field]

    inside = takes(snapshot.inside(index))
    around = takes((index, *islice(snapshot.ancestors(index), _AROUND)))
    return bool(around) or len(inside) == 1 or (role in _OF_PARTS and bool(inside))


def resolved(
    bindings: Iterable[Binding], criteria: Criteria, atlas: Atlas
) -> tuple[BoundTargets, tuple[str, ...]]:
    """The last bindings of each target as attempts go by them, and the ids of those that do not hold in this app."""
    by_id = {each.target: each for each in bindings}
    broken: list[str] = []
    meanings: list[BoundElement] = []
    lists: dict[Kind, EntryLook] = {}
    told: dict[BindingKind, list[Target]] = {BindingKind.NO_STEP: [], BindingKind.ABSENT: []}
    for wanted in wanted_targets(criteria):
        binding, target = by_id.get(wanted.id), wanted.target
        if binding is not None and binding.kind in told:
            told[binding.kind].append(target)
        elif binding is None or binding.kind not in SETTLED or binding.look is None:
            continue
        elif target.role in ENTRIES and (seen := _list_like(atlas, binding.look)) is not None:
            lists[target.names] = seen
        elif target.role not in ENTRIES and any(_is_shown(s.snapshot, binding.look) for s in atlas.screens):
            meanings.append(
                BoundElement(target=target, look=binding.look, part=binding.part, fields=binding.fields)
            )
        else:
            broken.append(wanted.id)
    bound = BoundTargets(
        meanings=tuple(meanings),
        lists=tuple(lists.items()),
        no_steps=tuple(told[BindingKind.NO_STEP]),
        absent=tuple(told[BindingKind.ABSENT]),
    )
    is_whole = bool(bound.absent) and is_map_whole(atlas, criteria, bound)
    return bound.model_copy(update={"is_map_whole": is_whole}), tuple(broken)


def is_map_whole(atlas: Atlas, criteria: Criteria, bound: BoundTargets) -> bool:
    """Whether the app was explored to its end, and all of each screen was seen.

    A control that the exploration left alone has to be one that tasks operate: what any other one leads to is unknown.
    """
    screens = [screen.snapshot for screen in atlas.screens]
    if atlas.cut or any(snapshot.left_out for snapshot in screens):
        return False
    operated: set[Fingerprint] = set()
    for wanted in wanted_targets(criteria) if atlas.left_alone else ():
        for snapshot in screens if "act" in wanted.purposes else ():
            found = ground(snapshot, wanted.target, bound.prior, "act")
            if found.found is Presence.FOUND and found.surety >= SURE:
                operated.update(look_of(snapshot, index) for index in found.matches)
    return operated.issuperset(atlas.left_alone)


def _list_like(atlas: Atlas, look: Fingerprint) -> EntryLook | None:
    """What the largest group of entries that look so is known by, on any screen."""
    most, best = 0, None
    for snapshot in (screen.snapshot for screen in atlas.screens):
        groups = repeated(snapshot, range(len(snapshot.elements)), None)
        for group in groups:
            if len(group.members) > most and looking_like(snapshot, look, group.members):
                beside = frozenset(other.shape for other in groups if other.shape != group.shape)
                most, best = len(group.members), EntryLook(learnt(snapshot, group), beside)
    return best

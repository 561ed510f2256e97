"""What the targets of the criteria are in one app, found out once for all of its tasks.

The program binds by role and accessible name alone; a model or a person binds the rest. Each such binding is checked
here against the map: the element is there, it may be what the target is, and a number that is to be read off it can be
read.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from agents.browser.charting.atlas import Atlas, element_of
from agents.browser.context import name_of
from agents.browser.grounding.candidates import SURE, Found, Purpose, look_of, look_within, looking_like
from agents.browser.grounding.ground import ground
from agents.browser.grounding.groups import learnt, repeated
from agents.browser.grounding.known import NOTHING, Kind, Lists, Prior, Seen
from agents.browser.grounding.names import says
from agents.browser.reading import Unreadable, number_of
from agents.browser.snapshot import Snapshot
from agents.judging.absence import CONTROLS
from plans.records.app_map import Binding, BindingKind, WrittenBinding
from plans.records.base import Record
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.expectations import Absent, Reads
from plans.records.expressions import placeholders
from plans.records.findings import Look, Meaning, Part
from plans.records.steps import Draw, Expect, Remember
from plans.records.targets import Role, Target
from plans.records.values import number_in
from plans.records.walk import found_in

ENTRIES = ("item", "row")
"""Roles of the entries of a list."""
SETTLED = frozenset({BindingKind.ELEMENT, BindingKind.ENTRIES, BindingKind.PART})
"""Kinds of bindings that name an element; the next round begins with these."""
_AROUND = 2
"""Containers around an element that may take the press on it."""
_OF_PARTS: frozenset[Role] = frozenset({"combobox", "radio", "spinbutton", "textbox", "slider", "file"})
"""Roles that apps may build of several controls, such as chips; see actions/filling.py for what can be filled."""


class BoundTargets(Record):
    """Bindings that hold in one app, as attempts at tasks go by them."""

    meanings: tuple[Meaning, ...] = ()
    lists: tuple[tuple[Kind, Seen], ...] = ()
    """What entries are called, and what they look like."""
    no_steps: tuple[Target, ...] = ()
    """Targets whose press is not needed."""
    absent: tuple[Target, ...] = ()
    """Targets that a model or a person says are not there."""

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


@dataclass(slots=True)
class Wanted:
    """A target of the criteria, wherever it stands, and what it is used for."""

    id: str
    target: Target
    purposes: set[Purpose] = field(default_factory=set[Purpose])
    statements: dict[str, None] = field(default_factory=dict[str, None])
    """Statements of the outcomes that are observed by it."""
    titles: dict[str, None] = field(default_factory=dict[str, None])
    """Titles of the tasks that use it."""

    @property
    def purpose(self) -> Purpose:
        """The strictest of its uses."""
        return next(use for use in ("act", "number", "see") if use in (*self.purposes, "see"))


def wanted_targets(criteria: Criteria) -> list[Wanted]:
    """Every target that the steps look for, once, without the places of single uses.

    Left out are those that are only to be absent, and those that are called by a value which a step binds or by a
    figure such as 01:50: they are found by these words alone.
    """
    found: dict[str, Wanted] = {}
    for task in criteria.tasks:
        said = {outcome.id: outcome.statement for outcome in task.outcomes}
        for target, purpose, outcome in _uses(task):
            each: Target | None = target
            while each is not None:
                names = "".join(each.names)
                is_called_by_value = any(True for name in each.names for _ in placeholders(name))
                if not is_called_by_value and (not names or any(map(str.isalpha, names))):
                    wanted = found.setdefault(name_of(each), Wanted(name_of(each), each.anywhere))
                    wanted.purposes.add(purpose if each is target else "see")
                    wanted.titles[task.title] = None
                    if outcome in said:
                        wanted.statements[said[outcome]] = None
                each = each.within
    return list(found.values())


def _uses(task: EvaluationTask) -> Iterator[tuple[Target, Purpose, str]]:
    """Target, what it is used for, and the outcome that is observed by it; empty where none is."""
    for step in task.steps:
        match step:
            case Remember():
                if step.target is not None:
                    yield step.target, "number" if step.read in ("number", "numbers") else "see", ""
                if step.turning is not None:
                    yield step.turning, "act", ""
            case Draw():
                yield step.among, "see", ""
            case Expect():
                absent = [one.target for one in found_in(step.that, Absent)]
                reads = found_in(step.that, Reads)
                numbers = [one.target for one in reads if one.read in ("number", "numbers")]
                for target in _outermost(step.that):
                    if target not in absent:
                        yield target, "number" if target in numbers else "see", step.outcome
            case _:
                for target in _outermost(step):
                    yield target, "act", ""


def _outermost(value: object) -> list[Target]:
    """Targets that stand in a step itself, and not in the place of another."""
    everything = list(found_in(value, Target))
    inner = [target.within for target in everything if target.within is not None]
    return [target for target in everything if target not in inner]


def by_program(atlas: Atlas, wanted: Sequence[Wanted]) -> list[Binding]:
    """What the program binds by role and name; a target that is not here is open."""
    found: list[Binding] = []
    for each in wanted:
        groundings = [ground(one.snapshot, each.target, NOTHING, each.purpose) for one in atlas.screens]
        sure = [one for one in groundings if one.found is Found.FOUND and one.surety >= SURE]
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
    wanted: Iterable[Wanted],
    atlas: Atlas,
    by: Literal["model", "person"],
    start: Snapshot | None = None,
) -> tuple[dict[str, Binding], list[Objection]]:
    """What was said of targets, checked: by id what can hold, and why the rest cannot.

    Args:
        said: Of a target that is named twice the last counts.
        wanted: Of other targets nothing is taken.
        atlas: The map whose signs are used.
        by: Who said it.
        start: The start page; what stands on it is no message that the app has yet to show. None: not checked.
    """
    known = {each.id: each for each in wanted}
    good: dict[str, Binding] = {}
    objections: list[Objection] = []
    for one in {one.target: one for one in said if one.target in known}.values():
        found = _taken(one, known[one.target], atlas, by, start)
        if isinstance(found, Binding):
            good[one.target] = found
        else:
            objections.append(Objection(target=one.target, why=found))
    return good, objections


def _taken(
    said: WrittenBinding,
    wanted: Wanted,
    atlas: Atlas,
    by: Literal["model", "person"],
    start: Snapshot | None,
) -> Binding | str:
    """A binding that was checked, or why it cannot hold."""
    target = wanted.target
    if said.kind not in SETTLED:
        return Binding(target=wanted.id, kind=said.kind, bound_by=by, reason=said.reason)
    found = element_of(atlas, said.element)
    if found is None:
        return f"no element of the map goes by the sign {said.element!r}"
    snapshot, index = found
    part = Part(after=said.after, before=said.before) if said.kind is BindingKind.PART else None
    if by == "model" and any(map(str.isdigit, said.after + said.before)):
        return "the words around a part hold no numbers: those are others another time"
    if why := _unfit(snapshot, index, wanted, part):
        return why
    element = snapshot.elements[index]
    bound_to = (element.name or snapshot.text(index))[:60]
    look = look_of(snapshot, index)
    if target.role in ENTRIES:
        look = look_within(snapshot, index, index)
    elif target.within is not None and target.within.role in ENTRIES:
        if (entry := _entry_of(snapshot, index)) is not None:
            look = look_within(snapshot, entry, index)
    elif start is not None and _is_message(wanted) and said.kind is not BindingKind.ENTRIES:
        # It would pass whatever the app does.
        is_at_start = bool(looking_like(start, look, range(len(start.elements))))
        if is_at_start and not any(says(name, bound_to) for name in target.names if name):
            return "the start page shows it before anything is done, and it does not say what is looked for"
    return Binding(
        target=wanted.id,
        kind=said.kind,
        bound_to=bound_to,
        surety=1.0,
        bound_by=by,
        look=look,
        part=part,
        reason=said.reason,
    )


def _is_message(wanted: Wanted) -> bool:
    """Whether the target is a named text or alert of the page that the steps only look at."""
    target = wanted.target
    is_plain = target.role in ("text", "alert") and target.within is None
    return is_plain and wanted.purposes == {"see"} and bool(target.name)


def _unfit(snapshot: Snapshot, index: int, wanted: Wanted, part: Part | None) -> str:
    """Why an element cannot be what is wanted; empty: it can be."""
    element, target = snapshot.elements[index], wanted.target
    text = " ".join(snapshot.text(index).split()) or element.value or element.name
    if not element.is_shown and not element.is_field:
        return "it cannot be seen"
    is_only_read = wanted.purposes <= {"number"}
    if target.role in CONTROLS and not is_only_read and not is_operable(snapshot, index, target.role):
        return f"it is a {element.role or element.tag} that takes no press or entry, and a {target.role} is wanted"
    if part is not None:
        if not (part.after or part.before):
            return "of a part, say after or before which words it stands"
        if part.of(text) is None:
            return f"it does not say {part.after!r} … {part.before!r}: {text[:120]!r}"
    if "number" not in wanted.purposes or target.role in ENTRIES:
        return ""
    if part is not None:
        return "" if number_in(part.of(text) or "") is not None else "no number stands in that part"
    try:
        number_of(snapshot, element, target.names)
    except Unreadable as error:
        return f"no number can be read off it: {error}"
    return ""


def is_operable(snapshot: Snapshot, index: int, role: Role) -> bool:
    """Whether an element, a container around it or the only control in it can be operated.

    For the roles of `_OF_PARTS` any control in it suffices.
    """

    def takes(indices: Iterable[int]) -> list[int]:
        return [i for i in indices if snapshot.elements[i].clickable or snapshot.elements[i].is_field]

    inside = takes(snapshot.inside(index))
    around = takes((index, *islice(snapshot.ancestors(index), _AROUND)))
    return bool(around) or len(inside) == 1 or (role in _OF_PARTS and bool(inside))


def _entry_of(snapshot: Snapshot, index: int) -> int | None:
    """The innermost entry of a list that holds an element."""
    holding = [
        member
        for group in repeated(snapshot, range(len(snapshot.elements)), None)
        for member in group.members
        if len(group.members) > 1 and snapshot.holds(member, index) and member != index
    ]
    return max(holding, default=None)


def resolved(
    bindings: Iterable[Binding], criteria: Criteria, atlas: Atlas
) -> tuple[BoundTargets, tuple[str, ...]]:
    """The bindings as attempts go by them, and the ids of those that do not hold in this app (any more).

    Of two bindings of one target the later counts.
    """
    by_id = {each.target: each for each in bindings}
    broken: list[str] = []
    meanings: list[Meaning] = []
    lists: dict[Kind, Seen] = {}
    told: dict[BindingKind, list[Target]] = {BindingKind.NO_STEP: [], BindingKind.ABSENT: []}
    for wanted in wanted_targets(criteria):
        binding, target = by_id.get(wanted.id), wanted.target
        if binding is None:
            continue
        if binding.kind in told:
            told[binding.kind].append(target)
        elif binding.kind not in SETTLED or binding.look is None:
            continue
        elif target.role in ENTRIES:
            kind = (target.name, *target.synonyms) if target.name else target.synonyms
            if (seen := _list_like(atlas, binding.look)) is None:
                broken.append(wanted.id)
            else:
                lists[kind] = seen
        elif any(
            looking_like(s.snapshot, binding.look, range(len(s.snapshot.elements))) for s in atlas.screens
        ):
            meanings.append(Meaning(target=target, look=binding.look, part=binding.part))
        else:
            broken.append(wanted.id)
    bound = BoundTargets(
        meanings=tuple(meanings),
        lists=tuple(lists.items()),
        no_steps=tuple(told[BindingKind.NO_STEP]),
        absent=tuple(told[BindingKind.ABSENT]),
    )
    return bound, tuple(broken)


def _list_like(atlas: Atlas, look: Look) -> Seen | None:
    """What the largest group of entries that look so is known by, on any screen."""
    most, best = 0, None
    for snapshot in (screen.snapshot for screen in atlas.screens):
        groups = repeated(snapshot, range(len(snapshot.elements)), None)
        for group in groups:
            if len(group.members) > most and looking_like(snapshot, look, group.members):
                beside = frozenset(other.shape for other in groups if other.shape != group.shape)
                most, best = len(group.members), Seen(learnt(snapshot, group), beside)
    return best

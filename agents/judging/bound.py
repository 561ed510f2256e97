"""What the targets of the criteria are in one app, found out once for all of its tasks.

The program binds by role and accessible name alone; a model or a person binds the rest, and every such binding is
checked here against the map: the element is there, its kind may be what the target is, and a number that is to be read
off it can be read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from agents.browser.charting.atlas import Atlas, element_of
from agents.browser.context import name_of
from agents.browser.grounding.contract import SURE, Found, Purpose
from agents.browser.grounding.ground import ground
from agents.browser.grounding.groups import Group, learnt
from agents.browser.grounding.items import repeated
from agents.browser.grounding.known import NOTHING, Kind, Lists, Prior, Seen
from agents.browser.grounding.looks import look_of, look_within, looking_like
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

_ENTRIES = ("item", "row")
_AROUND = 2
"""Containers around what is named that may take the press on it."""
_WITHOUT_ELEMENT = frozenset({BindingKind.NO_STEP, BindingKind.ABSENT, BindingKind.LATER, BindingKind.UNSURE})
_OF_PARTS: frozenset[Role] = frozenset({"combobox", "radio", "spinbutton", "textbox", "slider", "file"})
"""What apps make of several controls: chips, a stepper, a date in three fields."""
_USES: Mapping[str, Purpose] = {"number": "number", "numbers": "number"}


class BoundList(Record):
    """The entries of a list, by what they look like."""

    kind: Kind
    seen: Seen


class BoundTargets(Record):
    """Bindings that hold in one app, as attempts at tasks go by them."""

    meanings: tuple[Meaning, ...] = ()
    lists: tuple[BoundList, ...] = ()
    no_steps: tuple[Target, ...] = ()
    """Targets whose press is not needed."""
    absent: tuple[Target, ...] = ()
    """Targets that a model or a person says are not there."""

    @property
    def prior(self) -> Prior:
        """The same as what a look at a page knows beforehand."""
        kinds = {each.kind: each.seen for each in self.lists}
        return Prior(
            lists=Lists(kinds=kinds, bound=frozenset(kinds)),
            meant={each.target: each for each in self.meanings},
            absent=frozenset(self.absent),
            no_steps=frozenset(self.no_steps),
        )


@dataclass(frozen=True, slots=True)
class Wanted:
    """A target of the criteria, wherever it stands, and what it is used for."""

    id: str
    target: Target
    purposes: frozenset[Purpose]
    statements: tuple[str, ...]
    """Outcomes that are observed by it, else titles of the tasks that operate it."""

    @property
    def purpose(self) -> Purpose:
        """The strictest use."""
        return next(use for use in ("act", "number", "see") if use in (*self.purposes, "see"))


@dataclass(slots=True)
class _Uses:
    target: Target
    purposes: set[Purpose] = field(default_factory=set[Purpose])
    statements: dict[str, None] = field(default_factory=dict[str, None])
    titles: dict[str, None] = field(default_factory=dict[str, None])


def wanted_targets(criteria: Criteria) -> list[Wanted]:
    """Every target that the steps look for, once, without the places of single uses.

    Those that are only to be absent, and those that are called by a value which a step binds, are left out: they are
    looked for by their words.
    """
    found: dict[str, _Uses] = {}
    for task in criteria.tasks:
        said = {outcome.id: outcome.statement for outcome in task.outcomes}
        for target, purpose, outcome in _uses(task):
            for each in _with_outer(target):
                key = name_of(each)
                if _is_called_by_values(each):
                    continue
                uses = found.setdefault(key, _Uses(each.anywhere))
                uses.purposes.add(purpose if each is target else "see")
                uses.titles[task.title] = None
                if outcome in said:
                    uses.statements[said[outcome]] = None
    return [
        Wanted(id, u.target, frozenset(u.purposes), tuple(u.statements or u.titles))
        for id, u in found.items()
    ]


def _uses(task: EvaluationTask) -> Iterator[tuple[Target, Purpose, str]]:
    """Target, what it is used for, and the outcome that is observed by it; empty where none is."""
    for step in task.steps:
        match step:
            case Remember():
                if step.target is not None:
                    yield step.target, _USES.get(step.read, "see"), ""
                if step.turning is not None:
                    yield step.turning, "act", ""
            case Draw():
                yield step.among, "see", ""
            case Expect():
                absent = [one.target for one in found_in(step.that, Absent)]
                numbers = [one.target for one in found_in(step.that, Reads) if one.read in _USES]
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


def _with_outer(target: Target) -> Iterator[Target]:
    inner: Target | None = target
    while inner is not None:
        yield inner
        inner = inner.within


def _is_called_by_values(target: Target) -> bool:
    """Whether it is called by what a step binds, or by a figure such as 01:50, and so found by its words alone."""
    names = [name for name in target.names if name]
    is_figure = bool(names) and not any(map(str.isalpha, "".join(names)))
    return is_figure or any(True for name in names for _ in placeholders(name))


def by_program(atlas: Atlas, wanted: Sequence[Wanted]) -> list[Binding]:
    """What the program binds by role and name; a target that is not here is open."""
    found: list[Binding] = []
    for each in wanted:
        best = 0.0
        said = ""
        for screen in atlas.screens:
            grounding = ground(screen.snapshot, each.target, NOTHING, each.purpose)
            if grounding.found is Found.FOUND and grounding.surety > best:
                best, said = grounding.surety, grounding.candidates[0].said
        if best >= SURE:
            found.append(Binding(target=each.id, bound_to=said[:60], surety=round(best, 2)))
    return found


class Objection(Record):
    """Why a binding cannot hold."""

    target: str
    why: str


def taken(
    said: WrittenBinding, wanted: Wanted, atlas: Atlas, by: Literal["model", "person"]
) -> Binding | Objection:
    """What a model or a person said of a target, checked against the map."""
    if said.kind in _WITHOUT_ELEMENT:
        return Binding(target=wanted.id, kind=said.kind, bound_by=by, reason=said.reason)
    is_part = said.kind is BindingKind.PART
    if is_part and not (said.after or said.before):
        return Objection(target=wanted.id, why="of a part, say after or before which words it stands")
    part = Part(after=said.after, before=said.before) if is_part else None
    found = element_of(atlas, said.element)
    if found is None:
        return Objection(target=wanted.id, why=f"no element of the map goes by the sign {said.element!r}")
    snapshot, index = found
    if why := _unfit(snapshot, index, wanted, part):
        return Objection(target=wanted.id, why=why)
    element = snapshot.elements[index]
    look = look_of(snapshot, index)
    if wanted.target.role in _ENTRIES:
        look = look_within(snapshot, index, index)
    elif wanted.target.within is not None and wanted.target.within.role in _ENTRIES:
        entry = _entry_of(snapshot, index)
        if entry is not None:
            look = look_within(snapshot, entry, index)
    return Binding(
        target=wanted.id,
        kind=said.kind,
        bound_to=(element.name or snapshot.text(index))[:60],
        surety=1.0,
        bound_by=by,
        look=look,
        part=part,
        reason=said.reason,
    )


def _unfit(snapshot: Snapshot, index: int, wanted: Wanted, part: Part | None) -> str:
    """Why an element cannot be what is wanted; empty: it can be."""
    element, target = snapshot.elements[index], wanted.target
    if not element.is_shown and not element.is_field:
        return "it cannot be seen"
    is_only_read = wanted.purposes <= {"number"}
    if target.role in CONTROLS and not is_only_read and not is_operable(snapshot, index, target.role):
        return f"it is a {element.role or element.tag} that takes no press or entry, and a {target.role} is wanted"
    if part is not None and part.of(_all_said(snapshot, index)) is None:
        return f"it does not say {part.after!r} … {part.before!r}: {_all_said(snapshot, index)[:120]!r}"
    if "number" in wanted.purposes and target.role not in _ENTRIES:
        try:
            if part is not None:
                is_read = number_in(part.of(_all_said(snapshot, index)) or "") is not None
            else:
                number_of(snapshot, element, target.names)
                is_read = True
        except Unreadable as error:
            return f"no number can be read off it: {error}"
        if not is_read:
            return "no number stands in that part"
    return ""


def is_operable(snapshot: Snapshot, index: int, role: Role) -> bool:
    """Whether it can be operated: itself, what it stands in, or, of what may be made of several controls, a part."""

    def takes(indices: Iterable[int]) -> list[int]:
        return [i for i in indices if snapshot.elements[i].clickable or snapshot.elements[i].is_field]

    inside = takes(snapshot.inside(index))
    is_operable = bool(takes((index, *islice(snapshot.ancestors(index), _AROUND)))) or len(inside) == 1
    return is_operable or (role in _OF_PARTS and bool(inside))


def _all_said(snapshot: Snapshot, index: int) -> str:
    element = snapshot.elements[index]
    return " ".join(snapshot.text(index).split()) or element.value or element.name


def _entry_of(snapshot: Snapshot, index: int) -> int | None:
    """The innermost entry of a list that holds an element."""
    holding = [
        member
        for group in repeated(snapshot, range(len(snapshot.elements)), None)
        for member in group.members
        if len(group.members) > 1 and snapshot.holds(member, index) and member != index
    ]
    return max(holding, default=None)


def taken_all(
    said: Iterable[WrittenBinding], wanted: Iterable[Wanted], atlas: Atlas, by: Literal["model", "person"]
) -> tuple[dict[str, Binding], list[Objection]]:
    """All that was said of targets: by id what can hold, and why the rest cannot. Of others nothing is taken."""
    known = {each.id: each for each in wanted}
    good: dict[str, Binding] = {}
    objections: dict[str, Objection] = {}
    for one in said:
        if one.target in known:
            found = taken(one, known[one.target], atlas, by)
            if isinstance(found, Objection):
                objections[one.target] = found
            else:
                good[one.target] = found
    return good, [one for id, one in objections.items() if id not in good]


def resolved(
    bindings: Iterable[Binding], criteria: Criteria, atlas: Atlas
) -> tuple[BoundTargets, tuple[str, ...]]:
    """The bindings as attempts go by them, and the ids of those that do not hold in this app (any more)."""
    by_id = {each.target: each for each in bindings}
    broken: list[str] = []
    meanings: list[Meaning] = []
    lists: dict[Kind, BoundList] = {}
    no_steps: list[Target] = []
    absent: list[Target] = []
    for wanted in wanted_targets(criteria):
        binding = by_id.get(wanted.id)
        if binding is None:
            continue
        match binding.kind:
            case BindingKind.NO_STEP:
                no_steps.append(wanted.target)
            case BindingKind.ABSENT:
                absent.append(wanted.target)
            case BindingKind.LATER | BindingKind.UNSURE:
                continue
            case _ if binding.look is None:
                continue
            case _ if wanted.target.role in _ENTRIES:
                if (found := _list_like(atlas, binding.look, _kind(wanted.target))) is None:
                    broken.append(wanted.id)
                else:
                    lists[found.kind] = found
            case _:
                if not _is_there(atlas, binding.look):
                    broken.append(wanted.id)
                    continue
                meanings.append(Meaning(target=wanted.target, look=binding.look, part=binding.part))
    bound = BoundTargets(
        meanings=tuple(meanings), lists=tuple(lists.values()), no_steps=tuple(no_steps), absent=tuple(absent)
    )
    return bound, tuple(broken)


def _is_there(atlas: Atlas, look: Look) -> bool:
    pages = (screen.snapshot for screen in atlas.screens)
    return any(looking_like(page, look, range(len(page.elements))) for page in pages)


def _kind(target: Target) -> Kind:
    return (target.name, *target.synonyms) if target.name else target.synonyms


def _list_like(atlas: Atlas, look: Look, kind: Kind) -> BoundList | None:
    """The largest group of entries that look so, on any screen."""
    best: tuple[int, Snapshot, Group, frozenset[Group]] | None = None
    for screen in atlas.screens:
        snapshot = screen.snapshot
        groups = repeated(snapshot, range(len(snapshot.elements)), None)
        for group in groups:
            like = {c.index for c in looking_like(snapshot, look, group.members)}
            if like and (best is None or len(group.members) > best[0]):
                others = frozenset(other for other in groups if other.shape != group.shape)
                best = (len(group.members), snapshot, group, others)
    if best is None:
        return None
    _, snapshot, group, others = best
    return BoundList(
        kind=kind, seen=Seen(learnt(snapshot, group), frozenset(other.shape for other in others))
    )

"""Grounding: which element of a page a target means. Ranked candidates, and found, ambiguous or missing."""

import re
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace

from agents.browser.grounding.buttons import PLACED, in_own_form, means_submit, open_layer, sole_submit
from agents.browser.grounding.candidates import (
    NOTHING,
    SURE,
    Candidate,
    Grounding,
    Lists,
    Presence,
    Prior,
    looking_like,
)
from agents.browser.grounding.lists import find_items
from agents.browser.grounding.names import stems
from agents.browser.grounding.scoring import CONTAINERS, candidates_for, placed, words_of
from agents.browser.grounding.values import day_order, fields_together, number_called
from agents.browser.snapshot import Snapshot
from plans.records.app_map import Binding
from plans.records.moments import value_meant, why_open
from plans.records.steps import ElementRole, Target
from plans.records.values import number_in
from plans.step_words import Purpose, describe, name_of

THRESHOLD = 0.58
"""Score from which a candidate counts as found."""
_STRICT = 0.8
"""Score from which something that must be absent counts as there, and a text may say what a mere label does not."""
_MARGIN = 0.02
"""Difference of scores up to which two candidates fit equally well."""
_SHARE = 0.86
"""Share of the best score from which others of a kind are matches too."""
_CLEAR = 0.9
"""Score from which a candidate is meant, whatever else is called much alike."""
_UNNAMED = 0.6
"""Surety of entries of a kind that nothing on the page names: it decides no failure."""
_ENTERED: frozenset[ElementRole] = frozenset({"textbox", "spinbutton", "combobox"})
"""Roles of what a day or a time of day is entered into."""
_KEPT = 8
"""Candidates that are reported."""


_LETTER = re.compile(r"[^\W\d_]")
_NO_LABELS = frozenset(
    {"region", "list", "table", "group", "form", "dialog", "navigation", "main", "article", "image", "canvas"}
)
"""Roles of parts themselves, which are no label of one even when they are empty."""
_SAID = 60
"""Characters that are kept of the words of a bound element."""


def ground(snapshot: Snapshot, target: Target, known: Prior = NOTHING, purpose: Purpose = "act") -> Grounding:
    """What a target, whose strings hold no placeholders, means on this page.

    What is known comes back, with what it learns, in `Grounding.known`.
    """
    look = _Look(snapshot, known)
    found = look.ground(target, purpose)
    found = replace(found, known=look.known)
    if target.anywhere in known.absent and found.found is not Presence.MISSING and found.surety < SURE:
        return replace(found, found=Presence.MISSING, note="the app is said to have none")
    return found


@dataclass(slots=True)
class _Look:
    """One look at a page for a target, with what is known so far."""

    snapshot: Snapshot
    known: Prior

    def ground(self, target: Target, purpose: Purpose) -> Grounding:
        found = self._ground(target, purpose)
        days = [said for said in (*target.names, target.containing or "") if value_meant(said)]
        if days and found.found is Presence.FOUND:
            text, order = self.snapshot.text(found.index), day_order(self.snapshot)
            if note := next(filter(None, (why_open(day, text, order) for day in days)), ""):
                return replace(found, found=Presence.AMBIGUOUS, note=note)
        return found

    def _ground(self, target: Target, purpose: Purpose) -> Grounding:
        if target.within is None:
            return self._ground_in(target, purpose, range(len(self.snapshot.elements)))
        outer = self.ground(target.within, "see")
        if outer.found is Presence.AMBIGUOUS:
            return outer
        if outer.found is Presence.MISSING:
            note = f"no {describe(target.within)}" + (f": {outer.note}" if outer.note else "")
            return Grounding(Presence.MISSING, outer.candidates, note=note)
        if target.within.role in ("item", "row") and len(outer.matches) > 1:
            inner = self._ground_in_each(target, purpose, outer.matches)
        else:
            inner = self._ground_in(target, purpose, self.snapshot.within(outer.index))
        # A target is no surer than its container.
        return replace(inner, surety=min(inner.surety, outer.surety))

    def _ground_in(self, target: Target, purpose: Purpose, scope: range) -> Grounding:
        snapshot = self.snapshot
        if target.role in ("item", "row"):
            return self._ground_items(target, purpose, scope)
        if (meant := self.known.meaning(target)) is not None:
            candidates = placed(snapshot, target, looking_like(snapshot, meant.look, scope))
            # What is bound and gone may still be there under the target's own name.
            if candidates or purpose != "absent":
                return _decide(snapshot, target, self._of_entry(target, candidates), purpose)
        layer = open_layer(snapshot) if purpose == "act" and target.within is None else None
        candidates = self._fitting(target, purpose, scope if layer is None else layer)
        if layer is not None and all(candidate.score < THRESHOLD for candidate in candidates):
            # What an open dialog lacks may stand beneath it.
            candidates = self._fitting(target, purpose, scope)
        layer = open_layer(snapshot) if purpose == "absent" and target.role in ("button", "link") else None
        if layer is not None:
            candidates = [c for c in candidates if c.index in layer or not snapshot.elements[c.index].covered]
        if purpose == "act":
            candidates = self._of_entry(target, candidates)
        grounding = _decide(snapshot, target, candidates, purpose)
        if grounding.found is Presence.MISSING and target.role in _ENTERED and purpose != "number":
            # A day or a time of day may be entered in several fields: the first stands for all.
            index = min((fields_together(snapshot, target.names) or {}).values(), default=-1)
            if index in scope:
                candidate = Candidate(index, _CLEAR, words_of(snapshot, snapshot.elements[index]))
                return Grounding(Presence.FOUND, (candidate,), (index,), surety=_CLEAR)
        if target.role == "textbox" and grounding.found is Presence.FOUND:
            self.known = replace(self.known, typed=target)
        return grounding

    def _ground_items(self, target: Target, purpose: Purpose, scope: range) -> Grounding:
        snapshot = self.snapshot
        is_section = target.within is not None and target.within.role in CONTAINERS and bool(scope.start)
        names, lists = target.names, self.known.lists
        items = find_items(snapshot, names, lists, scope, section=is_section, rows=target.role == "row")
        if items.learnt is not None:
            lists = replace(lists, kinds={**lists.kinds, names: items.learnt})
            self.known = replace(self.known, lists=lists)
        members = [Candidate(index, 1.0, snapshot.text(index)[:80]) for index in items.members]
        found = _decide(snapshot, target, placed(snapshot, target, members), purpose, items.note)
        if found.found is not Presence.MISSING and not items.is_clear:
            return Grounding(Presence.AMBIGUOUS, found.candidates, found.matches, items.note)
        return replace(found, surety=min(found.surety, 1.0 if items.is_sure else _UNNAMED))

    def _ground_in_each(self, target: Target, purpose: Purpose, outers: tuple[int, ...]) -> Grounding:
        """The best inside of each of several items: their titles, their prices, their buttons."""
        single = target.model_copy(update={"nth": None})
        found = [self._ground_in(single, purpose, self.snapshot.within(outer)) for outer in outers]
        hits = [g for g in found if g.found is not Presence.MISSING]
        if not hits:
            return max(found, key=lambda g: g.candidates[0].score if g.candidates else 0.0)
        matches = tuple(g.index for g in hits)
        surety = min(g.surety for g in hits)
        if target.nth is None:
            best = tuple(g.candidates[0] for g in hits[:_KEPT])
            return Grounding(Presence.FOUND, best, matches, surety=surety)
        place = _place(target.nth, len(matches))
        if place is None:
            return Grounding(Presence.MISSING, hits[0].candidates, matches, f"only {len(matches)} of them")
        return Grounding(Presence.FOUND, hits[place].candidates, (matches[place],), surety=surety)

    def _of_entry(self, target: Target, candidates: list[Candidate]) -> list[Candidate]:
        """The fitting candidates in the entry pressed last, where the best one stands in another entry; else all."""
        entry = self.known.entry
        fitting = [c for c in candidates if c.score >= THRESHOLD]
        if entry is None or target.within is not None or len(fitting) < 2:
            return candidates
        holds = self.snapshot.holds
        pressed = self.ground(entry, "see")
        inside = [c for c in fitting if pressed.matches and holds(pressed.index, c.index)]
        best = max(fitting, key=lambda c: c.score)
        if not inside or best in inside:
            return candidates
        every = entry.model_copy(update={"nth": None, "containing": None, "near": None})
        is_in_entry = any(holds(index, best.index) for index in self.ground(every, "see").matches)
        return inside if is_in_entry else candidates

    def _fitting(self, target: Target, purpose: Purpose, scope: range) -> list[Candidate]:
        """The candidates in a scope; for a submit button also the one of the form of the field that was found last."""
        snapshot, typed = self.snapshot, self.known.typed
        candidates = placed(snapshot, target, list(candidates_for(snapshot, target, scope, purpose)))
        if purpose == "absent" or target.role != "button" or typed is None or not means_submit(target.name):
            return candidates
        field = self.ground(typed, "see")
        if field.found is not Presence.FOUND:
            return candidates
        if purpose == "act" and target.within is None:
            candidates = in_own_form(snapshot, candidates, field.index, THRESHOLD)
        if not target.near and all(candidate.score < THRESHOLD for candidate in candidates):
            sole = sole_submit(snapshot, field.index)
            if sole is not None and sole in scope:
                candidates.append(Candidate(sole, PLACED, words_of(snapshot, snapshot.elements[sole])))
        return candidates


def _place(nth: int, count: int) -> int | None:
    """The index of the nth of some things; None where there are fewer."""
    place = nth - 1 if nth > 0 else nth
    return place if -count <= place < count else None


def _decide(
    snapshot: Snapshot, target: Target, candidates: list[Candidate], purpose: Purpose, note: str = ""
) -> Grounding:
    ranked = sorted(candidates, key=lambda c: (-c.score, c.index))
    kept = tuple(ranked[:_KEPT])
    least = _STRICT if purpose == "absent" else THRESHOLD
    fitting = [c for c in ranked if c.score >= least]
    if not fitting:
        return Grounding(Presence.MISSING, kept, note=note)
    if target.role in CONTAINERS:
        fitting = [_as_section(snapshot, candidate) for candidate in fitting]
    if target.role == "chart":
        # A table of the same name is no chart.
        tables = [e.index for e in snapshot.elements if e.role == "table"]
        drawn = [c for c in fitting if not any(snapshot.holds(c.index, table) for table in tables)]
        fitting = drawn or fitting
    # Of nested candidates the better one is meant; of equals the inner one.
    apart: list[Candidate] = []
    for candidate in sorted(fitting, key=lambda c: (-c.score, -c.index)):
        index, holds = candidate.index, snapshot.holds
        if not any(holds(other.index, index) or holds(index, other.index) for other in apart):
            apart.append(candidate)
    fitting = sorted(apart, key=lambda c: (-c.score, c.index))
    top = fitting[0]
    equal = sorted(c.index for c in fitting if c.score >= top.score * _SHARE)
    if target.nth is not None:
        place = _place(target.nth, len(equal))
        if place is None:
            return Grounding(Presence.MISSING, kept, tuple(equal), f"only {len(equal)} of them")
        chosen = next(c for c in fitting if c.index == equal[place])
        others = (c for c in kept if c is not chosen)
        return Grounding(Presence.FOUND, (chosen, *others), (chosen.index,), note, min(chosen.score, 1.0))
    surety = min(top.score, 1.0)
    if purpose == "number" and target.role == "text" and _is_rivalled(fitting, target.names):
        surety = min(surety, THRESHOLD)
    # A candidate with other words fits as well as the best one, and neither score nor name decides.
    rivals = [c for c in fitting if c.score >= top.score - _MARGIN and stems(c.said) != stems(top.said)]
    is_clear = purpose != "act" or top.score >= _CLEAR or stems(top.said) == stems(target.name) or not rivals
    found = Presence.FOUND if is_clear else Presence.AMBIGUOUS
    return Grounding(found, tuple(fitting[:_KEPT]), tuple(equal), note, surety)


def _is_rivalled(fitting: list[Candidate], names: tuple[str, ...]) -> bool:
    """True where another candidate shows another number, and says the name too."""

    def number_of(candidate: Candidate) -> float | None:
        called = number_called(candidate.said, names)
        return number_in(candidate.said) if called is None else called

    numbers = [number_of(candidate) for candidate in fitting if candidate.score >= _STRICT]
    return any(number not in (None, numbers[0]) for number in numbers)


def _as_section(snapshot: Snapshot, candidate: Candidate) -> Candidate:
    """For a label ("Open", "Open 3") the part of the page that it names, else the candidate itself."""
    label = snapshot.elements[candidate.index]
    if label.is_field or label.role in _NO_LABELS or len(snapshot.inside(label.index)) > 1:
        return candidate
    return replace(candidate, index=section_of(snapshot, label.index))


def section_of(snapshot: Snapshot, label: int) -> int:
    """The part of the page that a heading or label names: the smallest one that holds more than the label.

    A count beside the label is no content, and a container that holds another heading of the same level is too large.
    """
    own = snapshot.elements[label]
    part = label
    for ancestor in snapshot.ancestors(label):
        element = snapshot.elements[ancestor]
        inner = [snapshot.elements[i] for i in snapshot.inside(ancestor)]
        headings = [e for e in inner if e.role == own.role == "heading" and e.tag == own.tag]
        if element.tag in ("body", "html") or (part != label and len(headings) > 1):
            break
        if element.box.height <= own.box.height * 1.6:
            continue
        pieces = snapshot.pieces[element.first_text : element.last_text]
        if any(e.is_field for e in inner) or any(
            not piece.hidden and _LETTER.search(piece.words) and not snapshot.holds(label, piece.owner)
            for piece in pieces
        ):
            return ancestor
        part = ancestor
    return part


def guess(what: str, taken: str) -> Binding:
    """A binding that no name supports."""
    return Binding(target=what, bound_to=taken[:_SAID], surety=0.5)


@dataclass(slots=True)
class Knowledge:
    """What a task has learnt so far. Values are frozen and replaced as a whole, so a copy shares no mutable state."""

    known: Prior = NOTHING
    """What is passed to the next grounding of a target."""
    entered: tuple[int, Snapshot] | None = None
    """The field that was filled last, until it is left, and the page before."""
    bindings: Mapping[str, Binding] = field(default_factory=dict[str, Binding])
    """Id of a target → the element it was bound to when it was last looked for, to be operated, seen or read."""
    given: Lists = field(init=False)
    """Lists that were bound before the task began."""

    def __post_init__(self) -> None:
        self.given = self.known.lists

    def recognise(self, snapshot: Snapshot, target: Target, purpose: Purpose = "act") -> Grounding:
        """Ground a target of the task on a page, and keep what the grounding learnt."""
        grounding = ground(snapshot, target, self.known, purpose)
        self.known = grounding.known
        is_bound = grounding.found is Presence.FOUND and bool(grounding.candidates)
        # The binding of a target that was found before and is gone now is kept.
        if purpose != "absent" and (is_bound or not self.was_met(target)):
            said = grounding.candidates[0].said[:_SAID] if is_bound else ""
            surety = round(grounding.surety, 2) if is_bound else 0.0
            binding = Binding(target=name_of(target), bound_to=said, surety=surety)
            self.bindings = {**self.bindings, binding.target: binding}
        return grounding

    def was_met(self, target: Target) -> bool:
        """Whether it was found before in the same task."""
        known = self.bindings.get(name_of(target))
        return known is not None and bool(known.bound_to)

    def note_guess(self, what: str, taken: str) -> None:
        """Record that a step rests on a guess, so that what follows counts as weakly bound."""
        self.bindings = {**self.bindings, what: guess(what, taken)}

    def resized(self, snapshot: Snapshot) -> None:
        """Forget lists that the page no longer shows: a table may become a list in a window of another width.

        They are learnt anew by what names them. Lists that were bound come back where they are shown again.
        """
        everything = range(len(snapshot.elements))
        known = {**self.known.lists.kinds, **self.given.kinds}
        shown = {
            names: look
            for names, look in known.items()
            if find_items(snapshot, names, Lists(kinds={names: look}), everything).members
        }
        bound = frozenset(names for names in self.given.bound if names in shown)
        self.known = replace(self.known, lists=Lists(kinds=shown, bound=bound))

    def aside(self) -> "Knowledge":
        """A copy for checks; what is learnt with it does not reach the task."""
        return copy(self)

"""Grounding: which element of a page a target means. Ranked candidates, and found, ambiguous or missing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from agents.browser.grounding.bars import home_of_bars, with_bars, with_drawn
from agents.browser.grounding.contract import SURE, Candidate, Found, Grounding, Purpose
from agents.browser.grounding.date_parts import date_parts, means_date
from agents.browser.grounding.groups import without_head
from agents.browser.grounding.items import find_items
from agents.browser.grounding.known import NOTHING, Learnt, Prior
from agents.browser.grounding.layers import is_beneath, open_layer
from agents.browser.grounding.lexicon import stems
from agents.browser.grounding.looks import looking_like
from agents.browser.grounding.places import as_sections, placed
from agents.browser.grounding.roles import CONTAINERS, suits
from agents.browser.grounding.scoring import handicap, name_score
from agents.browser.grounding.submits import PLACED, in_own_form, means_submit, sole_submit
from agents.browser.grounding.values import with_clock
from agents.browser.grounding.words import agreement
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Role, Target
from plans.records.values import number_in

THRESHOLD = 0.58
"""Score from which a candidate counts as found."""
_STRICT = 0.8
"""Score from which something that must be absent counts as being there."""
_MARGIN = 0.02
_CLEAR = 0.9
"""Score from which something surely is what was looked for, whatever else is called much alike."""
_BY_NAME = 0.85
"""Agreement from which something goes by the name itself rather than by another wording for it."""
_KEPT = 8
_FRAME = 2
"""Containers around a picture that may take the press on it."""
_IN_PARTS = 0.85
"""Score of three fields that make up a date; one field for all of it is better."""
_BY_PLACE = 0.6
"""Score of what is known by its place alone."""
_MENTIONED = 0.9
"""Surety of a text that says a name among other words."""
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]{3}")
_PRESSED: frozenset[Role] = frozenset({"button", "link"})


@dataclass(slots=True)
class _Notes:
    """What is known as a look goes on: what it was given, and what it has learnt so far."""

    known: Prior
    learnt: Learnt = Learnt()

    def add(self, learnt: Learnt) -> None:
        self.known = self.known.taught(learnt)
        self.learnt = self.learnt.joined(learnt)


def ground(snapshot: Snapshot, target: Target, known: Prior = NOTHING, purpose: Purpose = "act") -> Grounding:
    """What a target means on this page.

    Args:
        snapshot: The page.
        target: What is looked for; its strings hold no placeholders any more.
        known: What was learnt before; what this look teaches is in its answer, and nowhere else.
        purpose: To operate it, to look at it, to read a number off it, or to be sure that it is absent.
    """
    notes = _Notes(known)
    found = replace(_ground(snapshot, target, notes, purpose), learnt=notes.learnt)
    if target.anywhere in known.absent and found.found is not Found.MISSING and found.surety < SURE:
        return replace(found, found=Found.MISSING, note="the app is said to have none")
    return found


def _within(grounding: Grounding, outer: Grounding) -> Grounding:
    """What was found inside of something is no surer than that."""
    return replace(grounding, surety=min(grounding.surety, outer.surety))


def _ground(snapshot: Snapshot, target: Target, notes: _Notes, purpose: Purpose) -> Grounding:
    if target.within is None:
        return _ground_in(snapshot, target, notes, purpose, range(len(snapshot.elements)), "")
    outer = _ground(snapshot, target.within, notes, "see")
    if outer.found is Found.AMBIGUOUS:
        return outer
    if outer.found is Found.MISSING:
        missing = f"no {describe(target.within)}" + (f": {outer.note}" if outer.note else "")
        if not _may_be_inline(target.within, purpose):
            return Grounding(Found.MISSING, outer.candidates, note=missing)
        everywhere = range(len(snapshot.elements))
        return _ground_in(
            snapshot, target, notes, purpose, everywhere, f"{missing}; looked on the whole page"
        )
    if target.within.role in ("item", "row") and len(outer.matches) > 1:
        return _within(_ground_in_each(snapshot, target, notes, purpose, outer.matches), outer)
    return _within(_ground_in(snapshot, target, notes, purpose, snapshot.within(outer.index), ""), outer)


def _ground_in(
    snapshot: Snapshot, target: Target, notes: _Notes, purpose: Purpose, scope: range, note: str
) -> Grounding:
    if target.role in ("item", "row"):
        return _ground_items(snapshot, target, notes, purpose, scope, note)
    meant = notes.known.meaning(target) if purpose != "absent" else None
    if meant is not None:
        candidates = placed(snapshot, target, looking_like(snapshot, meant.look, scope))
        return _decide(snapshot, target, _of_entry(snapshot, target, notes, candidates), purpose, note)
    layer = open_layer(snapshot) if purpose == "act" and target.within is None else None
    candidates = _fitting(snapshot, target, notes, purpose, scope if layer is None else layer)
    if layer is not None and all(candidate.score < THRESHOLD for candidate in candidates):
        # What an open dialog lacks is beneath it, where it can be seen.
        candidates = _fitting(snapshot, target, notes, purpose, scope)
    if purpose == "absent" and target.role in _PRESSED:
        candidates = [c for c in candidates if not is_beneath(snapshot, c.index)]
    if purpose == "act":
        candidates = _of_entry(snapshot, target, notes, candidates)
    grounding = _decide(snapshot, target, candidates, purpose, note)
    if target.role == "textbox" and grounding.found is Found.FOUND:
        notes.add(Learnt(typed=target))
    return grounding


def _of_entry(
    snapshot: Snapshot, target: Target, notes: _Notes, candidates: list[Candidate]
) -> list[Candidate]:
    """Of what fits best in another entry, that of the entry which was pressed in last, where it has one that fits."""
    entry = notes.known.entry
    fitting = [c for c in candidates if c.score >= THRESHOLD]
    if entry is None or target.within is not None or len(fitting) < 2:
        return candidates
    pressed = _ground(snapshot, entry, notes, "see")
    inside = [c for c in fitting if pressed.matches and snapshot.holds(pressed.index, c.index)]
    best = max(fitting, key=lambda c: c.score)
    every = entry.model_copy(update={"nth": None, "containing": None, "near": None})
    entries = _ground(snapshot, every, notes, "see").matches if inside and best not in inside else ()
    return inside if any(snapshot.holds(index, best.index) for index in entries) else candidates


def _fitting(
    snapshot: Snapshot, target: Target, notes: _Notes, purpose: Purpose, scope: range
) -> list[Candidate]:
    candidates = placed(snapshot, target, list(_candidates(snapshot, target, scope, purpose)))
    if target.role == "chart" and purpose != "absent":
        candidates = with_drawn(snapshot, candidates, notes.known.lists, scope, THRESHOLD)
    if target.role == "text":
        candidates = with_clock(snapshot, _names(target), candidates, scope, THRESHOLD)
    typed = _typed(snapshot, target, notes) if purpose != "absent" else None
    if typed is not None and target.role == "button" and purpose == "act" and target.within is None:
        candidates = in_own_form(snapshot, candidates, typed, THRESHOLD)
    is_found = any(candidate.score >= THRESHOLD for candidate in candidates)
    if typed is not None and not is_found and not target.near:
        sole = sole_submit(snapshot, typed)
        if sole is not None and sole in scope:
            candidates.append(Candidate(sole, PLACED, _words(snapshot, snapshot.elements[sole])))
    return candidates


def _typed(snapshot: Snapshot, target: Target, notes: _Notes) -> int | None:
    """The field that was typed into last, where a button is looked for that hands it in."""
    last = notes.known.typed
    if last is None or target.role != "button" or not means_submit(target.name):
        return None
    field = _ground(snapshot, last, notes, "see")
    return field.index if field.found is Found.FOUND else None


def _ground_items(
    snapshot: Snapshot, target: Target, notes: _Notes, purpose: Purpose, scope: range, note: str
) -> Grounding:
    section = target.within is not None and target.within.role in CONTAINERS and bool(scope.start)
    lists, is_row = notes.known.lists, target.role == "row"
    items = find_items(snapshot, _names(target), lists, scope, section=section, rows=is_row)
    rows = without_head(snapshot, items.members) if is_row else items.members
    listed = with_bars(snapshot, _names(target), scope, rows)
    if listed == rows:
        notes.add(Learnt(items.learnt))
    elif (home := home_of_bars(snapshot, scope)) is not None:
        # What repeats beside the bars of a chart, as its tabs do, is none of them; what holds one bar each is.
        inner = find_items(snapshot, _names(target), lists, snapshot.within(home), section=True)
        if with_bars(snapshot, _names(target), scope, inner.members) == inner.members:
            notes.add(Learnt(inner.learnt))
    members = [Candidate(index, 1.0, snapshot.text(index)[:80]) for index in listed]
    said = "; ".join(part for part in (note, items.note) if part)
    grounding = _decide(snapshot, target, placed(snapshot, target, members), purpose, said)
    if grounding.found is Found.MISSING:
        return grounding
    if items.is_clear:
        return replace(grounding, surety=min(grounding.surety, items.surety))
    return Grounding(Found.AMBIGUOUS, grounding.candidates, grounding.matches, said)


def _ground_in_each(
    snapshot: Snapshot, target: Target, notes: _Notes, purpose: Purpose, outers: tuple[int, ...]
) -> Grounding:
    """The best inside of each of several items: their titles, their prices, their buttons."""
    single = target.model_copy(update={"nth": None})
    found = [_ground_in(snapshot, single, notes, purpose, snapshot.within(outer), "") for outer in outers]
    hits = [g for g in found if g.found is not Found.MISSING]
    if not hits:
        return max(found, key=lambda g: g.candidates[0].score if g.candidates else 0.0)
    matches = tuple(g.index for g in hits)
    surety = min(g.surety for g in hits)
    if target.nth is None:
        return Grounding(Found.FOUND, tuple(g.candidates[0] for g in hits[:_KEPT]), matches, surety=surety)
    place = target.nth - 1 if target.nth > 0 else target.nth
    if not -len(matches) <= place < len(matches):
        return Grounding(Found.MISSING, hits[0].candidates, matches, f"only {len(matches)} of them")
    return Grounding(Found.FOUND, hits[place].candidates, (matches[place],), surety=surety)


def describe(target: Target) -> str:
    """A target in words."""
    words = target.role if target.role != "any" else "anything"
    if target.name:
        words += f" {target.name!r}"
    if target.synonyms:
        words += f" (or {', '.join(map(repr, target.synonyms[:4]))})"
    if target.containing:
        words += f" containing {target.containing!r}"
    if target.near:
        words += f" near {target.near!r}"
    if target.nth:
        words += f", number {target.nth}"
    return f"{words} within {describe(target.within)}" if target.within else words


def _may_be_inline(container: Target, purpose: Purpose) -> bool:
    """What one app shows in a dialog stands on the page in another."""
    return purpose == "act" and container.role in ("dialog", "form", "region")


def _names(target: Target) -> tuple[str, ...]:
    return (target.name, *target.synonyms) if target.name else target.synonyms


def _candidates(snapshot: Snapshot, target: Target, scope: range, purpose: Purpose) -> Iterator[Candidate]:
    names = _names(target)
    if target.role == "heading" and not names and not any(_is_title(snapshot.elements[i]) for i in scope):
        yield from _first_words(snapshot, scope)
        return
    for index in scope:
        element = snapshot.elements[index]
        if not _is_eligible(snapshot, element, purpose):
            continue
        kind = suits(target.role, element)
        if kind <= 0 or (target.role in _PRESSED and _is_mere_picture(snapshot, element)):
            continue
        if not names:
            if target.role == "heading" and not _is_title(element):
                continue
            if element.role == "rowheader" and "\n" in snapshot.text(index):
                # Beneath a title that heads its row, more is said of the entry.
                yield from _first_words(snapshot, snapshot.within(index))
                continue
            if _is_plain(element) and target.role not in ("any", "text"):
                continue
            yield Candidate(element.index, kind * _presence(element, target), _words(snapshot, element))
            continue
        score, said = name_score(snapshot, element, target, names, purpose)
        if score > 0.3:
            factor = handicap(snapshot, element, names, purpose)
            yield Candidate(element.index, score * kind * factor, said)
    if target.role == "textbox" and means_date(names):
        for found in date_parts(snapshot, scope):
            yield Candidate(found.holder, _IN_PARTS, "fields for day, month and year")


def _is_eligible(snapshot: Snapshot, element: Element, purpose: Purpose) -> bool:
    if element.tag in ("body", "html"):
        return False
    if purpose == "act":
        return not element.unseen or element.is_field
    return snapshot.presents(element)


def _is_title(element: Element) -> bool:
    return element.role in ("heading", "rowheader") and element.is_shown


def _first_words(snapshot: Snapshot, scope: range) -> Iterator[Candidate]:
    """What stands for a title where nothing is marked as one: the first words of three letters or more."""
    if not scope:
        return
    part = snapshot.elements[scope.start]
    for piece in snapshot.pieces[part.first_text : part.last_text]:
        owner = snapshot.elements[piece.owner] if piece.owner >= 0 else part
        if not piece.hidden and _WORD.search(piece.words) and owner.role not in ("label", "columnheader"):
            yield Candidate(owner.index, _BY_PLACE, piece.words[:80])
            return


def _is_mere_picture(snapshot: Snapshot, element: Element) -> bool:
    """Whether it is a picture that takes no press, neither itself nor with what it stands in."""
    if element.role != "image":
        return False
    around = (element.index, *islice(snapshot.ancestors(element.index), _FRAME))
    return not any(snapshot.elements[i].clickable for i in around)


def _is_plain(element: Element) -> bool:
    return not element.role and not element.clickable


def _presence(element: Element, target: Target) -> float:
    """Score of something looked for by its kind alone."""
    if target.role in ("any", "text"):
        return 0.9 if element.last_text > element.first_text else 0.0
    return 0.95


def _words(snapshot: Snapshot, element: Element) -> str:
    return (element.name or snapshot.text(element.index) or element.tokens)[:80]


def _decide(
    snapshot: Snapshot, target: Target, candidates: list[Candidate], purpose: Purpose, note: str
) -> Grounding:
    ranked = sorted(candidates, key=lambda c: (-c.score, c.index))
    kept = tuple(ranked[:_KEPT])
    least = _STRICT if purpose == "absent" else THRESHOLD
    fitting = [c for c in ranked if c.score >= least]
    if not fitting:
        return Grounding(Found.MISSING, kept, note=note)
    if target.role in CONTAINERS:
        fitting = as_sections(snapshot, target.role, fitting)
    fitting = _without_shells(snapshot, fitting)
    top = fitting[0]
    equal = sorted(c.index for c in fitting if c.score >= min(top.score * 0.86, top.score - _MARGIN))
    if target.nth is not None:
        place = target.nth - 1 if target.nth > 0 else target.nth
        if not -len(equal) <= place < len(equal):
            return Grounding(Found.MISSING, kept, tuple(equal), f"only {len(equal)} of them")
        chosen = next(c for c in fitting if c.index == equal[place])
        others = (c for c in kept if c is not chosen)
        return Grounding(
            Found.FOUND, (chosen, *others), (chosen.index,), note, surety=_surety(target, chosen)
        )
    surety = _surety(target, top)
    if purpose == "number" and target.role == "text" and _is_counted_elsewhere(top, fitting):
        surety = min(surety, _BY_PLACE)
    found = Found.AMBIGUOUS if purpose == "act" and _is_ambiguous(fitting, target.name) else Found.FOUND
    return Grounding(found, tuple(fitting[:_KEPT]), tuple(equal), note, surety=surety)


def _is_counted_elsewhere(taken: Candidate, fitting: list[Candidate]) -> bool:
    """Whether a number merely stands beside what was taken, and something else called so says one itself."""
    if number_in(taken.said) is not None:
        return False
    return any(number_in(other.said) is not None for other in fitting if other.score >= _BY_NAME)


def _surety(target: Target, taken: Candidate) -> float:
    """How sure it is that a candidate is meant; words that merely stand in a text name nothing of it for sure."""
    if target.role not in ("text", "any") or not target.name:
        return min(taken.score, 1.0)
    said = _label(taken.said)
    is_label = any(said == _label(name) for name in _names(target))
    return min(taken.score, 1.0 if is_label else _MENTIONED)


def _label(words: str) -> str:
    """Words without numbers and signs; "ratings" is no "rating"."""
    return " ".join(_LETTERS.findall(words.casefold()))


def _is_ambiguous(fitting: list[Candidate], name: str) -> bool:
    """Whether two things that say different words fit equally well, neither of them surely or alone by its name.

    What is called by the very name is meant, whatever else means the same: "Statistics" beside "Overview".
    """
    top = fitting[0]
    rivals = [c for c in fitting[1:] if c.score >= top.score - _MARGIN and stems(c.said) != stems(top.said)]
    if stems(top.said) == stems(name):
        return False
    if agreement(name, top.said) >= _BY_NAME and all(agreement(name, c.said) < _BY_NAME for c in rivals):
        return False
    return bool(rivals) and top.score < _CLEAR


def _without_shells(snapshot: Snapshot, fitting: list[Candidate]) -> list[Candidate]:
    """Of nested candidates keep the better one; of equals the inner one."""
    kept: list[Candidate] = []
    for candidate in sorted(fitting, key=lambda c: (-c.score, -c.index)):
        if not any(
            snapshot.holds(k.index, candidate.index) or snapshot.holds(candidate.index, k.index) for k in kept
        ):
            kept.append(candidate)
    return sorted(kept, key=lambda c: (-c.score, c.index))

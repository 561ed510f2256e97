"""Grounding: which element of a page a target means. Ranked candidates, and found, ambiguous or missing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from agents.browser.grounding.candidates import SURE, Candidate, Found, Grounding, Purpose, looking_like
from agents.browser.grounding.items import find_items
from agents.browser.grounding.known import NOTHING, Learnt, Prior
from agents.browser.grounding.layers import is_beneath, open_layer
from agents.browser.grounding.lexicon import stems
from agents.browser.grounding.names import agreement
from agents.browser.grounding.scoring import CONTAINERS, handicap, name_score, placed, suits
from agents.browser.grounding.submits import PLACED, in_own_form, means_submit, sole_submit
from agents.browser.grounding.values import number_called
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Role, Target
from plans.records.values import number_in

THRESHOLD = 0.58
"""Score from which a candidate counts as found."""
_LEAST = 0.3
"""Agreement from which a candidate is reported."""
_STRICT = 0.8
"""Score from which something that must be absent counts as being there."""
_MARGIN = 0.02
"""Difference of scores up to which two candidates fit equally well."""
_CLEAR = 0.9
"""Score from which a candidate is meant, whatever else is called much alike."""
_BY_NAME = 0.85
"""Agreement from which something goes by the name itself rather than by another wording for it."""
_KEPT = 8
"""Candidates that are reported."""
_FRAME = 2
"""Containers around a picture that may take the press on it."""
_BY_PLACE = 0.6
"""Score of a title that is known by its place alone, and surety of a number that another text contradicts."""
_NOT_PRESSED = 0.9
"""Factor for words that take no press, where anything may be pressed."""
_BY_ROLE = 0.95
"""Score of a target without a name, for an element of its role."""
_READABLE = 0.9
"""Score of any text, for a target without a name."""
_MENTIONED = 0.9
"""Surety of a text that says a name among other words."""
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]{3}")
_PRESSED: frozenset[Role] = frozenset({"button", "link"})


def ground(snapshot: Snapshot, target: Target, known: Prior = NOTHING, purpose: Purpose = "act") -> Grounding:
    """What a target means on this page.

    Args:
        snapshot: The page.
        target: What is looked for; its strings hold no placeholders any more.
        known: What was learnt before; what this grounding learns is in `Grounding.learnt`.
        purpose: To operate it, to look at it, to read a number off it, or to be sure that it is absent.
    """
    look = _Look(snapshot, known)
    found = replace(look.ground(target, purpose), learnt=look.learnt)
    if target.anywhere in known.absent and found.found is not Found.MISSING and found.surety < SURE:
        return replace(found, found=Found.MISSING, note="the app is said to have none")
    return found


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


@dataclass(slots=True)
class _Look:
    """One look at a page for a target, with what it has learnt so far."""

    snapshot: Snapshot
    known: Prior
    learnt: Learnt = Learnt()

    def ground(self, target: Target, purpose: Purpose) -> Grounding:
        if target.within is None:
            return self._ground_in(target, purpose, range(len(self.snapshot.elements)))
        outer = self.ground(target.within, "see")
        if outer.found is Found.AMBIGUOUS:
            return outer
        if outer.found is Found.MISSING:
            note = f"no {describe(target.within)}" + (f": {outer.note}" if outer.note else "")
            return Grounding(Found.MISSING, outer.candidates, note=note)
        if target.within.role in ("item", "row") and len(outer.matches) > 1:
            inner = self._ground_in_each(target, purpose, outer.matches)
        else:
            inner = self._ground_in(target, purpose, self.snapshot.within(outer.index))
        # A target is no surer than its container.
        return replace(inner, surety=min(inner.surety, outer.surety))

    def _ground_in(self, target: Target, purpose: Purpose, scope: range, note: str = "") -> Grounding:
        snapshot = self.snapshot
        if target.role in ("item", "row"):
            return self._ground_items(target, purpose, scope, note)
        meant = self.known.meaning(target) if purpose != "absent" else None
        if meant is not None:
            candidates = placed(snapshot, target, looking_like(snapshot, meant.look, scope))
            return _decide(snapshot, target, self._of_entry(target, candidates), purpose, note)
        layer = open_layer(snapshot) if purpose == "act" and target.within is None else None
        candidates = self._fitting(target, purpose, scope if layer is None else layer)
        if layer is not None and all(candidate.score < THRESHOLD for candidate in candidates):
            # What an open dialog lacks may stand beneath it.
            candidates = self._fitting(target, purpose, scope)
        if purpose == "absent" and target.role in _PRESSED:
            candidates = [c for c in candidates if not is_beneath(snapshot, c.index)]
        if purpose == "act":
            candidates = self._of_entry(target, candidates)
        grounding = _decide(snapshot, target, candidates, purpose, note)
        if target.role == "textbox" and grounding.found is Found.FOUND:
            self._learn(Learnt(typed=target))
        return grounding

    def _ground_items(self, target: Target, purpose: Purpose, scope: range, note: str) -> Grounding:
        snapshot, names = self.snapshot, _names(target)
        is_row = target.role == "row"
        is_section = target.within is not None and target.within.role in CONTAINERS and bool(scope.start)
        items = find_items(snapshot, names, self.known.lists, scope, section=is_section, rows=is_row)
        self._learn(Learnt(items.learnt))
        members = [Candidate(index, 1.0, snapshot.text(index)[:80]) for index in items.members]
        said = "; ".join(part for part in (note, items.note) if part)
        grounding = _decide(snapshot, target, placed(snapshot, target, members), purpose, said)
        if grounding.found is Found.MISSING:
            return grounding
        if items.is_clear:
            return replace(grounding, surety=min(grounding.surety, 1.0 if items.is_sure else _BY_PLACE))
        return Grounding(Found.AMBIGUOUS, grounding.candidates, grounding.matches, said)

    def _ground_in_each(self, target: Target, purpose: Purpose, outers: tuple[int, ...]) -> Grounding:
        """The best inside of each of several items: their titles, their prices, their buttons."""
        single = target.model_copy(update={"nth": None})
        found = [self._ground_in(single, purpose, self.snapshot.within(outer)) for outer in outers]
        hits = [g for g in found if g.found is not Found.MISSING]
        if not hits:
            return max(found, key=lambda g: g.candidates[0].score if g.candidates else 0.0)
        matches = tuple(g.index for g in hits)
        surety = min(g.surety for g in hits)
        if target.nth is None:
            best = tuple(g.candidates[0] for g in hits[:_KEPT])
            return Grounding(Found.FOUND, best, matches, surety=surety)
        place = _place(target.nth, len(matches))
        if place is None:
            return Grounding(Found.MISSING, hits[0].candidates, matches, f"only {len(matches)} of them")
        return Grounding(Found.FOUND, hits[place].candidates, (matches[place],), surety=surety)

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
        snapshot = self.snapshot
        candidates = placed(snapshot, target, list(_candidates(snapshot, target, scope, purpose)))
        # A button may submit the form of the field that was found last.
        field = None
        if purpose != "absent" and target.role == "button" and self.known.typed and means_submit(target.name):
            found = self.ground(self.known.typed, "see")
            field = found.index if found.found is Found.FOUND else None
        if field is None:
            return candidates
        if purpose == "act" and target.within is None:
            candidates = in_own_form(snapshot, candidates, field, THRESHOLD)
        if not target.near and all(candidate.score < THRESHOLD for candidate in candidates):
            sole = sole_submit(snapshot, field)
            if sole is not None and sole in scope:
                candidates.append(Candidate(sole, PLACED, _words(snapshot, snapshot.elements[sole])))
        return candidates

    def _learn(self, learnt: Learnt) -> None:
        self.known = self.known.taught(learnt)
        self.learnt = self.learnt.joined(learnt)


def _names(target: Target) -> tuple[str, ...]:
    return target.names if target.name else target.synonyms


def _candidates(snapshot: Snapshot, target: Target, scope: range, purpose: Purpose) -> Iterator[Candidate]:
    names = _names(target)
    is_any_heading = target.role == "heading" and not names
    if is_any_heading and not any(_is_title(snapshot.elements[i]) for i in scope):
        yield from _first_words(snapshot, scope)
        return
    for index in scope:
        element = snapshot.elements[index]
        if element.tag in ("body", "html"):
            continue
        may_be_pressed = element.is_field or not element.unseen
        is_there = may_be_pressed if purpose == "act" else snapshot.presents(element)
        kind = suits(target.role, element) if is_there else 0.0
        if purpose == "act" and target.role == "any" and not (element.clickable or element.is_field):
            # A badge "Sold out" beside a button that says the same is not what is pressed.
            kind *= _NOT_PRESSED
        if kind <= 0 or (target.role in _PRESSED and _is_mere_picture(snapshot, element)):
            continue
        if names:
            score, said = name_score(snapshot, element, target, names, purpose)
            if score > _LEAST:
                score *= kind * handicap(snapshot, element, names, purpose)
                yield Candidate(index, score, said)
        elif element.role == "rowheader" and is_any_heading and "\n" in snapshot.text(index):
            # Beneath a title that heads its row, more is said of the entry.
            yield from _first_words(snapshot, snapshot.within(index))
        elif target.role in ("any", "text"):
            if element.last_text > element.first_text:
                yield Candidate(index, kind * _READABLE, _words(snapshot, element))
        elif (element.role or element.clickable) and (_is_title(element) or not is_any_heading):
            yield Candidate(index, kind * _BY_ROLE, _words(snapshot, element))


def _is_title(element: Element) -> bool:
    return element.role in ("heading", "rowheader") and element.is_shown


def _first_words(snapshot: Snapshot, scope: range) -> Iterator[Candidate]:
    """The first words of three letters or more: what stands for a title where nothing is marked as one."""
    if not scope:
        return
    part = snapshot.elements[scope.start]
    for piece in snapshot.pieces[part.first_text : part.last_text]:
        owner = snapshot.elements[piece.owner] if piece.owner >= 0 else part
        if not piece.hidden and _WORD.search(piece.words) and owner.role not in ("label", "columnheader"):
            yield Candidate(owner.index, _BY_PLACE, piece.words[:80])
            return


def _is_mere_picture(snapshot: Snapshot, element: Element) -> bool:
    """True for a picture that takes no press, neither itself nor with what it stands in."""
    if element.role != "image":
        return False
    around = (element.index, *islice(snapshot.ancestors(element.index), _FRAME))
    return not any(snapshot.elements[i].clickable for i in around)


def _words(snapshot: Snapshot, element: Element) -> str:
    return (element.name or snapshot.text(element.index) or element.tokens)[:80]


def _place(nth: int, count: int) -> int | None:
    """The index of the nth of some things; None where there are fewer."""
    place = nth - 1 if nth > 0 else nth
    return place if -count <= place < count else None


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
        fitting = [_as_section(snapshot, target.role, candidate) for candidate in fitting]
    if target.role == "chart":
        # A table of the same name is no chart.
        fitting = [c for c in fitting if not _holds_table(snapshot, c.index)] or fitting
    # Of nested candidates the better one is meant; of equals the inner one.
    apart: list[Candidate] = []
    for candidate in sorted(fitting, key=lambda c: (-c.score, -c.index)):
        nested = (
            snapshot.holds(k.index, candidate.index) or snapshot.holds(candidate.index, k.index)
            for k in apart
        )
        if not any(nested):
            apart.append(candidate)
    fitting = sorted(apart, key=lambda c: (-c.score, c.index))
    top = fitting[0]
    equal = sorted(c.index for c in fitting if c.score >= min(top.score * 0.86, top.score - _MARGIN))
    if target.nth is not None:
        place = _place(target.nth, len(equal))
        if place is None:
            return Grounding(Found.MISSING, kept, tuple(equal), f"only {len(equal)} of them")
        chosen = next(c for c in fitting if c.index == equal[place])
        others = (c for c in kept if c is not chosen)
        surety = _surety(target, chosen)
        return Grounding(Found.FOUND, (chosen, *others), (chosen.index,), note, surety)
    surety = _surety(target, top)
    if purpose == "number" and target.role == "text" and _is_rivalled(fitting, _names(target)):
        surety = min(surety, _BY_PLACE)
    found = Found.AMBIGUOUS if purpose == "act" and _is_ambiguous(fitting, target.name) else Found.FOUND
    return Grounding(found, tuple(fitting[:_KEPT]), tuple(equal), note, surety)


def _holds_table(snapshot: Snapshot, index: int) -> bool:
    return any(snapshot.elements[i].role == "table" for i in snapshot.within(index))


def _surety(target: Target, taken: Candidate) -> float:
    """How sure it is that a candidate is meant; a text that merely contains the name stays below SURE."""

    def label(words: str) -> str:
        """Words without numbers and signs; "ratings" is no "rating"."""
        return " ".join(_LETTERS.findall(words.casefold()))

    is_named = target.role not in ("text", "any") or not target.name
    if is_named or label(taken.said) in map(label, _names(target)):
        return min(taken.score, 1.0)
    return min(taken.score, _MENTIONED)


def _is_rivalled(fitting: list[Candidate], names: tuple[str, ...]) -> bool:
    """True where another candidate may show the number that is meant.

    It shows another number and fits as well, or it shows a number while the best candidate is a mere label.
    """

    def number_of(candidate: Candidate) -> float | None:
        called = number_called(candidate.said, names)
        return number_in(candidate.said) if called is None else called

    top, *others = fitting
    number = number_of(top)
    least = _BY_NAME if number is None else top.score - _MARGIN
    return any(number_of(other) not in (None, number) for other in others if other.score >= least)


def _is_ambiguous(fitting: list[Candidate], name: str) -> bool:
    """True where a candidate with other words fits as well as the best one, and neither score nor name decides.

    A candidate with the very name wins over synonyms: "Statistics" over "Overview".
    """
    top = fitting[0]
    if stems(top.said) == stems(name) or top.score >= _CLEAR:
        return False
    rivals = [c for c in fitting[1:] if c.score >= top.score - _MARGIN and stems(c.said) != stems(top.said)]
    is_by_name = agreement(name, top.said) >= _BY_NAME
    return bool(rivals) and not (is_by_name and all(agreement(name, c.said) < _BY_NAME for c in rivals))


_COUNTED = re.compile(r"\D{1,40}\(?\d{1,4}\)?\s*", re.DOTALL)
_LETTER = re.compile(r"[^\W\d_]")
_SHOWN = frozenset({"chart", "list", "table"})
"""Roles of parts that show something; buttons alone show nothing."""
_NO_LABELS = frozenset(
    {"region", "list", "table", "group", "form", "dialog", "navigation", "main", "article", "image", "canvas"}
)
"""Roles of parts themselves, which are no label of one even when they are empty."""
_LARGEST_LABEL = 4
"""Elements up to which something may be the label of a part of the page."""


def _as_section(snapshot: Snapshot, role: Role, candidate: Candidate) -> Candidate:
    """For a label ("Open", "Open 3") the part of the page that it names, else the candidate itself."""
    label = snapshot.elements[candidate.index]
    if label.is_field or label.role in _NO_LABELS:
        return candidate
    inner = [snapshot.elements[i] for i in snapshot.inside(label.index)]
    if len(inner) > 1:
        is_plain = len(inner) <= _LARGEST_LABEL and not any(e.clickable or e.is_field for e in inner)
        if not is_plain or not _COUNTED.fullmatch(snapshot.text(label.index)):
            return candidate
    section = section_of(snapshot, label.index, without_buttons=role in _SHOWN)
    return replace(candidate, index=section)


def section_of(snapshot: Snapshot, label: int, *, without_buttons: bool = False) -> int:
    """The part of the page that a heading or label names: the smallest one that holds more than the label.

    A count beside the label is no content, and a container that holds another heading of the same level is too large.
    With `without_buttons` buttons are no content either: those beside a heading act upon what stands beneath both.
    """
    own = snapshot.elements[label]
    part = label
    for ancestor in snapshot.ancestors(label):
        element = snapshot.elements[ancestor]
        inner = [snapshot.elements[i] for i in snapshot.inside(ancestor)]
        has_other = own.role == "heading" and any(
            e.role == "heading" and e.tag == own.tag and e.index != label for e in inner
        )
        if element.tag in ("body", "html") or (part != label and has_other):
            break
        if element.role in ("banner", "button", "link") or element.box.height <= own.box.height * 1.6:
            continue
        passed_over = [label, *(e.index for e in inner if without_buttons and e.role == "button")]
        pieces = snapshot.pieces[element.first_text : element.last_text]
        if any(e.is_field for e in inner) or any(
            not piece.hidden
            and _LETTER.search(piece.words)
            and not any(snapshot.holds(i, piece.owner) for i in passed_over)
            for piece in pieces
        ):
            return ancestor
        part = ancestor
    return part

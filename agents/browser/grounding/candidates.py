"""Records of grounding: prior knowledge, candidates for a target, and looks that recognise an element again.

All records are frozen: a grounding returns what it has learnt and changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from agents.browser.grounding.names import stems
from agents.browser.snapshot import Snapshot
from plans.records.app_map import BoundElement, Fingerprint
from plans.records.steps import Target

Kind = tuple[str, ...]
"""What items of a kind are called: a name and its synonyms; empty where nothing names them."""


SURE = 0.92
"""Surety from which a binding is by role and name; what is bound with less decides no failure in an open world.
Synonyms of a label ("Rating" for "Your rating") have 0.9 at most."""
_WORDS = 8
"""Words by which an element is known."""


@dataclass(frozen=True, slots=True)
class ItemShape:
    """How the items of a list are built, and in what kind of container."""

    signature: str
    container: str
    columns: str = ""
    """Of table rows: number of columns."""
    parts: frozenset[str] = field(default=frozenset(), compare=False)
    """What the items contain: tags with their first class."""
    said: frozenset[str] = field(default=frozenset(), compare=False)
    """Words of the items."""
    width: float = field(default=0.0, compare=False)
    """Width of the window, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class EntryLook:
    """What items of a kind look like, so that one or none of them is recognised too."""

    shape: ItemShape
    beside: frozenset[ItemShape] = frozenset()
    """Other repeated groups seen at the same time; never taken for this kind later."""


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists that were seen."""

    kinds: Mapping[Kind, EntryLook] = field(default_factory=dict[Kind, EntryLook])
    """In the order in which they were seen first."""
    bound: frozenset[Kind] = frozenset()
    """Kinds that a model or a person has pointed out."""


@dataclass(frozen=True, slots=True)
class Prior:
    """What a grounding knows beforehand. Keys are targets without a place (`Target.anywhere`)."""

    lists: Lists = Lists()
    meant: Mapping[Target, BoundElement] = field(default_factory=dict[Target, BoundElement])
    """Target → its binding, which precedes any better fit; the binding of one card's button holds for all cards."""
    absent: frozenset[Target] = frozenset()
    """Targets that a model or a person says the app lacks: nothing that merely resembles one is taken for it."""
    no_steps: frozenset[Target] = frozenset()
    """Targets that need not be pressed in this app, since what they lead to is there already."""
    entry: Target | None = None
    """The item in which something was pressed last; a control that every item has is meant in this one."""
    typed: Target | None = None
    """The text field that was found last; a submit button is looked for in its form."""

    def meaning(self, target: Target) -> BoundElement | None:
        """The binding of a target; None: the best fit is taken."""
        return self.meant.get(target.anywhere) if self.meant else None


NOTHING = Prior()
"""Nothing was looked for yet."""


class Presence(StrEnum):
    """Whether a target was found."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"
    """Several different things fit equally well; of items, several lists."""
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may be meant."""

    index: int
    score: float
    """0 to 1."""
    said: str
    """The words by which it was recognised."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """What a target was found to be."""

    found: Presence
    candidates: tuple[Candidate, ...]
    """Best first; for the report also those below the threshold."""
    matches: tuple[int, ...] = ()
    """Indices of all that fit, in reading order."""
    note: str = ""
    """What could not be honoured, in words: a container that was not there."""
    surety: float = 0.0
    """How well the role and the name fit, of the target and of what it stands in; 0 where nothing was found."""
    known: Prior = field(default=NOTHING, compare=False, repr=False)
    """What is known now; `Context.recognise` keeps it, other callers drop it."""

    @property
    def index(self) -> int:
        """The element that is meant; only of a grounding that found one."""
        if self.found is Presence.FOUND and len(self.matches) == 1:
            return self.matches[0]
        return self.candidates[0].index


def look_of(snapshot: Snapshot, index: int) -> Fingerprint:
    """What an element looks like: what it is, what it is called, and its ids and classes.

    Tokens with numbers are left out, since the next start may number them otherwise, and numbers only tell apart what
    looks alike without them, as five stars do.
    """
    element = snapshot.elements[index]
    said = stems(element.name or snapshot.text(index))
    words = tuple(word for word in said if not word.isdigit())
    numbers = tuple(word for word in said if word.isdigit())
    tokens = " ".join(token for token in element.tokens.split() if not any(map(str.isdigit, token)))
    return Fingerprint(element.tag, element.role, tokens, words[:_WORDS], numbers=numbers[:_WORDS])


def look_within(snapshot: Snapshot, entry: int, index: int) -> Fingerprint:
    """The look of a part of an entry, without its words, which differ between entries."""
    path = _path_in(snapshot, entry, index)
    return replace(look_of(snapshot, index), words=(), numbers=(), is_any_words=True, path=path)


def looking_like(snapshot: Snapshot, look: Fingerprint, scope: range | tuple[int, ...]) -> list[Candidate]:
    """The elements of a scope that look so, in reading order.

    A look with a path is of a part of an entry, and a range is an entry then: of several parts that are built alike,
    the one that stands at that path is meant. Where nothing looks so, other classes are allowed, since a control that
    is pressed, open or invalid has others; without a path only for the same words.
    """
    seen = {index: look_of(snapshot, index) for index in scope}
    alike = [
        index
        for index, its in seen.items()
        if (its.tag, its.role) == (look.tag, look.role) and (look.is_any_words or its.words == look.words)
    ]
    exact = [index for index in alike if seen[index].tokens == look.tokens]
    if look.path and isinstance(scope, range):
        there = [index for index in alike if _path_in(snapshot, scope.start, index) == look.path]
        found = [index for index in exact if index in there] or (exact if len(exact) == 1 else there)
    else:
        found = exact or (alike if look.words else [])
        found = [index for index in found if seen[index].numbers == look.numbers] or found
    return [
        Candidate(index, 1.0, snapshot.elements[index].name or snapshot.text(index)[:80]) for index in found
    ]


def _path_in(snapshot: Snapshot, outer: int, index: int) -> tuple[int, ...]:
    """The place of an element among the children of what holds it, level by level from `outer` down."""
    if index == outer or index < 0:
        return ()
    parent = snapshot.elements[index].parent
    return (*_path_in(snapshot, outer, parent), snapshot.children.get(parent, []).index(index))

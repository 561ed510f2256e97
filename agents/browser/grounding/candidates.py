"""Results of grounding: candidates for a target, and looks by which an element is recognised again."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal

from agents.browser.grounding.known import Learnt
from agents.browser.grounding.lexicon import stems
from agents.browser.snapshot import Snapshot
from plans.records.findings import Look

Purpose = Literal["act", "see", "number", "absent"]
"""act: to operate it. see: to look at it. number: to read a number off it. absent: to be sure that it is not there;
nothing but the target itself counts then."""


class Found(StrEnum):
    """Whether a target was found."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"
    """Several different things fit equally well; of items, several lists."""
    MISSING = "missing"


SURE = 0.92
"""Surety from which a binding is by role and name; what is bound with less decides no failure in an open world.
Synonyms of a label ("Rating" for "Your rating") have 0.9 at most."""


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

    found: Found
    candidates: tuple[Candidate, ...]
    """Best first; for the report also those below the threshold."""
    matches: tuple[int, ...] = ()
    """Indices of all that fit, in reading order."""
    note: str = ""
    """What could not be honoured, in words: a container that was not there."""
    surety: float = 0.0
    """How well the role and the name fit, of the target and of what it stands in; 0 where nothing was found."""
    learnt: Learnt = field(default=Learnt(), compare=False, repr=False)
    """What the grounding learnt; `Context.recognise` keeps it, other callers drop it."""

    @property
    def index(self) -> int:
        """The element that is meant; only of a grounding that found one."""
        if self.found is Found.FOUND and len(self.matches) == 1:
            return self.matches[0]
        return self.candidates[0].index


def look_of(snapshot: Snapshot, index: int) -> Look:
    """What an element looks like: what it is, what it is called, and its ids and classes.

    Tokens and words with numbers are left out, since the next start may number them otherwise.
    """
    element = snapshot.elements[index]
    words = tuple(word for word in stems(element.name or snapshot.text(index)) if not word.isdigit())
    tokens = " ".join(token for token in element.tokens.split() if not any(map(str.isdigit, token)))
    return Look(element.tag, element.role, tokens, words[:_WORDS])


_WORDS = 8
"""Words by which an element is known."""


def look_within(snapshot: Snapshot, entry: int, index: int) -> Look:
    """The look of a part of an entry, without its words, which differ between entries."""
    path = _path_in(snapshot, entry, index)
    return replace(look_of(snapshot, index), words=(), is_any_words=True, path=path)


def looking_like(snapshot: Snapshot, look: Look, scope: range | tuple[int, ...]) -> list[Candidate]:
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
        found = [index for index in exact if index in there] or exact[:1] or there
    else:
        found = exact or (alike if look.words else [])
    return [
        Candidate(index, 1.0, snapshot.elements[index].name or snapshot.text(index)[:80]) for index in found
    ]


def _path_in(snapshot: Snapshot, outer: int, index: int) -> tuple[int, ...]:
    """The place of an element among the children of what holds it, level by level from `outer` down."""
    if index == outer or index < 0:
        return ()
    parent = snapshot.elements[index].parent
    return (*_path_in(snapshot, outer, parent), snapshot.children.get(parent, []).index(index))

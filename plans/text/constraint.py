"""A constraint of an instance, a fact about a text, and how kinds of both are made of checks."""

from collections.abc import Callable
from typing import Any, ClassVar, Literal, NamedTuple, get_args

from plans.text.demands import Way
from plans.text.document import Document
from plans.text.slots import (
    Named,
    fields_of,
)

Group = Literal["positive", "negative", "positional", "sequencing", "conditional", "iterative"]
GROUPS: tuple[Group, ...] = get_args(Group)
MOST = 3
"""Constraints of a group that an instance may have."""


class Kept(NamedTuple):
    """What a check found."""

    holds: bool
    is_vacuous: bool = False
    """It holds because what it asks about did not occur."""


class Constraint(Named):
    """A constraint."""

    TOLD_BY: ClassVar[str] = "kind"
    GROUP: ClassVar[Group]
    JUDGED: ClassVar[bool] = False
    """Whether it is left to a judge, as only a reader can tell; it stays unresolved without one."""
    CHECK: ClassVar[Callable[..., bool | Kept]]
    WAYS: ClassVar[tuple[Callable[[Any], Way], ...]]

    def kept(self, doc: Document) -> Kept:
        """Whether the text keeps to it; AssertionError where only a reader can tell."""
        assert not self.JUDGED, f"{self.called()} is left to a judge, and a program was asked"
        found = type(self).CHECK(doc, **self.asks())
        return found if isinstance(found, Kept) else Kept(found)

    def ways(self) -> list[Way]:
        """How a text can keep to it, the fullest way first; each is a list of demands that hold together."""
        return [way(self) for way in type(self).WAYS]


KINDS: dict[str, type[Constraint]] = {}
"""Name of each kind → its class."""
Check = Callable[..., bool | Kept]


def kind(
    group: Group, *ways: Callable[[Any], Way], name: str = "", fields: dict[str, Any] | None = None
) -> Callable[[Check], Check]:
    """Make a kind of a check, whose parameters behind the document are the kind's fields."""

    def made(check: Check) -> Check:
        called = name or check.__name__
        KINDS[called] = Constraint.made(called, **(fields_of(check, behind=1) if fields is None else fields))
        KINDS[called].GROUP, KINDS[called].CHECK, KINDS[called].WAYS = group, staticmethod(check), ways
        return check

    return made


def judged(name: str, group: Group, **fields: Any) -> None:
    """Make a kind that is left to a judge: no program can say what it demands."""
    KINDS[name] = Constraint.made(name, **fields)
    KINDS[name].GROUP, KINDS[name].JUDGED, KINDS[name].WAYS = group, True, (lambda it: [],)


class Fact(Named):
    """Something about a whole text that is so or is not: conditions ask about it, and consequences order it."""

    TOLD_BY: ClassVar[str] = "fact"
    HOLDS: ClassVar[Callable[..., bool]]
    DEMANDS: ClassVar[Callable[[Any], Way]]
    DENIAL: ClassVar[Callable[[Any], Way]]

    def holds(self, doc: Document) -> bool:
        """Whether it is so."""
        return type(self).HOLDS(doc, **self.asks())

    def demands(self) -> Way:
        """What makes it so."""
        return type(self).DEMANDS(self)

    def denial(self) -> Way:
        """What makes it not so; only of facts that conditions ask about."""
        return type(self).DENIAL(self)


FACTS: dict[str, type[Fact]] = {}
"""Name of each fact → its class."""


def fact(
    demands: Callable[[Any], Way],
    denial: Callable[[Any], Way] = lambda it: [],
    name: str = "",
    fields: dict[str, Any] | None = None,
) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    """Make a fact of a check, whose parameters behind the document are the fact's fields."""

    def made(holds: Callable[..., bool]) -> Callable[..., bool]:
        called = name or holds.__name__
        FACTS[called] = Fact.made(called, **(fields_of(holds, behind=1) if fields is None else fields))
        FACTS[called].HOLDS, FACTS[called].DEMANDS = staticmethod(holds), staticmethod(demands)
        FACTS[called].DENIAL = staticmethod(denial)
        return holds

    return made

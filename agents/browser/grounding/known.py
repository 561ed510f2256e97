"""What a grounding knows beforehand, and what it learns: lists seen before, and bindings of targets.

All records are frozen: a grounding returns what it has learnt and changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from plans.records.findings import Meaning
from plans.records.targets import Target

Kind = tuple[str, ...]
"""What items of a kind are called: a name and its synonyms; empty where nothing names them."""


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
class Seen:
    """What items of a kind look like, so that one or none of them is recognised too."""

    shape: ItemShape
    beside: frozenset[ItemShape] = frozenset()
    """Other repeated groups seen at the same time; never taken for this kind later."""


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists that were seen."""

    kinds: Mapping[Kind, Seen] = field(default_factory=dict[Kind, Seen])
    """In the order in which they were seen first."""
    bound: frozenset[Kind] = frozenset()
    """Kinds that a model or a person has pointed out."""

    def joined(self, learnt: "Lists") -> "Lists":
        """These, and those learnt since."""
        return Lists({**self.kinds, **learnt.kinds}, self.bound) if learnt.kinds else self


UNSEEN = Lists()
"""No list was seen yet."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """What one grounding has learnt."""

    lists: Lists = UNSEEN
    """Only those that were not known before."""
    typed: Target | None = None
    """A text field that was found."""

    def joined(self, later: "Learnt") -> "Learnt":
        """This, and what was learnt after it."""
        return Learnt(self.lists.joined(later.lists), later.typed or self.typed)


@dataclass(frozen=True, slots=True)
class Prior:
    """What a grounding knows beforehand. Keys are targets without a place (`Target.anywhere`)."""

    lists: Lists = UNSEEN
    meant: Mapping[Target, Meaning] = field(default_factory=dict[Target, Meaning])
    """Target → its binding, which precedes any better fit; the binding of one card's button holds for all cards."""
    absent: frozenset[Target] = frozenset()
    """Targets that a model or a person says the app lacks: nothing that merely resembles one is taken for it."""
    no_steps: frozenset[Target] = frozenset()
    """Targets that need not be pressed in this app, since what they lead to is there already."""
    entry: Target | None = None
    """The item in which something was pressed last; a control that every item has is meant in this one."""
    typed: Target | None = None
    """The text field that was found last; a submit button is looked for in its form."""

    def is_needless(self, target: Target) -> bool:
        """True where the target need not be pressed."""
        return target.anywhere in self.no_steps

    def meaning(self, target: Target) -> Meaning | None:
        """The binding of a target; None: the best fit is taken."""
        return self.meant.get(target.anywhere) if self.meant else None

    def taught(self, learnt: Learnt) -> "Prior":
        """This, and what a grounding has learnt."""
        return replace(self, lists=self.lists.joined(learnt.lists), typed=learnt.typed or self.typed)


NOTHING = Prior()
"""Nothing was looked for yet."""

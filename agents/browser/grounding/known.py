"""What a look at a page knows beforehand, and what it teaches: lists that were seen, and what is meant by what.

All of it is frozen: a look changes nothing that is known, and says what it has learnt.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from plans.records.findings import Meaning
from plans.records.targets import Target

Kind = tuple[str, ...]
"""What items of a kind are called: a name and its synonyms; empty where nothing names them."""

HEADED = "headed "
"""What the columns of a table begin with that has a head."""


@dataclass(frozen=True, slots=True)
class ItemShape:
    """How items of a kind are built and where they stand."""

    signature: str
    container: str
    columns: str = ""
    """Of rows: how many columns their table has, and whether it heads them; a form in a table is no list."""
    parts: frozenset[str] = field(default=frozenset(), compare=False)
    """What entries that were seen are made of: tags with their first class."""
    said: frozenset[str] = field(default=frozenset(), compare=False)
    """Words of entries that were seen."""
    width: float = field(default=0.0, compare=False)
    """Of the window in which they were, in CSS pixels."""

    def is_narrowed(self, seen: "ItemShape") -> bool:
        """Whether it may be what was `seen`, in a window that has no room for all columns."""
        is_headed = self.columns.startswith(HEADED) and seen.columns.startswith(HEADED)
        return is_headed and (self.signature, self.container) == (seen.signature, seen.container)


@dataclass(frozen=True, slots=True)
class Seen:
    """What entries of a kind look like, so that one or none of them is recognised too."""

    shape: ItemShape
    beside: frozenset[ItemShape] = frozenset()
    """Other repeated groups seen beside this list; never taken for it later."""


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists that were seen."""

    kinds: Mapping[Kind, Seen] = field(default_factory=dict[Kind, Seen])
    """In the order in which they were seen first."""
    bound: frozenset[Kind] = frozenset()
    """Kinds that a model or a person has pointed out."""

    def shape(self, kind: Kind) -> ItemShape | None:
        """What entries of a kind look like; None where none were seen."""
        return self.kinds[kind].shape if kind in self.kinds else None

    def beside(self, kind: Kind) -> frozenset[ItemShape]:
        """What stood beside a kind that was seen."""
        return self.kinds[kind].beside if kind in self.kinds else frozenset()

    def joined(self, learnt: "Lists") -> "Lists":
        """These, and those that were learnt since."""
        return Lists({**self.kinds, **learnt.kinds}, self.bound) if learnt.kinds else self


UNSEEN = Lists()
"""No list was seen yet."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """What one look taught."""

    lists: Lists = UNSEEN
    """Only those that were not known before."""
    typed: Target | None = None
    """A text field that was found."""

    def joined(self, later: "Learnt") -> "Learnt":
        """This, and what was learnt after it."""
        return Learnt(self.lists.joined(later.lists), later.typed or self.typed)


@dataclass(frozen=True, slots=True)
class Prior:
    """What a look knows beforehand."""

    lists: Lists = UNSEEN
    meant: Mapping[Target, Meaning] = field(default_factory=dict[Target, Meaning])
    """Target, wherever it stands → what it means, whatever fits better; what one card's button is, is every card's."""
    absent: frozenset[Target] = frozenset()
    """Targets, wherever they stand, of which a model or a person says that the app has none: what merely resembles one
    is not taken for it."""
    no_steps: frozenset[Target] = frozenset()
    """Targets, wherever they stand, whose press is not needed in this app."""
    entry: Target | None = None
    """The entry that was pressed in last: what every entry has is meant in this one."""
    typed: Target | None = None
    """The text field that was found last: what is handed in next is its form."""

    def is_needless(self, target: Target) -> bool:
        """Whether its press is not needed, since what it leads to stands there already."""
        return target.anywhere in self.no_steps

    def meaning(self, target: Target) -> Meaning | None:
        """What a target is taken to mean; None: what fits best."""
        return self.meant.get(target.anywhere) if self.meant else None

    def taught(self, learnt: Learnt) -> "Prior":
        """This, and what a look taught."""
        return replace(self, lists=self.lists.joined(learnt.lists), typed=learnt.typed or self.typed)


NOTHING = Prior()
"""Nothing was looked for yet."""

"""What actions did to the list of a page, and what may still wait to be put into effect."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from agents.browser.snapshot import Snapshot
from plans.records.targets import Target


class Entered(NamedTuple):
    """A field that was filled."""

    field: int
    before: Snapshot
    """The page before."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What is known of what choices and typing have done."""

    listed: Mapping[Target, tuple[str, ...]] = field(default_factory=dict[Target, tuple[str, ...]])
    """Sort control → the list before the task chose an order."""
    idle: Mapping[Target, frozenset[str]] = field(default_factory=dict[Target, frozenset[str]])
    """Sort control → orders that were chosen and left the list so."""
    unmoved: tuple[str, ...] = ()
    """The list as the last action left it, which was a filter and should have left some of it out."""
    idle_at: int | None = None
    """The control of the last look that was set last, where the list is as before and nothing puts it into effect."""
    entered: Entered | None = None
    """The field that was filled last, until it is left."""

    def at_action(self, *, in_field: bool) -> "Effects":
        """When an action begins; `in_field`: it may go on in the field that was filled last."""
        return replace(self, unmoved=(), idle_at=None, entered=self.entered if in_field else None)

    def with_listed(self, control: Target, entries: tuple[str, ...]) -> "Effects":
        """With the list before an order is chosen, where none was chosen yet."""
        return (
            self
            if control in self.listed
            else replace(self, listed=dict([*self.listed.items(), (control, entries)]))
        )

    def with_idle(self, control: Target, order: str) -> "Effects":
        """With an order that left the list as it was."""
        idle = self.idle.get(control, frozenset()) | {order}
        return replace(self, idle=dict([*self.idle.items(), (control, idle)]))

    def with_moved(self, control: Target) -> "Effects":
        """When an order has moved the list: none that left it so before speaks against the control."""
        return replace(self, idle=dict([*self.idle.items(), (control, frozenset())]))

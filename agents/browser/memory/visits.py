"""Going into the entries of a list: whether a task may, what they lack, and where it is now."""

from dataclasses import dataclass, replace

from plans.records.findings import Look
from plans.records.targets import Target


@dataclass(frozen=True, slots=True)
class Visit:
    """Where an item leads, seen from where it was gone into."""

    item: Target
    url: str
    """Address of the page with the item."""
    led_to: str
    """Address to which it led."""
    looks: frozenset[Look]
    """Everything that was on that page."""


@dataclass(frozen=True, slots=True)
class Visits:
    """What is known of going into items."""

    wanders: bool = False
    """Whether an item may be gone into for what is not found in it."""
    lacking: frozenset[Target] = frozenset()
    """What was looked for in an item and not found there."""
    now: Visit | None = None
    """Where an item was gone into, until one is back."""

    def with_lacking(self, target: Target) -> "Visits":
        """With something that an item lacks."""
        return replace(self, lacking=self.lacking.union((target,)))

    def begun(self, visit: Visit) -> "Visits":
        """When an item was gone into."""
        return replace(self, now=visit)

    def over(self) -> "Visits":
        """When the task is no longer where an item led."""
        return replace(self, now=None)

"""Which screens of an app hold what a task looks for, as far as it has found out."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from plans.records.findings import Look
from plans.records.targets import Target


@dataclass(frozen=True, slots=True)
class Screens:
    """Where things are, and where the task is."""

    ways: Mapping[Target, tuple[Look, ...]] = field(default_factory=dict[Target, tuple[Look, ...]])
    """What is not on every screen → what is pressed to come to where it is."""
    met: frozenset[tuple[object, ...]] = frozenset()
    """What targets were called that were found: what is missing of them later has gone, and is not elsewhere."""
    unfound: tuple[Target, ...] = ()
    """What the last step did not find here, and may be on another screen."""
    gone_from: str = ""
    """Address of the page that was left by such a way."""

    def with_met(self, target: Target) -> "Screens":
        """With something that was found."""
        return self if target.called in self.met else replace(self, met=self.met | {target.called})

    def with_unfound(self, target: Target) -> "Screens":
        """With something that was not found and may be elsewhere."""
        return replace(self, unfound=(*self.unfound, target))

    def left(self, url: str) -> "Screens":
        """When a way was gone from an address; that of the first of several counts."""
        return replace(self, gone_from=self.gone_from or url)

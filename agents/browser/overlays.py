"""What is known of things that lie over a page."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Overlays:
    """Of one page, for as long as it is open."""

    passing: set[str] = field(default_factory=set[str])
    """Kinds of messages that were seen to go away by themselves."""
    is_unveiled: bool = False
    """Something was opened to find what was not in it, and may lie over the page still."""

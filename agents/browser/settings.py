"""How the browser is driven: limits and the fixed date. Every value may change a verdict, so all are in the digest."""

from pydantic import AwareDatetime, Field

from plans.records.base import Record
from plans.records.moments import TODAY

MOST_STRETCHED = 8.0
"""Limits are stretched no further, however slow the machine."""


class BrowserSettings(Record):
    """Limits of one browser; times in seconds."""

    width: int = 1280
    """Window width in CSS pixels."""
    height: int = 800
    """Window height in CSS pixels."""
    today: AwareDatetime = TODAY
    """What pages take for now when a task begins; the page's time zone is UTC."""
    quiet: float = Field(default=0.03, gt=0)
    """A page is at rest when nothing has changed for so long and nothing is under way."""
    settle_cap: float = Field(default=2.0, gt=0)
    """Longest wait for rest; then the page is looked at as it is."""
    short_timer: float = Field(default=0.8, ge=0)
    """Timers up to this length are waited for."""
    late_wait: float = Field(default=4.0, ge=0)
    """Longest wait for what is under way where something is missing; and the longest timer that is waited for then."""
    late_waits: float = Field(default=10.0, ge=0)
    """Time of all such waits in one visit."""
    action_limit: float = Field(default=1.5, gt=0)
    """Longest wait for one input: a press, a key, a focus."""
    load_limit: float = Field(default=8.0, gt=0)
    """Longest wait for a page to load."""
    document_bytes: int = Field(default=16_000_000, gt=0)
    """A larger document counts as a page that does not respond: laying out 50 MB of text takes a browser over a minute,
    in which it answers by fits and starts, and what it shows is chance."""
    step_limit: float = Field(default=5.0, gt=0)
    """Longest wait for one look at a page; beyond it the page is unresponsive."""
    close_limit: float = Field(default=1.0, gt=0)
    """Longest wait for a context to close."""
    launch_limit: float = Field(default=15.0, gt=0)
    """Longest wait for the browser to start."""
    console_calls: int = Field(default=300, ge=0)
    """Calls to the console that are let through."""
    dialogs: int = Field(default=20, ge=1)
    """Native dialogs of one document that are answered; further ones are dismissed unseen."""
    element_limit: int = Field(default=6000, gt=0)
    """Elements in one look; a page with more is seen in part, and said to be."""
    letter_limit: int = Field(default=400_000, gt=0)
    """Letters in one look."""
    text_limit: int = Field(default=4000, gt=0)
    """Letters of one piece of text."""
    look_limit: float = Field(default=2.0, gt=0)
    """Time that one look may take inside the page."""
    heap_megabytes: int = Field(default=512, gt=0)
    """Largest heap of a page's scripts."""
    download_bytes: int = Field(default=2_000_000, gt=0)
    """Bytes of a download that are read."""
    usual_opening: float = Field(default=0.2, gt=0)
    """Time in which a machine that is not overloaded opens a context; one that takes longer gets longer limits."""
    screenshot_quality: int = Field(default=50, ge=1, le=100)
    """JPEG quality."""

    def stretched(self, factor: float) -> "BrowserSettings":
        """The limits for a machine that is `factor` times slower than usual: a slow machine is no hung page."""
        if factor == 1.0:
            return self
        limits = (
            "settle_cap", "late_wait", "late_waits", "action_limit", "load_limit", "step_limit", "close_limit",
            "look_limit",
        )  # fmt: skip
        return self.model_copy(update={name: getattr(self, name) * factor for name in limits})

    def slowness(self, opening: float) -> float:
        """How much slower than usual a machine is that took `opening` seconds to open a context, from 1 to 8."""
        return min(max(opening / self.usual_opening, 1.0), MOST_STRETCHED)

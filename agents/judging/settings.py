"""How tasks are judged: limits of attempts and workers. All of it is in the judge's digest."""

from pydantic import Field

from agents.browser.charting.charting import ChartBounds
from agents.browser.settings import BrowserSettings
from plans.records.base import Record


class JudgeSettings(Record):
    """Limits of judging; times in seconds."""

    browser: BrowserSettings = BrowserSettings()
    """Limits of one page."""
    task_limit: float = Field(default=20.0, gt=0)
    """Longest time of one attempt at a task."""
    attempts: int = Field(default=2, ge=1, le=5)
    """Attempts at a failing task, each in a fresh context; it has failed only if all of them fail."""
    chart: ChartBounds = ChartBounds()
    """How far an app is explored, once per judgement, when something is not found."""
    grace: float = Field(default=2.0, gt=0)
    """A worker is killed so long after its task's time is up."""
    recycle_after: int = Field(default=300, gt=0)
    """Contexts after which a worker is replaced."""
    memory_megabytes: int = Field(default=1500, gt=0)
    """Resident memory of a worker with its browser; the page that drives it beyond is ended."""
    start_limit: float = Field(default=60.0, gt=0)
    """Longest wait for a worker, or an app's own server, to be ready."""

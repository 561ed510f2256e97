"""Records of an attempt at a task, and the pictures of what failed in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from agents.browser.grounding.candidates import NOTHING, Prior
from agents.browser.page import LivePage
from agents.browser.snapshot import Snapshot
from plans.errors import PageUnresponsive
from plans.files import write_bytes
from plans.records.app_map import AdaptedStep, Binding
from plans.records.marks import Event
from plans.records.steps import Target
from plans.records.values import Value
from plans.records.verdict import Observation, OutcomeCause, Status, TaskVerdict


@dataclass(frozen=True, slots=True)
class Approach:
    """Parameters of one attempt."""

    seed: int
    """Seed of the made-up values."""
    draw: int = 0
    """Seed of the entries that are drawn; the same in all attempts at a task, so that they can be compared."""
    bound: Prior = NOTHING
    """Bindings by a model or a person."""
    adapted: Mapping[int, AdaptedStep] = field(default_factory=dict[int, AdaptedStep])
    """Number of a step → how it is done in this app."""
    answer_factor: float = 1.0
    """Factor on the time that a page may take to answer an input."""
    is_last: bool = False
    """Whether its failures are final."""


@dataclass(slots=True)
class OutcomeAttempt:
    """Result of one attempt for one outcome; changed in place while the attempt is judged."""

    status: Status
    reason: str
    observation: Observation
    cause: OutcomeCause | None = None
    """Why it did not pass."""
    unfound: tuple[Target, ...] = ()
    """Targets that were not found, with the cause MISSING."""
    unmet: tuple[Target, ...] = ()
    """Targets on whose absence alone it passed, though the task found them nowhere."""
    was_met: bool = False
    """One of `unfound` had been found before, so it is not absent from the app."""
    page: Snapshot | None = None
    """The page on which it did not pass."""
    weakly_bound: tuple[Binding, ...] = ()
    """Bindings of the task, up to this point, that are not by role and name."""
    vacuous: bool = False
    """It would also hold in an app in which nothing works."""
    is_unseen: bool = False
    """No step observed the contrary (see OutcomeVerdict)."""
    step: int = 0
    """Number of the step that decided it; 0: none."""


@dataclass(slots=True)
class Attempt:
    """Result of one attempt at a task."""

    outcomes: dict[str, OutcomeAttempt] = field(default_factory=dict[str, OutcomeAttempt])
    """By outcome id; outcomes that no step reached are added at the end."""
    marks: set[str] = field(default_factory=set[str])
    event: Event | None = None
    """An event with a ruling of its own in plans.errors that ended the attempt."""
    bindings: tuple[Binding, ...] = ()
    drawn: dict[str, int] = field(default_factory=dict[str, int])
    """Name → place of an entry that was drawn."""
    begun: int = 0
    """Number of the last step that was begun."""
    account: list[str] = field(default_factory=list[str])
    """Result of each step that was begun, in words."""
    names: dict[str, Value] = field(default_factory=dict[str, Value])

    @property
    def is_passed(self) -> bool:
        """True when every outcome passed."""
        return all(seen.status is Status.PASSED for seen in self.outcomes.values())

    @property
    def is_failed(self) -> bool:
        """True when an outcome failed."""
        return any(seen.status is Status.FAILED for seen in self.outcomes.values())


class Pictures:
    """The pictures of one task, over all attempts at it."""

    def __init__(self, folder: Path | None, task: str) -> None:
        """`folder`: where they are kept; None: none are taken."""
        self._folder = folder
        self._task = task
        self._files: dict[str, str] = {}
        """Name of a picture → its file; outcomes that fail on the same snapshot share one."""
        self._last: tuple[Snapshot | None, str] = (None, "")

    async def take(self, page: LivePage, name: str) -> str | None:
        """The file that shows the page as it is now; None where none is taken, also of a name taken before."""
        if self._folder is None or name in self._files:
            return None
        snapshot, file = self._last
        if snapshot is None or page.last_look is not snapshot:
            file = f"{self._task}--{name}.jpg"
            try:
                write_bytes(self._folder / file, await page.screenshot())
            except PageUnresponsive:
                # The verdict stands without a picture of it.
                return None
            self._last = (page.last_look, file)
        self._files[name] = file
        return file

    def keep(self, verdict: TaskVerdict) -> None:
        """Delete those that the verdict does not name: they show attempts that did not decide it."""
        if self._folder is None:
            return
        named = {seen.observation.screenshot for seen in verdict.outcomes if seen.observation}
        for file in set(self._files.values()) - named:
            (self._folder / file).unlink(missing_ok=True)

"""Pictures of what failed: one for each state of the page."""

from pathlib import Path

from agents.browser.page import LivePage
from agents.browser.snapshot import Snapshot
from plans.errors import PageUnresponsive
from plans.files import write_bytes
from plans.records.verdict import TaskVerdict


class Pictures:
    """The pictures of one task, over all attempts at it."""

    def __init__(self, folder: Path | None, task: str) -> None:
        """`folder`: where they are kept; None: none are taken."""
        self._folder = folder
        self._task = task
        self._takes = True
        self._files: dict[str, str] = {}
        """Name of a picture → its file; outcomes that fail on the same snapshot share one."""
        self._last: tuple[Snapshot | None, str] = (None, "")

    def begin(self, *, decides: bool) -> None:
        """Begin another attempt; one whose failure decides nothing takes no pictures."""
        self._takes = decides

    async def take(self, page: LivePage, name: str) -> str | None:
        """The file that shows the page as it is now; None where none is taken, also of a name taken before."""
        if self._folder is None or not self._takes or name in self._files:
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

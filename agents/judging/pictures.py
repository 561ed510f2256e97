"""Pictures of what failed: one for each state of the page, and none where nobody keeps them."""

from pathlib import Path

from agents.browser.page import LivePage
from agents.browser.snapshot import Snapshot
from plans.errors import PageUnresponsive
from plans.files import write_bytes
from plans.records.verdict import TaskVerdict


class Pictures:
    """The pictures of one task, over all attempts at it."""

    def __init__(self, folder: Path | None, task: str) -> None:
        """`folder`: where they are kept; None: nowhere, and then none are taken."""
        self._folder = folder
        self._task = task
        self._takes = True
        self._taken: set[str] = set()
        self._files: set[str] = set()
        self._last: tuple[Snapshot, str] | None = None

    def begin(self, *, decides: bool) -> None:
        """Turn to another attempt. One that only decides where it passes takes none."""
        self._takes = decides

    async def take(self, page: LivePage, name: str) -> str | None:
        """The file that shows the page as it is now; None when none was taken.

        Outcomes that fail on the same look share a picture. An attempt that only confirms the one before takes no
        picture of the same thing again.
        """
        if self._folder is None or not self._takes or name in self._taken:
            return None
        self._taken.add(name)
        if self._last is not None and page.last_look is self._last[0]:
            return self._last[1]
        try:
            picture = await page.screenshot()
        except PageUnresponsive:
            # The verdict stands without a picture of it.
            return None
        file = f"{self._task}--{name}.jpg"
        write_bytes(self._folder / file, picture)
        self._files.add(file)
        self._last = (page.last_look, file) if page.last_look is not None else None
        return file

    def keep(self, verdict: TaskVerdict) -> None:
        """Drop those that the verdict does not name: they show attempts that did not decide it."""
        if self._folder is None:
            return
        named = {seen.observation.screenshot for seen in verdict.outcomes if seen.observation}
        for file in self._files - named:
            (self._folder / file).unlink(missing_ok=True)

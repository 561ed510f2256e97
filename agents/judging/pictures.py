"""Pictures of what failed: one for each state of the page, and none where nobody keeps them."""

from pathlib import Path

from agents.browser.page import LivePage
from agents.browser.snapshot import Snapshot
from plans.errors import PageUnresponsive
from plans.files import write_bytes


class Pictures:
    """The pictures of one task, over all attempts at it."""

    def __init__(self, folder: Path | None, task: str) -> None:
        """`folder`: where they are kept; None: nowhere, and then none are taken."""
        self._folder = folder
        self._task = task
        self._taken: set[str] = set()
        self._last: tuple[Snapshot, str] | None = None

    async def take(self, page: LivePage, name: str) -> str | None:
        """The file that shows the page as it is now; None when none was taken.

        Outcomes that fail on the same look share a picture. An attempt that only confirms the one before takes no
        picture of the same thing again.
        """
        if self._folder is None or name in self._taken:
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
        self._last = (page.last_look, file) if page.last_look is not None else None
        return file

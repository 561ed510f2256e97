"""What a model is shown before each move; said by the worker that has the page, to who asks the model."""

import base64

from agents.browser.page import LivePage
from plans.records.base import Record


class Shown(Record):
    """The page, what was done so far, and what came of the last move."""

    walk: int
    """Number of the walk, from 1: each is in a fresh context."""
    step: int
    """Number of the move that is asked for, from 1."""
    steps: int
    """Moves there are in all."""
    look: int
    """Number of the look that is shown."""
    page: str
    """The page in words; those of its own stand within quotation marks."""
    account: tuple[str, ...]
    remark: str
    """What is to be said of the last move; empty: nothing."""
    picture: str | None = None
    """`data:` address of a picture of the window."""


async def picture_of(page: LivePage) -> str:
    """The window as a `data:` address."""
    return f"data:image/jpeg;base64,{base64.b64encode(await page.screenshot()).decode()}"

"""The field that was filled last, until it is left: the list may wait for a button beside it."""

from typing import NamedTuple

from agents.browser.snapshot import Snapshot


class Entered(NamedTuple):
    """A field that was filled."""

    field: int
    before: Snapshot
    """The page before."""

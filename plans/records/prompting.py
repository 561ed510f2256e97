"""What a code agent is asked by: the terms of its run, and the checks that it is told of."""

from typing import Literal

from plans.records.base import Record


class PromptTerms(Record):
    """What every message of a run is written by."""

    family: str
    """Of the suite: by it goes how a hand-in with a fixed interface is looked at."""
    interface: Literal["fixed", "free"] = "fixed"
    ways: tuple[str, ...] = ()
    """Commands, entry points and files of a fixed interface, where the family has no words of its own for it."""
    left_out: tuple[str, ...] = ()
    """Folders of a workspace that do not come along to the next round."""
    notice: str
    canary: str


class FailedCheck(Record):
    """A check that did not pass, as the agent may know it."""

    title: str
    expected: str
    seen: str = ""
    """Empty: nothing came of it."""

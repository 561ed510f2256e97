"""What a code agent is asked by: the terms of its run, and the checks that it is told of."""

from typing import Literal

from plans.records.base import Record


class PromptTerms(Record):
    """What every message of a run is written by."""

    family: str
    """Of the suite: by it goes how a hand-in with a fixed interface is looked at."""
    interface: Literal["fixed", "free"] = "fixed"
    is_accessible: bool = False
    """Whether an interface for keyboard and screen reader is asked for."""
    ways: tuple[str, ...] = ()
    """Commands, entry points, files and checks by which a hand-in is reached, a text each; where the family's hand-ins
    are all reached alike there are none. With a free interface, what is not free."""
    handed_out: tuple[str, ...] = ()
    """Files that lie in the working directory when the trial begins."""
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
    printed: str = ""
    """What came out, with its line ends."""

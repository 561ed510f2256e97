"""What a call of a code agent's was charged to the budget of its run."""

from typing import ClassVar

from plans.records.base import FileRecord
from plans.records.usage import Usage


class RelayedCall(FileRecord):
    """One line of `spending.jsonl` of a run: a call by way of our relay. There may be two of a call, and the later one
    counts.
    """

    SCHEMA: ClassVar[str] = "relayed_call"

    call: str
    """Which one; unique in the file."""
    agent: str = ""
    project: str = ""
    round: int | None = None
    usage: Usage
    """What it is charged; of one that is under way, what it is charged should nobody hear of it any more."""
    is_under_way: bool = False
    """Whether it has only begun: where no other line follows, the process was killed meanwhile."""

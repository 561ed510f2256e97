"""A finding of a check."""

from typing import Literal

from plans.records.base import Record


class Problem(Record):
    """Something wrong, where it is, and what mends it."""

    where: str
    """File, line where possible, and place in it."""
    message: str
    """What is wrong, with the offending value."""
    mend: str
    """What to do about it; empty where the message says it."""
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        return f"{self.where}: {self.message} {self.mend}".rstrip()

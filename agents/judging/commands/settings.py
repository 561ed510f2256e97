"""What a judge of commands may be told."""

from pydantic import Field

from plans.records.base import Record
from plans.records.verdict import Manner


class CommandSettings(Record):
    """Bounds and manner of judging."""

    manner: Manner = "isolated"
    repeats: int = Field(default=3, ge=0)
    """How often tests that passed are run again, each time on a fresh copy: all have to pass. The last time, and once
    in any case, some expect what is wrong, and have to fail."""
    at_once: int = Field(default=2, gt=0)
    """Tasks that are tried at the same time where each has a copy of its own."""
    product_bytes: int = Field(default=16_000_000, gt=0)
    """The largest file that is held against an expected one."""

"""What a judge of commands may be told."""

from typing import Literal

from pydantic import Field

from plans.records.base import Record


class CommandSettings(Record):
    """Bounds and manner of judging."""

    manner: Literal["isolated", "ordered", "both"] = "isolated"
    """isolated: each task has a fresh copy of the hand-in. ordered: all share one copy, in the criteria's order, as
    PRDBench does it. both: decided in isolation, and what comes out otherwise in order is marked."""
    repeats: int = Field(default=3, ge=0)
    """How often tests that passed are run again, each time on a fresh copy: all have to pass. The last time, and once
    in any case, some expect what is wrong, and have to fail."""
    at_once: int = Field(default=2, gt=0)
    """Tasks that are tried at the same time where each has a copy of its own."""
    product_bytes: int = Field(default=16_000_000, gt=0)
    """The largest file that is held against an expected one."""

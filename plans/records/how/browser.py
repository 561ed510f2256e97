"""Tried by steps in a browser."""

from typing import Literal

from pydantic import Field

from plans.records.base import Record
from plans.records.steps import Step


class BrowserSteps(Record):
    """A person's way through an app; what is expected on it decides."""

    kind: Literal["browser"]
    steps: tuple[Step, ...] = Field(min_length=1)
    """From a fresh browser, starting with `open`."""

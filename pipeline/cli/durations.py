"""Durations, as options."""

import math

import click

from plans.records.base import WEEK


class Seconds(click.FloatRange):
    """More than nothing and at most a week; `nan` is in no range and yet passes every comparison with one."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, WEEK, min_open=True)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds

"""`benchwright verify` of a suite of instances."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import click

from pipeline.cli.elsewhere import families_folder
from pipeline.cli.instances import refuse_others, tell_checked
from pipeline.cli.output import open_console
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.instances import open_family
from pipeline.instances.checking import CheckedInstances, verify_instances
from plans.items import read_suite
from plans.paths import SuitePaths

TAKES = ("suite", "parents", "as_json")
"""Options of the verb that mean something for a suite of instances."""
MOST_JOBS = 8
"""Processes that are started at most."""


def verify_drawn(ctx: click.Context, given: Mapping[str, object]) -> int:
    """Draw every instance again, by the options of `verify`; gives the exit code."""
    refuse_others(
        ctx,
        TAKES,
        "every instance is drawn again by a program, and compared. A model is asked of instances when they are made, "
        "with `benchwright author --with-model`.",
    )
    parents = cast("Path | None", given["parents"])
    parent = None if parents is None else SuitePaths(parents)
    verified = run_until_stopped(_verified(SuitePaths(cast("Path", given["suite"])), parent))
    return tell_checked(verified, open_console(), as_json=bool(given["as_json"]))


async def _verified(paths: SuitePaths, parent: SuitePaths | None) -> CheckedInstances:
    jobs = min(os.cpu_count() or 1, MOST_JOBS)
    async with open_family(read_suite(paths).family, jobs, families_folder()) as family:
        return await verify_instances(paths, family, parent)

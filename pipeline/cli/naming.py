"""Names and versions of suites, as options."""

import re
from pathlib import Path

import click

from pipeline.graph.spec import under_way
from pipeline.instances.spec import SuiteOrder, kept_spec
from plans.files import read_own_record
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.base import RULE, is_folder_name

LONGEST = 64
"""Characters of the longest name."""


def suite_name(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """A name that may be a folder's; anything else is a usage error."""
    if value is not None and not is_folder_name(value):
        raise click.BadParameter(f"{value!r} cannot be a suite's name: {RULE}.", ctx, parameter)
    return value


def suite_version(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Three numbers; anything else is a usage error."""
    if value is not None and not re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", value):
        raise click.BadParameter(f"{value!r} is no version; use three numbers such as 1.0.0.", ctx, parameter)
    return value


def suite_licence(ctx: click.Context, parameter: click.Parameter, value: str) -> str:
    """An SPDX name or expression, as it stands in the suite's card; anything else is a usage error."""
    if not re.fullmatch(r"[A-Za-z0-9.+:()-]+( [A-Za-z0-9.+:()-]+)*", value):
        raise click.BadParameter(f"{value!r} is no SPDX name; use one such as CC-BY-4.0.", ctx, parameter)
    return value


def usual_name(folder: Path) -> str:
    """The name of a suite in this folder where nobody gives one: as it was begun, whatever the folder is called by
    now; of a new suite the folder's name, with whatever a suite's name may not hold turned into dashes.
    """
    paths = SuitePaths(folder)
    if paths.suite.exists():
        return read_suite(paths).name
    ordered = read_own_record(paths.order, SuiteOrder) if paths.order.exists() else None
    if (begun := under_way(paths) or ordered or kept_spec(paths)) is not None:
        return begun.name
    words = re.findall(r"[a-z0-9]+", folder.resolve().name.lower())
    return "-".join(words)[:LONGEST].strip("-") or "suite"

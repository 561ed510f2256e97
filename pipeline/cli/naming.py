"""Names and versions of suites, as options."""

import re
from pathlib import Path

import click

from plans.records.names import RULE, is_folder_name

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


def name_of_folder(folder: Path) -> str:
    """The folder's name with whatever a suite's name may not hold turned into dashes."""
    words = re.findall(r"[a-z0-9]+", folder.resolve().name.lower())
    return "-".join(words)[:LONGEST].strip("-") or "suite"

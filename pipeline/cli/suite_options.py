"""Options of the verbs that write a suite: where it lies, and what it is called."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from pipeline.cli.folders import NewFolder, free_place
from pipeline.graph.spec import under_way
from pipeline.instances.spec import SuiteOrder, kept_spec
from plans.errors import AuthorError
from plans.files import read_own_record
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.base import RULE, is_folder_name

Command = TypeVar("Command", bound=Callable[..., Any])

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
    """An SPDX expression, as it stands in the suite's card; anything else is a usage error."""
    try:
        if not value.isprintable() or value != value.strip():
            raise InvalidLicenseExpression
        return canonicalize_license_expression(value)
    except InvalidLicenseExpression:
        raise click.BadParameter(
            f"{value!r} is not an SPDX expression. Use one such as CC-BY-4.0, MIT, or LicenseRef-NAME for a licence of "
            "your own.",
            ctx,
            parameter,
        ) from None


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


def seed_option(what: str, default: int | None) -> Callable[[Command], Command]:
    """Adds --random-seed of a suite that is made, or made anew."""
    return click.option(
        "--random-seed",
        "--seed",
        "random_seed",
        type=int,
        default=default,
        show_default=default is not None,
        help=what,
    )


def new_suite_options(verb: Command) -> Command:
    """Adds --out, --random-seed, --name, --version and --licence of a suite that is made."""
    for option in (
        click.option(
            "--licence",
            default="CC-BY-4.0",
            show_default=True,
            callback=suite_licence,
            help="SPDX expression of the suite's licence.",
        ),
        click.option(
            "--version",
            default="1.0.0",
            show_default=True,
            callback=suite_version,
            help="Version of the suite.",
        ),
        click.option(
            "--name",
            callback=suite_name,
            help="Name of the suite; default: the folder's name.",
        ),
        seed_option("Random seed of the suite.", 0),
        click.option(
            "--out",
            type=NewFolder("suite"),
            required=True,
            help="Folder of the suite: new, empty, or where it was begun.",
        ),
    ):
        verb = option(verb)
    return verb


def new_version_options(verb: Command) -> Command:
    """Adds --out and --version of a new version of a suite, for `new_version_folder`."""
    for option in (
        click.option(
            "--version",
            callback=suite_version,
            help="Version, above that of SUITE; default: the next major one.",
        ),
        click.option(
            "--out",
            type=NewFolder("suite"),
            help="Folder: new, empty, or where it was begun; default: SUITE-VERSION.",
        ),
    ):
        verb = option(verb)
    return verb


def new_version_folder(suite: Path, version: str, out: Path | None) -> Path:
    """Where a new version of a suite goes: `out`, or else a free place beside it.

    Raises AuthorError where `out` is the suite itself, and where the place beside it is taken.
    """
    old = suite.resolve()
    if out is None:
        return free_place(old.with_name(f"{old.name}-{version}"), "suite")
    if out.resolve() == old:
        raise AuthorError(
            f"{out} is the suite itself. A new version needs a folder of its own: choose another with --out."
        )
    return out

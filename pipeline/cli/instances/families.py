"""`--family` and `--families`: which family of instances a command means, and where it lies."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from pipeline.cli.folders import wrong_contents
from pipeline.cli.names import NameOf
from plans.families import FAMILIES, HOME, instance_families, is_family_folder
from plans.items import read_suite
from plans.paths import SuitePaths

Command = TypeVar("Command", bound=Callable[..., Any])

_KEPT = "benchwright.families"


class InstanceFamilyName(click.ParamType[str]):
    """The type of --family: a built-in family of instances, or any name with --families."""

    name = "family"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in FAMILIES:
            raise wrong_contents(
                f"{value} is a family of items, which are made from seeds. Use:",
                "items",
                "author",
                "SEEDS",
                "--family",
                str(value),
            )
        return str(value)


def require_family(ctx: click.Context, name: str | None) -> None:
    """UsageError where no family is named, or one that is not built in and no folder of other families."""
    option = next(one for one in ctx.command.params if one.name == "family")
    if name is None:
        raise click.MissingParameter(ctx=ctx, param=option)
    if families_folder() is None:
        NameOf(instance_families()).convert(name, option, ctx)


def families_option(verb: Command) -> Command:
    """Adds --families. Its value is no argument of the verb, but of the whole command: families_folder has it."""
    return click.option(
        "--families",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        expose_value=False,
        is_eager=True,
        callback=_keep,
        help="Folder of families of your own: DIR/NAME is the family NAME, whose code runs only in a sandbox.",
    )(verb)


def _keep(ctx: click.Context, option: click.Parameter, folder: Path | None) -> None:
    del option
    ctx.meta[_KEPT] = folder


def families_folder() -> Path | None:
    """The folder that the running command names with --families; None where it names none."""
    ctx = click.get_current_context(silent=True)
    return None if ctx is None else cast("Path | None", ctx.meta.get(_KEPT))


def family_folder(paths: SuitePaths) -> Path | None:
    """The folder of a suite's family, where it can be seen; None where it cannot, or there is no suite yet."""
    if not paths.suite.exists():
        return None
    family = read_suite(paths).family
    if family in instance_families():
        return HOME / family
    place = None if (folder := families_folder()) is None else folder / family
    return place if place is not None and is_family_folder(place) else None


def families_words(family: str) -> tuple[str | Path, ...]:
    """The words by which a printed command finds the family; DIR where the running command does not say."""
    return () if family in instance_families() else ("--families", families_folder() or "DIR")

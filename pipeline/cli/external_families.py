"""`--families`: the folder of families that are no part of benchwright."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from pipeline.cli.names import NameOf
from plans.errors import AuthorError
from plans.families import FAMILIES, HOME, instance_families, is_family_folder
from plans.items import read_suite
from plans.paths import SuitePaths

Verb = TypeVar("Verb", bound=Callable[..., Any])

OPTION = "families"
"""Name of the parameter; its value is no argument of the verb, but of the whole command."""
_KEPT = "benchwright.families"


class FamilyName(NameOf):
    """The type of --family: one of ours, or with --families whatever lies there, which is looked for when that is
    known.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(value, param, ctx) if value in self.choices else str(value)


def families_option(verb: Verb) -> Verb:
    """Adds --families."""
    return click.option(
        "--families",
        OPTION,
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        expose_value=False,
        callback=_keep,
        help="Folder of families of instances that are no part of benchwright: DIR/NAME is the family NAME. Its code "
        "runs in a sandbox alone.",
    )(verb)


def families_folder() -> Path | None:
    """The folder that the running command names; None: it names none."""
    ctx = click.get_current_context(silent=True)
    return None if ctx is None else cast("Path | None", ctx.meta.get(_KEPT))


def family_folder(paths: SuitePaths) -> Path | None:
    """The folder of the family that a suite of instances is of, where it can be seen; None for another suite."""
    suite = read_suite(paths) if paths.suite.exists() else None
    if suite is None or not suite.splits:
        return None
    if suite.family in instance_families():
        return HOME / suite.family
    place = None if (folder := families_folder()) is None else folder / suite.family
    return place if place is not None and is_family_folder(place) else None


def families_words(family: str) -> tuple[str | Path, ...]:
    """What a command that is printed has to say for its families to be found; DIR where the running one says none."""
    if family in (*FAMILIES, *instance_families()):
        return ()
    return ("--families", families_folder() or "DIR")


def refuse_idle_families(what: str) -> None:
    """AuthorError where --families was given, and nothing there is asked for; `what` is done, in a sentence."""
    if families_folder() is not None:
        raise AuthorError(f"--families would change nothing: {what}. Leave it out.")


def _keep(ctx: click.Context, option: click.Parameter, folder: Path | None) -> None:
    del option
    ctx.meta[_KEPT] = folder
    name = cast("str | None", ctx.params.get("family"))
    if name is None or folder is not None or name in (*FAMILIES, *instance_families()):
        return
    asked = next((one for one in ctx.command.params if one.name == "family"), None)
    if asked is not None and isinstance(asked.type, FamilyName):
        # In the words of a misspelt choice.
        NameOf(asked.type.choices).convert(name, asked, ctx)

"""`benchwright show`."""

import asyncio
import json
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import cast

import click
from rich.console import Console
from rich.text import Text

from pipeline.cli.folders import FolderOf
from pipeline.cli.instances import looks_of_instances, refuse_others
from pipeline.cli.judgeable_items import what_to_show
from pipeline.cli.names import did_you_mean
from pipeline.cli.output import echo_json, open_console
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.playing import static_server
from pipeline.instances.reading import read_instances
from plans.errors import AuthorError
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.base import Record
from plans.records.instance import Instance

TAKES = ("item", "id", "as_json")
"""Options of the verb that mean something for a suite of instances."""
LONGEST = 600
"""Letters of a value that are printed: of a simulation's states there are many thousands."""


def print_instance(ctx: click.Context, suite: Path, given: Mapping[str, object]) -> None:
    """Print the instance that is named, or the first; AuthorError with the id that may be meant."""
    refuse_others(ctx, TAKES, "an instance is printed, and nothing is served.")
    paths = SuitePaths(suite)
    split, instance = _named(paths, cast("str | None", given["id"]))
    if given["as_json"]:
        echo_json(instance)
        return
    _print(paths, split, instance, open_console())


def _named(paths: SuitePaths, id: str | None) -> tuple[str, Instance]:
    splits = read_instances(paths, read_suite(paths))
    every = {one.id: (split, one) for split, instances in splits.items() for one in instances}
    if id is None:
        return next(iter(every.values()))
    if id not in every:
        raise AuthorError(
            f"There is no instance {id!r} in {paths.root}. There are {len(every):,}, from {min(every)} to {max(every)}."
            f"{did_you_mean(id, every)}"
        )
    return every[id]


def _print(paths: SuitePaths, split: str, instance: Instance, console: Console) -> None:
    console.print(Text(instance.id, "bold"), Text(f"split {split}, random seed {instance.random_seed}"))
    _part(console, "Prompt", instance.prompt)
    for number, digest in enumerate(instance.media, 1):
        say(console, f"picture {number}: {paths.picture(digest)}")
    _part(console, "Parameters", _told(instance.parameters))
    _part(console, "Constraints", "\n".join(_value(one) for one in instance.constraints) or "none")
    _part(console, "Not shown to a model", _told(instance.metadata))


def _part(console: Console, title: str, text: str) -> None:
    console.print()
    console.print(Text(title, "bold"))
    say(console, text)


def _told(values: Mapping[str, object]) -> str:
    return "\n".join(f"{name}: {_value(value)}" for name, value in values.items()) or "none"


def _value(value: object) -> str:
    told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return told if len(told) <= LONGEST else f"{told[:LONGEST]}… ({len(told):,} letters; --json prints all)"


class ShownFolder(FolderOf):
    """The type of an argument that is an item's folder, or that of a suite of instances."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        folder = Path(str(value))
        return (
            folder
            if str(value).strip() and looks_of_instances(folder)
            else super().convert(value, param, ctx)
        )


class ShowOrder(Record):
    """The options of `benchwright show`, by name."""

    id: str | None
    as_json: bool
    mutant: str | None
    alternative: str | None
    no_browser: bool


@click.command()
@click.argument("item", type=ShownFolder("item"), metavar="ITEM")
@click.option(
    "--item", "id", metavar="ID", help="Of a suite of instances: the one to print; default: the first."
)
@click.option("--json", "as_json", is_flag=True, help="Of a suite of instances: print its line as JSON.")
@click.option("--mutant", help="Show this mutant instead of the reference.")
@click.option("--alternative", help="Show this alternative instead: restyled, other-data.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.pass_context
def show(ctx: click.Context, item: Path, **given: object) -> None:
    """Serve the reference of ITEM (a folder of a suite's items/) and open it in your browser, until Ctrl-C.

    Where ITEM is a suite of instances, one instance is printed: its prompt, what it was drawn from, what an answer has
    to keep to, what no model is shown, and where its pictures lie.

    \b
    Examples:
      benchwright show generated/sample/items/plant-shop
      benchwright show generated/sample/items/plant-shop --alternative restyled
      benchwright show generated/calendar --item calendar-00007
    """
    if looks_of_instances(item):
        print_instance(ctx, item, given)
        return
    order = ShowOrder.model_validate(given)
    if order.id is not None or order.as_json:
        raise AuthorError(
            f"--item and --json print an instance of a suite, and {item} is an item: leave them out."
        )
    mutant, alternative = order.mutant, order.alternative
    if mutant is not None and alternative is not None:
        raise click.UsageError(
            "--mutant and --alternative were given, and one app is shown: leave one of them out."
        )
    # Ctrl-C is how this verb ends, and nothing stays behind: it is no interruption.
    with suppress(KeyboardInterrupt), what_to_show(item, mutant=mutant, alternative=alternative) as folder:
        run_until_stopped(_serve(folder, is_opened=not order.no_browser))
    open_console().print("Stopped serving.")


async def _serve(folder: Path, *, is_opened: bool) -> None:
    async with static_server().serve(folder) as address:
        open_console().print(f"Serving {address} — stop with Ctrl-C.", highlight=False)
        if is_opened and not await asyncio.to_thread(webbrowser.open, address):
            open_console().print("No browser was found to open it in: open the address yourself.")
        await asyncio.Event().wait()

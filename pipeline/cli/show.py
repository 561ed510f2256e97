"""`benchwright show`."""

import asyncio
import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from pipeline.cli.folders import FolderOf
from pipeline.cli.instances import looks_of_instances
from pipeline.cli.output import open_console
from pipeline.cli.show_instance import print_instance
from pipeline.cli.showing import what_to_show
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.playing import static_server
from plans.errors import AuthorError
from plans.records.base import Record


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

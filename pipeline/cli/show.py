"""`benchwright show`."""

import asyncio
import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from pipeline.cli.folders import FolderOf
from pipeline.cli.judgeable_items import what_to_show
from pipeline.cli.output import open_console
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.playing import static_server


@click.command()
@click.argument("item", type=FolderOf("item"))
@click.option("--mutant", help="Show this mutant instead of the reference.")
@click.option("--alternative", help="Show this alternative instead: restyled, other-data.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def show(item: Path, mutant: str | None, alternative: str | None, no_browser: bool) -> None:
    """Serve the reference of ITEM (a folder of a suite's items/) and open it in your browser, until Ctrl-C.

    \b
    Examples:
      benchwright show generated/sample/items/plant-shop
      benchwright show generated/sample/items/plant-shop --alternative restyled
    """
    if mutant is not None and alternative is not None:
        raise click.UsageError(
            "--mutant and --alternative name two apps, and one is shown: give one of them."
        )
    # Ctrl-C is how this verb ends, and nothing stays behind: it is no interruption.
    with suppress(KeyboardInterrupt), what_to_show(item, mutant=mutant, alternative=alternative) as folder:
        run_until_stopped(_serve(folder, is_opened=not no_browser))
    open_console().print("Stopped serving.")


async def _serve(folder: Path, *, is_opened: bool) -> None:
    async with static_server().serve(folder) as address:
        open_console().print(f"Serving {address} — stop with Ctrl-C.", highlight=False)
        if is_opened and not await asyncio.to_thread(webbrowser.open, address):
            open_console().print("No browser was found to open it in: open the address yourself.")
        await asyncio.Event().wait()

"""`benchwright map`."""

from pathlib import Path

import click

from agents.browser.atlas import app_map, in_words
from agents.judging.bound import by_program
from agents.sandbox.roster import USUAL
from pipeline.cli.bind import explored_for
from pipeline.cli.folders import FolderOf
from pipeline.cli.judgeable_items import browser_criteria
from pipeline.cli.output import echo_json, open_console
from pipeline.cli.stopping import run_until_stopped
from plans.criteria_targets import wanted_targets
from plans.paths import ItemPaths
from plans.plain_text import folded
from plans.records.app_map import AppMap, Binding
from plans.records.base import Record


class MappedApp(Record):
    """What `benchwright map --json` prints."""

    map: AppMap
    bindings: tuple[Binding, ...]
    """Targets that the program binds by role and name."""
    unbound: tuple[str, ...]
    """Ids of all other targets."""


@click.command("map")
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("--item", required=True, type=FolderOf("item"), help="Folder of the item.")
@click.option(
    "--sandbox", help=f"Where a submission's own server runs; default: {USUAL}. Static ones need none."
)
@click.option("--json", "as_json", is_flag=True, help="Print map and bindings as JSON.")
def show_map(folder: Path, item: Path, sandbox: str | None, as_json: bool) -> None:
    """Explore the web app in FOLDER as a judge does, and print its screens and what the criteria's targets are in it.

    Each line is an element: its sign, its role, and what it says. Below stand the targets that a program binds by role
    and name, and those that it does not: a judge with a model (`judge --judge hybrid`) asks for these.

    \b
    Examples:
      benchwright map ~/my-attempt --item generated/sample/items/plant-shop
      benchwright map ~/my-attempt --item generated/sample/items/plant-shop --json
    """
    mapped = run_until_stopped(_mapped(folder, item, sandbox))
    if as_json:
        echo_json(mapped)
        return
    console = open_console()
    for row in in_words(mapped.map.screens):
        console.print(row, markup=False, highlight=False, soft_wrap=True)
    if mapped.map.cut:
        console.print(f"The exploration ended early: {mapped.map.cut}.", markup=False)
    console.print(
        f"\n{len(mapped.bindings)} targets are bound by role and name (fit 1: surely; less: by a synonym, a longer "
        "name or another role):",
        highlight=False,
        soft_wrap=True,
    )
    for one in mapped.bindings:
        said = folded(one.bound_to)
        console.print(
            f"  {one.target}: {said!r} (fit {one.surety:g})", markup=False, highlight=False, soft_wrap=True
        )
    console.print(f"{len(mapped.unbound)} are not:", highlight=False)
    for id in mapped.unbound:
        console.print(f"  {id}", markup=False, highlight=False, soft_wrap=True)


async def _mapped(folder: Path, item: Path, sandbox: str | None) -> MappedApp:
    criteria = browser_criteria(ItemPaths(item))
    atlas = await explored_for(folder, item, criteria, sandbox)
    wanted = wanted_targets(criteria)
    bindings = tuple(by_program(atlas, wanted))
    bound = {each.target for each in bindings}
    return MappedApp(
        map=app_map(atlas),
        bindings=bindings,
        unbound=tuple(each.id for each in wanted if each.id not in bound),
    )

"""`benchwright bind`, `map` and `show`: a look at one web app."""

import asyncio
import webbrowser
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path

import click

from agents.browser.atlas import Atlas, app_map, in_words
from agents.browser.grounding.candidates import SURE
from agents.judging.bound import by_program, taken_all
from agents.sandbox.roster import USUAL
from pipeline.cli.folders import FolderOf, FolderThere
from pipeline.cli.judgeable_items import browser_criteria, suite_of, what_to_show
from pipeline.cli.output import echo_json, open_console
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.judging import explored_app, judge_for
from pipeline.cli.wiring.playing import sandbox_named, static_server, with_runtime
from pipeline.runner.judging import judge_folder
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import InvalidFile
from plans.files import read_record, write_record
from plans.paths import ItemPaths
from plans.plain_text import count_text, folded
from plans.records.app_map import AppMap, Binding, BindingFile, BindingKind, WrittenBinding
from plans.records.base import Problem, Record, found_in
from plans.records.criteria import Criteria
from plans.records.plan import ItemParameters
from plans.records.steps import Compute, Draw, Expect, Generate, Open, Remember, Resize, Target
from plans.records.verdict import NOT_FOUND, Judgement, JudgeRequest, Status, World
from plans.settings import read_settings
from plans.step_words import name_of, wanted_targets

_WITHOUT_ACTION = (Open, Resize, Remember, Generate, Draw, Compute, Expect)
"""Steps that change nothing in an app."""


@click.command()
@click.argument("folder", type=FolderThere())
@click.option("--item", required=True, type=FolderOf("item"), help="Folder of the item.")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("bindings.yaml"),
    show_default=True,
    help="File of the bindings; it is not looked for in FOLDER.",
)
@click.option("--force", is_flag=True, help="Write FILE again, and lose what was filled in.")
@click.option("--sandbox", help=f"Where a submission's server runs; default: {USUAL}.")
def bind(folder: Path, item: Path, file: Path, force: bool, sandbox: str | None) -> None:
    """Name the elements of the web app in FOLDER that the criteria mean, where a judge does not find them.

    The first call judges the app by a program, writes FILE with the targets that were not found and left a task open,
    and prints a map of the app. Give each target in FILE a kind and the sign that stands before its element in the map,
    such as s1e12. A later call checks FILE against the map. `judge --bindings FILE` judges by it.

    \b
    Entries of FILE that are filled in:
      - {target: cart-add-buttons, kind: element, element: s1e12}
      - {target: items-left, kind: part, element: s2e4, after: "Left:"}
      - {target: start-button, kind: no_step}
      - {target: pick-up, kind: composite, fields: [{takes: date, element: s1e7}, {takes: time, element: s1e9}]}

    \b
    Kinds:
      element     this element
      entries     a whole entry of a list
      part        a part of what an element says; `after` or `before` give the words beside it
      composite   several fields for one date or time: year, month, day, date, hour, minute, half (am, pm), time
      no_step     the criteria press it, and this app needs no press
      absent      this app does not have it
      later       it appears only after actions that the map does not show
      unsure      you do not know

    \b
    Examples:
      benchwright bind ~/my-attempt --item generated/sample/items/plant-shop
      benchwright judge ~/my-attempt --item generated/sample/items/plant-shop --bindings bindings.yaml
    """
    criteria = browser_criteria(ItemPaths(item))
    console = open_console()
    if file.exists() and not force:
        bindings = run_until_stopped(_checked(folder, item, criteria, file, sandbox))
        console.print(
            f"{file.resolve()} is there: it was checked, and not written over (--force writes it anew). "
            f"{count_text(len(bindings), 'binding')} can hold. Next: benchwright judge … --bindings {file}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
        return
    for row in run_until_stopped(_begin(folder, item, criteria, file, sandbox)):
        console.print(row, markup=False, highlight=False, soft_wrap=True)


def written_bindings(file: Path, item: Path, criteria: Criteria, atlas: Atlas) -> tuple[Binding, ...]:
    """The bindings of a file as they hold in an app; raises InvalidFile with every one that cannot, and where they were
    written for another item.
    """
    written, id = read_record(file, BindingFile), item.resolve().name
    if written.item != id:
        problem = Problem(
            where=f"{file}: item",
            message=f"is {written.item!r}, and the app is judged as {id!r}: targets of the same id differ.",
            mend=f"Name the file that `benchwright bind` wrote for {id!r}.",
        )
        raise InvalidFile([problem])
    wanted = wanted_targets(criteria)
    unknown = sorted({one.target for one in written.bindings} - {each.id for each in wanted})
    good, objections = taken_all(written.bindings, wanted, atlas, "person")
    problems = [
        Problem(
            where=f"{file}: {id}",
            message="is no target of the criteria.",
            mend="Delete it, or correct the id.",
        )
        for id in unknown
    ] + [
        Problem(
            where=f"{file}: {one.target}",
            message=f"cannot hold: {one.why}.",
            mend="Name another element or kind.",
        )
        for one in objections
    ]
    if problems:
        raise InvalidFile(problems)
    return tuple(good.values())


async def _checked(
    folder: Path, item: Path, criteria: Criteria, file: Path, sandbox: str | None
) -> tuple[Binding, ...]:
    return written_bindings(file, item, criteria, await explored_for(folder, item, criteria, sandbox))


async def explored_for(folder: Path, item: Path, criteria: Criteria, sandbox: str | None) -> Atlas:
    """The map of the web app in a folder, served with the packages of the item's suite."""
    return await explored_app(read_settings(), await _provider(item, sandbox), folder, criteria)


async def _provider(item: Path, sandbox: str | None) -> SandboxProvider:
    """The sandbox of that name, with the packages of the item's suite."""
    provider, suite = sandbox_named(sandbox), suite_of(item)
    return provider if suite is None else await with_runtime(provider, suite.runtime)


async def _begin(folder: Path, item: Path, criteria: Criteria, file: Path, sandbox: str | None) -> list[str]:
    """Write a file to be filled in; returns the map in lines, and what is to be filled in."""
    provider = await _provider(item, sandbox)
    atlas = await explored_app(read_settings(), provider, folder, criteria)
    family = read_record(ItemPaths(item).parameters, ItemParameters).family
    async with judge_for(family, read_settings(), provider) as judge:
        request = JudgeRequest(
            item=item.resolve().name,
            submission=folder,
            criteria=criteria,
            grader=ItemPaths(item).grader,
            world=World.OPEN,
        )
        judgement = await judge_folder(judge, request)
    open_tasks = _open_for_targets(judgement)
    if not open_tasks:
        return [
            *in_words(app_map(atlas).screens),
            "",
            f"No task is open because a target was not found, so there is nothing to bind; {file} was not written.",
        ]
    wanted = wanted_targets(criteria)
    bound = {each.target for each in by_program(atlas, wanted)}
    unbound = [each.id for each in wanted if each.id not in bound]
    open_ones = _left_open(criteria, judgement, open_tasks, unbound)
    at_start = _met_before_any_action(criteria)
    unsure = [id for id in open_ones if id in at_start]
    later = [id for id in open_ones if id not in at_start]
    others = [id for id in unbound if id not in open_ones]
    bindings = (
        *(WrittenBinding(target=id, kind=BindingKind.UNSURE) for id in unsure),
        *(WrittenBinding(target=id, kind=BindingKind.LATER) for id in later),
    )
    write_record(file, BindingFile(item=item.resolve().name, bindings=bindings))
    return [
        *in_words(app_map(atlas).screens),
        "",
        f"Tasks that are open because a target was not found: {', '.join(open_tasks)}",
        f"Their targets that were not found ({len(unsure)}): {', '.join(unsure) or 'none'}",
        f"Their targets that may appear after actions that the map does not show ({len(later)}): "
        f"{', '.join(later) or 'none'}",
        *(
            [f"Not on the map, and no task is open for them ({len(others)}): {', '.join(others)}"]
            if others
            else []
        ),
        f"Written: {file.resolve()}. Give each target a kind, and an `element` (a sign such as s1e12) where the kind "
        "needs one; --help has examples. The same command checks it, and `benchwright judge --bindings` judges by it.",
    ]


def _open_for_targets(judgement: Judgement) -> list[str]:
    """Ids of the tasks that did not pass because a target was not found."""
    return [
        task.task
        for task in judgement.tasks
        if task.status is not Status.PASSED and any(one.cause in NOT_FOUND for one in task.outcomes)
    ]


def _left_open(
    criteria: Criteria, judgement: Judgement, tasks: Collection[str], unbound: Sequence[str]
) -> list[str]:
    """Those of the unbound targets that stand in these tasks and that the judge did not find while it tried them."""
    own = criteria.model_copy(update={"tasks": tuple(task for task in criteria.tasks if task.id in tasks)})
    wanted = {each.id for each in wanted_targets(own)}
    found = {
        one.target
        for task in judgement.tasks
        if task.task in tasks
        for one in task.bindings
        if one.bound_to and one.surety >= SURE
    }
    in_tasks = [id for id in unbound if id in wanted]
    return [id for id in in_tasks if id not in found] or in_tasks


def _met_before_any_action(criteria: Criteria) -> set[str]:
    """Ids of the targets that some task looks for on the page as it opens."""
    found: set[str] = set()
    for task in criteria.tasks:
        for step in task.steps:
            found |= {name_of(target) for target in found_in(step, Target)}
            if not isinstance(step, _WITHOUT_ACTION):
                break
    return found


class MappedApp(Record):
    """What `benchwright map --json` prints."""

    map: AppMap
    bindings: tuple[Binding, ...]
    """Targets that the program binds by role and name."""
    unbound: tuple[str, ...]
    """Ids of all other targets."""


@click.command("map")
@click.argument("folder", type=FolderThere())
@click.option("--item", required=True, type=FolderOf("item"), help="Folder of the item.")
@click.option("--sandbox", help=f"Where a submission's server runs; default: {USUAL}.")
@click.option("--json", "as_json", is_flag=True, help="Print map and bindings as JSON.")
def show_map(folder: Path, item: Path, sandbox: str | None, as_json: bool) -> None:
    """Explore the web app in FOLDER as a judge does, and print what it finds.

    For each screen it prints the elements, each with its sign, role and text; then the targets of the criteria that a
    program finds by role and name, and those that it does not find. For these, `judge --judge hybrid` asks a model, and
    `benchwright bind` asks you.

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


@click.command()
@click.argument("item", type=FolderOf("item"))
@click.option("--mutant", help="Show this mutant instead of the reference.")
@click.option("--alternative", help="Show this alternative instead: restyled, other-data.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def show(item: Path, mutant: str | None, alternative: str | None, no_browser: bool) -> None:
    """Open the reference of ITEM in your browser, until Ctrl-C.

    ITEM is a folder of a suite's items/.

    \b
    Examples:
      benchwright show generated/sample/items/plant-shop
      benchwright show generated/sample/items/plant-shop --alternative restyled
    """
    if mutant is not None and alternative is not None:
        raise click.UsageError("--mutant and --alternative exclude each other. Give one of them.")
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

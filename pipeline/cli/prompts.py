"""`benchwright prompts`."""

from pathlib import Path

import click

from agents.authoring.shown_prompts import CapturedCall
from agents.gateway.prompts import shape_told
from pipeline.cli.folders import FolderOf
from pipeline.cli.options import NameOf
from pipeline.cli.output import echo, echo_json, open_console, plain_table
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.prompts import PromptBook, prompt_book
from plans.errors import AuthorError
from plans.families import FAMILIES, USUAL, instance_families
from plans.files import read_record
from plans.paths import ItemPaths, SuitePaths
from plans.records.base import Record
from plans.records.model_call import Message
from plans.records.model_settings import ROLES, ModelRole
from plans.records.plan import ItemParameters
from plans.records.specification import Underspecification
from plans.records.suite import Suite
from plans.slugs import did_you_mean


class ShownPrompt(Record):
    """What `benchwright prompts show --json` prints."""

    role: ModelRole
    step: str
    family: str
    item: str
    level: Underspecification | None
    """Of the request that it shows; None where it shows none."""
    placeholders: tuple[str, ...]
    """Parts of the item for which placeholders stand."""
    messages: tuple[Message, ...]
    """As they would be sent."""
    shape: str
    """Name of the shape that the answer is to have; empty where it is free text."""
    schema_text: str
    """JSON Schema of the shape."""
    template_hash: str
    """Digest of the prompt files."""


@click.group()
def prompts() -> None:
    """Print the prompts by which models and code agents are asked.

    \b
    Example:
      benchwright prompts show generator criteria
    """


@prompts.command("show")
@click.argument("role", required=False, type=NameOf(ROLES))
@click.argument("step", required=False)
@click.option("--item", metavar="ITEM", help="Folder of an item or draft, or with --suite its id.")
@click.option(
    "--suite", type=FolderOf("suite"), help="Suite whose plan is shown, and that --item belongs to."
)
@click.option(
    "--family",
    type=NameOf([*sorted(FAMILIES), *instance_families()]),
    help=f"Family, where neither --suite nor --item names one; default: {USUAL}.",
)
@click.option(
    "--level",
    type=click.Choice([level.value for level in Underspecification]),
    help="Which request a code agent gets, as of `run`. Default: medium; minimal on Python projects is shown the whole "
    "specification.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print the messages and the schema of the answer as JSON."
)
def show_prompt(
    role: ModelRole | None,
    step: str | None,
    item: str | None,
    suite: Path | None,
    family: str | None,
    level: str | None,
    as_json: bool,
) -> None:
    """Print one prompt as it would be sent, or list all.

    Without STEP, the steps of ROLE are listed; without both, the steps of every role. The prompt is filled in with the
    files of --item. Placeholders in brackets stand for files that are missing, and for what is known only while
    something runs, such as a page, a program's output, or an answer that is sent back (steps that end in -again). No
    model is asked.

    \b
    Examples:
      benchwright prompts show
      benchwright prompts show generator prd --family python_project
      benchwright prompts show generator reference --suite generated/sample --item plant-shop
      benchwright prompts show verifier clarity --item generated/sample/items/plant-shop --json
      benchwright prompts show ui_judge walk --item generated/sample/items/plant-shop
      benchwright prompts show coder minimal --family python_project
      benchwright prompts show coder request --level high --item generated/sample/items/plant-shop
      benchwright prompts show solver instance --family calendar
    """
    paths = SuitePaths(suite) if suite else None
    place = _place(item, paths)
    named = family or _family(paths, place) or USUAL
    asked_level = Underspecification(level) if level else None
    book = prompt_book(named, paths, place, asked_level)
    if role is None or step is None:
        _list(book, role, as_json=as_json)
        return
    steps = book.steps[role]
    if step not in steps:
        raise AuthorError(
            f"{role!r} is asked nothing at {step!r} of the family {named!r}. Its steps: {', '.join(steps)}."
            f"{did_you_mean(step, steps)}"
        )
    shows_request = role == "coder" and step in book.with_request
    if asked_level and not shows_request:
        raise AuthorError(
            f"--level chooses the request that a code agent gets, and {role} {step} shows none. Remove it."
        )
    shown_level = (asked_level or Underspecification.MEDIUM) if shows_request else None
    asked = run_until_stopped(steps[step]())
    shape = asked.shape
    if as_json:
        echo_json(
            ShownPrompt(
                role=role,
                step=step,
                family=named,
                item=book.about,
                level=shown_level,
                placeholders=book.placeholders,
                messages=asked.call.messages,
                shape=shape.name if shape else "",
                schema_text=shape.schema_text if shape else "",
                template_hash=asked.call.template_hash,
            )
        )
        return
    if book.placeholders:
        note = f"Placeholders stand for: {', '.join(book.placeholders)}; texts in round brackets come about in a run."
        open_console(stderr=True).print(note, markup=False, highlight=False)
    if shown_level:
        note = f"The request is that of level {shown_level}; --level shows another."
        open_console(stderr=True).print(note, markup=False, highlight=False)
    _print(asked)


def _print(asked: CapturedCall) -> None:
    for message in asked.call.messages:
        echo(f"----- {message.role} -----\n\n{message.text.strip()}\n")
    if asked.shape:
        echo(f"----- shape {asked.shape.name} -----\n\n{shape_told(asked.shape.schema_text).strip()}")


def _list(book: PromptBook, role: ModelRole | None, *, as_json: bool) -> None:
    steps = {role: book.steps[role]} if role else book.steps
    if as_json:
        echo_json({"roles": {name: list(known) for name, known in steps.items()}})
        return
    table = plain_table("role", "steps")
    for name, known in steps.items():
        table.add_row(name, ", ".join(known))
    open_console().print(table)


def _place(item: str | None, suite: SuitePaths | None) -> ItemPaths | None:
    """Where the item lies: by its id in the suite, or by its folder; AuthorError where there is none."""
    if item is None:
        return None
    if suite is not None and "/" not in item:
        found = next((one for one in (suite.item(item), suite.draft(item)) if one.root.is_dir()), None)
        if found is None:
            known = [one.id for one in read_record(suite.suite, Suite).items] if suite.suite.exists() else []
            raise AuthorError(
                f"{suite.root} has no item {item!r}; it has: {', '.join(known) or 'none'}.{did_you_mean(item, known)}"
            )
        return found
    place = ItemPaths(Path(item))
    if not place.seed.exists():
        raise AuthorError(
            f"No item lies in {item}: there is no {place.seed.name}. Name the folder of an item."
        )
    return place


def _family(suite: SuitePaths | None, item: ItemPaths | None) -> str | None:
    if item is not None and item.parameters.exists():
        return read_record(item.parameters, ItemParameters).family
    return read_record(suite.suite, Suite).family if suite is not None and suite.suite.exists() else None

"""`benchwright prompts`."""

from pathlib import Path

import click

from agents.gateway.scripted import Asked
from agents.gateway.structure import shape_told
from pipeline.cli.folders import FolderOf
from pipeline.cli.names import NameOf, did_you_mean
from pipeline.cli.output import echo, echo_json, open_console, plain_table
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.prompts import Steps, item_material, prompt_steps
from plans.errors import AuthorError
from plans.families import FAMILIES, USUAL
from plans.files import read_record
from plans.paths import ItemPaths, SuitePaths
from plans.records.base import Record
from plans.records.model_call import Message
from plans.records.model_settings import ROLES, Role
from plans.records.plan import ItemParameters
from plans.records.suite import Suite

ELSEWHERE: dict[Role, str] = {
    "ui_judge": "Its prompts are made of the pages of one app, while that is judged: "
    "`benchwright judge FOLDER --item ITEM --judge hybrid --evidence DIR` keeps them.",
    "solver": "Its prompts are those of the instances: `benchwright show SUITE --item ID` prints one.",
}
"""Roles whose prompts need more than an item → where they are seen."""


class ShownPrompt(Record):
    """What `benchwright prompts show --json` prints."""

    role: Role
    step: str
    family: str
    item: str
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
@click.option(
    "--item", metavar="ITEM", help="Folder of an item, or with --suite its id; a draft may be one too."
)
@click.option(
    "--suite", type=FolderOf("suite"), help="Suite whose plan is meant, and of which --item is one."
)
@click.option(
    "--family",
    type=NameOf(sorted(FAMILIES)),
    help=f"Where neither suite nor item tells; default: {USUAL}.",
)
@click.option("--json", "as_json", is_flag=True, help="Print messages and shape as JSON.")
def show_prompt(
    role: Role | None,
    step: str | None,
    item: str | None,
    suite: Path | None,
    family: str | None,
    as_json: bool,
) -> None:
    """Print the prompt of ROLE at STEP as it would be sent, with the shape that the answer is to have.

    It is made by the agent that sends it, of the artifacts of --item; placeholders in brackets stand for those that are
    not there. Nobody is asked, and nothing is paid. Without STEP, or without both, the steps that there are are listed.

    \b
    Examples:
      benchwright prompts show
      benchwright prompts show generator prd --family python_project
      benchwright prompts show generator reference --suite generated/sample --item plant-shop
      benchwright prompts show verifier clarity --item generated/sample/items/plant-shop --json
    """
    if role in ELSEWHERE:
        raise AuthorError(f"The prompts of {role!r} cannot be shown of an item alone. {ELSEWHERE[role]}")
    paths = SuitePaths(suite) if suite else None
    place = _place(item, paths)
    named = family or _family(paths, place) or USUAL
    steps = prompt_steps(named)
    if role is None or step is None:
        _list({role: steps[role]} if role else steps, as_json=as_json)
        return
    if step not in steps[role]:
        raise AuthorError(
            f"{role!r} is asked nothing at {step!r}. Its steps: {', '.join(steps[role])}."
            f"{did_you_mean(step, steps[role])}"
        )
    about = item_material(named, paths, place)
    asked = run_until_stopped(steps[role][step](about))
    shape = asked.shape
    if as_json:
        echo_json(
            ShownPrompt(
                role=role,
                step=step,
                family=named,
                item=about.project.id,
                placeholders=about.placeholders,
                messages=asked.call.messages,
                shape=shape.name if shape else "",
                schema_text=shape.schema_text if shape else "",
                template_hash=asked.call.template_hash,
            )
        )
        return
    if about.placeholders:
        note = f"Placeholders stand for: {', '.join(about.placeholders)}."
        open_console(stderr=True).print(note, markup=False, highlight=False)
    _print(asked)


def _print(asked: Asked) -> None:
    for message in asked.call.messages:
        echo(f"----- {message.role} -----\n\n{message.text.strip()}\n")
    if asked.shape:
        echo(f"----- shape {asked.shape.name} -----\n\n{shape_told(asked.shape.schema_text).strip()}")


def _list(steps: Steps, *, as_json: bool) -> None:
    if as_json:
        echo_json({"roles": {role: list(known) for role, known in steps.items()}})
        return
    table = plain_table("role", "steps")
    for role, known in steps.items():
        table.add_row(role, ", ".join(known))
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

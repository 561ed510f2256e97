"""`benchwright models`."""

import re
from collections.abc import Sequence

import click
from rich.console import Console
from rich.text import Text

from agents.gateway.gateway import RoleCheck
from pipeline.cli.output import echo_json, open_console, plain_table
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.models import check_models
from plans.errors import EXIT_CODE
from plans.records.model_settings import ROLES, ModelRole

JSON_BY = {
    "json_schema": "held to the schema",
    "json_object": "any JSON object",
    "prompt": "the prompt alone",
}
"""How an endpoint is asked for JSON → in words."""


@click.group()
def models() -> None:
    """Try the models that you have named for authoring, judging and coding.

    They are named in benchwright.toml ([roles.planner] with model, endpoint and parameters), or by
    BENCHWRIGHT_ENDPOINT, BENCHWRIGHT_KEY and BENCHWRIGHT_MODEL. Guide: .github/models.md.

    \b
    Example:
      benchwright models check
    """


@models.command()
@click.option(
    "--role",
    "roles",
    multiple=True,
    type=click.Choice(ROLES),
    help="Only this role; may be given several times.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.pass_context
def check(ctx: click.Context, roles: Sequence[ModelRole], as_json: bool) -> None:
    """Ask each role's model once, and print what it supports.

    A call takes some 200 tokens and at most half a minute; roles with the same settings share one. Exit code of the
    first role without an answer: 3 when benchwright.toml, a key or a model's name is wrong, 4 when an endpoint fails, 6
    without credit or budget, 8 when the model's answer cannot be used.

    \b
    Examples:
      benchwright models check
      benchwright models check --role planner --role ui_judge
      BENCHWRIGHT_ENDPOINT=http://127.0.0.1:11434/v1 BENCHWRIGHT_MODEL=some-model benchwright models check
    """
    found, remarks = run_until_stopped(check_models(roles or ROLES))
    if as_json:
        told = {"roles": [one.model_dump(mode="json") for one in found], "remarks": remarks}
        echo_json(told)
    else:
        _print(open_console(), found, remarks)
    ctx.exit(next((EXIT_CODE[one.cause] for one in found if one.cause), 0))


def _print(console: Console, found: Sequence[RoleCheck], remarks: Sequence[str]) -> None:
    """A row for each role; beneath, what is wrong and what to do, told once where it is the same for several."""
    table = plain_table(
        "role", "model", "endpoint", "answers", "JSON by", "not taken", "tokens", "cost", "seconds"
    )
    for one in found:
        table.add_row(
            one.role, Text(one.model or "-"), Text(one.endpoint or "-"), *_cells(one), f"{one.seconds:.1f}"
        )
    console.print(table)
    faults: dict[str, list[RoleCheck]] = {}
    for one in found:
        if one.fault:
            faults.setdefault(_of_any_role(one), []).append(one)
    for fault, ones in faults.items():
        said = ones[0].fault if len({one.fault for one in ones}) == 1 else fault
        roles = ", ".join(one.role for one in ones)
        console.print(f"✗ {roles}: {said}", style="red", markup=False, highlight=False)
    for remark in remarks:
        console.print(f"! {remark}", style="yellow", markup=False, highlight=False)


def _of_any_role(one: RoleCheck) -> str:
    """Its fault with ROLE in place of the role's name, so that what is wrong with all of them is told once."""
    named = re.sub(rf"\b{one.role}\b", "ROLE", one.fault)
    return named.replace(f"BENCHWRIGHT_{one.role.upper()}_", "BENCHWRIGHT_ROLE_")


def _cells(one: RoleCheck) -> tuple[str, str, str, str, str]:
    if one.fault or one.json_by is None:
        return "✗ no", "-", "-", "-", "-"
    repairs = f", after {one.repairs} repairs" if one.repairs else ""
    tokens = f"{one.tokens:,}" if one.tells_usage else "not told"
    cost = "no price" if one.cost is None else f"${one.cost:.4f}"
    return "✓ yes", f"{JSON_BY[one.json_by]}{repairs}", ", ".join(one.left_out) or "-", tokens, cost

"""`benchwright doctor`."""

import json

import click

from pipeline.cli.diagnosis import Diagnosis, diagnose
from pipeline.cli.output import open_console, plain_table
from plans.errors import EXIT_CODE, Cause
from plans.settings import read_settings

MARK = {"ok": "[green]✓ ok[/]", "missing": "[red]✗ missing[/]", "limited": "[yellow]! limited[/]"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Say what this machine has, what is missing, and what to do about it.

    The browser is really started. Exit code 4 when something that the main job needs is missing.

    \b
    Example:
      benchwright doctor
    """
    diagnoses = diagnose(read_settings())
    if as_json:
        click.echo(json.dumps([one.model_dump() for one in diagnoses], indent=1))
    else:
        _print(diagnoses)
    ctx.exit(EXIT_CODE[Cause.INFRASTRUCTURE] if any(one.state == "missing" for one in diagnoses) else 0)


def _print(diagnoses: list[Diagnosis]) -> None:
    table = plain_table("", "What", "Found", "What to do")
    for one in diagnoses:
        table.add_row(MARK[one.state], one.what, one.found, one.mend)
    open_console().print(table)

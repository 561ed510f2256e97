"""`benchwright doctor`."""

import json

import click

from pipeline.cli.diagnosis import Finding, diagnose
from pipeline.cli.output import open_console, plain_table
from plans.errors import EXIT_CODE, Cause
from plans.settings import read_settings

MARK = {"ok": "[green]✓ ok[/]", "missing": "[red]✗ missing[/]", "limited": "[yellow]! limited[/]"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Say what this machine has, what is missing, and what to do about it.

    The browser is really started. Exit code 4 when something that the main job needs is missing.

    \b
    Example:
      benchwright doctor
    """
    findings = diagnose(read_settings())
    if as_json:
        click.echo(json.dumps([finding.model_dump() for finding in findings], indent=1))
    else:
        _print(findings)
    ctx.exit(EXIT_CODE[Cause.INFRASTRUCTURE] if any(f.state == "missing" for f in findings) else 0)


def _print(findings: list[Finding]) -> None:
    table = plain_table("", "What", "Found", "What to do")
    for finding in findings:
        table.add_row(MARK[finding.state], finding.what, finding.found, finding.mend)
    open_console().print(table)

"""`benchwright check`."""

import json
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from pipeline.refresh.checking import CheckedSuite, check_suite


@click.command()
@click.argument("suite", type=click.Path(file_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_context
def check(ctx: click.Context, suite: Path, as_json: bool) -> None:
    """Check SUITE without a browser: files, DAG, requirements, data, leakage, duplicates, digests, evidence.

    Exit code 1 when something is wrong, 3 when the suite cannot be read at all.

    \b
    Example:
      benchwright check generated/sample
    """
    checked = check_suite(suite)
    if as_json:
        click.echo(json.dumps(checked.model_dump(mode="json"), indent=1))
    else:
        _print(checked)
    ctx.exit(1 if checked.errors else 0)


def _print(checked: CheckedSuite) -> None:
    console = Console()
    if checked.problems:
        table = Table("Where", "What", "What to do", show_lines=True)
        for problem in checked.problems:
            style = "red" if problem.severity == "error" else "yellow"
            table.add_row(problem.where, problem.message, problem.mend, style=style)
        console.print(table)
    warnings = len(checked.problems) - checked.errors
    console.print(
        f"{checked.suite} {checked.version}: {checked.items} items, {checked.tasks} evaluation tasks, "
        f"{checked.outcomes} expected outcomes; {checked.errors} errors, {warnings} warnings."
    )

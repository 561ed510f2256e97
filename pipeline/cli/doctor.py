"""`benchwright doctor`."""

from textwrap import fill

import click
from rich.text import Text

from pipeline.cli.diagnosis import Diagnosis, diagnose
from pipeline.cli.output import echo_json, open_console
from plans.errors import EXIT_CODE, Cause
from plans.settings import read_settings

LOOK = {"ok": ("✓", "green"), "missing": ("✗", "red"), "limited": ("!", "yellow"), "wrong": ("✗", "red")}
"""State → sign and colour; never colour alone."""
WIDEST = 100
"""Columns of the longest line, unless a path is longer: those are never broken."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Say what this machine has, what is missing, and what to do about it.

    The browser is really started, and benchwright.toml is read as a run with code agents reads it. Exit code 4 when
    something that the main job needs is missing, else 3 when benchwright.toml or a variable is wrong.

    \b
    Example:
      benchwright doctor
    """
    diagnoses = diagnose(read_settings())
    if as_json:
        echo_json([one.model_dump() for one in diagnoses])
    else:
        _print(diagnoses)
    states = {one.state for one in diagnoses}
    causes = {"missing": Cause.INFRASTRUCTURE, "wrong": Cause.AUTHOR}
    ctx.exit(next((EXIT_CODE[cause] for state, cause in causes.items() if state in states), 0))


def _print(diagnoses: list[Diagnosis]) -> None:
    """A line or a few for each: what was found, and beneath it what to do."""
    console = open_console()
    indent = max(len(one.what) for one in diagnoses) + 13
    for one in diagnoses:
        sign, colour = LOOK[one.state]
        head = f"{sign} {one.state:<8} {one.what}"
        text = "\n".join(_wrapped(line, min(console.width, WIDEST) - indent) for line in _told(one))
        beneath = text.replace("\n", "\n" + " " * indent)
        line = Text.assemble((head[:10], colour), f"{head[10:]:<{indent - 10}}", beneath)
        console.print(line, highlight=False, soft_wrap=True)


def _told(one: Diagnosis) -> list[str]:
    return [*one.found.split("\n"), *one.mend.split("\n")] if one.mend else one.found.split("\n")


def _wrapped(line: str, width: int) -> str:
    return fill(line, max(width, 30), break_long_words=False, break_on_hyphens=False)

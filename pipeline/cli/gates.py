"""The release gates that an author may choose between; wiring.py opens them."""

from collections.abc import Callable
from typing import Any, Literal, get_args

import click

from agents.coding.environments import is_declared
from plans.errors import AuthorError
from plans.paths import SuitePaths

GateName = Literal["live", "static"]
"""live: the whole matrix in a real browser. static: the program-decided checks alone."""


def gate_option(live: str, unproved: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option `--gate` of a verb that authors.

    `live` says what the live gate does there, `unproved` what becomes of items that no browser has proved.
    """
    return click.option(
        "--gate",
        type=click.Choice(get_args(GateName)),
        default="live",
        show_default=True,
        help=f"live: {live}. static: what can be checked without a browser; {unproved}.",
    )


def refuse_runtime(paths: SuitePaths) -> None:
    """Raise AuthorError for a suite that locks packages: evidence cannot name them yet, so that none may be made."""
    if is_declared(paths.runtime):
        raise AuthorError(
            f"{paths.runtime} locks packages, and the release gate judges without any: its evidence names no runtime "
            "environment yet, and would prove another suite than this. Move the folder away, give the command again, "
            "and put it back: `run` and `judge` go by it, and results say that nothing proved the items with it."
        )

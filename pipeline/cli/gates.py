"""The release gates that an author may choose between; wiring/gates.py opens them."""

from collections.abc import Callable
from typing import Any, Literal, get_args

import click

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

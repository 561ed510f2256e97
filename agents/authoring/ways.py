"""In what way items of a family are tried, by which their prompts and shapes differ."""

from typing import Literal

from plans.families import family_named

AuthoringMode = Literal["browser", "commands"]
"""By steps in a browser, or by commands and tests; names of prompts that speak of that end in it."""


def way_of(family: str) -> AuthoringMode:
    """The way of a family; AuthorError where there is no such family."""
    return "browser" if "browser" in family_named(family).kinds else "commands"

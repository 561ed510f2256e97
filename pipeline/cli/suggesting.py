"""Names that are none, and what may have been meant by them."""

from collections.abc import Iterable
from typing import Any

import click
from rapidfuzz import fuzz, process, utils

ALIKE = 70
"""Percent of likeness (rapidfuzz's ratio) from which on a name may have been meant by another."""


def meant(name: str, known: Iterable[str]) -> str:
    """A sentence with the known name that is most like this one, to be put behind an error; empty where none is."""
    found = process.extractOne(
        name, list(known), scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=ALIKE
    )
    return f" Did you mean {found[0]!r}?" if found else ""


class NameOf(click.Choice[str]):
    """The type of an option that is one of several names; a misspelt one is told with that which may be meant."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        return super().get_invalid_choice_message(value, ctx) + meant(str(value), self.choices)

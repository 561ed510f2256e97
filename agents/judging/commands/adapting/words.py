"""The words of words.yaml: what commands and options are called, and what says nothing of them."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, cast

import yaml

Kind = Literal["actions", "options"]


@cache
def phrases(kind: Kind) -> Mapping[str, str]:
    """Phrase → what it is called here."""
    table = cast("Mapping[str, Sequence[str]]", _table()[kind])
    return {phrase: name for name, phrases in table.items() for phrase in phrases}


@cache
def listed(name: str) -> frozenset[str]:
    """The words or phrases of a list."""
    return frozenset(cast("Sequence[str]", _table()[name]))


@cache
def _table() -> Mapping[str, object]:
    return yaml.safe_load(Path(__file__).with_name("words.yaml").read_text("utf-8"))

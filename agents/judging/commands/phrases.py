"""The English phrases of words.yaml, as patterns."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import yaml


def says(kind: str, text: str) -> bool:
    """Whether a text says something of a kind."""
    return pattern(kind).search(text) is not None


@cache
def pattern(kind: str) -> re.Pattern[str]:
    """What finds a phrase of a kind, at the beginning of a word and in any case."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(_phrases()[kind])})", re.I)


@cache
def single_words(kind: str) -> frozenset[str]:
    """The words of a kind that is no pattern."""
    return frozenset(word for line in _phrases()[kind] for word in line.split())


@cache
def _phrases() -> Mapping[str, Sequence[str]]:
    return yaml.safe_load((Path(__file__).parent / "words.yaml").read_text("utf-8"))

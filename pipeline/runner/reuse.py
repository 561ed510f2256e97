"""Judgements that can stand for others: the same hand-in, judged by the same judge with the same values."""

import asyncio
from collections import defaultdict
from typing import NamedTuple

from plans.paths import JudgementPaths
from plans.records.verdict import Judgement


class JudgedKey(NamedTuple):
    """What decides a judgement; judge and criteria are one per run and item."""

    item: str
    hand_in_digest: str
    judge_seed: int
    before: str
    """Digest of what the round before had found out, which is where the judge begins."""


class Source(NamedTuple):
    """A judgement and where it lies."""

    judgement: Judgement
    paths: JudgementPaths


class Judged:
    """The judgements of a run so far; two trials with the same hand-in wait for each other."""

    def __init__(self) -> None:
        self._known: dict[JudgedKey, Source] = {}
        self._locks: defaultdict[JudgedKey, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.made = 0
        """Judgements that were written now, and did not stand already."""

    def lock(self, key: JudgedKey) -> asyncio.Lock:
        """Held while such a hand-in is judged."""
        return self._locks[key]

    def find(self, key: JudgedKey) -> Source | None:
        """An earlier judgement, or None."""
        return self._known.get(key)

    def note(self, key: JudgedKey, source: Source) -> None:
        """Remember a judgement."""
        self._known.setdefault(key, source)

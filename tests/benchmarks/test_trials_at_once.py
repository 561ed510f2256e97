"""Whether trials that are played at once share the machine fairly: eight sandboxed programs, each with its relay."""

import asyncio
from pathlib import Path
from statistics import median

import pytest

from tests.agents.coding.programs.driving import require, trial
from tests.benchmarks.figures import Figures

TRIALS = 8


async def test_eight_trials_at_once_and_none_starves(
    tmp_path: Path, figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    await require("codex", monkeypatch)

    async def one(number: int) -> float:
        folder = tmp_path / str(number)
        folder.mkdir()
        async with trial("codex", folder) as played:
            report = await played.plays(time_limit=300)
            assert report.ended == "done", played.transcript
            return report.seconds

    alone = await one(0)
    seconds = await asyncio.gather(*(one(number) for number in range(1, TRIALS + 1)))
    figures.note("codex: a turn alone", alone, "s")
    figures.note("codex: the longest of eight turns at once", max(seconds), "s")
    ratio = figures.note(
        "codex: the longest of eight, share of the median", max(seconds) / median(seconds), "×", 2
    )
    assert ratio <= 2

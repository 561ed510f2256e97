"""Leaving a program is decided by what its last line does, and another line in its place does not."""

from pathlib import Path

import pytest

from agents.judging.commands.running import CommandSettings
from plans.records.verdict import Status, TaskVerdict
from tests.agents.judging.commands.programs import TILL, judged, shell, task
from tests.agents.sandbox.providers import refusal

pytestmark = [
    pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or ""),
    pytest.mark.slow,
]

LEAVES = shell("0\n", "The program should terminate cleanly after displaying a farewell message.")
SAYS_IT_TO_ALL = 'print("Till")\nfor line in open(0):\n    pass\nprint("Goodbye")\n'
HEADING = TILL.replace('print("Goodbye")', 'print("=== System Exit ===")')
GOES_ON = TILL.replace(
    "            return\n", '            print("and now")\n            print("what else?")\n'
)
BREAKS_OFF = TILL.replace('print("Goodbye")', 'sys.exit("Goodbye")')


async def left(folder: Path, program: str) -> TaskVerdict:
    one = task("only", LEAVES, title="System Exit Function")
    found = await judged(folder, {"src/main.py": program}, one, settings=CommandSettings(repeats=0))
    return found.of("only")


async def test_a_program_that_leaves_as_it_is_told_passes(tmp_path: Path) -> None:
    """Of the words of such a description next to none is ever printed, so that nothing was decided."""
    found = await left(tmp_path, TILL)
    assert found.status is Status.PASSED, found.reason
    assert "Goodbye" in found.reason


@pytest.mark.parametrize(
    "program",
    [SAYS_IT_TO_ALL, BREAKS_OFF, HEADING, GOES_ON],
    ids=["says it to all", "breaks off", "a heading", "goes on"],
)
async def test_who_says_goodbye_to_whatever_is_typed_or_ends_badly_is_not_sure_to_pass(
    program: str, tmp_path: Path
) -> None:
    found = await left(tmp_path, program)
    assert found.status is not Status.PASSED, found.reason

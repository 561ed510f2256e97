"""What was paid for once is given again to the same trial, whatever dates and lots stand in what it prints."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from agents.judging.commands.decisions import ByProgram, PointsDecision
from agents.judging.commands.judge import CommandJudge
from agents.judging.commands.reading.reader import TranscriptReader
from agents.judging.commands.running import CommandSettings
from agents.sandbox.roster import make_sandbox
from plans.records.criteria import Criteria
from plans.records.model_call import ModelRequest
from plans.records.verdict import Judgement, JudgeRequest, Manner, Status
from tests.agents.gateway.model_endpoint import KEY, settings_for
from tests.agents.gateway.scripted import Says, Scripted
from tests.agents.judging.commands.programs import shell, task, write
from tests.agents.judging.commands.test_reading import ASKED, SUPPOSED, TWO, quoting, ran, read
from tests.agents.sandbox.providers import refusal

pytestmark = pytest.mark.slow

IN_SANDBOX = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
LOTS = """
import time
import uuid

print(time.time_ns(), uuid.uuid4())
if input() == "1":
    print("It is friendly as can be")
"""
SHOWN = TWO.model_copy(update={"observed": quoting("It is friendly as can be")})


@asynccontextmanager
async def reading_by(
    journal: Path, *says: Says, replay: bool = False
) -> AsyncGenerator[tuple[TranscriptReader, list[ModelRequest]]]:
    """The reader by a journal on disk, and what its model is asked."""
    model = Scripted(says)

    def connect(*_: object) -> Scripted:
        return model

    settings = settings_for("http://127.0.0.1:1/v1")
    with open_journal(journal, replay=replay) as opened:
        async with open_gateway(settings, lambda _: KEY, opened, connect) as gateway:
            yield TranscriptReader(gateway, gateway.ready("ui_judge")), model.asked


async def judged_by(
    journal: Path, folder: Path, manner: Manner, *, replay: bool = False
) -> tuple[Judgement, int]:
    """The judgement of a program that draws lots, and how often its model was asked."""
    friendly = task("friendly", shell("1\n", "The sum is presented in a friendly manner"))
    request = JudgeRequest(
        item="till", submission=write(folder, {"src/main.py": LOTS}), criteria=Criteria(tasks=(friendly,))
    )
    async with (
        reading_by(journal, SHOWN, replay=replay) as (reader, asked),
        CommandJudge(make_sandbox("bubblewrap"), CommandSettings(manner=manner), reader) as judge,
    ):
        return await judge.judge(request), len(asked)


@IN_SANDBOX
async def test_the_same_judgement_is_paid_for_once(tmp_path: Path) -> None:
    """It was asked anew wherever a listing, a log or a temporary place was printed: their words were the key."""
    journal, submission = tmp_path / "journal.sqlite", tmp_path / "mine"
    first, paid = await judged_by(journal, submission, "isolated")
    again, paid_again = await judged_by(journal, submission, "isolated")
    assert (paid, paid_again) == (2, 0)
    replayed, _ = await judged_by(journal, submission, "isolated", replay=True)
    for one in (first, again, replayed):
        assert one.of("friendly").status is Status.PASSED, one.of("friendly").reason
        assert one.of("friendly").uses == first.of("friendly").uses
    _, in_order = await judged_by(journal, submission, "ordered")
    assert in_order == 2, "what those before it left is another trial"
    (submission / "README.md").write_text("another submission")
    _, of_another = await judged_by(journal, submission, "isolated")
    assert of_another == 2


async def decided_by(journal: Path, output: str, *says: Says) -> tuple[PointsDecision, int]:
    async with reading_by(journal, *says) as (reader, asked):
        found = ByProgram(SUPPOSED, 1)
        return await read(reader, ASKED, ran(output), found, "the same"), len(asked)


async def test_a_reply_that_is_given_again_is_held_to_what_was_printed_now(tmp_path: Path) -> None:
    """Else a program that draws lots would be judged by those of the first time."""
    journal = tmp_path / "journal.sqlite"
    one, other = (
        TWO.model_copy(update={"observed": quoting(f"the lot is {lot}")}) for lot in ("red", "blue")
    )
    first, _ = await decided_by(journal, "the lot is red\n", one)
    assert (first.points, first.is_sure) == (2.0, True)
    second, asked = await decided_by(journal, "the lot is blue\n", other)
    assert (second.is_sure, asked) == (True, 2)
    third, asked = await decided_by(journal, "the lot is red\n", one)
    assert (third.is_sure, asked) == (True, 0)


async def test_what_comes_out_otherwise_is_another_trial(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    await decided_by(journal, "The total is 3.50\n", TWO)
    late = ran()
    late = type(late)(
        ran=(type(late.ran[0])("python src/main.py", "1\n", "The total is 3.50\n", 1),), root=late.root
    )
    async with reading_by(journal, TWO) as (reader, asked):
        await read(reader, ASKED, late, ByProgram(SUPPOSED, 1), "the same")
    assert len(asked) == 2

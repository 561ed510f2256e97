"""`benchwright run --user`: who speaks for the simulated user, what is kept of it, and what is refused."""

import json
from pathlib import Path

import pytest

from agents.users.model_user import SaidComplaint, SaidMessage
from pipeline.cli.run_setup import RunOrder, start
from pipeline.runner.driver import no_progress
from plans.errors import AuthorError, NotInJournal
from plans.files import read_record
from plans.paths import RunPaths
from plans.records.feedback import Feedback
from plans.records.run import RunSpec
from tests.agents.gateway.model_endpoint import ModelEndpoint, completion, endpoint_saying, sent
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.runner.stand_ins import shop

FILE = """
model = "some-model"
[endpoints.stub]
url = "{url}"
protocols = ["chat"]
[roles.user]
temperature = 0.7
"""
SAID = SaidMessage(
    opening="Hm.",
    complaints=[SaidComplaint(number=1, text="The shop will not open.")],
    asides=[],
    closing="",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a suite in it."""
    monkeypatch.chdir(tmp_path)
    return suite_of(tmp_path / "sample", shop(features=("cart",)))


def order(folder: Path, out: str, **more: object) -> RunOrder:
    """A run of somebody who submits nothing, so that there is no page to open."""
    fields = {
        "suite": folder,
        "agents": ("nop",),
        "out": folder.parent / out,
        "rounds": 2,
        "user": "model:terse",
    }
    return RunOrder.model_validate({**fields, **more})


def saying() -> ModelEndpoint:
    return endpoint_saying(sent(completion(json.dumps(SAID.model_dump()))))


async def test_a_run_says_who_spoke_and_a_replay_says_it_byte_for_byte(folder: Path) -> None:
    endpoint = saying()
    async with endpoint.serving() as url:
        Path("benchwright.toml").write_text(FILE.format(url=url))
        await start(order(folder, "first"), no_progress)
    paths = RunPaths(folder.parent / "first")
    heard = paths.trial("shop", "nop", 1).round(1).feedback
    feedback = read_record(heard, Feedback)
    assert feedback.text == "Hm. The shop will not open."
    assert feedback.persona == "terse"
    assert feedback.wording is not None
    assert feedback.wording.uses[0].sampling.temperature == 0.7
    spec = read_record(paths.spec, RunSpec)
    assert (spec.play.simulator, spec.play.persona) == ("model-1", "terse")
    assert [(one.role, one.model) for one in spec.models.roles] == [("user", "some-model")]
    assert len(endpoint.asked) == 1
    assert endpoint.asked[0]["temperature"] == 0.7
    message = paths.trial("shop", "nop", 1).round(2).message.read_text()
    assert "> Hm. The shop will not open." in message

    await start(order(folder, "again", replay=folder.parent / "first"), no_progress)
    again = RunPaths(folder.parent / "again").trial("shop", "nop", 1).round(1).feedback
    assert again.read_bytes() == heard.read_bytes()


async def test_what_the_journal_does_not_hold_ends_a_replay(folder: Path) -> None:
    async with saying().serving() as url:
        Path("benchwright.toml").write_text(FILE.format(url=url))
        await start(order(folder, "first"), no_progress)
    with pytest.raises(NotInJournal):
        await start(order(folder, "other", replay=folder.parent / "first", user="model:chatty"), no_progress)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"is_debugged": True}, "no agent would hear --user"),
        ({"user": "model:grumpy"}, "no persona 'grumpy'"),
        ({"user": "mimic"}, "no simulated user 'mimic'"),
    ],
)
async def test_a_user_that_makes_no_sense_is_refused_before_anything_is_read(
    folder: Path, more: dict[str, object], words: str
) -> None:
    with pytest.raises(AuthorError, match=words):
        await start(order(folder, "out", **more), no_progress)
    assert not (folder.parent / "out").exists()

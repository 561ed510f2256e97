"""The adapter `command`, with real programs."""

import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from agents.coding.command import CommandAgent
from agents.sandbox.roster import make_sandbox
from plans.errors import AuthorError
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from tests.agents.sandbox.providers import PYTHON, each_provider

Worked = Callable[..., Awaitable[AgentReport]]
MESSAGE = 'A shop with "quotes", $HOME and\nsecond line {braces}'


@pytest.fixture(params=each_provider())
def worked(request: pytest.FixtureRequest) -> Worked:
    return partial(work_in, request.param)


async def work_in(
    sandbox: str,
    folder: Path,
    command: str,
    time_limit: float = 20,
    environment: dict[str, str] | None = None,
    options: dict[str, str] | None = None,
) -> AgentReport:
    spec = AgentSpec(
        name="mine", kind="command", version="1", options={"command": command, **(options or {})}
    )
    (folder / "workspace").mkdir()
    brief = Brief(message=MESSAGE, round=1, time_limit=time_limit, random_seed=1)
    agent = CommandAgent(spec, make_sandbox(sandbox), environment)
    return await agent.work(brief, folder / "workspace", folder / "transcript.txt")


@pytest.mark.parametrize(
    "command",
    [
        "sh -c 'cat > index.html'",
        """sh -c 'printf %s "$1" > index.html' agent {message}""",
        "cp {message_file} index.html",
    ],
    ids=["standard input", "argument", "file"],
)
async def test_the_message_arrives_unchanged_by_every_way(
    worked: Worked, tmp_path: Path, command: str
) -> None:
    report = await worked(tmp_path, command)
    assert report.ended == "done"
    assert (tmp_path / "workspace" / "index.html").read_text() == MESSAGE


async def test_output_becomes_the_transcript_and_failure_names_the_last_words(
    worked: Worked, tmp_path: Path
) -> None:
    report = await worked(tmp_path, "sh -c 'echo thinking; echo no idea >&2; exit 2'")
    assert report.ended == "agent failed"
    assert report.detail == "exit code 2: no idea"
    transcript = (tmp_path / "transcript.txt").read_text()
    assert "thinking" in transcript
    assert "exit code 2" in transcript


async def test_out_of_time_is_said_and_what_was_written_stays(worked: Worked, tmp_path: Path) -> None:
    started = time.monotonic()
    report = await worked(tmp_path, "sh -c 'echo half > index.html; sleep 60'", time_limit=1)
    assert report.ended == "out of time"
    assert time.monotonic() - started < 30
    assert (tmp_path / "workspace" / "index.html").read_text() == "half\n"


async def test_an_outage_is_told_by_its_exit_code(worked: Worked, tmp_path: Path) -> None:
    report = await worked(tmp_path, "sh -c 'exit 75'")
    assert (report.ended, report.exit_code) == ("endpoint failed", 75)
    assert not report.detail.endswith(":")


async def test_a_key_is_handed_over_only_when_it_is_given(
    worked: Worked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHER_KEY", "stays here")
    await worked(tmp_path, "sh -c 'env > index.html'", environment={"MODEL_KEY": "given"})
    lines = (tmp_path / "workspace" / "index.html").read_text().splitlines()
    assert "MODEL_KEY=given" in lines
    assert not any("stays here" in line for line in lines)


async def test_a_program_beside_us_is_found_though_it_runs_in_the_workspace(
    worked: Worked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "agent.sh"
    script.write_text(f"#!/bin/sh\nexec {PYTHON} -c 'print(1)' > index.html\n")
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert (await worked(tmp_path, "./agent.sh")).ended == "done"


async def test_a_program_that_is_a_link_is_found_alone_and_in_a_folder_that_was_named(
    worked: Worked, tmp_path: Path
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "real").write_text("#!/bin/sh\ncat > index.html\n")
    (tools / "real").chmod(0o755)
    (tools / "link").symlink_to("real")
    (tools / "copier").symlink_to("/usr/bin/cp")
    for number, (command, mounts) in enumerate(
        (
            (f"{tools}/link", ""),
            (f"{tools}/link", str(tools)),
            (f"{tools}/copier {{message_file}} index.html", ""),
            (f"{tools}/copier {{message_file}} index.html", str(tools)),
        )
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        report = await worked(folder, command, options={"mounts": mounts})
        assert report.ended == "done", (command, mounts, report.detail)
        assert (folder / "workspace" / "index.html").read_text() == MESSAGE


async def test_what_was_named_for_it_can_be_read_and_the_message_stands_nowhere_else(
    worked: Worked, tmp_path: Path
) -> None:
    (tmp_path / "knowledge").mkdir()
    (tmp_path / "knowledge" / "known.txt").write_text("known")
    mounts = {"mounts": str(tmp_path / "knowledge")}
    await worked(tmp_path, f"cp {tmp_path}/knowledge/known.txt index.html", options=mounts)
    assert (tmp_path / "workspace" / "index.html").read_text() == "known"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-agent", "needs the program 'no-such-agent'"),
        ("", "no command line"),
        ("sh -c 'open", "cannot be read"),
    ],
)
async def test_a_command_line_that_cannot_work_is_refused_at_once(
    worked: Worked, tmp_path: Path, command: str, words: str
) -> None:
    with pytest.raises(AuthorError, match=words):
        await worked(tmp_path, command)

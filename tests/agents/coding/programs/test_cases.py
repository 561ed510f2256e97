"""What can go wrong in a turn of a real program: at the endpoint, in time, with what it leaves behind."""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.coding.roster import PROGRAMS
from plans.records.model_settings import Allowance, WireProtocol
from tests.agents.coding.programs.driving import require, trial

pytestmark = [pytest.mark.slow, pytest.mark.programs, pytest.mark.timeout(900)]

CAN_RUN = tuple(name for name in PROGRAMS if name != "aider")
"""Those with a shell; aider edits files alone."""


measured: dict[str, float] = {}
"""Program → seconds that an ordinary turn takes here and now."""


async def require_timed(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have the program, and know how long it takes when nothing goes wrong."""
    await require(name, monkeypatch)
    if name not in measured:
        async with trial(name, folder) as played:
            report = await played.plays(time_limit=300)
            assert report.ended == "done", played.transcript
            measured[name] = report.seconds
    return name


def patience(name: str) -> float:
    """Seconds in which it has surely asked its model, on a busy machine too."""
    return 8 + 3 * measured[name]


@pytest.fixture(params=PROGRAMS)
async def name(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> str:
    return await require_timed(request.param, tmp_path_factory.mktemp("timed"), monkeypatch)


@pytest.fixture(params=CAN_RUN)
async def runner(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> str:
    return await require_timed(request.param, tmp_path_factory.mktemp("timed"), monkeypatch)


@pytest.mark.parametrize("status", ["401", "429"])
async def test_a_refusing_endpoint_is_not_the_agents_failure(tmp_path: Path, name: str, status: str) -> None:
    """Some end with exit code 0 after it, some ask again until they are stopped."""
    async with trial(name, tmp_path, status) as played:
        report = await played.plays(time_limit=patience(name))
        assert report.ended == "endpoint failed", played.transcript
        assert report.detail.startswith(status)
        assert report.usage is not None
        assert report.usage.failed[status] == report.usage.calls
        assert report.input_tokens is None


async def test_a_failure_that_the_program_gets_over_costs_nothing_but_calls(
    tmp_path: Path, runner: str
) -> None:
    async with trial(runner, tmp_path, "flaky") as played:
        report = await played.plays(time_limit=2 * patience(runner))
        assert report.ended == "done", played.transcript
        assert report.usage is not None
        assert report.usage.failed == {"500": 2}
        assert report.usage.tokens.input == (report.usage.calls - 2) * 1200


async def test_half_an_answer_is_the_endpoints_failure(tmp_path: Path, runner: str) -> None:
    async with trial(runner, tmp_path, "early end") as played:
        report = await played.plays(time_limit=patience(runner))
        assert report.ended == "endpoint failed", (report, played.transcript)


async def test_an_endpoint_that_hangs_is_not_the_agents_slowness(tmp_path: Path, name: str) -> None:
    async with trial(name, tmp_path, "hang") as played:
        report = await played.plays(time_limit=patience(name))
        assert report.ended == "endpoint failed", (report, played.transcript)
        assert "silent" in report.detail


async def test_out_of_time_ends_everything_that_was_started(tmp_path: Path, runner: str) -> None:
    async with trial(runner, tmp_path) as played:
        # Some hand a command back that takes long, and ask on.
        played.endpoint.commands = lambda _: ["echo half > index.html; setsid sleep 7656 & sleep 7654"] * 99
        report = await played.plays(time_limit=patience(runner))
        assert report.ended == "out of time", (report, played.transcript)
        assert played.page == "half\n"
        assert report.usage is not None
        assert report.usage.calls >= 1
        assert await sleepers("7654", "7656") == []


async def test_a_daemon_does_not_outlive_a_turn_that_ended_well(tmp_path: Path, runner: str) -> None:
    async with trial(runner, tmp_path) as played:
        played.endpoint.commands = lambda _: [
            "echo up > index.html; setsid nohup sleep 7655 >/dev/null 2>&1 &"
        ]
        report = await played.plays(time_limit=2 * patience(runner))
        assert report.ended == "done", (report, played.transcript)
        assert await sleepers("7655") == []


async def test_silence_about_usage_is_no_zero(tmp_path: Path, runner: str) -> None:
    async with trial(runner, tmp_path, "no usage") as played:
        report = await played.plays(time_limit=2 * patience(runner))
        assert report.ended == "done", played.transcript
        assert report.usage is not None
        assert report.usage.unreported == report.usage.calls
        assert (report.input_tokens, report.output_tokens, report.cost) == (None, None, None)


REDIRECTED = {
    ".claude/settings.json": '{"env": {"ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}}',
    ".codex/config.toml": 'model_provider = "other"\\n[model_providers.other]\\nbase_url = "http://127.0.0.1:9"\\n',
    ".qwen/settings.json": '{"model": {"name": "other"}, "security": {"auth": {"baseUrl": "http://127.0.0.1:9"}}}',
    ".gemini/settings.json": '{"security": {"auth": {"selectedType": "oauth-personal"}}}',
    "opencode.json": '{"model": "other/other", "provider": {}}',
}


async def test_what_one_round_writes_configures_no_program_of_the_next(tmp_path: Path, runner: str) -> None:
    """Settings in the workspace redirected all calls of claude-code, key included; its home is the agent's too."""

    def redirecting(number: int) -> Sequence[str]:
        written = [
            # Some refuse a command in which another one stands.
            f"mkdir -p {place}/{Path(file).parent} && printf '{text}' > {place}/{file}"
            for file, text in REDIRECTED.items()
            for place in (".", "$HOME")
        ]
        return [" ; ".join([*(written if number == 1 else []), f"echo round {number} > index.html"])]

    async with trial(runner, tmp_path) as played:
        played.endpoint.commands = redirecting
        for number in (1, 2):
            report = await played.plays(time_limit=2 * patience(runner))
            assert report.ended == "done", (report, played.transcript)
            assert played.page == f"round {number}\n"
        assert (played.workspace / "opencode.json").exists(), "it is the agent's file, and comes back"


async def test_the_key_is_nowhere_inside(tmp_path: Path, runner: str) -> None:
    async with trial(runner, tmp_path) as played:
        played.endpoint.commands = lambda _: [
            "cat /proc/*/environ > index.html 2>/dev/null; env >> index.html"
        ]
        await played.plays(time_limit=2 * patience(runner))
        assert "PATH=" in played.page.replace("\0", "\n")
        assert "the real key" not in played.page + played.transcript
        assert {asked.key for asked in played.endpoint.asked} == {"the real key"}


async def test_a_used_up_budget_ends_the_turn_and_is_told(tmp_path: Path, runner: str) -> None:
    async with trial(runner, tmp_path, turn=Allowance(calls=1)) as played:
        report = await played.plays(time_limit=patience(runner))
        assert report.ended == "out of budget", (report, played.transcript)
        assert played.page == "<!doctype html><h1>round 1</h1>\n"
        assert len(played.endpoint.asked) == 1


@pytest.mark.parametrize("protocol", ["responses", "messages", "gemini"])
@pytest.mark.parametrize("name", ["qwen-code", "opencode"], indirect=True)
async def test_programs_of_many_tongues(tmp_path: Path, name: str, protocol: WireProtocol) -> None:
    async with trial(name, tmp_path, protocol=protocol) as played:
        report = await played.plays(time_limit=2 * patience(name))
        assert report.ended == "done", (report, played.transcript)
        assert report.input_tokens == 2400


async def test_a_fresh_session_is_told_nothing_of_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await require("codex", monkeypatch)
    async with trial("codex", tmp_path, options={"session": "fresh"}) as played:
        await played.plays()
        report = await played.plays()
        assert report.session == "fresh"
        assert "ROUND=1" not in str(played.endpoint.asked[-1].body)


async def sleepers(*seconds: str) -> list[str]:
    """Processes of this machine that still sleep for so long, looked for until they are gone or a second is over."""
    found: list[str] = []
    for _ in range(10):
        lines = command_lines()
        found = [str(line) for line in lines if line[:1] == [b"sleep"] and line[1].decode() in seconds]
        if not found:
            break
        await asyncio.sleep(0.1)
    return found


def command_lines() -> list[list[bytes]]:
    found: list[list[bytes]] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            found.append(path.read_bytes().split(b"\0"))
    return found

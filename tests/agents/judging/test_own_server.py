"""Submissions that serve themselves, in every sandbox: what starts, what does not, what a look leaves."""

import asyncio
import json
import shutil
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.wire import JudgeSettings
from agents.sandbox.hosting import Host, Showing
from agents.sandbox.local_unsafe import REAPER
from agents.sandbox.roster import make_sandbox
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import Event, SandboxLost
from plans.records.marks import Mark, MarkCode
from plans.records.sandboxing import BuiltRuntime, sandbox_marks
from plans.records.verdict import JudgeRequest, Status
from plans.settings import read_settings
from tests.agents.judging.conftest import clicks, criteria, sees, task
from tests.agents.sandbox.providers import children_with, each_provider, refusal

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("npm") is None, reason="submissions of this kind are started by npm"),
]

SERVER = """
import http.server, os, pathlib

class Counter(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        seen = pathlib.Path("seen")
        if self.path == "/add":
            seen.write_text(seen.read_text() + "x" if seen.exists() else "x")
        count = len(seen.read_text()) if seen.exists() else 0
        page = f"<!doctype html><title>Tally</title><h1>{count} guests</h1><a href=/add>Add a guest</a>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.encode())

http.server.HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Counter).serve_forever()
"""
"""Counts guests in a file beside it."""


@pytest.fixture(params=each_provider())
def sandbox(request: pytest.FixtureRequest) -> SandboxProvider:
    return make_sandbox(request.param)


@pytest_asyncio.fixture(loop_scope="module")
async def judge(sandbox: SandboxProvider) -> AsyncIterator[ProgrammaticJudge]:
    settings = JudgeSettings(start_limit=20.0)
    chromium = read_settings().chromium
    async with ProgrammaticJudge(chromium, workers=1, settings=settings, sandbox=sandbox) as warm:
        yield warm


def submitted(folder: Path, start: str, **package: object) -> Path:
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"scripts": {"start": start}, **package}))
    (folder / "server.py").write_text(SERVER)
    return folder


async def test_no_task_finds_what_another_one_left_behind(
    judge: ProgrammaticJudge, sandbox: SandboxProvider, tmp_path: Path
) -> None:
    """One server over all tasks of a worker once counted the guests of the tasks before."""
    first = task("first", clicks("Add a guest", "link"), sees("one", "heading", "1 guests"))
    second = task(
        "second", clicks("Add a guest", "link"), sees("one", "heading", "1 guests"), needs=("first",)
    )
    app = submitted(tmp_path / "app", "python3 server.py")
    found = await judge.judge(JudgeRequest(item="tally", submission=app, criteria=criteria(first, second)))
    assert {verdict.task: verdict.reason for verdict in found.tasks if verdict.status != "passed"} == {}
    assert found.marks == sandbox_marks(sandbox.strength)
    assert (found.sandbox, found.sandbox_strength) == (sandbox.name, sandbox.strength)
    assert not (app / "seen").exists()


REACHING = SERVER.replace(
    "class Counter",
    """
import socket, sys

def reached(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError as error:
        return type(error).__name__
    return "reached"

class Counter""",
).replace("{count} guests", "{reached(int(sys.argv[1]))}")


@pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
async def test_a_server_of_others_reaches_no_service_of_this_machine(tmp_path: Path) -> None:
    """It shares a network with the browser that looks at it, and with nobody else."""
    with socket.create_server(("127.0.0.1", 0)) as service:
        app = submitted(tmp_path / "app", f"python3 server.py {service.getsockname()[1]}")
        (app / "server.py").write_text(REACHING)
        plan = criteria(task("alone", sees("one", "heading", "ConnectionRefusedError")))
        settings = JudgeSettings(start_limit=20.0)
        async with ProgrammaticJudge(
            read_settings().chromium, workers=1, settings=settings, sandbox=make_sandbox("bubblewrap")
        ) as judge:
            found = await judge.judge(JudgeRequest(item="asking", submission=app, criteria=plan))
    assert found.of("alone").status is Status.PASSED, found.of("alone").reason


async def test_a_server_that_does_not_start_fails_the_roots(judge: ProgrammaticJudge, tmp_path: Path) -> None:
    """It once counted as a crash of ours: unresolved, so that an app that never ran could not fail."""
    root, child = task("root", sees("h", "heading")), task("child", sees("h", "heading"), needs=("root",))
    app = submitted(tmp_path / "app", "echo no express >&2; exit 1", dependencies={"express": "^5"})
    found = await judge.judge(JudgeRequest(item="tally", submission=app, criteria=criteria(root, child)))
    assert [verdict.status for verdict in found.tasks] == [Status.FAILED, Status.BLOCKED]
    assert (found.of("root").event, found.of("root").marks) == (Event.NOT_SERVABLE, ())
    assert "ended with code 1 instead of serving: no express" in found.of("root").reason
    assert (
        "names the packages express; installed packages (node_modules) are no part" in found.of("root").reason
    )


async def test_a_silent_server_is_waited_for_once(sandbox: SandboxProvider, tmp_path: Path) -> None:
    """Every root task once waited for it twice, a minute each time."""
    wait = 20.0  # long against all else that is done here, which took 15 s on a busy machine
    settings = JudgeSettings(start_limit=wait)
    roots = [task(name, sees("h", "heading")) for name in ("one", "two", "three")]
    app = submitted(tmp_path / "app", "sleep 300")
    began = time.monotonic()
    async with ProgrammaticJudge(
        read_settings().chromium, workers=1, settings=settings, sandbox=sandbox
    ) as judge:
        found = await judge.judge(JudgeRequest(item="mute", submission=app, criteria=criteria(*roots)))
    assert time.monotonic() - began < 2 * wait
    assert {verdict.status for verdict in found.tasks} == {Status.FAILED}
    assert {(verdict.event, verdict.marks) for verdict in found.tasks} == {(Event.SERVER_SILENT, ())}
    assert sorted(verdict.attempts for verdict in found.tasks) == [0, 0, 1]
    assert "ran for 20 s and nothing answered at 127.0.0.1:" in found.of("three").reason


async def test_a_built_folder_is_judged_without_a_sandbox_and_said_so(tmp_path: Path) -> None:
    app = submitted(tmp_path / "app", "vite", devDependencies={"vite": "^7"})
    (app / "dist").mkdir()
    (app / "dist" / "index.html").write_text("<!doctype html><title>Built</title><h1>Built</h1>")
    async with ProgrammaticJudge(read_settings().chromium, workers=1) as judge:
        plan = criteria(task("root", sees("h", "heading", "Built")))
        found = await judge.judge(JudgeRequest(item="built", submission=app, criteria=plan))
    assert found.of("root").status is Status.PASSED
    assert found.marks == (Mark(code=MarkCode.BUILT_SERVED, detail="dist/"),)


@pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
@pytest.mark.parametrize(
    ("start", "status"),
    [("python3 server.py", Status.PASSED), ("echo no left-pad >&2; exit 1", Status.UNRESOLVED)],
)
async def test_a_package_beyond_the_suites_own_leaves_open_only_what_does_not_start(
    tmp_path: Path, start: str, status: Status
) -> None:
    """A made-up line in package.json once left a whole submission undecided that served without it."""
    runtime = BuiltRuntime(digest="d" * 64, mounts=(), path=(), packages=("express",))
    app = submitted(tmp_path / "app", start, dependencies={"left-pad": "1"})
    async with ProgrammaticJudge(
        read_settings().chromium, workers=1, sandbox=Showing(make_sandbox("bubblewrap"), runtime)
    ) as judge:
        plan = criteria(task("root", sees("h", "heading", "0 guests")))
        found = await judge.judge(JudgeRequest(item="tally", submission=app, criteria=plan))
    assert found.of("root").status is status, found.of("root").reason


async def test_last_words_of_a_server_write_no_lines_of_ours(
    judge: ProgrammaticJudge, tmp_path: Path
) -> None:
    """A start script's error output forged "Error: oops", "17 passed" and "Marked: proved" in our own red."""
    said = "oops\\n17 evaluation tasks: 17 passed; 12.3 s.\\nMarked: proved\\n"
    app = submitted(tmp_path / "app", f"printf '{said}' >&2; exit 3")
    found = await judge.judge(
        JudgeRequest(
            item="tally", submission=app, criteria=criteria(task("first", sees("one", "heading", "1")))
        )
    )
    assert "oops 17 evaluation tasks: 17 passed" in found.tasks[0].reason
    assert "\n" not in found.tasks[0].reason


async def test_a_server_that_is_killed_from_outside_leaves_nothing_to_go_by(tmp_path: Path) -> None:
    """Its page was gone then, and whatever was to be seen on it had failed."""
    app = submitted(tmp_path / "app", "python3 server.py")
    host = Host("local-unsafe", None, 60.0, is_isolated=False)

    async def judged() -> None:
        async with host.serving(app):
            for process in children_with(str(REAPER)):
                process.kill()
            await asyncio.sleep(1)

    with pytest.raises(SandboxLost):
        await judged()

"""A worker's own network: loopback works in it, and nothing outside of it can be reached, not even on this machine."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from agents.sandbox.network import isolation
from agents.sandbox.serving import serve_files
from plans.records.verdict import JudgeRequest, Status
from plans.settings import read_settings
from tests.agents.judging.conftest import MakeApp, criteria, sees, task
from tests.test_house import ROOT

isolated = pytest.mark.skipif(
    isolation() is None, reason="this machine makes no network namespace, neither as root nor as a user"
)

INSIDE = """
import socket, sys
from agents.sandbox.network import bring_up_loopback

def reached(host, port):
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError as error:
        return type(error).__name__
    return "reached"

bring_up_loopback()
with socket.create_server(("127.0.0.1", 0)) as own:
    print(reached("127.0.0.1", own.getsockname()[1]))
print(reached("127.0.0.1", int(sys.argv[1])))
print(reached("192.0.2.1", 80))
"""


@isolated
def test_inside_there_is_loopback_and_nothing_else(tmp_path: Path) -> None:
    with serve_files(tmp_path) as url:
        port = url.rstrip("/").rpartition(":")[2]
        command = [*(isolation() or ()), sys.executable, "-c", INSIDE, port]
        said = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=30
        ).stdout
    own, of_this_machine, elsewhere = said.split()
    assert own == "reached"
    assert of_this_machine == "ConnectionRefusedError"
    assert elsewhere == "OSError"


@isolated
@pytest.mark.browser
async def test_a_judged_page_reaches_no_server_of_this_machine(make_app: MakeApp, tmp_path: Path) -> None:
    """The port stands open here, and a judge that shared our network would let the page read it."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "index.html").write_text("secret")
    with serve_files(tmp_path / "secret") as url:
        app = make_app(
            f"<h1 id=said>Asking</h1><script>fetch('{url}', {{mode: 'no-cors'}})"
            ".then(() => said.textContent = 'Reached', () => said.textContent = 'Refused')</script>"
        )
        plan = criteria(task("alone", sees("refused", "heading", "Refused")))
        async with ProgrammaticJudge(read_settings().chromium, workers=1) as judge:
            found = await judge.judge(JudgeRequest(item="asking", submission=app, criteria=plan))
    assert found.of("alone").status is Status.PASSED, found.of("alone").reason


def test_without_the_command_there_is_no_way(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("unshare") is None
    isolation.cache_clear()
    try:
        assert isolation() is None
    finally:
        isolation.cache_clear()

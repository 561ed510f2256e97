"""Nothing goes on without benchwright: killed with SIGKILL, it leaves no browser, no worker and no server behind.

A worker that was judging once went on to the end of its task, and a silent server of a submission for a minute.
"""

import json
import os
import random
import shlex
import sys
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

from tests.agents.sandbox.providers import each_provider
from tests.test_house import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SAMPLE = ROOT / "generated" / "sample"
ITEM = "plant-shop"
GONE = 20.0
"""Seconds in which everything has ended: mostly two, but a worker gives up its task and closes its browser first,
which has limits of its own, and a busy machine once took more than five for it.
"""
START = 90.0
"""Seconds in which the first browser is there, on a busy machine."""
BROWSER = "--remote-debugging-pipe"
"""In the command line of each browser that is driven."""
SERVER = """import http.server, os
http.server.test(http.server.SimpleHTTPRequestHandler, port=int(os.environ["PORT"]), bind="127.0.0.1")
"""


def words(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def started_by(process: psutil.Process, folder: Path) -> set[psutil.Process]:
    """Its descendants, and whatever else has `folder` in its environment: what it left behind has another parent.

    A submission's server gets an environment of its own, but its HOME lies in there too.
    """
    try:
        found = set(process.children(recursive=True))
    except psutil.NoSuchProcess:
        found = set[psutil.Process]()
    for other in psutil.process_iter():
        try:
            if str(folder) in " ".join(other.environ().values()):
                found.add(other)
        except psutil.Error:
            continue
    return found - {process}


def left_behind(folder: Path, command: list[str], begun: str, after: float) -> list[str]:
    """What is still there GONE seconds after a command was killed, `after` seconds from when `begun` was running."""
    temporary = folder / "t"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with (folder / "said.txt").open("w") as said:
        line = [sys.executable, "-m", "pipeline.cli.main", *command]
        process = psutil.Popen(line, cwd=ROOT, env=environment, stdout=said, stderr=said)
    began = monotonic()
    try:
        while not any(begun in words(one) for one in process.children(recursive=True)):
            assert process.poll() is None, (folder / "said.txt").read_text()
            assert monotonic() - began < START, "it hangs"
            sleep(0.1)
        sleep(after)
        assert process.poll() is None, (folder / "said.txt").read_text()
        # Between two looks of the judge there is no server for a moment, and that is no moment to be killed in.
        while len(started := started_by(process, temporary)) <= 2:
            assert process.poll() is None, "it was over before it was killed"
            sleep(0.05)
    finally:
        process.kill()
        process.wait()
    killed = monotonic()
    while there := _going_on(started | started_by(process, temporary)):
        if monotonic() - killed > GONE:
            return there
        sleep(0.2)
    return []


def _going_on(processes: set[psutil.Process]) -> list[str]:
    return [words(one)[:150] for one in processes if _goes_on(one)]


def _goes_on(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("chance", range(2))
def test_an_author_that_is_killed_leaves_nothing(tmp_path: Path, chance: int) -> None:
    (tmp_path / "seeds.txt").write_text("A shop for house plants with a cart and a search.\n")
    command = ["author", str(tmp_path / "seeds.txt"), "--gate", "live", "--out", str(tmp_path / "suite")]
    after = random.Random(chance).uniform(0, 4)
    assert left_behind(tmp_path, command, BROWSER, after) == []


@pytest.mark.parametrize("chance", range(2))
def test_a_run_that_is_killed_leaves_nothing(tmp_path: Path, chance: int) -> None:
    command = [
        "run",
        str(SAMPLE),
        "--item",
        ITEM,
        "--agent",
        "apprentice-novice",
        "--out",
        str(tmp_path / "run"),
    ]
    after = random.Random(chance).uniform(0, 3)
    assert left_behind(tmp_path, command, BROWSER, after) == []


@pytest.mark.parametrize("sandbox", each_provider())
@pytest.mark.parametrize("server", [SERVER, "import time; time.sleep(600)"], ids=["serving", "silent"])
def test_a_submissions_own_server_ends_with_the_run(tmp_path: Path, server: str, sandbox: str) -> None:
    app = tmp_path / "app"
    app.mkdir()
    (app / "package.json").write_text(json.dumps({"scripts": {"start": "python3 server.py"}}))
    (app / "server.py").write_text(server)
    (app / "index.html").write_text("<title>Plants</title><h1>Plants</h1>")
    copying = shlex.join(["cp", "-r", f"{app}/.", "."])
    agent = ["--agent", f"copies=command:{copying}", "--mount", str(app), "--sandbox", sandbox]
    command = ["run", str(SAMPLE), "--item", ITEM, *agent, "--out", str(tmp_path / "run")]
    assert left_behind(tmp_path, command, "server.py", 0.2) == []

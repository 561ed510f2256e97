"""The sandbox docker: what the client is told, what it is refused for, and what it alone does.

No test here needs a daemon. What a container is asked to be is read off the real client's request, where that client
is installed; what happens in one is tried against a stand-in (stand_in_docker.py). The contract suite and the
submissions that serve themselves (test_contract.py, ../judging/test_own_server.py) run against a real daemon
wherever one answers.
"""

import asyncio
import json
import shutil
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import psutil
import pytest

from agents.sandbox.docker import provider as docker
from agents.sandbox.docker.container import command_line, container
from agents.sandbox.roster import make_sandbox
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import SandboxLost, SandboxRefused
from plans.records.sandboxing import Mount, NetworkAccess, SandboxLimits, SandboxNeeds, SandboxService
from tests.agents.sandbox import stand_in_docker
from tests.agents.sandbox.providers import PYTHON, STAND_IN, daemons, provided, running, until
from tests.agents.sandbox.test_bubblewrap import ASK
from tests.test_house import ROOT

pytestmark = pytest.mark.slow

LIMITS = SandboxLimits(
    memory_bytes=300_000_000, disk_bytes=50_000_000, disk_entries=500, processes=40, cpus=1.5
)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> SandboxProvider:
    """The sandbox against its stand-in: Inspect's, which test_contract.py tries too, says other things of itself."""
    if reason := stand_in_docker.lack():
        pytest.skip(reason)
    docker._tried_once.cache_clear()
    return provided(STAND_IN, monkeypatch, tmp_path / "daemon")


class Daemon(HTTPServer):
    """Listens at a unix socket, notes what it is asked to create, and creates nothing."""

    address_family = socket.AF_UNIX

    def __init__(self, path: Path) -> None:
        self.asked: list[Any] = []
        super().__init__(str(path), Notes)  # pyright: ignore[reportArgumentType]

    def server_bind(self) -> None:
        self.socket.bind(self.server_address)


class Notes(BaseHTTPRequestHandler):
    def do_HEAD(self) -> None:  # noqa: N802 - the name that http.server calls
        self.do_GET()

    def do_GET(self) -> None:  # noqa: N802 - the name that http.server calls
        self.send_response(200)
        self.send_header("Api-Version", "1.45")
        self.send_header("Ostype", "linux")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:  # noqa: N802 - the name that http.server calls
        server = self.server
        assert isinstance(server, Daemon)
        server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        answer = b'{"message": "noted"}'
        self.send_response(400)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def address_string(self) -> str:
        return "the client"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the signature of http.server
        """Requests are not logged."""


@pytest.mark.skipif(shutil.which("docker") is None, reason="the docker client is not installed")
def test_the_real_client_asks_for_a_container_that_can_do_nothing_but_what_was_said(tmp_path: Path) -> None:
    """Options alone prove little: what counts is what the client makes of them."""
    folder = tmp_path / 'with, a comma and "quotes"'
    folder.mkdir()
    words = container("it", "sha256:1", ["/work", "/tmp"], [(folder, "/tools")], LIMITS)
    with Daemon(tmp_path / "d.sock") as daemon:
        thread = threading.Thread(target=daemon.serve_forever, args=(0.02,))
        thread.start()
        environment = {
            "DOCKER_HOST": f"unix://{tmp_path / 'd.sock'}",
            "PATH": "/usr/bin",
            "HOME": str(tmp_path),
        }
        ran = subprocess.run(
            [str(shutil.which("docker")), *words],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        daemon.shutdown()
        thread.join()
    assert (ran.returncode, "noted" in ran.stderr) == (125, True), ran.stderr
    [asked] = daemon.asked
    host = asked["HostConfig"]
    memory = LIMITS.memory_bytes + LIMITS.disk_bytes
    assert (host["NetworkMode"], host["ReadonlyRootfs"], host["Privileged"]) == ("none", True, False)
    assert (host["CapAdd"], host["CapDrop"], host["SecurityOpt"]) == (None, ["ALL"], ["no-new-privileges"])
    assert (host["Memory"], host["MemorySwap"], host["PidsLimit"]) == (memory, memory, 40)
    assert (host["NanoCpus"], host["IpcMode"], host["CgroupnsMode"]) == (1_500_000_000, "private", "private")
    assert (host["PidMode"], host["UsernsMode"], host["Binds"], host["AutoRemove"]) == ("", "", None, True)
    assert host["Mounts"] == [{"Type": "bind", "Source": str(folder), "Target": "/tools", "ReadOnly": True}]
    assert set(host["Tmpfs"]) == {"/work", "/tmp"}
    assert "size=50000000,nr_inodes=500,uid=1000,gid=1000" in host["Tmpfs"]["/work"]
    bounds = {one["Name"]: (one["Soft"], one["Hard"]) for one in host["Ulimits"]}
    assert bounds["data"] == (300_000_000, 300_000_000)
    assert bounds["core"] == (0, 0)
    # Its input is closed when the client ends, by which the container ends too.
    assert (asked["User"], asked["OpenStdin"], asked["StdinOnce"]) == ("65533:65533", True, True)
    assert asked["Entrypoint"] == ["python3"]


def test_values_that_a_program_is_given_stand_on_no_command_line() -> None:
    words, values = command_line(
        "it", "t", ["true"], None, {"KEY": "a secret", "PATH": "/bin"}, ("NODE_VERSION",)
    )
    assert not any("a secret" in word for word in words)
    assert values == {"KEY": "a secret"}
    assert words[words.index("KEY") - 1] == "--env"
    # The client would take this one for its own.
    assert "PATH=/bin" in words
    (unset,) = [word for word in words if word.startswith("unset ")]
    unset_names = unset.partition(";")[0].split()[1:]
    # Docker's own configuration puts proxies into every container, and the relay is on its loopback.
    assert {"HOSTNAME", "TERM", "NODE_VERSION", "HTTP_PROXY", "http_proxy", "all_proxy"} <= {*unset_names}
    assert "PATH" not in unset_names


async def test_what_kills_its_own_reaper_outlives_it_by_no_command(provider: SandboxProvider) -> None:
    """A program may end the one that watches it, which runs as the same user."""
    script = daemons(wait=600)
    hostile = (
        "import os, signal, subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', sys.argv[1]])\n"
    )
    hostile += "time.sleep(1)\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(600)"
    async with provider.open(SandboxNeeds()) as sandbox:
        result = await sandbox.exec([PYTHON, "-c", hostile, script], timeout=20)
        assert (result.success, result.returncode) == (False, 137)
        assert running(script) == []
        assert (await sandbox.exec(["echo", "again"], timeout=10)).stdout == "again\n"


async def test_a_client_that_is_killed_loses_its_command_alone(provider: SandboxProvider) -> None:
    """Its program went on in the container, and was taken for one that had failed."""
    script = "import time; time.sleep(614.5)"
    async with provider.open(SandboxNeeds()) as sandbox:
        working = asyncio.create_task(sandbox.exec([PYTHON, "-c", script], timeout=30))
        await asyncio.to_thread(until, lambda: bool(running(script)))
        (client,) = [one for one in psutil.Process().children() if script in one.cmdline()]
        client.kill()
        with pytest.raises(SandboxLost):
            await working
        assert running(script) == []
        assert (await sandbox.exec(["echo", "again"], timeout=10)).stdout == "again\n"


async def test_a_program_ends_neither_the_first_process_nor_the_daemon_s_view_of_it(
    provider: SandboxProvider,
) -> None:
    tries = "import os\ntry: os.kill(1, 9)\nexcept OSError as error: print(error.errno)"
    async with provider.open(SandboxNeeds()) as sandbox:
        result = await sandbox.exec([PYTHON, "-c", tries], timeout=20)
        assert result.stdout == "1\n", "not permitted"
        assert (await sandbox.exec(["cat", "/proc/self/status"], timeout=10)).stdout.count(
            "NoNewPrivs:\t1"
        ) == 1
        wrote = await sandbox.exec(["sh", "-c", "echo x > /usr/x; echo x > /x; echo x > /etc/x"], timeout=10)
        assert wrote.stderr.count("Read-only file system") + wrote.stderr.count("Permission denied") == 3


async def test_a_service_of_ours_is_found_at_a_port_inside_and_nowhere_else(
    provider: SandboxProvider, tmp_path: Path
) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write((await reader.read()).upper())
        writer.close()

    path = tmp_path / "model.sock"
    async with await asyncio.start_unix_server(answer, str(path)):
        network = NetworkAccess(gateways=(SandboxService(port=4000, socket=path),))
        async with provider.open(SandboxNeeds(network=network)) as sandbox:
            asked = await asyncio.gather(*(sandbox.exec([PYTHON, "-c", ASK], timeout=20) for _ in range(3)))
            other = await sandbox.exec([PYTHON, "-c", ASK.replace("4000", "4001")], timeout=20)
    assert [result.stdout for result in asked] == ["250000 A QUESTION O\n"] * 3
    assert "ConnectionRefusedError" in other.stderr


JOINING = """
import asyncio, socket, sys
from agents.sandbox.network import bring_up_loopback
from agents.sandbox.roster import make_sandbox
from plans.records.sandboxing import Network, SandboxNeeds
from tests.agents.sandbox.test_contract import SERVER, asked

async def main():
    bring_up_loopback()
    async with make_sandbox("docker").open(SandboxNeeds(network=Network(kind="joined"))) as sandbox:
        print(await asked(None, 8123))
        serving = asyncio.ensure_future(sandbox.exec(["/usr/bin/python3", "-c", SERVER, "8123"], timeout=60))
        answer = b""
        while not answer and not serving.done():
            await asyncio.sleep(0.05)
            answer = await asked(None, 8123)
        async with sandbox.expose(8123) as door:
            print(answer, door.url)
        serving.cancel()
        await asyncio.wait([serving])
        await asyncio.sleep(0.3)
        print(await asked(None, 8123))

asyncio.run(main())
"""


def test_what_listens_inside_is_met_in_the_network_that_was_joined(provider: SandboxProvider) -> None:
    """A container cannot join the network of a judge's browser; so its ports are met there, as long as they listen."""
    met = subprocess.run(
        ["unshare", "--net", sys.executable, "-c", JOINING],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert met.stdout.splitlines() == ["b''", "b'heard you' http://127.0.0.1:8123/", "b''"], met.stderr


async def test_a_network_that_leads_elsewhere_is_not_joined(provider: SandboxProvider) -> None:
    with pytest.raises(SandboxRefused, match="leads elsewhere"):
        async with provider.open(SandboxNeeds(network=NetworkAccess(kind="joined"))):
            pass


async def test_a_workspace_that_does_not_fit_is_refused_and_stays_as_it_is(
    provider: SandboxProvider, tmp_path: Path
) -> None:
    workspace = tmp_path / "app"
    workspace.mkdir()
    (workspace / "large").write_bytes(bytes(60_000_000))
    with pytest.raises(SandboxRefused, match="could not be brought into a container of 50,000,000 bytes"):
        async with provider.open(SandboxNeeds(workspace=workspace, limits=LIMITS)):
            pass
    assert (workspace / "large").stat().st_size == 60_000_000


async def test_what_is_to_be_shown_and_is_not_there_is_refused(
    provider: SandboxProvider, tmp_path: Path
) -> None:
    with pytest.raises(SandboxRefused, match="is not there"):
        async with provider.open(SandboxNeeds(mounts=(Mount(source=tmp_path / "gone"),))):
            pass


def test_a_daemon_that_can_bound_everything_is_tried_and_taken(provider: SandboxProvider) -> None:
    provider.preflight()


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ({"ServerErrors": ["Cannot connect to the Docker daemon"]}, "No docker daemon answers"),
        ({"OSType": "windows"}, "no Linux containers"),
        ({"MemoryLimit": False, "PidsLimit": False}, "cannot bound memory, processes"),
        ({"SecurityOptions": []}, "cannot bound system calls"),
    ],
)
def test_a_daemon_that_cannot_keep_programs_apart_is_refused(
    provider: SandboxProvider, tmp_path: Path, says: dict[str, object], words: str
) -> None:
    """One that cannot bound memory starts containers all the same, and only warns."""
    (tmp_path / "daemon" / stand_in_docker.DAEMON).write_text(json.dumps(says))
    with pytest.raises(SandboxRefused, match=words):
        provider.preflight()


async def test_an_image_is_never_fetched_behind_ones_back(
    provider: SandboxProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BENCHWRIGHT_IMAGE", stand_in_docker.ABSENT)
    with pytest.raises(SandboxRefused, match="docker pull absent:1"):
        async with provider.open(SandboxNeeds()):
            pass


def test_without_a_client_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    docker._tried_once.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxRefused, match=r"apt-get install docker\.io"):
        make_sandbox("docker").preflight()


def test_the_stand_in_takes_no_container_that_is_not_kept_apart() -> None:
    """Else what is tried against it would prove nothing."""
    words = container("it", "sha256:1", ["/work"], [], LIMITS)
    options, _ = stand_in_docker.parsed("run", tuple(words[1:]))
    for name in stand_in_docker.DEMANDED:
        with pytest.raises(stand_in_docker.Refused, match=name):
            stand_in_docker.run(Path("/nowhere"), {**options, name: ["other"]}, ["image"])
    with pytest.raises(stand_in_docker.Refused, match="unknown flag: --privileged"):
        stand_in_docker.parsed("run", ("--privileged",))

"""What the sandbox bubblewrap alone has: gateways, a quota, a network that is joined, reasons to refuse."""

import asyncio
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import psutil
import pytest

from agents.sandbox.bubblewrap.provider import own_user
from agents.sandbox.cgroups import make_group
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import SandboxRefused
from plans.records.sandboxing import Mount, NetworkAccess, SandboxLimits, SandboxNeeds, SandboxService
from tests.agents.sandbox.providers import PYTHON, daemons, refusal, running, until
from tests.test_house import ROOT

needs_it = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")

ASK = """
import socket
with socket.create_connection(("127.0.0.1", 4000), timeout=5) as wire:
    wire.sendall(b"a question of some length" * 10_000)
    wire.shutdown(socket.SHUT_WR)
    answer = b""
    while part := wire.recv(65536): answer += part
    print(len(answer), answer[:12].decode())
"""


@needs_it
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


@needs_it
async def test_two_sandboxes_share_neither_files_nor_network(provider: SandboxProvider) -> None:
    serving = (
        "import socket; s = socket.create_server(('127.0.0.1', 4000)); print('up', flush=True); s.accept()"
    )
    async with provider.open(SandboxNeeds()) as one, provider.open(SandboxNeeds()) as other:
        await one.write_file("/tmp/note", "one")
        running = asyncio.create_task(one.exec([PYTHON, "-c", serving], timeout=20))
        await asyncio.sleep(0.5)
        asked = await other.exec([PYTHON, "-c", ASK], timeout=20)
        read = await other.exec(["cat", "/tmp/note"], timeout=20)
        running.cancel()
        await asyncio.wait([running])
    assert "ConnectionRefusedError" in asked.stderr
    assert not read.success


@needs_it
@pytest.mark.parametrize("has_group", [True, False])
async def test_without_its_keeper_nothing_goes_on_and_nothing_is_taken_for_sure(
    provider: SandboxProvider, monkeypatch: pytest.MonkeyPatch, has_group: bool
) -> None:
    if not has_group:
        monkeypatch.setattr("agents.sandbox.bubblewrap.provider.make_group", lambda _: None)
    elif (group := make_group(SandboxLimits())) is None:
        pytest.skip("no control group can be made here: it takes root")
    else:
        group.remove()
    script = daemons(wait=600)
    opening = provider.open(SandboxNeeds())
    sandbox = await opening.__aenter__()
    working = asyncio.create_task(sandbox.exec([PYTHON, "-c", script], timeout=60))
    await asyncio.to_thread(until, lambda: len(running(script)) == 6)
    keepers = [one for one in psutil.Process().children() if "keeper" in " ".join(one.cmdline())]
    keepers[-1].kill()
    with pytest.raises(SandboxRefused, match="keeper ended by itself"):
        await working
    await asyncio.to_thread(until, lambda: not running(script))
    with nullcontext() if has_group else pytest.raises(SandboxRefused, match="nobody can say"):
        await opening.__aexit__(None, None, None)


@needs_it
async def test_a_workspace_that_does_not_fit_is_refused_and_left_as_it_is(
    provider: SandboxProvider, tmp_path: Path
) -> None:
    (tmp_path / "large").write_bytes(bytes(2_000_000) + b"x")
    with pytest.raises(SandboxRefused, match="does not fit into a sandbox of 1,000,000 bytes"):
        async with provider.open(
            SandboxNeeds(workspace=tmp_path, limits=SandboxLimits(disk_bytes=1_000_000))
        ):
            pass
    assert (tmp_path / "large").stat().st_size == 2_000_001


@needs_it
async def test_what_is_to_be_shown_must_be_there(provider: SandboxProvider, tmp_path: Path) -> None:
    with pytest.raises(SandboxRefused, match="is not there"):
        async with provider.open(SandboxNeeds(mounts=(Mount(source=tmp_path / "gone"),))):
            pass


async def test_without_bubblewrap_it_says_what_to_install(
    provider: SandboxProvider, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxRefused, match="apt-get install bubblewrap"):
        async with provider.open(SandboxNeeds()):
            pass


@needs_it
async def test_where_bwrap_fails_its_own_reason_is_told_and_the_command_is_not_to_blame(
    provider: SandboxProvider, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A program that says the same words and ends with the same code is its own failure."""
    async with provider.open(SandboxNeeds()) as sandbox:
        said = await sandbox.exec(["sh", "-c", "echo bwrap: no permission >&2; exit 1"], timeout=10)
    assert (said.returncode, said.stderr) == (1, "bwrap: no permission\n")
    (tmp_path / "bwrap").write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1\n"
    )
    (tmp_path / "bwrap").chmod(0o755)
    tmp_path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin")
    async with provider.open(SandboxNeeds(mounts=(Mount(source=tmp_path),))) as sandbox:
        with pytest.raises(SandboxRefused, match=r"'true' was not started"):
            await sandbox.exec(["true"], timeout=10)


@needs_it
async def test_a_network_that_leads_elsewhere_is_not_joined(
    provider: SandboxProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.sandbox.layout.leads_elsewhere", lambda: True)
    with pytest.raises(SandboxRefused, match="leads elsewhere"):
        async with provider.open(SandboxNeeds(network=NetworkAccess(kind="joined"))):
            pass


def test_a_root_that_can_be_nobody_else_is_refused() -> None:
    """Its programs would be root outside, whatever they are inside."""
    script = (
        "import os; from agents.sandbox.bubblewrap.provider import own_user; print(own_user(os.getpid()))"
    )
    result = subprocess.run(
        ["unshare", "--user", "--map-root-user", sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare failed" in result.stderr:
        pytest.skip("no user namespace can be made here")
    is_root = own_user(1) is not None
    assert ("SandboxRefused" in result.stderr) == is_root, result
    assert is_root or result.stdout == "None\n"


async def test_a_gateway_into_a_joined_network_is_no_wish_that_can_be_met(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="this one is joined"):
        NetworkAccess(kind="joined", gateways=(SandboxService(port=4000, socket=tmp_path / "s"),))

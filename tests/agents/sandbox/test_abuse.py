"""Attempts to take more than is given, or to harm whoever looks at what is left: each is really made.

Numbers are those of one list with test_escapes.py.
"""

import os
import resource
import stat
import time
from pathlib import Path

import pytest

from agents.sandbox.cgroups import make_group
from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.records.sandboxing import SandboxNeeds
from tests.agents.sandbox.attacking import LIMITS, MARKS, MB, SECRET, TRIES, all_stopped, tried
from tests.agents.sandbox.providers import PYTHON, running

pytestmark = MARKS


async def test_3b_what_it_leaves_cannot_lead_or_hold_up_whoever_reads_it(
    provider: SandboxProvider, workspace: Path, tmp_path: Path
) -> None:
    """Links out, pipes, sockets, files of a terabyte, closed folders, deep ones, many hard links, rights of others."""
    (tmp_path / "secret").write_text(SECRET)
    script = """
os.symlink(sys.argv[1], "link"); os.symlink("/", "up"); os.mkfifo("pipe"); os.mkfifo("index.html")
socket.socket(socket.AF_UNIX).bind("socket")
attempt("terabyte", os.truncate, os.open("vast", os.O_CREAT | os.O_RDWR), 1 << 40)
open("sparse", "w").truncate(16_000_000)
open("tool", "w").close(); os.chmod("tool", 0o6777)
os.mkdir("closed"); open("closed/file", "w").write("in it"); os.chmod("closed/file", 0); os.chmod("closed", 0)
open("big", "wb").write(b"x" * 10_000_000)
for number in range(500): os.link("big", f"big{number}")
for depth in range(900): os.mkdir("d"); os.chdir("d")
"""
    began = time.monotonic()
    async with provider.open(SandboxNeeds(workspace=workspace, limits=LIMITS)) as sandbox:
        result = await tried(sandbox, script, str(tmp_path / "secret"))
        assert result.success, result.stderr
    assert "stopped terabyte" in result.stdout
    assert time.monotonic() - began < 30
    found = {path.name: path.lstat() for path in workspace.iterdir()}
    assert {"pipe", "index.html", "socket"}.isdisjoint(found)
    assert all(stat.S_IMODE(one.st_mode) & 0o7000 == 0 for one in found.values())
    assert all(one.st_uid == os.geteuid() for one in found.values())
    assert found["sparse"].st_size == 16_000_000
    assert found["sparse"].st_blocks == 0
    assert (workspace / "closed" / "file").read_text() == "in it"
    assert sum(one.st_blocks * 512 for one in found.values()) <= LIMITS.disk_bytes
    assert str((workspace / "link").readlink()) == str(tmp_path / "secret")
    assert (tmp_path / "secret").read_text() == SECRET


async def test_4_a_fork_bomb_ends_at_the_limit_and_with_the_command(sandbox: Sandbox) -> None:
    script = """
started = 0
try:
    while started < 3000:
        if os.fork() == 0:
            import time; time.sleep(600)
        started += 1
except OSError as error:
    print(started, errno.errorcode[error.errno], flush=True)
"""
    result = await tried(sandbox, script)
    assert 10 < int(result.stdout.split()[0]) < LIMITS.processes
    assert "EAGAIN" in result.stdout
    assert running(TRIES + script) == []


async def test_5_neither_one_huge_file_nor_many_fill_the_disk(sandbox: Sandbox) -> None:
    script = """
def fill(name, chunks):
    with open(name, "wb", 0) as file:
        for _ in range(chunks):
            file.write(bytes(1_000_000))
attempt("one file of 10 GB", fill, "huge", 10_000)
os.unlink("huge")
def many(folder):
    for number in range(2000): fill(f"{folder}/part{number}", 8)
for folder in "/work", "/tmp", "/home/user", "/dev/shm": attempt(f"16 GB in {folder}", many, folder)
def entries():
    for number in range(100_000): os.mkdir(f"/tmp/e{number}")
for name in os.listdir("/tmp"): os.unlink(f"/tmp/{name}")
attempt("100,000 folders", entries)
kept = sum(os.path.getsize(os.path.join(at, name)) for top in ("/work", "/tmp", "/home", "/dev/shm")
           for at, _, names in os.walk(top) for name in names)
print("stopped in all", kept < 64_000_000 + (70 << 20), kept)
"""
    lines = await all_stopped(sandbox, script)
    assert [line.split()[-1] for line in lines[:5]] == ["27", "28", "28", "28", "28"], "EFBIG, then ENOSPC"
    assert "stopped in all True" in lines[-1]


async def test_6_one_process_gets_no_more_memory_than_the_limit(sandbox: Sandbox) -> None:
    await all_stopped(sandbox, "attempt('1 GB', bytearray, 1 << 30)")


@pytest.mark.slow
@pytest.mark.parametrize("means", ["control group", "keeper's watch"])
async def test_6b_nor_do_many_together(
    provider: SandboxProvider, means: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = make_group(LIMITS)
    if group is not None:
        group.remove()
    elif means == "control group":
        pytest.skip("no control group can be made here: it takes root")
    if means == "keeper's watch":
        monkeypatch.setattr("agents.sandbox.bubblewrap.provider.make_group", lambda _: None)
    script = """
import time
for _ in range(6):
    if os.fork() == 0:
        held = bytearray(150_000_000)
        for place in range(0, len(held), 4096): held[place] = 1
        print("filled", flush=True)
        time.sleep(1.5)
        print("holds", flush=True)
        time.sleep(600)
time.sleep(6)
"""
    limits = LIMITS.model_copy(update={"disk_bytes": MB})
    async with provider.open(SandboxNeeds(limits=limits)) as sandbox:
        result = await tried(sandbox, script)
    assert result.stdout.count("filled") >= 1
    assert result.stdout.count("holds") <= 2


async def test_11_a_daemon_in_a_session_of_its_own_ends_with_the_command(sandbox: Sandbox) -> None:
    script = """
import time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        for handle in range(10):
            try: os.close(handle)
            except OSError: pass
        time.sleep(600)
    os._exit(0)
time.sleep(0.2)
"""
    assert (await tried(sandbox, script)).success
    assert running(TRIES + script) == []


async def test_12_output_without_end_is_read_and_not_kept(sandbox: Sandbox) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    script = "block = b'x' * 1_000_000\nfor _ in range(300): os.write(1, block)"
    result = await tried(sandbox, script)
    assert len(result.stdout) < 2 * LIMITS.output_bytes
    assert "bytes left out" in result.stdout
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000, "kilobytes"


@pytest.mark.slow
async def test_14_neither_computing_nor_waiting_for_ever_holds_anything_up(provider: SandboxProvider) -> None:
    limits = LIMITS.model_copy(update={"cpu_seconds": 1})
    async with provider.open(SandboxNeeds(limits=limits)) as sandbox:
        computed = await sandbox.exec([PYTHON, "-c", "while True: pass"], timeout=60)
        waited = await sandbox.exec(["sleep", "600"], timeout=0.5)
    assert (computed.success, computed.timed_out) == (False, False)
    assert (waited.success, waited.timed_out) == (False, True)

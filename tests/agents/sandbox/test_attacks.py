"""Attempts to get out of a sandbox, or to take more than is given: each is really made, and must come to nothing.

A test skips only where this machine's kernel or rights lack the means of defence, and says so; how many attacks were
tried stands at the end of the report (conftest.py).
"""

import asyncio
import os
import resource
import socket
import stat
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from agents.sandbox.cgroups import make_group
from agents.sandbox.roster import make_sandbox
from plans.contracts import ExecResult, Sandbox, SandboxProvider
from plans.records.sandboxing import Limits, SandboxNeeds
from tests.agents.sandbox.providers import PYTHON, refusal, running, until

pytestmark = [
    pytest.mark.attack,
    pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or ""),
]

MB = 1_000_000
LIMITS = Limits(
    memory_bytes=300 * MB,
    processes=40,
    cpu_seconds=20,
    disk_bytes=64 * MB,
    disk_entries=2_000,
    file_bytes=16 * MB,
    output_bytes=100_000,
)
SECRET = "a-value-that-may-stand-nowhere"

TRIES = """
import ctypes, errno, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)

def attempt(name, action, *arguments):
    try:
        result = action(*arguments)
    except Exception as error:
        print("stopped", name, type(error).__name__, getattr(error, "errno", ""))
    else:
        print("DONE", name, str(result)[:80])

def call(name, *arguments):
    if libc.syscall(*[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]) < 0:
        raise OSError(ctypes.get_errno(), name)

def write(path):
    with open(path, "w") as file:
        file.write("theirs")

def read(path):
    with open(path, "rb") as file:
        return file.read(2000)
"""
"""What the scripts beneath begin with: each attempt tells whether it was DONE or stopped."""


@pytest.fixture
def provider() -> SandboxProvider:
    return make_sandbox("bubblewrap")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "app"
    folder.mkdir()
    return folder


@pytest.fixture
async def sandbox(provider: SandboxProvider, workspace: Path) -> AsyncIterator[Sandbox]:
    async with provider.open(SandboxNeeds(workspace=workspace, limits=LIMITS)) as opened:
        yield opened


async def tried(sandbox: Sandbox, script: str, *arguments: str, timeout: float = 60) -> ExecResult:
    return await sandbox.exec([PYTHON, "-c", TRIES + script, *arguments], timeout=timeout)


async def all_stopped(sandbox: Sandbox, script: str, *arguments: str) -> list[str]:
    """The attempts of a script, of which none may have been done."""
    result = await tried(sandbox, script, *arguments)
    lines = result.stdout.splitlines()
    assert lines, result.stderr
    assert [line for line in lines if not line.startswith("stopped")] == []
    return lines


async def test_1_nothing_of_this_machines_owner_can_be_read(sandbox: Sandbox, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    places = [
        "/etc/shadow",
        "/root/.ssh/id_rsa",
        f"/root/{secret}",
        str(secret),
        str(Path.home() / ".profile"),
    ]
    await all_stopped(sandbox, "for path in sys.argv[1:]: attempt(path, read, path)", *places)
    listed = await tried(sandbox, "print(os.listdir('/'), os.listdir('/home'), os.listdir('/tmp'))")
    assert "root" not in listed.stdout
    assert "'user'] []" in listed.stdout


async def test_2_nothing_can_be_written_but_what_is_its_own(sandbox: Sandbox, tmp_path: Path) -> None:
    places = [
        "/usr/bin/new",
        "/bin/sh",
        "/etc/passwd",
        "/etc/new",
        "/new",
        "/dev/new",
        "/proc/sys/kernel/hostname",
    ]
    places += ["/sys/new", "/lib/new", str(tmp_path / "new"), "/home/new", "/proc/sysrq-trigger"]
    await all_stopped(sandbox, "for path in sys.argv[1:]: attempt(path, write, path)", *places)


async def test_3_links_lead_to_nothing_outside(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    script = """
for target in sys.argv[1:]:
    os.path.lexists("link") and os.unlink("link")
    os.symlink(target, "link")
    attempt(target, read, "link")
"""
    await all_stopped(
        sandbox, script, str(tmp_path / "secret"), "/etc/shadow", "/proc/1/root/etc/shadow", "/root"
    )


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


async def test_7_nothing_beyond_can_be_reached(sandbox: Sandbox) -> None:
    script = """
def tcp(family, address): socket.create_connection(address, timeout=3)
def udp(): socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 53))
attempt("tcp", tcp, socket.AF_INET, ("192.0.2.1", 80))
attempt("tcp6", tcp, socket.AF_INET6, ("2001:db8::1", 80))
attempt("udp", udp)
attempt("raw", socket.socket, socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
attempt("packet", socket.socket, 17, socket.SOCK_RAW)
attempt("vsock", socket.socket, 40, socket.SOCK_STREAM)
attempt("vsock by another number", call, "socket", 41, (1 << 32) | 40, 1, 0)
attempt("name", socket.getaddrinfo, "example.org", 80)
"""
    lines = await all_stopped(sandbox, script)
    assert len(lines) == 8
    assert "97" in lines[5], "vsock: no such kind of socket"


async def test_8_neither_its_keeper_nor_ours_can_be_killed(sandbox: Sandbox) -> None:
    script = """
import signal
for process in (os.getppid(), 1): os.kill(process, signal.SIGKILL)
for process in range(2, 32768):
    if process != os.getpid(): attempt(str(process), os.kill, process, signal.SIGKILL)
"""
    result = await tried(sandbox, script)
    assert result.success
    assert "DONE" not in result.stdout
    await tried(sandbox, "os.kill(-1, 9)")
    assert (await sandbox.exec(["echo", "still here"], timeout=10)).stdout == "still here\n"


async def test_9_no_other_process_can_be_looked_into(sandbox: Sandbox) -> None:
    script = """
attempt("ptrace", call, "ptrace", 101, 16, 1, 0, 0)
attempt("seize", call, "ptrace", 101, 0x4206, 1, 0, 0)
attempt("process_vm_readv", call, "process_vm_readv", 310, 1, 0, 0, 0, 0, 0)
attempt("pidfd_getfd", call, "pidfd_getfd", 438, 3, 0, 0)
attempt("bpf", call, "bpf", 321, 0, 0, 0)
attempt("io_uring", call, "io_uring_setup", 425, 8, 0)
attempt("perf", call, "perf_event_open", 298, 0, 0, 0, 0, 0)
attempt("key", call, "add_key", 248, 0, 0, 0, 0, 0)
"""
    if os.uname().machine != "x86_64":
        pytest.skip("the numbers of the system calls are those of x86_64")
    lines = await all_stopped(sandbox, script)
    assert all(line.endswith(" 1") for line in lines), "not permitted"


async def test_9b_nothing_is_open_but_the_three_streams(sandbox: Sandbox) -> None:
    """The keeper's own socket was once open in every program, which could have had anything started as root."""
    script = """
import stat
for fd in range(1000):
    try: kind = os.fstat(fd).st_mode
    except OSError: continue
    print(fd, stat.S_ISFIFO(kind))
"""
    first, second = await asyncio.gather(tried(sandbox, script), tried(sandbox, script))
    assert first.stdout == second.stdout == "0 True\n1 True\n2 True\n"


async def test_10_no_service_of_this_machine_can_be_reached(sandbox: Sandbox, tmp_path: Path) -> None:
    path = str(tmp_path / "s")
    with (
        listening(socket.AF_INET, ("127.0.0.1", 0)) as tcp,
        listening(socket.AF_UNIX, "\0benchwright-test") as abstract,
        listening(socket.AF_UNIX, path) as file,
    ):
        script = """
def connect(family, address): socket.socket(family).connect(address)
attempt("loopback", connect, socket.AF_INET, ("127.0.0.1", int(sys.argv[1])))
attempt("abstract", connect, socket.AF_UNIX, "\\0benchwright-test")
attempt("file", connect, socket.AF_UNIX, sys.argv[2])
"""
        await all_stopped(sandbox, script, str(tcp.getsockname()[1]), path)
        for service in (tcp, abstract, file):
            service.setblocking(False)
            with pytest.raises(BlockingIOError):
                service.accept()


@contextmanager
def listening(family: socket.AddressFamily, address: str | tuple[str, int]) -> Iterator[socket.socket]:
    with socket.socket(family) as service:
        service.bind(address)
        service.listen()
        yield service


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


async def test_13_an_archive_with_paths_that_lead_out_unpacks_into_what_is_its_own(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    script = """
import io, tarfile
made = tarfile.open("evil.tar", "w")
for name in ("../../../../" + sys.argv[1], sys.argv[1], "../escaped"):
    entry = tarfile.TarInfo(name); entry.size = 6
    made.addfile(entry, io.BytesIO(b"theirs"))
made.close()
for entry in tarfile.open("evil.tar"):
    attempt(entry.name, tarfile.open("evil.tar").extract, entry, "/work/into")
"""
    victim = tmp_path / "victim"
    victim.write_text("mine")
    result = await tried(sandbox, script, str(victim))
    assert result.stdout, result.stderr
    assert victim.read_text() == "mine"


async def test_14_neither_computing_nor_waiting_for_ever_holds_anything_up(provider: SandboxProvider) -> None:
    limits = LIMITS.model_copy(update={"cpu_seconds": 1})
    async with provider.open(SandboxNeeds(limits=limits)) as sandbox:
        computed = await sandbox.exec([PYTHON, "-c", "while True: pass"], timeout=60)
        waited = await sandbox.exec(["sleep", "600"], timeout=0.5)
    assert (computed.success, computed.timed_out) == (False, False)
    assert (waited.success, waited.timed_out) == (False, True)


async def test_15_no_secret_of_ours_stands_anywhere_inside(
    provider: SandboxProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_KEY", SECRET)
    script = """
seen = b""
for process in filter(str.isdigit, os.listdir("/proc")):
    for name in "environ", "cmdline", "mem":
        try: seen += open(f"/proc/{process}/{name}", "rb").read(1_000_000)
        except OSError: pass
print(len([p for p in os.listdir("/proc") if p.isdigit()]), b"a-value-that" + b"-may-stand" in seen)
print(read("/proc/1/environ"))
"""
    async with provider.open(SandboxNeeds(limits=LIMITS)) as sandbox:
        result = await tried(sandbox, script)
    assert result.stdout == "2 False\nb''\n", result.stderr


async def test_15b_what_a_command_is_given_stands_in_no_command_line_of_this_machine(
    sandbox: Sandbox,
) -> None:
    working = asyncio.create_task(sandbox.exec(["sleep", "61.25"], environment={"KEY": SECRET}, timeout=60))
    await asyncio.to_thread(
        until, lambda: any(b"bwrap" in line and b"61.25" in line for line in command_lines())
    )
    assert not any(SECRET.encode() in line for line in command_lines())
    working.cancel()
    await asyncio.wait([working])


def command_lines() -> Iterator[bytes]:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            yield path.read_bytes()


async def test_16_what_is_bound_read_only_stays_so_and_no_namespace_gives_new_rights(
    sandbox: Sandbox,
) -> None:
    script = """
MS_REMOUNT, MS_BIND, NEWUSER, NEWNS = 32, 4096, 0x10000000, 0x20000
def mount(flags, target):
    if libc.mount(b"none", target, None, ctypes.c_ulong(flags), None): raise OSError(ctypes.get_errno(), "mount")
def unshare(flags):
    if libc.unshare(flags): raise OSError(ctypes.get_errno(), "unshare")
attempt("remount /", mount, MS_REMOUNT | MS_BIND, b"/")
attempt("remount /usr", mount, MS_REMOUNT | MS_BIND, b"/usr")
attempt("core_pattern", write, "/proc/sys/kernel/core_pattern")
attempt("user namespace", unshare, NEWUSER)
attempt("mount namespace", unshare, NEWNS)
attempt("network namespace", unshare, 0x40000000)
attempt("clone", call, "clone", 56, NEWUSER | 17, 0, 0, 0, 0)
attempt("clone3", call, "clone3", 435, 0, 88)
attempt("setns", lambda: call("setns", 308, os.open("/proc/self/ns/net", os.O_RDONLY), 0))
attempt("root", os.setuid, 0)
attempt("chroot", os.chroot, "/work")
attempt("device", os.mknod, "/work/disk", 0o60600, os.makedev(8, 0))
"""
    lines = await all_stopped(sandbox, script)
    assert len(lines) == 12
    status = await tried(
        sandbox, "print([l for l in open('/proc/self/status') if l.startswith(('Cap', 'Seccomp:'))])"
    )
    assert status.stdout.count("0000000000000000") == 5
    assert "Seccomp:\\t2" in status.stdout

"""Attempts to get out of a sandbox: each is really made, and must come to nothing.

Numbers are those of one list with test_abuse.py. How many attacks were tried stands at the end of the report
(tests/conftest.py): a test skips only where this machine lacks the means of defence, and says so.
"""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.records.sandboxing import SandboxNeeds
from tests.agents.sandbox.attacking import LIMITS, MARKS, SECRET, all_stopped, tried
from tests.agents.sandbox.providers import until

pytestmark = MARKS


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

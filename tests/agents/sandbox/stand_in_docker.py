"""A `docker` for machines without a daemon: it takes only what it knows, and runs containers in namespaces.

It understands the commands that our provider gives, in the options that it gives them with, and refuses all others as
docker's client does (exit code 125). Containers are namespaces with a root of their own that shows this machine's
programs, so that files, processes, users and networks are really apart. Not kept: the control group (memory, processes
and processor time of a container) and the filter of system calls.
"""

import json
import os
import shlex
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

STATE = "DOCKER_STAND_IN"
"""Variable that names the folder in which its containers are noted."""
DAEMON = "daemon.json"
"""File beside that folder: what the daemon says of itself otherwise than INFO."""
ABSENT = "absent:1"
"""The image that there is not."""
IMAGE = {
    "Id": "sha256:" + "5" * 64,
    "Config": {"Env": ["PATH=/usr/local/bin:/usr/bin:/bin", "NODE_VERSION=22"]},
}
INFO = {
    "OSType": "linux",
    "MemoryLimit": True,
    "PidsLimit": True,
    "CPUCfsQuota": True,
    "SecurityOptions": ["name=seccomp,profile=builtin"],
}
FLAGS = {
    "run": {"--rm", "--interactive", "--read-only", "--no-healthcheck"},
    "exec": {"--interactive"},
}
VALUES = {
    "run": {
        *("--name", "--label", "--pull", "--network", "--user", "--hostname", "--cap-drop", "--security-opt"),
        *(
            "--ipc",
            "--cgroupns",
            "--log-driver",
            "--memory",
            "--memory-swap",
            "--pids-limit",
            "--cpus",
            "--shm-size",
        ),
        *("--ulimit", "--tmpfs", "--mount", "--workdir", "--entrypoint"),
    },
    "exec": {"--user", "--workdir", "--env"},
}
DEMANDED = {
    "--pull": "never",
    "--network": "none",
    "--cap-drop": "ALL",
    "--security-opt": "no-new-privileges",
    "--ipc": "private",
    "--cgroupns": "private",
}
"""Without these a container would not be kept apart."""

ROOT = r"""
set -e
root=$1; shift
mount --make-rprivate /
mount -t tmpfs -o mode=755 root "$root"
cd "$root"
mkdir usr etc proc dev tmp
mount --rbind /usr usr
for name in bin sbin lib lib32 lib64; do [ -e /$name ] && cp -a /$name $name 2>/dev/null || true; done
mount --bind /etc etc
mount -t proc proc proc
mount -t tmpfs -o mode=755 dev dev
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
ln -s /proc/self/fd dev/fd
while [ "$1" != -- ]; do
    case $1 in
        tmpfs) mkdir -p "./$2"; mount -t tmpfs -o "$3" tmpfs "./$2"; shift 3 ;;
        bind)
            if [ -d "$2" ]; then mkdir -p "./$3"; else mkdir -p "./$(dirname "$3")"; touch "./$3"; fi
            mount --bind "$2" "./$3"; mount -o remount,ro,bind "./$3"; shift 3 ;;
    esac
done
shift
mount -o remount,ro,bind usr; mount -o remount,ro,bind etc; mount -o remount,ro "$root"
ip link set lo up 2>/dev/null || /usr/bin/python3 -c "$UP"
exec chroot "$root" "$@"
"""
UP = """
import fcntl, socket, struct
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
    fcntl.ioctl(wire, 0x8914, struct.pack("16sH14x", b"lo", 0x1))
"""


class Refused(Exception):
    """What docker's client would not take."""


def provide(patch: "pytest.MonkeyPatch", folder: Path) -> None:
    """Put it before all else on the PATH."""
    program, state = folder / "bin" / "docker", folder / "containers"
    program.parent.mkdir(parents=True)
    state.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -S {shlex.quote(__file__)} "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    patch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    patch.setenv(STATE, str(state))


def lack() -> str | None:
    """Why it cannot be used here; None where it can."""
    if os.geteuid() != 0:
        return "the stand-in for a docker daemon makes namespaces as root"
    made = subprocess.run(
        ["unshare", "--mount", "--pid", "--net", "--fork", "true"], capture_output=True, check=False
    )
    return None if made.returncode == 0 else "no namespaces can be made here"


def main(command: str, *words: str) -> int:
    state = Path(os.environ[STATE])
    with (state.parent / "log").open("a") as log:
        log.write(json.dumps([command, *(word[:200] for word in words)]) + "\n")
    match command, words:
        case "info", ("--format", "{{json .}}"):
            told = state.parent / DAEMON
            print(json.dumps(INFO | (json.loads(told.read_text()) if told.exists() else {})))
        case "image", ("inspect", "--format", "{{json .}}", image):
            if image == ABSENT:
                raise Refused(f"Error response from daemon: No such image: {image}")
            print(json.dumps(IMAGE))
        case "run", _:
            return run(state, *parsed("run", words))
        case "exec", _:
            return execute(state, *parsed("exec", words))
        case "top", (name, "-eo", "pid,stat"):
            print("PID STAT", *within(noted(state, name)["pid"]), sep="\n")
        case "update", ("--pids-limit", _, name):
            noted(state, name)
        case "rm", ("--force", name):
            os.kill(noted(state, name)["pid"], signal.SIGKILL)
        case _:
            raise Refused(f"docker: {command} {shlex.join(words)[:200]} is not understood")
    return 0


def parsed(command: str, words: tuple[str, ...]) -> tuple[dict[str, list[str]], list[str]]:
    """Options with their values, and what comes after them."""
    options: dict[str, list[str]] = {}
    left = list(words)
    while left and left[0].startswith("-"):
        name = left.pop(0)
        if name in FLAGS[command]:
            options[name] = [""]
        elif name in VALUES[command]:
            options.setdefault(name, []).append(left.pop(0))
        else:
            raise Refused(f"unknown flag: {name}")
    return options, left


def run(state: Path, options: dict[str, list[str]], words: list[str]) -> int:
    for name, value in DEMANDED.items():
        if options.get(name) != [value]:
            raise Refused(f"{name} is {options.get(name)}, not {value}")
    if not {"--rm", "--interactive", "--read-only", "--memory", "--pids-limit", "--cpus"} <= options.keys():
        raise Refused("a bound is missing")
    if options["--memory"] != options["--memory-swap"] or not options["--memory"][0].endswith("b"):
        raise Refused("memory may be swapped")
    image, *arguments = words
    if image != IMAGE["Id"]:
        raise Refused(f"Unable to find image '{image}' locally")
    [name], [user], [entry] = options["--name"], options["--user"], options["--entrypoint"]
    places: list[str] = []
    for told in options["--tmpfs"]:
        target, _, how = told.partition(":")
        places += ["tmpfs", target, how]
    for told in options.get("--mount", ()):
        kind, source, target, mode = told.split(",")
        if (kind, mode) != ("type=bind", "readonly"):
            raise Refused(f"{told} is no read-only bind")
        places += ["bind", source.removeprefix("source="), target.removeprefix("target=")]
    root = state.parent / f"root-{name}"
    root.mkdir()
    limits = [f"--{one}" for one in options["--ulimit"]]
    inner = [
        "/usr/bin/prlimit",
        *limits,
        *as_user(user),
        "/usr/bin/env",
        "-i",
        *IMAGE["Config"]["Env"],
        entry,
    ]
    process = subprocess.Popen(
        [
            *("unshare", "--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child"),
            *("sh", "-c", ROOT, "sh", str(root), *places, "--", *inner, *arguments),
        ],
        env={"PATH": os.environ["PATH"], "UP": UP},
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None and not (found := children.read_text().split()):
        pass
    note = state / f"{name}.json"
    note.write_text(json.dumps({"pid": int(found[0]), "limits": limits}))
    try:
        return process.wait()
    finally:
        note.unlink()
        root.rmdir()


def execute(state: Path, options: dict[str, list[str]], words: list[str]) -> int:
    name, *command = words
    told = noted(state, name)
    environment = list(IMAGE["Config"]["Env"])
    for one in options.get("--env", ()):
        # As docker's client has it: a name alone stands for what it has itself, or for nothing.
        key, equals, _ = one.partition("=")
        if equals or key in os.environ:
            environment.append(one if equals else f"{key}={os.environ[key]}")
    [cwd], [user] = options["--workdir"], options["--user"]
    enter = [
        "nsenter",
        "--target",
        str(told["pid"]),
        "--mount",
        "--pid",
        "--net",
        "--ipc",
        "--uts",
        "--root",
        "--wd",
    ]
    environment.insert(0, "HOSTNAME=sandbox")
    start = [
        "/usr/bin/prlimit",
        *told["limits"],
        *as_user(user),
        "/usr/bin/env",
        "-i",
        "-C",
        cwd,
        *environment,
    ]
    code = subprocess.run([*enter, *start, *command], check=False).returncode
    return code if code >= 0 else 128 - code


def as_user(user: str) -> list[str]:
    number, _, group = user.partition(":")
    return [
        *("/usr/bin/setpriv", f"--reuid={number}", f"--regid={group}", "--clear-groups", "--no-new-privs"),
        *("--inh-caps=-all", "--bounding-set=-all"),
    ]


def noted(state: Path, name: str) -> dict[str, int | list[str]]:
    try:
        return json.loads((state / f"{name}.json").read_text())
    except FileNotFoundError as error:
        raise Refused(f"Error response from daemon: No such container: {name}") from error


def within(first: int) -> list[str]:
    """Processes of the container whose first process it is, each with its state."""
    mine, found = Path(f"/proc/{first}/ns/pid").readlink(), list[str]()
    for entry in Path("/proc").glob("[0-9]*/ns/pid"):
        try:
            if entry.readlink() == mine:
                state = (entry.parents[1] / "stat").read_text(errors="replace").rpartition(") ")[2][0]
                found.append(f"{entry.parts[2]} {state}")
        except OSError:
            continue
    return found


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except Refused as refused:
        print(refused, file=sys.stderr)
        sys.exit(125)

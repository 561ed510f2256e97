"""What docker is told: a container with nothing but what is named here, and how a command is started in it."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from agents.sandbox import reaper
from agents.sandbox.docker import keeper
from agents.sandbox.errands.source import errands_text
from agents.sandbox.layout import usual_environment
from agents.sandbox.processes import in_folder
from plans.records.sandboxing import WORK, SandboxLimits

USER = "1000:1000"
"""As whom programs run."""
KEEPER_USER = "65533:65533"
"""As whom the first process runs, which no program may end."""
PYTHON = "python3"
LABEL = "benchwright.sandbox"
_SHARED_MEMORY = 64 << 20
"""Bytes of /dev/shm."""
_READ_BY_CLIENT = frozenset({"PATH", "HOME", "USER", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK"})
_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "ALL_PROXY", "NO_PROXY")
_UNSET = ("HOSTNAME", "TERM", *_PROXIES, *map(str.lower, _PROXIES))
"""What docker itself puts into the environment of a command: proxies of `~/.docker/config.json` among it, by which a
program would ask for the relay on its own loopback."""


def container(
    name: str, image: str, writable: Sequence[str], seen: Sequence[tuple[Path, str]], limits: SandboxLimits
) -> list[str]:
    """The words after `docker` that make and start a container, attached to its first process.

    Args:
        name: Its own.
        image: What it is made from, which must be there.
        writable: Folders in memory that belong to the programs' user.
        seen: What is shown read-only: from where, and where.
        limits: Of all that runs in it.
    """
    # What is written lies in memory too, and must not be taken for what programs hold.
    memory = limits.memory_bytes + limits.disk_bytes
    return [
        *("run", "--name", name, "--label", LABEL, "--rm", "--interactive", "--pull", "never"),
        *("--network", "none", "--read-only", "--user", KEEPER_USER, "--hostname", "sandbox"),
        *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
        *("--ipc", "private", "--cgroupns", "private", "--log-driver", "none", "--no-healthcheck"),
        *("--memory", f"{memory}b", "--memory-swap", f"{memory}b", "--pids-limit", str(limits.processes)),
        *("--cpus", f"{limits.cpus:g}", "--shm-size", f"{_SHARED_MEMORY}b"),
        *_bounds(limits),
        *_folders(writable, limits),
        *(word for source, target in seen for word in ("--mount", _bind(source, target))),
        *("--workdir", WORK, "--entrypoint", PYTHON, image),
        *("-I", "-S", "-u", "-c", Path(keeper.__file__).read_text(encoding="utf-8")),
    ]


def command_line(
    name: str,
    token: str,
    words: Sequence[str],
    cwd: str | None,
    environment: Mapping[str, str],
    image: Sequence[str],
) -> tuple[list[str], dict[str, str]]:
    """The words after `docker` that start a command, and what the client's own environment must hold for it.

    Values travel in the client's environment, where other users of this machine do not see them, as they would see its
    command line; those that the client would take for its own are on that line.

    Args:
        name: The container's.
        token: By which the command is found again, to be ended.
        words: The command.
        cwd: Where it begins, inside.
        environment: All of its environment.
        image: Names that the image puts there, and which do not belong there.
    """
    plain = {key: value for key, value in environment.items() if not _is_clients(key)}
    shown = [f"{key}={value}" for key, value in environment.items() if _is_clients(key)]
    strange = [one for one in (*_UNSET, *image) if one not in environment and one.isidentifier()]
    start = ["/bin/sh", "-c", f'unset {" ".join(strange)}; exec "$@"', "sh", *in_folder(words, cwd)]
    told = [
        *("exec", "--interactive", "--user", USER, "--workdir", WORK),
        *(word for pair in (*shown, *plain) for word in ("--env", pair)),
        *(
            name,
            PYTHON,
            "-I",
            "-S",
            "-X",
            f"lone={token}",
            "-c",
            Path(reaper.__file__).read_text(encoding="utf-8"),
        ),
        *start,
    ]
    return told, plain


def errand(name: str, words: Sequence[str]) -> list[str]:
    """The words after `docker` for an errand inside (agents/sandbox/errands/verbs.py)."""
    said = (word for pair in usual_environment().items() for word in ("--env", "=".join(pair)))
    return [
        *("exec", "--interactive", "--user", USER, "--workdir", "/", *said, name),
        *(PYTHON, "-I", "-S", "-c", errands_text(), *words),
    ]


def _is_clients(name: str) -> bool:
    return name in _READ_BY_CLIENT or name.startswith("DOCKER_")


def _bounds(limits: SandboxLimits) -> Iterator[str]:
    # No nproc: it counts the processes of a user over all containers.
    bounds = {
        "cpu": limits.cpu_seconds,
        "data": limits.memory_bytes,
        "fsize": limits.file_bytes,
        "nofile": limits.open_files,
        "core": 0,
    }
    for name, most in bounds.items():
        yield from ("--ulimit", f"{name}={most}:{most}")


def _folders(writable: Sequence[str], limits: SandboxLimits) -> Iterator[str]:
    user, _, group = USER.partition(":")
    quota = f"size={limits.disk_bytes},nr_inodes={limits.disk_entries}"
    how = f"rw,exec,nosuid,nodev,{quota},uid={user},gid={group},mode=0755"
    for target in sorted(writable, key=lambda one: one.count("/")):
        yield from ("--tmpfs", f"{target}:{how}")


def _bind(source: Path, target: str) -> str:
    """As the client reads it: fields of a line of CSV."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(
        ["type=bind", f"source={source.resolve()}", f"target={target}", "readonly"]
    )
    return line.getvalue()

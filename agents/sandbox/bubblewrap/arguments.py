"""What bwrap is told: the file system that programs see, what is taken from them, and their environment."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from agents.sandbox.bubblewrap.etc import FILES, SHOWN
from agents.sandbox.bubblewrap.keeper import FILTER, INFO
from agents.sandbox.bubblewrap.namespaces import ETC, INNER_USER, SEEN, SPACE

_SHARED_MEMORY = 64 << 20
"""Bytes of /dev/shm."""


def options(
    seen: Sequence[str],
    space: Sequence[str],
    environment: Mapping[str, str],
    cwd: str,
) -> list[str]:
    """The options of one bwrap.

    Args:
        seen: Where programs see what is staged as SEEN/N, in this order.
        space: Where they see what is staged as SPACE/N.
        environment: All of theirs.
        cwd: Their working directory.
    """
    return [
        *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
        *("--uid", str(INNER_USER), "--gid", str(INNER_USER), "--disable-userns", "--cap-drop", "ALL"),
        *("--die-with-parent", "--new-session", "--hostname", "sandbox"),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev", "--size", str(_SHARED_MEMORY), "--tmpfs", "/dev/shm"),
        # It is in memory, and of no limited size.
        *("--remount-ro", "/dev"),
        *_binds(seen, space),
        *("--remount-ro", "/", "--chdir", cwd, "--clearenv"),
        *(word for name, value in environment.items() for word in ("--setenv", name, value)),
        *("--seccomp", str(FILTER), "--info-fd", str(INFO)),
    ]


def _system() -> Iterator[str]:
    yield from ("--ro-bind", "/usr", "/usr")
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        place = Path("/", name)
        if place.is_symlink():
            yield from ("--symlink", str(place.readlink()).lstrip("/"), str(place))
        elif place.is_dir():
            yield from ("--ro-bind", str(place), str(place))
    for shown in SHOWN:
        yield from ("--ro-bind-try", shown, shown)
    for name in FILES:
        yield from ("--ro-bind", f"{ETC}/{name}", f"/etc/{name}")


def _binds(seen: Sequence[str], space: Sequence[str]) -> Iterator[str]:
    """Outer places first, so that those within them are not covered."""
    places = [("--bind", f"{SPACE}/{number}", place) for number, place in enumerate(space)]
    places += [("--ro-bind", f"{SEEN}/{number}", place) for number, place in enumerate(seen)]
    for words in sorted(places, key=lambda one: one[2].count("/")):
        yield from words

"""Network namespaces: made for a command, and seen from within.

Standard library alone: bubblewrap/keeper.py uses it too.
"""

import fcntl
import shutil
import socket
import struct
import subprocess
from functools import cache

_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 0x1
"""SIOCGIFFLAGS, SIOCSIFFLAGS and IFF_UP."""
_LOOPBACK = "lo"
_UNSHARE = (("unshare", "-n"), ("unshare", "-Urn"))
"""A new network namespace: as root; as a user, where that is allowed."""


@cache
def isolation() -> tuple[str, ...] | None:
    """Words to put before a command so that it runs in a network namespace of its own; None where none can be made."""
    for command in _UNSHARE if shutil.which("unshare") else ():
        if subprocess.run([*command, "true"], capture_output=True, check=False, timeout=10).returncode == 0:
            return command
    return None


def bring_up_loopback() -> None:
    """Make 127.0.0.1 work in a fresh namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        fcntl.ioctl(wire, _SET_FLAGS, _request(_LOOPBACK, _flags(wire, _LOOPBACK) | _UP))


def leads_elsewhere() -> bool:
    """Whether anything but the loopback is up in this process's namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        names = [name for _, name in socket.if_nameindex() if name != _LOOPBACK]
        return any(_flags(wire, name) & _UP for name in names)


def _flags(wire: socket.socket, name: str) -> int:
    return struct.unpack("16sH14x", fcntl.ioctl(wire, _GET_FLAGS, _request(name, 0)))[1]


def _request(name: str, flags: int) -> bytes:
    return struct.pack("16sH14x", name.encode(), flags)

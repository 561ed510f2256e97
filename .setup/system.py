"""What set-up may ask of the system: its package manager where that is allowed, and programs that may fail."""

import os
import shutil
import subprocess
from pathlib import Path

from common import environment, say


def may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_get(verb: str, *packages: str) -> bool:
    say(" ".join(("apt-get", verb, *packages)))
    flags = ("--yes", "--no-install-recommends") if verb == "install" else ()
    result = attempt("apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", *flags, verb, *packages)
    if result.returncode:
        say(f"apt-get {verb} failed: {last_line(result.stdout)}")
    return result.returncode == 0


def attempt(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """A program that may fail; all that it says is kept for the one line that is shown then."""
    return subprocess.run(
        command,
        env=environment() | {"DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"

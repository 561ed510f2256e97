"""Provides bubblewrap, in which what others wrote is executed. Static submissions need none, so its want is
no failure.
"""

import ctypes.util
import shutil
import sys

from common import say
from system import apt_get, may_install

PACKAGES = {
    "bubblewrap": lambda: shutil.which("bwrap"),
    "libseccomp2": lambda: ctypes.util.find_library("seccomp"),
}
"""Debian's and Ubuntu's package → what shows that it is there."""


def provide() -> None:
    """Install what lacks where that is allowed; else say what to install."""
    if sys.platform != "linux":
        say(
            "no sandbox: it needs Linux. Static submissions are judged all the same; what must be executed is refused"
        )
        return
    lacking = [package for package, look in PACKAGES.items() if look() is None]
    if lacking and may_install():
        apt_get("update")
        apt_get("install", *lacking)
        lacking = [package for package, look in PACKAGES.items() if look() is None]
    if lacking:
        say(
            f"no sandbox: it needs {' and '.join(lacking)} (Debian and Ubuntu: apt-get install {' '.join(lacking)}). "
            "Until then command agents and submissions with a server of their own are refused"
        )
    else:
        say(f"sandbox: {shutil.which('bwrap')}")


def found() -> str:
    """What there is of it, in a word that changes with it."""
    return shutil.which("bwrap") or "none"

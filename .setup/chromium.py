"""Finds a Chromium: one that is named or installed, else Playwright's own, else one of the system's package manager.

Each candidate is started and made to draw a word before it is taken: a snap's stand-in, a missing library and a
machine without fonts all look fine until then.
"""

import os
import queue
import re
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from common import PYTHON, ROOT, SetUpError, environment, run, say
from system import apt_get, attempt, last_line, may_install

NAMED_BY = "BENCHWRIGHT_CHROMIUM"
SECONDS_TO_BEGIN = 20
SECONDS_BETWEEN_SIGNS = 180
DRIVER = (PYTHON, "-m", "playwright")
TRY = ROOT / ".setup" / "try_chromium.py"
NO_FONT = 3
"""The exit code of TRY for a browser that starts but draws no letter."""

INSTALLED = (
    # Debian's programs themselves, since the wrappers in /usr/bin add flags of their own; the headless shell first,
    # since it judges twice as fast as the full browser.
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
ON_PATH = ("chromium-headless-shell", "google-chrome-stable", "google-chrome", "chromium", "chromium-browser")
PLAYWRIGHT_CACHES = ("~/.cache/ms-playwright", "~/Library/Caches/ms-playwright")
PACKAGES = ("chromium-headless-shell", "chromium")


def still_there(record: Path) -> bool:
    """Whether the browser that an earlier call wrote down can be used, and nobody names another by now."""
    if not record.exists():
        return False
    program = record.read_text().strip()
    return os.access(program, os.X_OK) and os.environ.get(NAMED_BY) in (None, "", program)


def find() -> Path:
    provide_driver()
    if named := os.environ.get(NAMED_BY):
        if works(Path(named)):
            return Path(named)
        raise SetUpError(
            f"{NAMED_BY} names {named!r}, which does not start. Name another program, or unset it."
        )
    for source in (installed, downloaded, packaged):
        for program in source():
            if works(program):
                return program
    raise SetUpError(
        "no Chromium could be had. Install one (Debian: apt-get install chromium-headless-shell; Ubuntu: sudo "
        ".venv/bin/python -m playwright install --with-deps --only-shell chromium; macOS: Google Chrome) and call "
        f"again, or name its program in {NAMED_BY}."
    )


def provide_driver() -> None:
    """The program through which Playwright steers any browser needs a library that a bare Debian lacks."""
    if driver_runs():
        return
    say("Playwright's driver does not start; it needs libatomic1")
    if may_install():
        apt_get("update")
        apt_get("install", "libatomic1")
    if not driver_runs():
        # Once more, to show its own reason.
        run(
            *DRIVER,
            "--version",
            advice="Install what it lacks (Debian and Ubuntu: libatomic1), and call again.",
        )


def driver_runs() -> bool:
    return attempt(*DRIVER, "--version").returncode == 0


def installed() -> Iterator[Path]:
    places = [*INSTALLED, *filter(None, map(shutil.which, ON_PATH))]
    yield from (Path(place) for place in places if os.access(place, os.X_OK))
    yield from playwrights_own()


def downloaded() -> Iterator[Path]:
    say(f"no Chromium is installed; asking Playwright for its own (it has {SECONDS_TO_BEGIN} s to begin)")
    # A group of its own, because Playwright's driver starts the program that downloads.
    with subprocess.Popen(
        [*DRIVER, "install", "--only-shell", "chromium"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(),
        start_new_session=True,
    ) as download:
        try:
            problem = follow(download)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(download.pid, signal.SIGKILL)
    if problem:
        say(f"Playwright's download {problem}")
    else:
        yield from playwrights_own()


def packaged() -> Iterator[Path]:
    """After each package, what is installed by then."""
    if not may_install():
        say("the system's package manager is not asked: that needs root and apt-get")
        return
    apt_get("update")
    for package in PACKAGES:
        if apt_get("install", package):
            yield from installed()
    if programs := list(playwrights_own()):
        say("asking apt-get for the libraries that Playwright's Chromium needs")
        attempt(*DRIVER, "install-deps", "chromium")
        yield from programs


def playwrights_own() -> Iterator[Path]:
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    for folder in [named] if named else PLAYWRIGHT_CACHES:
        programs = Path(folder).expanduser().glob("chromium_headless_shell-*/*/*headless?shell")
        yield from sorted((program for program in programs if program.is_file()), reverse=True)


def follow(download: subprocess.Popen[str]) -> str | None:
    """Passes on the download's signs of life; None when it is whole, else what happened to it."""
    lines: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        assert download.stdout is not None
        for line in download.stdout:
            lines.put(line.rstrip())
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    begun, deadline = False, time.monotonic() + SECONDS_TO_BEGIN
    while True:
        try:
            line = lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return "has come to a halt" if begun else f"did not begin within {SECONDS_TO_BEGIN} s"
        if line is None:
            return "failed" if download.wait() else None
        if re.search(r"\d+% of", line):
            begun = True
            say(line)
        if begun:
            deadline = time.monotonic() + SECONDS_BETWEEN_SIGNS


def works(program: Path) -> bool:
    trial = attempt(PYTHON, TRY, program)
    if trial.returncode == NO_FONT and may_install():
        say(f"{program} has no font to draw with")
        apt_get("update")
        apt_get("install", "fonts-dejavu-core")
        trial = attempt(PYTHON, TRY, program)
    if trial.returncode == NO_FONT:
        raise SetUpError(
            f"{program} has no font to draw with. Install fonts-dejavu-core, or any other, and call again."
        )
    if trial.returncode:
        say(f"{program} does not start: {last_line(trial.stdout)}")
        return False
    say(f"Chromium {trial.stdout.strip()}: {program}")
    return True

"""What this machine has and what is missing."""

import asyncio
import importlib.metadata
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

from plans.records.base import Record
from plans.settings import Settings

ENOUGH_DISK = 2_000_000_000
"""Bytes that a run of the demo's size may need, archives and profile folders included."""


class Finding(Record):
    """One thing that was looked for."""

    what: str
    state: Literal["ok", "limited", "missing"]
    """limited: the main job works without it, but less well."""
    found: str
    mend: str = ""
    """What to do; empty when all is well."""


def diagnose(settings: Settings) -> list[Finding]:
    """Look for everything that the main job needs, or is better with."""
    return [
        _python(),
        _packages(),
        _browser(settings),
        _namespace(),
        _disk(),
        _editor(settings),
        _sandbox(),
    ]


def _python() -> Finding:
    return Finding(what="Python", state="ok", found=f"{platform.python_version()} at {sys.executable}")


def _packages() -> Finding:
    versions = {name: _version(name) for name in ("benchwright", "langgraph", "playwright", "pydantic")}
    gone = [name for name, version in versions.items() if version is None]
    found = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    if gone:
        return Finding(
            what="Packages", state="missing", found=found, mend=f"Run `make setup`: no {', '.join(gone)}."
        )
    return Finding(what="Packages", state="ok", found=found)


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _browser(settings: Settings) -> Finding:
    mend = (
        "Run `make setup`, or install Debian's chromium-headless-shell (Ubuntu: Google Chrome), "
        "or name a binary in BENCHWRIGHT_CHROMIUM."
    )
    if settings.chromium is None:
        return Finding(what="Chromium", state="missing", found="none", mend=mend)
    try:
        version = asyncio.run(_started(settings.chromium))
    except PlaywrightError as error:
        reason = str(error).strip().splitlines()[0]
        found = f"{settings.chromium} does not start: {reason}"
        return Finding(what="Chromium", state="missing", found=found, mend=mend)
    found = f"{settings.chromium}, {version}"
    if "headless-shell" not in settings.chromium.name and "headless_shell" not in settings.chromium.name:
        return Finding(
            what="Chromium",
            state="limited",
            found=found,
            mend="A headless shell judges twice as fast (`make setup`).",
        )
    return Finding(what="Chromium", state="ok", found=found)


async def _started(binary: Path) -> str:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=binary, args=["--no-sandbox", "--disable-gpu"], timeout=15_000
        )
        try:
            return f"started, version {browser.version}"
        finally:
            await browser.close()


def _namespace() -> Finding:
    what = "Network namespace"
    for command, found in _namespace_commands():
        if subprocess.run(command, capture_output=True, timeout=10, check=False).returncode == 0:
            return Finding(what=what, state="ok", found=found)
    return Finding(
        what=what,
        state="limited",
        found="none can be made",
        mend="Judged pages are kept off the network by the browser's own settings instead.",
    )


def _namespace_commands() -> Iterator[tuple[list[str], str]]:
    unshare = shutil.which("unshare")
    if unshare:
        yield [unshare, "-n", "true"], "as root"
        yield [unshare, "-Urn", "true"], "as an ordinary user"


def _disk() -> Finding:
    free = min(shutil.disk_usage(place).free for place in (Path.cwd(), Path(tempfile.gettempdir())))
    found = f"{free / 1e9:.1f} GB free"
    if free < ENOUGH_DISK:
        return Finding(
            what="Disk", state="limited", found=found, mend="Free some: 2 GB are enough for the demo."
        )
    return Finding(what="Disk", state="ok", found=found)


def _editor(settings: Settings) -> Finding:
    if settings.editor is None:
        return Finding(
            what="Editor",
            state="limited",
            found="none",
            mend="Set EDITOR to edit artifacts in `--review ask`.",
        )
    return Finding(what="Editor", state="ok", found=settings.editor)


def _sandbox() -> Finding:
    return Finding(
        what="Sandbox",
        state="limited",
        found="static hand-ins need none",
        mend="Hand-ins and agents that must be executed run only with --sandbox local-unsafe, and are marked.",
    )

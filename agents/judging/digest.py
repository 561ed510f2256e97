"""The judge's digest: whatever could change a verdict changes it."""

import os
import signal
import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path
from subprocess import PIPE

from agents.judging.settings import JudgeSettings
from plans.code_digests import closure_digest
from plans.digests import value_digest
from plans.errors import BrowserMissing
from plans.untrusted_text import folded

ENTRANCES = ("agents.judging.programmatic", "agents.judging.worker")
"""The judge, and the program that it starts. Sandboxes are made by name, so none of them is in the digest: what ran a
hand-in stands in its judgement."""
_VERSION_LIMIT = 15.0
"""Seconds that a browser has to say its version."""
_LONGEST = 300
"""Characters of its own words in an error."""


def judge_digest(chromium: Path | None, settings: JudgeSettings) -> str:
    """Digest of the judge's code, data, settings and browser; without a browser of the rest."""
    return value_digest(
        {
            "code": closure_digest(ENTRANCES),
            "settings": settings.model_dump(mode="json"),
            "browser": browser_version(chromium) if chromium else "none",
            "playwright": version("playwright"),
        }
    )


def browser_version(chromium: Path) -> str:
    """What the browser says about itself; raises BrowserMissing when it cannot be run. It is started once a process."""
    version, fault = _asked(chromium)
    if fault:
        raise BrowserMissing(
            f"{chromium} {fault}, and pages are judged in a real browser. "
            "Reinstall it, or name another binary in BENCHWRIGHT_CHROMIUM."
        )
    return version


@cache
def _asked(chromium: Path) -> tuple[str, str]:
    """The browser's version and what is wrong with it; one of them is empty."""
    try:
        browser = subprocess.Popen(
            [chromium, "--version"], stdout=PIPE, stderr=PIPE, text=True, start_new_session=True
        )
    except OSError as error:
        return "", f"does not start ({error.strerror})"
    with browser:
        try:
            said, fault = browser.communicate(timeout=_VERSION_LIMIT)
        except subprocess.TimeoutExpired:
            # What it started holds its output, and would be left behind.
            os.killpg(browser.pid, signal.SIGKILL)
            return "", f"does not answer --version within {_VERSION_LIMIT:g} s"
    if browser.returncode != 0:
        words = folded(fault.strip() or said)[-_LONGEST:]
        return (
            "",
            f"does not run (exit code {browser.returncode} for --version: {words or 'it says nothing'})",
        )
    return said.strip(), ""

"""The judge's digest: whatever could change a verdict changes it."""

import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path

from agents.judging.settings import JudgeSettings
from plans.code_digests import closure_digest
from plans.digests import value_digest
from plans.errors import BrowserMissing

ENTRANCES = ("agents.judging.programmatic", "agents.judging.worker")
"""The judge, and the program that it starts. Sandboxes are made by name, so none of them is in the digest: what ran a
hand-in stands in its judgement."""


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


@cache
def browser_version(chromium: Path) -> str:
    """What the browser says about itself; raises BrowserMissing when it cannot be run."""
    try:
        answer = subprocess.run(
            [chromium, "--version"], capture_output=True, text=True, check=True, timeout=20
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise BrowserMissing(
            f"{chromium} does not run ({error}), and pages are judged in a real browser. "
            "Reinstall it, or name another binary in BENCHWRIGHT_CHROMIUM."
        ) from error
    return answer.stdout.strip()

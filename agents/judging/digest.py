"""The judge's digest: whatever could change a verdict changes it."""

import subprocess
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from agents.judging.settings import JudgeSettings
from plans.digests import files_digest, package_sources, value_digest
from plans.errors import BrowserMissing

PACKAGES = ("agents.browser", "agents.judging", "agents.sandbox", "plans.records")
MODULES = ("plans.errors", "plans.wellformed")
"""Beside the packages: the table of whose fault is what verdict."""


def judge_digest(chromium: Path | None, settings: JudgeSettings) -> str:
    """Digest of the judge's code, data, settings and browser; without a browser of the rest."""
    return value_digest(
        {
            "code": _code_digest(),
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


@cache
def _code_digest() -> str:
    sources: dict[str, str | bytes] = {}
    for package in PACKAGES:
        sources |= package_sources(package)
    for module in MODULES:
        package, name = module.rsplit(".", 1)
        sources[module] = files(package).joinpath(f"{name}.py").read_bytes()
    return files_digest(sources)

"""A browser that does not start says what to mend."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pipeline.runner.test_full_disk import NAMESPACE, can_mount

LAUNCH = """
import asyncio, sys
from pathlib import Path
from agents.browser.visits import browser
from agents.browser.settings import BrowserSettings
from plans.errors import BrowserLost

async def launched():
    async with browser(Path(sys.executable), BrowserSettings()):
        pass

try:
    asyncio.run(launched())
except BrowserLost as lost:
    print(lost)
"""


@pytest.mark.slow
@pytest.mark.skipif(not can_mount(), reason="this machine does not let us mount a small file system")
def test_a_full_disk_for_temporary_files_is_told_as_one(tmp_path: Path) -> None:
    """It said to reinstall the browser."""
    command = shlex.join([sys.executable, "-c", LAUNCH])
    full = f"mount -t tmpfs -o nr_inodes=1 tmpfs {shlex.quote(str(tmp_path))} && TMPDIR={tmp_path} {command}"
    done = subprocess.run(
        [*NAMESPACE, "sh", "-c", full], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert "did not start, so nothing can be judged" in done.stdout
    assert "The disk of its temporary files is full: free some space" in done.stdout
    assert "reinstall" not in done.stdout

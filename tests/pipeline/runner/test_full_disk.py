"""A disk that fills up in the middle of a run: a clear message, nothing half-written, and the run goes on later."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

NAMESPACE = ("unshare", "-Urm")
"""Lets an ordinary user mount a small file system, where the kernel allows it."""

SCRIPT = """
mount -t tmpfs -o size={small} tmpfs {disk} || exit 99
{run}; echo "first: $?"
find {disk} -name '.*.json.*' -o -name '.incoming-*' | head -1
mount -o remount,size=64m {disk}
{run} || exit 98
cat {disk}/summary.json > {summary}
"""


def can_mount() -> bool:
    probe = subprocess.run(
        [*NAMESPACE, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, check=False
    )
    return probe.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not can_mount(), reason="this machine does not let us mount a small file system")
@pytest.mark.parametrize("small", ["100k", "400k"])
def test_a_full_disk_stops_the_run_and_space_lets_it_go_on(tmp_path: Path, small: str) -> None:
    disk, summary = tmp_path / "disk", tmp_path / "summary.json"
    disk.mkdir()
    run = shlex.join([sys.executable, "-m", "tests.pipeline.runner.killed_run", str(disk)])
    script = SCRIPT.format(small=small, disk=disk, run=run, summary=summary)
    done = subprocess.run(
        [*NAMESPACE, "sh", "-c", script], capture_output=True, text=True, check=False, timeout=90
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["first: 1"]
    assert (
        "The disk is full: free some space and run the same command again; finished work is kept."
        in done.stderr
    )
    agents = json.loads(summary.read_text())["agents"]
    assert agents["oracle"]["rounds"][0]["project_completion_rate"] == 1.0

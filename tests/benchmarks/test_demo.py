"""The demo's time and memory: run here with --demo, else the time of the last usual one in runs/demo."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.cli.demo import Extent
from plans.paths import RunPaths
from tests.benchmarks.figures import Figures
from tests.benchmarks.meter import metered
from tests.demo_extent import read_extent

LAST = RunPaths(Path(__file__).parents[2] / "runs" / "demo")


def test_the_demo(tmp_path: Path, figures: Figures, pytestconfig: pytest.Config) -> None:
    if not pytestconfig.getoption("--demo", default=False):
        if not LAST.summary.exists() or read_extent(LAST) != Extent():
            pytest.skip(
                "No usual demo was run here; `make bench PYTEST_ARGS=--demo` runs one and measures it."
            )
        seconds = json.loads(LAST.summary.read_text(encoding="utf-8"))["seconds"]
        figures.note("demo, the last one in runs/demo, clock", seconds, "s", 150)
        return
    command = [sys.executable, "-m", "pipeline.cli.main", "demo", "--out", str(tmp_path / "demo")]
    with metered(memory=True) as cost:
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    figures.note("demo, clock", cost.seconds, "s", 150)
    figures.note("demo, processor", cost.processor, "s")
    figures.note("demo, memory", cost.memory_megabytes, "MB", 2000)
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr[-2000:]

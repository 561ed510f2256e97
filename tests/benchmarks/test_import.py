"""Importing a folder of the size of published PRDBench: at most 30 seconds on a quiet machine with two cores.

With `--prdbench FOLDER` (`make bench PYTEST_ARGS=--prdbench=FOLDER`) a checkout of the published data is imported too.
"""

import json
import random
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import pytest
from click.testing import CliRunner

from pipeline.cli.verbs import benchwright
from plans.items import read_suite
from plans.paths import SuitePaths
from tests.benchmarks.figures import Figures
from tests.pipeline.exchange.publishing import criterion, publish

TASKS, CRITERIA = 50, 26
"""The published ones: 50 tasks of 25.2 criteria."""
MEGABYTES, FILES = 38, 1900
"""Of the published dataset, as little as this one has to hold too."""
LIMIT = 30.0
"""Seconds, of the processor's time."""
TEST = "import pytest\n" + "\n\n".join(
    f"def test_{number}():\n    jars = [{number}] * 20\n"
    + "    assert sum(jars) == len(jars) * jars[0]\n" * 5
    for number in range(20)
)
"""Some 5,000 letters, as a published test has."""
PROSE = (
    "1. **Arrange:** Fill the shelf with jars. 2. **Act:** List them. 3. **Assert:** All of them are listed. "
    * 4
)
TABLE = "".join(f"{number},jar {number},{number * 0.35:.2f}\n" for number in range(3000))


def published(root: Path) -> Path:
    """50 tasks of 26 criteria, a third of them unit tests in files of their own, with PRD, rubrics, data, pictures."""
    chance = random.Random(7)
    for number in range(1, TASKS + 1):
        files: dict[str, str | bytes] = {
            f"evaluation/tests/test_{one}.py": TEST for one in range(0, CRITERIA, 3)
        }
        files |= {f"evaluation/{one}.in": "1\n2\nout.csv\n0\n" for one in range(CRITERIA)}
        files |= {f"evaluation/expected_{one}.csv": TABLE for one in range(3)}
        # Pictures, and what else nobody can pack: the most of it by size.
        files |= {f"evaluation/images/{one}.png": chance.randbytes(280_000) for one in range(2)}
        plan = [
            criterion(f"{one}.1 Search of jars {one}", description=PROSE, input=f"evaluation/{one}.in")
            if one % 3
            else criterion(
                f"{one}.1 Count {one}",
                type="unit_test",
                command=f"pytest evaluation/tests/test_{one}.py::test_7",
            )
            for one in range(CRITERIA)
        ]
        rubric = [{"metric": entry["metric"], "expected_output": PROSE} for entry in plan]
        publish(root, plan, {**files, "src/PRD.md": PROSE * 18}, rubric=rubric, number=number)
    return root


def imported(root: Path, out: Path, figures: Figures, what: str) -> dict[str, Any]:
    """The counts that the verb tells, its time noted: it reads, maps and writes a whole suite."""
    started, worked = perf_counter(), process_time()
    told = CliRunner().invoke(benchwright, ["import", "prdbench", str(root), "--out", str(out), "--json"])
    seconds, processor = perf_counter() - started, process_time() - worked
    assert told.exit_code == 0, told.output
    counts = json.loads(told.stdout)
    read = f"importing {sum(counts['counts'].values()):,} criteria of {what}"
    figures.note(f"{read}, processor", processor, "s", LIMIT)
    figures.note(f"{read}, clock", seconds, "s")
    assert len(read_suite(SuitePaths(out)).items) == counts["items"]
    assert processor <= LIMIT
    return counts


def test_a_dataset_of_the_size_of_the_published_one(tmp_path: Path, figures: Figures) -> None:
    root = published(tmp_path / "data")
    there = [file.stat().st_size for file in root.rglob("*") if file.is_file()]
    assert len(there) >= FILES
    assert sum(there) >= MEGABYTES * 1_000_000
    counts = imported(root, tmp_path / "suite", figures, f"{TASKS} tasks like PRDBench's")
    assert counts["items"] == TASKS
    assert counts["evaluation_tasks"] == TASKS * CRITERIA
    assert counts["unsatisfiable"] == []


def test_the_published_dataset_itself(
    tmp_path: Path, figures: Figures, request: pytest.FixtureRequest
) -> None:
    folder = request.config.getoption("--prdbench")
    if folder is None:
        pytest.skip("--prdbench FOLDER names no checkout of PRDBench")
    counts = imported(Path(folder), tmp_path / "suite", figures, "PRDBench itself")
    assert counts["items"] == counts["tasks"]

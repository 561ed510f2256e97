"""What code agents find when they begin: what goes in, and nothing by which they are judged."""

from pathlib import Path

from pipeline.exchange.prdbench.importing import imported_suite
from plans.handed_out import handed_out
from plans.items import read_project
from plans.paths import SuitePaths
from plans.python_project.catalog.library import shipped_library
from tests.pipeline.exchange.publishing import PRD, criterion, publish
from tests.plans.python_project.composing import composed


def test_of_a_published_task_an_agent_gets_what_goes_in(tmp_path: Path) -> None:
    """Data that were shipped beside src/ and evaluation/ were handed to nobody, and laid for no criterion."""
    plan = [
        criterion("1.1 Jars are listed", input="evaluation/list.in"),
        criterion("1.2 Jars are sorted", input_files=["evaluation/jars.csv", "evaluation/test_a.py"]),
        criterion("1.3 Jars add up", type="unit_test", command="pytest evaluation/test_a.py"),
        criterion(
            "1.4 Jars are exported",
            type="file_comparison",
            input_files=["evaluation/jars.csv", "evaluation/expected_jars.csv"],
            expected_output_files=["evaluation/expected_jars.csv", "expected/lids.csv"],
        ),
    ]
    files: dict[str, str | bytes] = {
        "evaluation/list.in": "1\n",
        "evaluation/jars.csv": "jar\n",
        "evaluation/expected_jars.csv": "jar,number\n",
        "evaluation/test_a.py": "def test_a():\n    assert f() == 1\n",
        "evaluation/other.csv": "who knows\n",
        "src/data/lids.csv": "lid\n",
        "data/shelves.json": "[]",
        "tests/test_b.py": "def test_b():\n    assert f() == 2\n",
        "expected/lids.csv": "lid,number\n",
    }
    paths = SuitePaths(tmp_path / "suite")
    imported_suite(publish(tmp_path / "data", plan, files, aux={"7": ["src/data/lids.csv"]}), paths)
    assert handed_out(read_project(paths.item("prdbench-7"))) == {
        "src/PRD.md": PRD.encode(),
        "src/data/lids.csv": b"lid\n",
        "data/shelves.json": b"[]",
        "evaluation/list.in": b"1\n",
        "evaluation/jars.csv": b"jar\n",
    }


def test_an_item_of_our_own_begins_with_nothing() -> None:
    assert handed_out(composed(shipped_library(), "houseplants", ("records", "search"))) == {}

"""What `benchwright check` prints."""

from pathlib import Path

from click.testing import CliRunner

from pipeline.cli.check import check
from plans.files import write_record
from plans.paths import SuitePaths
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.runner.stand_ins import shop


def test_a_problem_is_its_place_what_is_wrong_and_what_to_do(tmp_path: Path) -> None:
    """In a table, paths were cut and sentences stood in columns of twenty characters."""
    folder = suite_of(tmp_path / "a-folder-with-a-long-name" / "of-another-one", shop(features=("cart",)))
    write_record(SuitePaths(folder).plan, PLAN)
    result = CliRunner().invoke(check, [str(folder)])
    assert result.exit_code == 1
    lines = result.output.splitlines()
    where = lines.index(f"error {SuitePaths(folder).plan}")
    assert lines[where + 1].startswith("  is not the plan that suite.yaml names")
    assert lines[where + 2].startswith("  Restore it, or run `benchwright verify`")
    assert all(line == line.rstrip() for line in lines)
    assert ": 1 item, " in lines[-1]

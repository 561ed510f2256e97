"""`benchwright judge --interface free`: what was tried in place of what is told where a task did not pass."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.judge import judge
from plans.items import write_files, write_project
from plans.paths import ItemPaths
from plans.prd_text import prd_text
from plans.python_project.catalog.library import shipped_library
from tests.agents.judging.commands.adapting.submissions import by_argparse
from tests.agents.sandbox.providers import refusal
from tests.plans.python_project.composing import CANARY, composed

pytestmark = [
    pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or ""),
    pytest.mark.slow,
]


def test_a_submission_with_names_of_its_own_is_judged_from_the_command_line(tmp_path: Path) -> None:
    project = composed(shipped_library(), "houseplants", ("records", "search"))
    broken = {
        name: text.replace('print(f"Count:', 'print(f"There are:')
        for name, text in by_argparse(project).items()
    }
    write_project(ItemPaths(tmp_path / "item"), project, prd_text(project.prd, CANARY))
    write_files(tmp_path / "mine", broken)
    asked = [
        str(tmp_path / "mine"),
        "--item",
        str(tmp_path / "item"),
        "--task",
        "menu-list",
        "--interface",
        "free",
    ]
    told = CliRunner().invoke(judge, asked)
    assert told.exit_code == 1, told.output
    assert "'python src/main.py list' was tried as 'python plants.py all', by help text" in " ".join(
        told.output.replace("│", " ").split()
    )
    assert "not tried: the program prints no menu" in " ".join(told.output.split())
    as_json = CliRunner().invoke(judge, [*asked, "--json"])
    [_, listed] = json.loads(as_json.stdout)["tasks"]
    assert listed["adaptations"][0]["given"] == "python plants.py all"

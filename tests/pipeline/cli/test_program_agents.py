"""Who writes a program finds in the sandbox what it is tried with, though the suite locks no packages."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.judging.commands.own_python import own_versions
from pipeline.cli.author import author
from pipeline.cli.run_setup import RunOrder, start
from pipeline.runner.driver import no_progress
from tests.agents.sandbox.providers import refusal

pytestmark = [
    pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or ""),
    pytest.mark.slow,
]

LOOKS = """set -e
python -c 'import sys, pytest; print(sys.version.split()[0], pytest.__version__)' > seen.txt
pytest --version >> seen.txt
"""


def test_an_agent_finds_the_python_that_its_program_is_tried_with(tmp_path: Path) -> None:
    """Agents were told of `python src/main.py` and had no `python` to try it by."""
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("A program for the command line in which I keep my houseplants.\n")
    suite = tmp_path / "suite"
    made = CliRunner().invoke(
        author, [str(seeds), "--family", "python_project", "--gate", "static", "--out", str(suite)]
    )
    assert made.exit_code == 0, made.output
    script = tmp_path / "agent.sh"
    script.write_text(LOOKS)
    order = RunOrder(
        suite=suite,
        agents=(f"mine=command:sh {script}",),
        mounts=(script,),
        out=tmp_path / "run",
        full_prd=True,
        rounds=1,
    )
    result = asyncio.run(start(order, no_progress))
    assert result.agents[0].rounds[0].task_pass_rate.high == 0, "nothing was written but what it saw"
    (seen,) = (tmp_path / "run" / "archive").rglob("seen.txt")
    versions = own_versions()
    assert seen.read_text().splitlines() == [
        f"{versions['python']} {versions['pytest']}",
        f"pytest {versions['pytest']}",
    ]

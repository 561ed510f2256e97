"""A family of one's own from the command line: written by models, reviewed, drawn, run, and moved in."""

import asyncio
import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.verbs import benchwright
from plans.errors import BenchwrightError
from plans.families import HOME
from plans.files import read_lines, read_record
from plans.paths import FamilyPaths, RunPaths, SuitePaths
from plans.records.marks import Mark, MarkCode
from plans.records.review import Decision
from plans.records.scored_run import ScoredResult
from plans.records.suite import Suite
from review.families import approved_files
from tests.agents.families.by_length import FILES, GENERATOR, written
from tests.agents.families.writing import family_writer
from tests.agents.gateway.model_endpoint import KEY, MODEL
from tests.agents.sandbox.attacking import MARKS

pytestmark = MARKS[1]

ROOT = Path(__file__).resolve().parents[3]
SHORTEST_FIRST = """\
class Shortest:
    name, version, families = "shortest", "1", None

    async def solve(self, instance, media, repeat):
        from plans.records.instance import Response

        words = instance.prompt.split(": ")[1].split(".\\n")[0].split(", ")
        return Response(instance=instance.id, text=", ".join(sorted(words, key=len)))
"""


def told(*arguments: object) -> tuple[int, str]:
    """Exit code, and all that a command said."""
    result = CliRunner().invoke(benchwright, [*map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        if not isinstance(result.exception, BenchwrightError):
            raise result.exception
        return 3, f"{result.output}{result.exception}"
    return result.exit_code, result.output


async def run(
    *arguments: object, url: str = "", cwd: Path = ROOT, path: Path | None = None
) -> tuple[int, str]:
    """The same by a process of its own, that may ask models."""
    command = [sys.executable, "-m", "pipeline.cli.main", *map(str, arguments)]
    models = {"BENCHWRIGHT_ENDPOINT": url, "BENCHWRIGHT_MODEL": MODEL, "BENCHWRIGHT_KEY": KEY} if url else {}
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=cwd,
        env={**os.environ, **models, "BENCHWRIGHT_REVIEWER": "ada", "PYTHONPATH": str(path or "")},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said = (await process.communicate())[0].decode()
    assert process.returncode is not None
    return process.returncode, said


@pytest.fixture
def families(tmp_path: Path) -> Path:
    """A folder with the family that somebody wrote by hand."""
    folder = tmp_path / "families"
    written(folder)
    return folder


def test_a_family_from_elsewhere_is_drawn_checked_and_scored_like_ours(
    tmp_path: Path, families: Path
) -> None:
    suite, out = tmp_path / "suite", tmp_path / "run"
    code, said = told(
        *("instances", "author", "--family", "by_length", "--families", families, "--n", 24, "--out", suite)
    )
    assert code == 0, said
    assert f"--families {families} --model MODEL" in said
    assert told("instances", "check", suite, "--families", families)[0] == 0
    code, said = told("instances", "verify", suite, "--families", families)
    assert (code, "24 instances drawn again; 0 errors" in said) == (0, True)
    assert told("instances", "grow", suite, "--families", families, "--n", 4)[0] == 0
    code, said = told("instances", "run", suite, "--families", families, "--solver", "refusing", "--out", out)
    assert code == 0, said
    assert told("instances", "report", out)[0] == 0

    code, said = told("instances", "check", suite)
    assert code == 3
    assert "no family of instances 'by_length'" in said
    assert "--families DIR" in said


@pytest.mark.slow
def test_other_code_of_the_family_is_told_by_check_and_by_run(tmp_path: Path, families: Path) -> None:
    suite, out = tmp_path / "suite", tmp_path / "run"
    told("instances", "author", "--family", "by_length", "--families", families, "--n", 8, "--out", suite)
    (families / "by_length" / "generator.py").write_text(GENERATOR + "\n# edited\n")
    code, said = told("instances", "check", suite, "--families", families)
    assert (code, "made by other code of the family by_length" in said) == (0, True), said
    told("instances", "run", suite, "--families", families, "--solver", "refusing", "--out", out)
    result = read_record(RunPaths(out).result, ScoredResult)
    assert Mark(code=MarkCode.FAMILY_CHANGED) in result.marks
    metering = result.run.metering
    assert (
        metering.family_digest
        != metering.suite_family_digest
        == read_record(SuitePaths(suite).suite, Suite).family_digest
    )


def test_a_name_of_ours_is_refused_and_a_misspelt_one_told(tmp_path: Path, families: Path) -> None:
    written(families, "calendar")
    code, said = told(
        "instances", "author", "--family", "calendar", "--families", families, "--out", tmp_path / "s"
    )
    assert code == 3
    assert "is a family of ours" in said
    code, said = told(
        "instances", "author", "--family", "by_lenght", "--families", families, "--out", tmp_path / "s"
    )
    assert (code, "Did you mean 'by_length'?" in said) == (3, True)
    code, said = told("instances", "author", "--family", "calender", "--out", tmp_path / "s")
    assert (code, "Did you mean 'calendar'?" in said) == (2, True)


def test_a_family_by_hand_is_approved_as_it_stands_and_an_edit_asks_anew(families: Path) -> None:
    place = families / "by_length"
    paths = FamilyPaths(place)
    code, said = told("instances", "review", place, "--list")
    assert (code, "Not approved as they stand: checks.py, generator.py, metrics.py, plan.yaml" in said) == (
        0,
        True,
    )
    assert told("instances", "review", place, "--approve", "--note", "Written by hand.")[0] == 0
    assert approved_files(paths).others == ()
    assert {one.stage for one in read_lines(paths.review, Decision)} == {
        "plan",
        "generation",
        "verification",
        "evaluation",
    }
    (place / "metrics.py").write_text(FILES["metrics.py"] + "\n# edited\n")
    assert approved_files(paths).others == ("metrics.py",)
    code, said = told("instances", "review", place, "--stats")
    assert code == 0
    assert "Written by hand." in said
    assert told("instances", "review", place, "--reject")[0] == 3


def moved_in(family: Path, folder: Path) -> Path:
    """A copy of the program, with the family moved into `plans/`."""
    for name in ("agents", "pipeline", "plans", "review"):
        shutil.copytree(HOME.parent / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.move(family, folder / "plans" / family.name)
    return folder


@pytest.mark.long
@pytest.mark.slow
async def test_models_write_a_family_developers_review_it_and_it_is_moved_in(tmp_path: Path) -> None:
    families, task, suite = tmp_path / "families", tmp_path / "task.md", tmp_path / "suite"
    place = families / "by_length"
    task.write_text("I want a benchmark for sorting words by their length.")
    author = (
        "instances",
        "author",
        "--author",
        "model",
        "--task",
        task,
        "--family",
        "by_length",
        "--families",
        families,
    )
    author = (*author, "--n", 20, "--out", suite)
    async with family_writer().serving() as url:
        code, said = await run(*author, "--review", "defer", url=url)
        assert (code, "plan.yaml" in said) == (0, True), said
        code, said = await run("instances", "review", place, "--list")
        assert (code, "plan.yaml" in said) == (0, True), said
        edit = tmp_path / "generator.py"
        edit.write_text(GENERATOR.replace("and nothing else", "and nothing more"))
        for number in range(8):
            how = ("--edit", edit) if number == 2 else ("--approve",)
            code, said = await run("instances", "review", place, *how, url=url)
            assert code == 0, said
        assert "is released" in said
        # A bound for the models that write it was refused once nothing but its instances was left to be drawn.
        code, said = await run(*author, "--review", "auto", "--max-tokens", 9_000_000, url=url)
        assert (code, "suite 1.0.0: 20 instances" in said) == (0, True), said

    code, said = await run("instances", "review", place, "--stats", "--json")
    edits = {one["column"]: one["edit_distance"] for one in json.loads(said)}
    assert list(edits) == ["G plan", "G code", "V plan", "V code", "E plan", "E code"]
    assert 0 < edits.pop("G code") < 0.05
    assert set(edits.values()) == {0}

    solver = tmp_path / "shortest_first.py"
    solver.write_text(SHORTEST_FIRST)
    out = tmp_path / "run"
    code, said = await run(
        *(
            *("instances", "run"),
            suite,
            "--families",
            families,
            "--solver",
            "mine=shortest_first:Shortest",
            "--out",
            out,
            "--json",
        ),
        path=tmp_path,
    )
    assert code == 0, said
    result = read_record(RunPaths(out).result, ScoredResult)
    mine = next(one for one in result.solvers if one.solver.name == "mine")
    assert mine.splits[0].whole.pass_all.low == pytest.approx(0.5, abs=0.1)

    copy = moved_in(place, tmp_path / "copy")
    code, said = await run(
        "instances", "author", "--family", "by_length", "--n", 20, "--out", tmp_path / "built-in", cwd=copy
    )
    assert (code, "20 instances" in said) == (0, True), said
    lines = [(folder / "instances" / "main.jsonl").read_text() for folder in (suite, tmp_path / "built-in")]
    assert lines[0] == lines[1]
    code, said = await run("instances", "author", "--family", "nowhere", "--out", tmp_path / "none", cwd=copy)
    assert "'by_length'" in said

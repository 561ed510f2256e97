"""`benchwright run --mirror`: within reach where it is asked for, recorded, marked, and the same in a resumed run."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.sandbox.roster import USUAL
from pipeline.cli.doctor import doctor
from pipeline.cli.run import run
from pipeline.runner.reader import RunFolder
from pipeline.runner.scoring.comparison import compare
from plans.errors import AuthorError
from plans.files import read_own_record, read_record
from plans.paths import RunPaths
from plans.records.marks import Mark, MarkCode
from plans.records.result import RunResult
from plans.records.run import RoundRecord, RunSpec
from plans.records.sandboxing import FetchedPackages, Mirror
from plans.settings import read_mirror
from tests.agents.gateway.mirroring import NAME, PASSWORD, WHEEL, StandIn
from tests.agents.sandbox.providers import PYTHON, refusal

SAMPLE = Path(__file__).resolve().parents[3] / "generated" / "sample"
NOT_THERE = "http://127.0.0.1:9/simple"
INSTALLS = f"mine=command:/bin/sh -c '{PYTHON} -m pip install --quiet --target lib tiny-greeting && ls lib'"
needs_it = pytest.mark.skipif(refusal(USUAL) is not None, reason=refusal(USUAL) or "")


async def ran(out: Path, mirror: Mirror, *more: str) -> tuple[int, str]:
    """Exit code and words of a run of one item by an agent that installs a package."""
    named = {
        "BENCHWRIGHT_MIRROR_PYTHON": mirror.python or "",
        "BENCHWRIGHT_MIRROR_FILES": " ".join(mirror.files),
        "BENCHWRIGHT_CONFIG": "",
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pipeline.cli.main", "run", SAMPLE, "--item", "plant-shop", "--out", out),
        *("--rounds", "1", "--agent", INSTALLS, "--agent", "nop", "--time-limit", "60", *more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, **named},
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


@needs_it
@pytest.mark.slow
@pytest.mark.browser
async def test_a_run_with_a_mirror_says_so_everywhere(tmp_path: Path) -> None:
    async with StandIn().serving() as stand_in:
        code, said = await ran(tmp_path / "with", stand_in.mirror, "--mirror")
        assert code == 0, said
        assert "package mirror" in said
        paths = RunPaths(tmp_path / "with")
        result = read_record(paths.result, RunResult)
        shown = Mirror(python=f"{stand_in.index}/simple", files=(f"{stand_in.files}/packages",))
        assert read_record(paths.spec, RunSpec).place.mirror == result.run.place.mirror == shown
        assert MarkCode.PACKAGE_MIRROR in {mark.code for mark in result.marks}

        mine = paths.trial("plant-shop", "mine", 1).round(1)
        assert read_own_record(mine.record, RoundRecord).marks[:1] == (Mark(code=MarkCode.PACKAGE_MIRROR),)
        assert [one.file for one in read_own_record(mine.packages, FetchedPackages).files] == [WHEEL]
        assert "can install packages from a mirror" in mine.message.read_text()
        nop = paths.trial("plant-shop", "nop", 1).round(1)
        assert Mark(code=MarkCode.PACKAGE_MIRROR) not in read_own_record(nop.record, RoundRecord).marks
        assert not nop.packages.exists()
        for file in paths.root.rglob("*"):
            assert not file.is_file() or PASSWORD.encode() not in file.read_bytes()

        code, said = await ran(tmp_path / "with", stand_in.mirror)
        assert (code, "mirror: was" in said, "say --mirror, or leave it out, as before" in said) == (
            3,
            True,
            True,
        )
        other = stand_in.mirror.model_copy(update={"files": ()})
        code, said = await ran(tmp_path / "with", other, "--mirror")
        assert (code, "mirror" in said) == (3, True), said

    code, said = await ran(tmp_path / "without", stand_in.mirror)
    assert code == 0, said
    bare = RunPaths(tmp_path / "without").trial("plant-shop", "mine", 1).round(1)
    assert not bare.packages.exists()
    caveats = compare(RunFolder(paths), "mine", RunFolder(RunPaths(tmp_path / "without")), "mine").caveats
    assert f"The package mirror differs: {shown.told} against none." in caveats


@pytest.mark.slow
@needs_it
@pytest.mark.browser
async def test_a_mirror_that_is_down_is_told_before_anything_is_played(tmp_path: Path) -> None:
    place = NOT_THERE.replace("://", f"://{NAME}:{PASSWORD}@")
    code, said = await ran(tmp_path / "run", Mirror(python=place), "--mirror")
    assert (
        code,
        "The package mirror gives nothing: http://127.0.0.1:9/simple/pip/ does not answer" in said,
    ) == (4, True)
    assert PASSWORD not in said
    assert not (tmp_path / "run" / "run.yaml").exists()


def asked(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """What stands in the way of such a run."""
    with pytest.raises(AuthorError) as raised:
        CliRunner().invoke(run, [str(SAMPLE), "--mirror", *arguments], catch_exceptions=False)
    return str(raised.value)


@pytest.mark.slow
def test_a_mirror_that_nobody_named_or_could_use_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "no mirror is named. Name one in benchwright.toml" in asked(monkeypatch, "--agent", INSTALLS)
    assert "--mirror applies to" in asked(monkeypatch, "--agent", "nop")
    monkeypatch.setenv("BENCHWRIGHT_MIRROR_PYTHON", NOT_THERE)
    sandbox = ("--sandbox", "inspect:docker")
    assert "no way in or out" in asked(monkeypatch, "--agent", INSTALLS, *sandbox)


def test_the_environment_goes_over_the_file_and_no_password_is_repeated(tmp_path: Path) -> None:
    file = tmp_path / "benchwright.toml"
    file.write_text('[mirror]\npython = "https://one.example/simple"\nnode = "https://one.example/npm"\n')
    said = {"BENCHWRIGHT_CONFIG": str(file), "BENCHWRIGHT_MIRROR_NODE": "https://me:word@two.example/npm"}
    assert read_mirror(said).told == "python https://one.example/simple, node https://two.example/npm"
    said["BENCHWRIGHT_MIRROR_FILES"] = "https://a.example/x  https://b.example/y"
    assert read_mirror(said).files == ("https://a.example/x", "https://b.example/y")
    for wrong in ("ftp://me:word@two.example", "https://me:word@two.example/?x", "https://me:word@:1/x"):
        with pytest.raises(AuthorError) as raised:
            read_mirror({**said, "BENCHWRIGHT_MIRROR_NODE": wrong})
        file.write_text(f'[mirror]\nfiles = ["{wrong}"]\n')
        with pytest.raises(AuthorError) as told:
            read_mirror({"BENCHWRIGHT_CONFIG": str(file)})
        assert "word" not in str(raised.value) + str(told.value)
        assert f"{file}:2: mirror.files.0: " in str(told.value)
    with pytest.raises(AuthorError, match="holds several addresses"):
        read_mirror({"BENCHWRIGHT_MIRROR_PYTHON": "https://a.example/x https://b.example/y"})


@pytest.mark.slow
@pytest.mark.browser
def test_doctor_says_whether_the_mirror_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BENCHWRIGHT_MIRROR_PYTHON", NOT_THERE)
    done = CliRunner().invoke(doctor)
    assert done.exit_code == 0
    assert "! limited  Package mirror" in done.output
    assert "does not answer" in done.output

"""`benchwright instances`: a suite made, looked at, checked, grown and drawn afresh."""

import asyncio
import json
import os
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.verbs import benchwright
from plans.errors import BenchwrightError
from plans.families import instance_families
from plans.files import read_record
from plans.paths import SuitePaths
from plans.records.suite import Suite
from tests.agents.gateway.model_endpoint import completion, endpoint_saying, sent

N = 12
SAMPLE = Path(__file__).resolve().parents[3] / "generated" / "sample"


class Told:
    """What a command printed, and how it ended."""

    def __init__(self, *arguments: object) -> None:
        result = CliRunner().invoke(benchwright, [*map(str, arguments)])
        self.out = result.stdout
        self.all = result.output
        self.code = result.exit_code
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            if not isinstance(result.exception, BenchwrightError):
                raise result.exception
            self.all += str(result.exception)
            self.code = 3


def author(out: Path, *more: object, n: int = N) -> Told:
    return Told("instances", "author", "--family", "calendar", "--n", n, "--out", out, "--jobs", 1, *more)


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite that nobody changes."""
    folder = tmp_path_factory.mktemp("made") / "meetings"
    told = author(folder)
    assert told.code == 0, told.all
    return folder


def test_a_family_and_a_number_make_a_suite_and_say_what_to_do_next(tmp_path: Path) -> None:
    told = author(tmp_path / "meetings")
    assert told.code == 0
    assert re.search(r"feasibility\s+program\s+100\.0%", told.all)
    assert re.search(r"clarity\s+model\s+not asked", told.all)
    assert f"meetings 1.0.0: {N} instances" in told.all
    assert "coverage.html" in told.all
    assert f"benchwright instances run {tmp_path / 'meetings'} --model MODEL" in told.all
    again = author(tmp_path / "meetings")
    assert again.code == 0, "the same command again finds it done"


def test_json_is_all_that_is_printed(tmp_path: Path) -> None:
    made = json.loads(author(tmp_path / "meetings", "--json", "--set", "num_participants=3").out)
    assert (made["wanted"], made["added"], made["given_up"]) == (N, N, 0)
    assert made["pass_rates"]["feasibility"] == 1.0
    shown = json.loads(Told("instances", "show", tmp_path / "meetings", "--json").out)
    assert shown["parameters"]["num_participants"] == 3
    found = json.loads(Told("instances", "check", tmp_path / "meetings", "--json").out)
    assert (found["errors"], found["problems"]) == (0, [])


def test_options_that_only_items_have_do_not_exist(tmp_path: Path) -> None:
    for more in (("--gate", "static"), ("--reference-by", "minimal"), ("seeds.txt",)):
        assert author(tmp_path / "suite", *more).code == 2
    assert Told("instances", "author", "--out", tmp_path / "suite").code == 2, "no family"
    assert author(tmp_path / "suite", "--task", "task.md").code == 2, "only --author model reads it"
    assert author(tmp_path / "suite", "--refinements", 3).code == 2
    assert author(tmp_path / "suite", "--author", "model").code == 3, "the family is built in"
    assert not (tmp_path / "suite").exists()


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("participants=3", "has no parameter 'participants'"),
        ("num_participants=11", "outside of the plan, and no instance may be. It takes: 2, 3"),
        ("num_participants=many", "outside of the plan"),
        ("days", "write NAME=VALUE"),
    ],
)
def test_a_setting_that_the_plan_has_not_is_told_with_what_it_has(
    tmp_path: Path, setting: str, said: str
) -> None:
    told = author(tmp_path / "suite", "--set", setting)
    assert told.code in (2, 3)
    assert said in told.all


def test_check_and_verify_find_an_edit(suite: Path, tmp_path: Path) -> None:
    assert "0 errors, 0 warnings" in Told("instances", "check", suite).all
    verified = Told("instances", "verify", suite)
    assert verified.code == 0
    assert f"{N} instances drawn again" in verified.all
    copy = tmp_path / "copy"
    author(copy)
    file = SuitePaths(copy).split("feasible")
    file.write_text(file.read_text().replace("30 minutes", "40 minutes"))
    checked, verified = Told("instances", "check", copy), Told("instances", "verify", copy)
    assert checked.code == verified.code == 1
    assert "was edited" in checked.all
    assert "is another when it is drawn again: prompt" in verified.all


def test_an_instance_is_shown_with_what_a_model_is_not(suite: Path) -> None:
    told = Told("instances", "show", suite, "--item", "calendar-00003")
    assert told.code == 0
    for part in ("calendar-00003", "Prompt", "Final Answer:", "Constraints", "Not shown to a model"):
        assert part in told.all
    unknown = Told("instances", "show", suite, "--item", "calendar-0003")
    assert unknown.code == 3
    assert "Did you mean" in unknown.all


def test_judge_names_what_scores_answers(suite: Path, tmp_path: Path) -> None:
    told = Told("judge", tmp_path, "--item", suite)
    assert told.code == 3
    assert f"benchwright instances run {suite}" in told.all


@pytest.mark.slow
def test_growth_and_refreshment(tmp_path: Path) -> None:
    folder = tmp_path / "meetings"
    author(folder, n=6)
    grown = Told("instances", "grow", folder, "--n", 6, "--jobs", 1)
    assert grown.code == 0, grown.all
    assert read_record(SuitePaths(folder).suite, Suite).version == "1.1.0"
    author(tmp_path / "whole" / "meetings", n=12)
    for split in ("feasible", "infeasible"):
        at_once = SuitePaths(tmp_path / "whole" / "meetings").split(split)
        assert SuitePaths(folder).split(split).read_bytes() == at_once.read_bytes()

    refreshed = Told("instances", "refresh", folder, "--jobs", 1)
    assert refreshed.code == 0, refreshed.all
    new = read_record(SuitePaths(tmp_path / "meetings-2.0.0").suite, Suite)
    assert (new.version, new.parent) == ("2.0.0", "meetings 1.1.0")
    assert Told("instances", "verify", tmp_path / "meetings-2.0.0", "--parents", folder).code == 0
    same = Told("instances", "refresh", folder, "--seed", 0, "--out", tmp_path / "same")
    assert same.code == 3
    assert "the same instances would come" in same.all
    below = Told("instances", "refresh", folder, "--version", "1.0.5", "--out", tmp_path / "below")
    assert below.code == 3
    assert "is not above 1.1.0" in below.all


def test_another_suite_is_not_written_over(suite: Path) -> None:
    told = author(suite, "--seed", 5)
    assert told.code == 3
    assert "would be overwritten" in told.all


def test_the_catalog_lists_the_parameters_of_every_plan() -> None:
    told = Told("instances", "author", "--catalog")
    for family in instance_families():
        assert re.search(rf"^{family}: ", told.all, re.MULTILINE)
    one = Told("instances", "author", "--catalog", "--family", "calendar")
    assert "num_participants" in one.all
    assert "webapp" not in Told("instances", "author", "--catalog").all
    named = json.loads(Told("instances", "author", "--catalog", "--json", "--family", "calendar").out)
    assert list(named["plans"]) == ["calendar"]


@pytest.mark.slow
async def test_a_model_is_asked_of_every_instance_and_paid_once(tmp_path: Path) -> None:
    """Stopped in the middle: the same command asks for nothing that was answered."""
    said = {"reason": "It states days, people and rules.", "answer": "yes"}
    endpoint = endpoint_saying(sent(completion(json.dumps(said))))
    out = tmp_path / "meetings"
    order = [
        "instances",
        "author",
        "--family",
        "calendar",
        "--n",
        "4",
        "--out",
        str(out),
        "--jobs",
        "1",
        "--json",
    ]
    async with endpoint.serving() as url:
        environment = {
            **os.environ,
            "BENCHWRIGHT_ENDPOINT": url,
            "BENCHWRIGHT_MODEL": "some-model",
            "BENCHWRIGHT_KEY": "a key",
        }
        for _ in range(2):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "pipeline.cli.main", *order, "--with-model"),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=environment,
            )
            printed, errors = await process.communicate()
            assert process.returncode == 0, errors.decode()
            made = json.loads(printed)
            assert (made["added"], made["unasked"], made["pass_rates"]["clarity"]) == (4, [], 1.0)
            assert len(endpoint.asked) == 8, "two readings of three agree"
            SuitePaths(out).suite.unlink()
    assert "It states days" in SuitePaths(out).asked.read_text()


def test_without_any_model_it_is_said_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("BENCHWRIGHT_")]:
        monkeypatch.delenv(name)
    told = author(tmp_path / "meetings", "--with-model")
    assert told.code == 3
    assert "This command needs a model for the role verifier" in told.all
    idle = author(tmp_path / "meetings", "--max-tokens", 5)
    assert idle.code == 3, "no model is asked"


def test_a_growth_of_projects_keeps_its_limit() -> None:
    told = Told("grow", SAMPLE, "--n", 501)
    assert told.code == 2
    assert "501 is not in the range" in told.all

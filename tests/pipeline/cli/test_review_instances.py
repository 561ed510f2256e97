"""The plan of a suite waits for `benchwright instances review`, and the suite is made once it is decided."""

import asyncio
import json
import os
import pty
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from plans.files import read_lines, read_own_record, read_record
from plans.paths import SuitePaths
from plans.records.instance import SuiteCoverage
from plans.records.plan import Plan
from plans.records.review import Decision
from plans.records.suite import Suite
from tests.agents.families.by_length import written
from tests.agents.gateway.model_endpoint import completion, endpoint_saying, sent
from tests.agents.sandbox.attacking import MARKS
from tests.pipeline.cli.test_instance_verbs import Told, author

LIKE_NO_DEFAULT = (
    *("--set", "num_participants=3", "--seed", 7, "--name", "meetings"),
    *("--version", "1.2.0", "--licence", "CC0-1.0"),
)


def parked(folder: Path, *more: object, n: int = 4) -> SuitePaths:
    told = author(folder, "--review", "defer", *more, n=n)
    assert told.code == 0, told.all
    assert f"To decide it: benchwright instances review {folder}" in told.all
    return SuitePaths(folder)


def review(paths: SuitePaths, *more: object) -> Told:
    return Told("instances", "review", paths.root, "--jobs", 1, *more)


def of_few(paths: SuitePaths) -> str:
    """The plan that waits, with at most three participants."""
    text = paths.plan_draft.read_text()
    assert "maximum: 10.0" in text
    return text.replace("maximum: 10.0", "maximum: 3.0", 1)


def decisions(paths: SuitePaths) -> list[Decision]:
    return read_lines(paths.review, Decision)


def test_a_parked_plan_is_listed_with_the_command_that_approves_it(tmp_path: Path) -> None:
    """`review` only said that the author command has to be repeated."""
    paths = parked(tmp_path / "meetings")
    listed = review(paths, "--list").all
    assert f"{paths.authoring}: plan.yaml" in listed
    assert "--redo NOTE, --edit FILE" in listed
    command = next(
        line.split() for line in listed.splitlines() if line.startswith("  benchwright instances review")
    )
    assert command[3:] == [str(paths.root), "--stage", "plan", "--approve"]
    (one,) = json.loads(review(paths, "--json").out)
    assert (one["item"], one["stage"], one["folder"]) == ("meetings", "plan", str(paths.authoring))
    assert "Nothing waits" in review(paths, "--list", "--stage", "release").all
    assert not paths.suite.exists()

    told = Told(*command[1:])
    assert told.code == 0, told.all
    assert "meetings 1.0.0: 4 instances" in told.all
    assert "Nothing waits" in review(paths, "--list").all


def test_an_approved_plan_is_made_as_it_was_asked_for(tmp_path: Path) -> None:
    paths = parked(tmp_path / "later", *LIKE_NO_DEFAULT, n=5)
    made = json.loads(review(paths, "--approve", "--note", "as it is", "--json").out)
    assert (made["suite"], made["version"], made["wanted"], made["added"]) == ("meetings", "1.2.0", 5, 5)
    suite, coverage = read_record(paths.suite, Suite), read_own_record(paths.coverage, SuiteCoverage)
    assert suite.licence == "CC0-1.0"
    assert (coverage.random_seed, coverage.settings) == (7, {"num_participants": 3})
    (decision,) = decisions(paths)
    assert (decision.item, decision.action, decision.note) == ("meetings", "approve", "as it is")

    at_once = SuitePaths(tmp_path / "at-once")
    assert author(at_once.root, *LIKE_NO_DEFAULT, n=5).code == 0
    for split in suite.splits:
        assert paths.split(split.name).read_bytes() == at_once.split(split.name).read_bytes()
    assert author(paths.root, *LIKE_NO_DEFAULT, n=5).code == 0, "the author command finds it done"
    assert Told("instances", "verify", paths.root).code == 0


def test_an_edited_plan_is_the_one_that_is_drawn_from(tmp_path: Path) -> None:
    paths = parked(tmp_path / "meetings")
    edit = tmp_path / "plan.yaml"
    edit.write_text(of_few(paths))
    told = review(paths, "--edit", edit)
    assert told.code == 0, told.all
    (decision,) = decisions(paths)
    assert decision.action == "edit"
    assert 0 < decision.edit_distance < 0.1
    strata = {one.name: one for one in read_own_record(paths.coverage, SuiteCoverage).parameters}
    assert len(strata["num_participants"].strata) == 2
    (line,) = json.loads(review(paths, "--stats", "--json").out)
    assert (line["stage"], line["artifact"], line["edited"]) == ("plan", "plan.yaml", 1)
    assert line["edit_distance"] == decision.edit_distance


def test_an_edit_that_makes_no_sense_decides_nothing(tmp_path: Path) -> None:
    paths = parked(tmp_path / "meetings", "--set", "num_participants=9")
    edit = tmp_path / "plan.yaml"
    edit.write_text("family: calendar\n")
    assert review(paths, "--edit", edit).code == 3
    edit.write_text(of_few(paths))
    told = review(paths, "--edit", edit)
    assert told.code == 3
    assert "num_participants = '9' is outside of the plan" in told.all
    assert decisions(paths) == []
    assert review(paths, "--approve").code == 0, "it waits as before"


def test_a_rejected_plan_ends_it_and_a_redo_is_refused(tmp_path: Path) -> None:
    paths = parked(tmp_path / "meetings")
    told = review(paths, "--redo", "with shorter days")
    assert told.code == 3
    assert "a redo would give the same one" in told.all
    told = review(paths, "--reject", "--note", "too easy")
    assert told.code == 1
    assert "The plan was rejected: too easy." in told.all
    assert not paths.suite.exists()
    assert "Nothing waits" in review(paths, "--list").all
    assert author(paths.root).code == 3


def test_what_does_not_wait_is_told_with_what_does(tmp_path: Path) -> None:
    paths = parked(tmp_path / "meetings")
    told = review(paths, "--stage", "release", "--approve")
    assert told.code == 3
    assert "Nothing waits at release" in told.all
    assert "What waits: meetings, plan" in told.all
    assert review(paths, "--approve").code == 0
    told = review(paths, "--approve")
    assert told.code == 3
    assert "Nothing waits at any item" in told.all


def test_the_author_command_again_takes_the_plan_as_it_lies_there(tmp_path: Path) -> None:
    paths = parked(tmp_path / "meetings")
    paths.plan_draft.write_text(of_few(paths))
    told = author(paths.root, n=6)
    assert told.code == 0, told.all
    assert "meetings 1.0.0: 6 instances" in told.all
    assert read_record(paths.plan, Plan).parameter("num_participants").maximum == 3


@pytest.mark.slow
def test_the_plan_is_decided_at_a_real_terminal(tmp_path: Path) -> None:
    """The person leaves it for later, and then approves it."""
    paths = parked(tmp_path / "meetings")
    later = at_terminal(b"l\n", "instances", "review", str(paths.root))
    assert later.startswith("0: 1 checkpoint to decide")
    assert "The plan waits in" in later
    assert decisions(paths) == []
    done = at_terminal(b"a\n", "instances", "review", str(paths.root), "--stage", "plan")
    assert done.startswith("0: 1 checkpoint to decide")
    assert "num_participants" in done
    assert "meetings 1.0.0: 4 instances" in done
    assert [one.action for one in decisions(paths)] == ["approve"]


def at_terminal(typed: bytes, *command: str) -> str:
    """Exit code, and what was printed."""
    ours, theirs = pty.openpty()
    call = [sys.executable, "-m", "pipeline.cli.main", *command]
    process = Popen(call, stdin=theirs, stdout=PIPE, stderr=PIPE, text=True)
    os.close(theirs)
    os.write(ours, typed)
    output, errors = process.communicate(timeout=100)
    os.close(ours)
    assert "Error: " not in errors
    return f"{process.returncode}: {output}"


async def test_a_model_is_asked_within_what_author_was_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it may use, and the journal that may answer in its place, are those that author was told."""
    monkeypatch.chdir(tmp_path)
    said = {"reason": "It states days, people and rules.", "answer": "yes"}
    endpoint = endpoint_saying(sent(completion(json.dumps(said))))
    meetings, again = tmp_path / "meetings", tmp_path / "again"
    async with endpoint.serving() as url:
        monkeypatch.setenv("BENCHWRIGHT_ENDPOINT", url)
        monkeypatch.setenv("BENCHWRIGHT_MODEL", "some-model")
        monkeypatch.setenv("BENCHWRIGHT_KEY", "a key")
        paths = await asyncio.to_thread(parked, meetings, "--with-model", "--max-tokens", 100_000)
        made = await asyncio.to_thread(review, paths, "--approve", "--json")
        assert made.code == 0, made.all
        assert json.loads(made.out)["pass_rates"]["clarity"] == 1.0
        asked = len(endpoint.asked)
        assert asked == 8, "two readings of three agree"

        little = await asyncio.to_thread(
            parked, tmp_path / "little", "--with-model", "--max-tokens", 5, "--seed", 3
        )
        used_up = await asyncio.to_thread(review, little, "--approve")
        assert used_up.code == 3
        assert "0 of 5 tokens are used" in used_up.all
        assert len(endpoint.asked) == asked
    copy = await asyncio.to_thread(parked, again, "--with-model", "--replay", "meetings")
    monkeypatch.chdir("/")
    told = await asyncio.to_thread(review, copy, "--approve")
    assert told.code == 0, told.all
    assert copy.split("feasible").read_bytes() == paths.split("feasible").read_bytes()


def test_what_no_model_would_hear_of_is_refused_before_the_plan_waits(tmp_path: Path) -> None:
    told = author(tmp_path / "meetings", "--review", "defer", "--max-tokens", 5)
    assert told.code == 3
    assert not SuitePaths(tmp_path / "meetings").plan_draft.exists()


@MARKS[1]
def test_a_family_from_elsewhere_is_named_again(tmp_path: Path) -> None:
    families, suite = tmp_path / "families", tmp_path / "suite"
    written(families)
    made = ("--family", "by_length", "--families", families, "--n", 8, "--out", suite)
    told = Told("instances", "author", *made, "--review", "defer")
    assert told.code == 0, told.all
    assert f"benchwright instances review {suite} --families {families}" in told.all
    assert f"review {suite} --families DIR --stage plan" in Told("instances", "review", suite, "--list").all
    lost = Told("instances", "review", suite, "--approve")
    assert lost.code == 3
    assert "no family of instances 'by_length'" in lost.all
    assert decisions(SuitePaths(suite)) == []
    told = Told("instances", "review", suite, "--families", families, "--approve")
    assert told.code == 0, told.all
    assert "suite 1.0.0: 8 instances" in told.all

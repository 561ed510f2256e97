"""A run's folder that somebody edited: nothing in it is believed that does not fit its place and its digest."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.users.template_user import TemplateUser
from pipeline.cli.folders import free_place
from pipeline.report.page import render
from pipeline.report.projects import project_page
from pipeline.runner.archive import archived, restore
from pipeline.runner.planning import Services
from pipeline.runner.reader import RunFolder
from pipeline.runner.run import LineUp, rejudge_run, run_suite
from plans.errors import AuthorError, InvalidFile, PathEscape, RunMismatch
from plans.files import read_record, write_record
from plans.items import read_grader
from plans.paths import JudgementPaths, RoundPaths, RunPaths, SubmissionPaths
from plans.records.result import RunResult
from plans.records.run import RoundRecord, Submission
from tests.pipeline.runner.stand_ins import ReadingJudge, ScriptedAgent, line, planned, shop

ITEM = shop(features=("cart",)).model_copy(update={"grader": {"tests/test_cart.py": b"assert True\n"}})
PAGE = "<h1>Not much</h1>"


async def played(folder: Path, rounds: int = 2) -> RunResult:
    """A run of the oracle and of an agent that gets nothing done, gone on with where it is there already."""
    judge = ReadingJudge()
    pages = dict.fromkeys(range(1, rounds + 1), PAGE)
    agents = [make_agent(agent_spec("oracle"), None), ScriptedAgent("idle", pages)]
    spec = planned((ITEM,), tuple(agent.spec for agent in agents), judge, rounds=rounds)
    spec = spec.model_copy(update={"name": folder.name})
    services = Services(judge, TemplateUser(), JinjaPrompter())
    return await run_suite(spec, LineUp([ITEM], agents), services, RunPaths(folder), jobs=1)


@pytest.fixture
async def run(tmp_path: Path) -> RunPaths:
    await played(tmp_path / "run")
    return RunPaths(tmp_path / "run")


def first_round(run: RunPaths, agent: str) -> RoundPaths:
    return run.trial("shop", agent, 1).round(1)


def submission_of(run: RunPaths, agent: str) -> SubmissionPaths:
    return run.archived(read_record(first_round(run, agent).record, RoundRecord).submission_digest)


def judgement_of(run: RunPaths, agent: str) -> Path:
    return JudgementPaths(first_round(run, agent).judgement(ReadingJudge().digest)).record


def edited(file: Path, change: Callable[[Any], object]) -> None:
    value = json.loads(file.read_text())
    change(value)
    file.write_text(json.dumps(value))


def unjudged(run: RunPaths) -> None:
    """As if the run had been killed before the idle agent's submissions were judged."""
    for number in (1, 2):
        place = run.trial("shop", "idle", 1).round(number)
        shutil.rmtree(place.root / "judgements")
        place.feedback.unlink(missing_ok=True)


async def test_a_submission_that_was_exchanged_in_the_archive_is_not_judged(run: RunPaths) -> None:
    """The reference, put into the archive where the judgement was missing, once was 100% for an agent of 0%."""
    unjudged(run)
    submission = submission_of(run, "idle")
    shutil.copytree(submission_of(run, "oracle").files, submission.files, dirs_exist_ok=True)
    with pytest.raises(InvalidFile, match=f"{submission.root}: holds something else than what was submitted"):
        await played(run.root)
    with pytest.raises(InvalidFile, match="holds something else"):
        await rejudge_run(run, ReadingJudge("b" * 64))
    (submission.files / "index.html").write_text(PAGE)
    assert (await played(run.root)).agents[1].rounds[-1].task_pass_rate.high == 0.0


async def test_no_round_begins_with_what_was_exchanged_in_the_archive(run: RunPaths) -> None:
    """The next round once began with the reference in place of the agent's own work."""
    shutil.rmtree(run.trial("shop", "idle", 1).round(2).root)
    (submission_of(run, "idle").files / "index.html").write_text(ITEM.reference["index.html"])
    with pytest.raises(InvalidFile, match="holds something else than what was submitted"):
        await played(run.root)


async def test_another_submission_under_the_digest_of_this_one_is_told(run: RunPaths) -> None:
    unjudged(run)
    submission = submission_of(run, "idle")
    shutil.rmtree(submission.root)
    shutil.copytree(submission_of(run, "oracle").root, submission.root)
    with pytest.raises(InvalidFile, match=r"submission\.json: digest: .* it is another submission"):
        await played(run.root)
    shutil.rmtree(submission.root)
    with pytest.raises(InvalidFile, match=r"submission\.json: is missing"):
        await played(run.root)


@pytest.mark.parametrize("what", ["archive", "submission", "files", "page"])
async def test_nothing_in_the_archive_is_read_through_a_link(
    run: RunPaths, tmp_path: Path, what: str
) -> None:
    unjudged(run)
    submission, elsewhere = submission_of(run, "idle"), tmp_path / "elsewhere"
    places = {
        "archive": run.archive,
        "submission": submission.root,
        "files": submission.files,
        "page": submission.files / "index.html",
    }
    places[what].rename(elsewhere)
    places[what].symlink_to(elsewhere)
    with pytest.raises((InvalidFile, RunMismatch), match=f"{places[what]}:? is a link"):
        await played(run.root)


@pytest.mark.parametrize("name", ["archive", "projects", "trials"])
async def test_a_link_in_the_place_of_a_folder_of_the_run_is_not_written_through(
    run: RunPaths, tmp_path: Path, name: str
) -> None:
    """A link called `archive` once had submissions written elsewhere, and every `.incoming-*` there was removed."""
    elsewhere = tmp_path / "elsewhere"
    (run.root / name).rename(elsewhere)
    (run.root / name).symlink_to(elsewhere)
    (elsewhere / ".incoming-photos").mkdir()
    with pytest.raises(RunMismatch, match=f"{name} is a link, and what the run writes would lie elsewhere"):
        await played(run.root)
    assert (elsewhere / ".incoming-photos").is_dir()


async def test_no_judgement_is_written_through_a_link(run: RunPaths, tmp_path: Path) -> None:
    """What is called `evidence` was removed wherever a link to it led."""
    unjudged(run)
    pictures = tmp_path / ReadingJudge().digest[:16] / "evidence"
    pictures.mkdir(parents=True)
    (first_round(run, "idle").root / "judgements").symlink_to(tmp_path)
    with pytest.raises(RunMismatch, match="judgements is a link"):
        await played(run.root)
    assert pictures.is_dir()


async def test_what_was_left_half_archived_goes_whatever_it_is(run: RunPaths, tmp_path: Path) -> None:
    (run.archive / ".incoming-link").symlink_to(tmp_path)
    (run.archive / ".incoming-file").write_text("x")
    (run.archive / ".incoming-folder" / "submission").mkdir(parents=True)
    await played(run.root)
    assert not list(run.archive.glob(".incoming-*"))
    assert run.root.is_dir()


@pytest.mark.parametrize(
    "name", ["{outside}/pwned", "../pwned", "way/pwned", "index.html", "index.html/pwned", "."]
)
async def test_a_link_of_a_submission_lies_within_the_workspace(
    run: RunPaths, tmp_path: Path, name: str
) -> None:
    """`submission.json` could say that a link is to be made anywhere, and the next round began by making it."""
    outside, workspace = tmp_path / "outside", tmp_path / "at" / "app"
    outside.mkdir()
    name = name.format(outside=outside)
    submission = submission_of(run, "idle")
    record = read_record(submission.record, Submission)
    links = {"way": str(outside), name: "/etc/passwd"}
    write_record(submission.record, record.model_copy(update={"links": links}))
    with pytest.raises(InvalidFile) as refused:
        archived(run, record.digest)
    assert f"links: {name!r} is no place within the workspace." in str(refused.value)
    assert "'way' is no place" not in str(refused.value)
    if "pwned" in name and "index" not in name:
        with pytest.raises(PathEscape):
            restore(submission, workspace)
    assert not list(outside.iterdir())
    assert not (workspace.parent / "pwned").is_symlink()


async def test_a_trial_that_was_copied_from_another_agent_is_told(run: RunPaths) -> None:
    """`cp -r oracle idle` once gave idle 100%."""
    shutil.rmtree(run.trials / "shop" / "idle")
    shutil.copytree(run.trials / "shop" / "oracle", run.trials / "shop" / "idle")
    told = r"idle/1/round-1/round\.json: agent: 'oracle', but this is the place of 'idle'"
    with pytest.raises(InvalidFile, match=told):
        RunFolder(run).result()
    with pytest.raises(InvalidFile, match=told):
        await played(run.root)


@pytest.mark.parametrize(("name", "value"), [("project", "wiki"), ("repeat", 2), ("round", 2)])
async def test_the_record_of_another_round_is_told(run: RunPaths, name: str, value: object) -> None:
    """A project that the run does not have was a traceback of KeyError in the report."""
    edited(first_round(run, "idle").record, lambda record: record.update({name: value}))
    with pytest.raises(InvalidFile, match=rf"round\.json: {name}: {value!r}, but this is the place of"):
        RunFolder(run).result()


async def test_a_project_that_was_exchanged_is_told(run: RunPaths) -> None:
    edited(run.project("shop"), lambda record: record.update(id="wiki"))
    with pytest.raises(InvalidFile, match=r"shop\.json: id: 'wiki', but this is the place of 'shop'"):
        RunFolder(run).result()


def only_the_first(record: Any) -> None:
    record["tasks"] = record["tasks"][:1]


def renamed(record: Any) -> None:
    record["tasks"][0]["task"] = "cart-elegance"


def renamed_outcome(record: Any) -> None:
    record["tasks"][0]["outcomes"][1]["outcome"] = "elegant"


def told_twice(record: Any) -> None:
    record["tasks"].append(record["tasks"][0])


def passed_without_outcomes(record: Any) -> None:
    for task in record["tasks"]:
        task.update(status="passed", outcomes=[])


def passed_with_failed_outcomes(record: Any) -> None:
    record["tasks"][0]["status"] = "passed"


def passed_below_a_failed_one(record: Any) -> None:
    child = record["tasks"][1]
    child["status"] = "passed"
    for outcome in child["outcomes"]:
        outcome["status"] = "passed"


def failed_with_passed_outcomes(record: Any) -> None:
    for outcome in record["tasks"][0]["outcomes"]:
        outcome["status"] = "passed"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (only_the_first, ["evaluation task without a verdict: cart-functionality, cart-robustness."]),
        (
            renamed,
            [
                "evaluation task without a verdict: cart-presence.",
                "evaluation task that the run's criteria do not have: 'cart-elegance'.",
            ],
        ),
        (
            renamed_outcome,
            [
                "cart-presence: expected outcome without a verdict: right.",
                "cart-presence: expected outcome that the run's criteria do not have: 'elegant'.",
            ],
        ),
        (told_twice, ["evaluation task with more than one verdict: cart-presence."]),
        (passed_without_outcomes, ["cart-robustness: expected outcome without a verdict: seen, right."]),
        (
            passed_with_failed_outcomes,
            ["cart-presence: passed contradicts its outcomes: seen failed, right failed."],
        ),
        (
            passed_below_a_failed_one,
            ["cart-functionality: passed, although its prerequisite cart-presence is failed."],
        ),
        (
            failed_with_passed_outcomes,
            ["cart-presence: failed contradicts its outcomes: seen passed, right passed."],
        ),
    ],
)
async def test_a_judgement_has_one_verdict_for_all_that_was_planned(
    run: RunPaths, change: Callable[[Any], object], told: list[str]
) -> None:
    """Tasks that were taken out were a KeyError in the report, and `passed` without outcomes was counted."""
    place = judgement_of(run, "idle")
    edited(place, change)
    with pytest.raises(InvalidFile) as refused:
        RunFolder(run).result()
    for one in told:
        assert f"{place}: {one} Remove the file; `benchwright run`, as before" in str(refused.value)
    with pytest.raises(InvalidFile):
        await played(run.root)
    place.unlink()
    assert (await played(run.root)).agents[1].rounds[-1].task_pass_rate.high == 0.0


async def test_verdicts_of_every_kind_are_read_back(tmp_path: Path) -> None:
    """What a judge says of a submission that works in part is none of these."""
    judge = ReadingJudge(unsure=["search-functionality"])
    agent = ScriptedAgent("half", {1: f"{line('cart-presence')}{line('search-presence')}"})
    item = shop(features=("cart", "search", "coupon"))
    spec = planned((item,), (agent.spec,), judge, rounds=1)
    services = Services(judge, TemplateUser(), JinjaPrompter())
    result = await run_suite(spec, LineUp([item], [agent]), services, RunPaths(tmp_path), jobs=1)
    assert RunFolder(RunPaths(tmp_path)).result() == result
    assert result.agents[0].rounds[0].unresolved == 2


async def test_a_run_killed_while_its_folder_was_made_is_taken_up(run: RunPaths, tmp_path: Path) -> None:
    """With the files of a grader in it and no run.yaml, the folder was refused as somebody else's."""
    begun = RunPaths(tmp_path / "begun")
    begun.root.mkdir()
    for made in (run.lock, run.projects, run.graders):
        (shutil.copytree if made.is_dir() else shutil.copy)(made, begun.root / made.name)
    half = begun.grader("shop") / "tests" / ".test_cart.py.x7"
    half.write_bytes(b"asser")
    assert free_place(begun.root, "run") == begun.root
    rounds = [score.rounds for score in (await played(begun.root)).agents]
    assert rounds == [score.rounds for score in RunFolder(run).result().agents]
    assert read_grader(begun.grader("shop")) == ITEM.grader, "half a file would be laid beside submissions"

    begun.spec.unlink()
    with pytest.raises(AuthorError):
        free_place(begun.root, "run")


async def test_a_run_goes_on_under_another_name_and_without_its_times(run: RunPaths, tmp_path: Path) -> None:
    """A renamed folder held another run, and a side file on which no number depends stopped every verb."""
    moved = RunPaths(tmp_path / "moved" / "here")
    moved.root.parent.mkdir()
    run.root.rename(moved.root)
    rounds = [score.rounds for score in RunFolder(moved).result().agents]
    for damage in (moved.times.unlink, moved.times.touch, lambda: moved.times.write_text("{")):
        damage()
        result = await played(moved.root)
        assert [score.rounds for score in result.agents] == rounds
        again = await rejudge_run(moved, ReadingJudge())
        assert [score.rounds for score in again.agents] == rounds
        assert result.run.name == again.run.name == "run"
        assert "–; – of work" in render(project_page(RunFolder(moved)))
        assert json.loads(moved.summary.read_text())["seconds"] is None

    shutil.rmtree(moved.trial("shop", "idle", 1).round(2).root)
    await played(moved.root)
    times = RunFolder(moved).times()
    assert (times.started, times.worked) == (None, None), "what one session took is not what the run took"
    assert times.ended is not None

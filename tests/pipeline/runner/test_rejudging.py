"""Another judge looks at the archived submissions; what was said and judged before stays."""

import json
import os
import shutil
from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.users.template_user import TemplateUser
from pipeline.report.remarks import remarks
from pipeline.runner.judging import judge_folder
from pipeline.runner.planning import Services
from pipeline.runner.reader import RunFolder, judge_called, known_judges
from pipeline.runner.run import LineUp, moved_items, refuse_other_runtime, rejudge_run, run_suite
from plans.errors import AuthorError, RunMismatch, verdicts_to_rejudge
from plans.files import read_record, write_record
from plans.items import write_project
from plans.paths import JudgementPaths, RunPaths, SuitePaths
from plans.records.app_map import AdaptedStep, Finding
from plans.records.code_agent import AgentReport
from plans.records.marks import Mark, MarkCode
from plans.records.project import Project
from plans.records.result import RunResult
from plans.records.run import RunSpec
from plans.records.steps import Reload
from plans.records.verdict import Judgement, JudgeRequest, Status
from tests.pipeline.runner.stand_ins import LosingJudge, ReadingJudge, ScriptedAgent, planned, shop, suite
from tests.specs import changed_spec

GOOD = shop().reference["index.html"]


async def played(folder: Path, *pages: str) -> RunPaths:
    """A run of one agent that submits these pages."""
    paths, judge = RunPaths(folder), ReadingJudge()
    agent = ScriptedAgent("author", dict(enumerate(pages, 1)))
    spec = planned((shop(),), (agent.spec,), judge)
    await run_suite(spec, LineUp([shop()], [agent]), Services(judge, TemplateUser(), JinjaPrompter()), paths)
    return paths


def snapshot(paths: RunPaths) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in paths.root.rglob("*")
        if path.is_file() and path != paths.lock
    }


def marks(paths: RunPaths, judge: ReadingJudge) -> list[list[MarkCode]]:
    rounds = RunFolder(paths, judge.digest).rounds("shop", "author", 1)
    return [
        [mark.code for mark in round.judgement.marks]
        for round in rounds
        if round.judgement and not round.carried
    ]


async def test_a_judge_that_agrees_changes_nothing(tmp_path: Path) -> None:
    paths = await played(tmp_path, GOOD.replace("cart-presence works", "?"), GOOD)
    before = snapshot(paths)
    judge = ReadingJudge(digest="b" * 64)
    result = await rejudge_run(paths, judge)
    after = snapshot(paths)
    assert {path: after[path] for path in before} == before
    assert result.run.judge.digest == judge.digest
    assert read_record(paths.spec, RunSpec).tools.versions["reader"] == "1"
    assert set(result.run.tools.versions) == {"benchwright", "python"}
    assert [at.project_completion_rate.low for at in result.agents[0].rounds] == [0.0, 1.0, 1.0]
    assert paths.result_by(judge.digest).exists()
    assert marks(paths, judge) == [[], []]


async def test_where_nothing_is_left_to_judge_that_is_said(tmp_path: Path) -> None:
    """The same judge judged nothing, and its numbers were printed as if it had."""
    paths = await played(tmp_path, GOOD.replace("cart-presence works", "?"), GOOD)
    before, told = snapshot(paths), list[str]()
    await rejudge_run(paths, ReadingJudge(), say=told.append)
    assert told == ["Same judge as the run was made with; all verdicts stand, and nothing was judged again."]
    assert {path for path, now in snapshot(paths).items() if before.get(path) != now} == set()

    other = ReadingJudge(digest="b" * 64)
    await rejudge_run(paths, other, say=told.append)
    assert len(told) == 1, "another judge has judged all of it"
    await rejudge_run(paths, other, say=told.append)
    assert told[1:] == [
        "This judge has judged the run before; all verdicts stand, and nothing was judged again."
    ]


async def test_rounds_after_a_changed_verdict_are_counterfactual(tmp_path: Path) -> None:
    """The feedback spoke of the cart; this judge would have had it speak of the ratings too."""
    paths = await played(tmp_path, *(GOOD.replace("cart-presence works", f"{n}?") for n in range(3)))
    judge = ReadingJudge(digest="b" * 64, strict=["ratings-presence"])
    before = snapshot(paths)
    result = await rejudge_run(paths, judge)
    assert {path: snapshot(paths)[path] for path in before} == before
    assert marks(paths, judge) == [[], [MarkCode.COUNTERFACTUAL], [MarkCode.COUNTERFACTUAL]]
    assert Mark(code=MarkCode.COUNTERFACTUAL, detail="2 rounds") in result.marks
    assert result.agents[0].rounds[2].task_pass_rate.low == pytest.approx(4 / 6)
    again = await rejudge_run(paths, judge)
    assert again == result
    assert len(judge.judged) == 3


async def test_a_trial_that_ended_on_verdicts_of_the_other_judge_says_so(tmp_path: Path) -> None:
    paths = await played(tmp_path, GOOD)
    judge = ReadingJudge(digest="b" * 64, strict=["coupon-robustness"])
    result = await rejudge_run(paths, judge)
    assert marks(paths, judge) == [[MarkCode.ENDED_EARLY]]
    assert [at.project_completion_rate.low for at in result.agents[0].rounds] == [0.0, 0.0, 0.0]
    assert [at.carried for at in result.agents[0].rounds] == [0, 1, 1]


class ExecutingJudge(ReadingJudge):
    """A judge that had to run what was submitted."""

    async def judge(self, request: JudgeRequest) -> Judgement:
        ran = {
            "sandbox": "local-unsafe",
            "sandbox_strength": "unsafe",
            "marks": (Mark(code=MarkCode.UNSAFE_SANDBOX),),
        }
        made = {**ran, "sandbox_digest": self.sandbox_digest}
        return (await super().judge(request)).model_copy(update=made)


async def test_the_sandbox_that_judging_again_needed_is_named(tmp_path: Path) -> None:
    """Its numbers said that none was needed, as in the run, and a mark alone told otherwise."""
    paths = await played(tmp_path, GOOD)
    judge = ExecutingJudge(digest="b" * 64)
    result = await rejudge_run(paths, judge)
    assert (result.run.place.sandbox, result.run.place.strength) == ("local-unsafe", "unsafe")
    assert RunFolder(paths, judge.digest).spec().place.sandbox == "local-unsafe"
    assert RunFolder(paths).result().run.place.sandbox == RunFolder(paths).spec().place.sandbox == "none"
    first, *_ = remarks(result)
    assert (first.weight, first.title) == ("danger", "Unsafe sandbox: local-unsafe")


async def test_what_ran_in_a_sandbox_that_is_another_by_now_is_judged_once_more(tmp_path: Path) -> None:
    """Its code is no part of the judge's digest, as it says nothing about submissions of files."""
    paths = await played(tmp_path, GOOD)
    for code, made in (("c" * 64, 1), ("c" * 64, 0), ("d" * 64, 1)):
        judge = ExecutingJudge(digest="b" * 64)
        judge.sandbox_digest = code
        await rejudge_run(paths, judge)
        assert len(judge.judged) == made
    place = JudgementPaths(paths.trial("shop", "author", 1).round(1).judgement("b" * 64))
    assert read_record(place.record, Judgement).sandbox_digest == "d" * 64
    assert read_record(place.failed(1), Judgement).sandbox_digest == "c" * 64
    files = ReadingJudge(digest="e" * 64)
    await rejudge_run(paths, files)
    files.sandbox_digest = "f" * 64
    await rejudge_run(paths, files)
    assert len(files.judged) == 1


async def test_what_the_judge_could_not_decide_is_judged_once_more(tmp_path: Path) -> None:
    judge = LosingJudge(2)
    paths, agent = RunPaths(tmp_path), ScriptedAgent("author", {1: GOOD})
    spec = planned((shop(),), (agent.spec,), judge, rounds=2)
    await run_suite(spec, LineUp([shop()], [agent]), Services(judge, TemplateUser(), JinjaPrompter()), paths)
    result = await rejudge_run(paths, judge)
    assert [at.unresolved for at in result.agents[0].rounds] == [0, 0]
    assert marks(paths, judge) == [[], [MarkCode.COUNTERFACTUAL]]

    # The run's own numbers follow: RESULT.json once told of the failure while the report told of the mended verdicts.
    assert read_record(paths.result, RunResult) == result == RunFolder(paths).result()
    assert not paths.result_by(judge.digest).exists()
    summary = json.loads(paths.summary.read_text())
    assert [at["unresolved"] for at in summary["agents"]["author"]["rounds"]] == [0, 0]
    place = JudgementPaths(paths.trial("shop", "author", 1).round(1).judgement(judge.digest))
    assert len(verdicts_to_rejudge(read_record(place.failed(1), Judgement))) == 18


async def test_a_submission_that_was_archived_and_not_judged_is_judged(tmp_path: Path) -> None:
    """A run that was stopped between the two: judging it again skipped what had no judgement yet."""
    judge, other = ReadingJudge(), ReadingJudge(digest="b" * 64)
    paths = await played(tmp_path, GOOD.replace("cart-presence works", "?"), GOOD)
    last = paths.trial("shop", "author", 1).round(2)
    shutil.rmtree(last.judgement(judge.digest))
    last.feedback.unlink()
    result = await rejudge_run(paths, other)
    assert marks(paths, other) == [[], []]
    assert [at.project_completion_rate.low for at in result.agents[0].rounds[:2]] == [0.0, 1.0]


async def test_a_submission_that_says_nothing_about_the_agent_is_not_judged_again(tmp_path: Path) -> None:
    judge, other = ReadingJudge(), ReadingJudge(digest="b" * 64)
    paths = RunPaths(tmp_path)
    agent = ScriptedAgent("author", {1: GOOD}, {1: AgentReport(ended="endpoint failed")})
    spec = planned((shop(),), (agent.spec,), judge)
    await run_suite(spec, LineUp([shop()], [agent]), Services(judge, TemplateUser(), JinjaPrompter()), paths)
    result = await rejudge_run(paths, other)
    assert other.judged == []
    assert result.agents[0].rounds[0].task_pass_rate.decided is None


def asked(folder: Path, only: frozenset[str] | None = None) -> JudgeRequest:
    return JudgeRequest(item="shop", submission=folder, criteria=shop().criteria, only=only)


async def test_one_folder_is_judged_from_a_copy(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(GOOD)
    judgement = await judge_folder(ReadingJudge(), asked(tmp_path))
    assert {task.status for task in judgement.tasks} == {"passed"}
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    with pytest.raises(AuthorError, match="is no folder"):
        await judge_folder(ReadingJudge(), asked(tmp_path / "gone"))


async def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    """A submission may not borrow a page that lies elsewhere, such as the reference."""
    elsewhere, submission = tmp_path / "elsewhere", tmp_path / "submission"
    elsewhere.mkdir()
    submission.mkdir()
    (elsewhere / "index.html").write_text(GOOD)
    (submission / "index.html").symlink_to(elsewhere / "index.html")
    judgement = await judge_folder(ReadingJudge(), asked(submission))
    assert "passed" not in {task.status for task in judgement.tasks}


async def test_what_could_not_be_copied_marks_the_judgement(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(GOOD)
    os.mkfifo(tmp_path / "pipe")
    judgement = await judge_folder(ReadingJudge(), asked(tmp_path))
    assert judgement.marks == (Mark(code=MarkCode.SUBMISSION_CUT),)


async def test_one_task_is_judged_with_what_it_depends_on(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(GOOD)
    judge = ReadingJudge()
    judgement = await judge_folder(judge, asked(tmp_path, only=frozenset({"cart-functionality"})))
    assert {task.task for task in judgement.tasks} == {"cart-presence", "cart-functionality"}


def saved(folder: Path, *items: Project, name: str = "sample") -> SuitePaths:
    """A suite on disk, as far as judging again looks at it."""
    paths = SuitePaths(folder)
    write_record(paths.suite, suite(*items).model_copy(update={"name": name}))
    for item in items:
        write_project(paths.item(item.id), item, "")
    return paths


async def test_criteria_that_moved_in_the_suite_mark_what_is_judged_by_the_old_ones(tmp_path: Path) -> None:
    paths = await played(tmp_path / "run", GOOD)
    assert moved_items(saved(tmp_path / "same", shop()), paths) == frozenset()

    edited = shop().model_copy(update={"criteria": shop(features=("cart", "search")).criteria})
    moved = moved_items(saved(tmp_path / "edited", edited), paths)
    assert moved == {"shop"}
    judge = ReadingJudge(digest="b" * 64)
    result = await rejudge_run(paths, judge, moved=moved)
    assert marks(paths, judge) == [[MarkCode.CRITERIA_MOVED]]
    assert result.planned_tasks == len(shop().criteria.tasks)
    assert result.marks == (Mark(code=MarkCode.CRITERIA_MOVED, detail="1 round"),)


async def test_the_judge_of_the_run_itself_leaves_its_judgements_unmarked(tmp_path: Path) -> None:
    paths = await played(tmp_path, GOOD)
    before = snapshot(paths)
    await rejudge_run(paths, ReadingJudge(), moved=["shop"])
    assert {path: text for path, text in snapshot(paths).items() if path in before} == before


async def test_an_item_that_left_the_suite_has_moved(tmp_path: Path) -> None:
    paths = await played(tmp_path / "run", GOOD)
    assert moved_items(saved(tmp_path / "less", shop("kiosk")), paths) == {"shop"}


async def test_a_run_of_another_suite_is_refused(tmp_path: Path) -> None:
    paths = await played(tmp_path / "run", GOOD)
    with pytest.raises(RunMismatch, match="holds a run of the suite 'sample'"):
        moved_items(saved(tmp_path / "other", shop(), name="other"), paths)


async def test_a_run_with_other_packages_is_refused(tmp_path: Path) -> None:
    """What submissions found in their sandbox decides verdicts too, and judgements lie there by judge alone."""
    paths, there = await played(tmp_path / "run", GOOD), SuitePaths(tmp_path / "sample")
    refuse_other_runtime(paths, there, None)
    locked = changed_spec(read_record(paths.spec, RunSpec), place={"runtime": "a" * 64})
    write_record(paths.spec, locked)
    refuse_other_runtime(paths, there, "a" * 64)
    with pytest.raises(
        RunMismatch, match=r"environment aaaaaaaaaaaa, and .*environment bbbbbbbbbbbb.*runtime as"
    ):
        refuse_other_runtime(paths, there, "b" * 64)
    with pytest.raises(RunMismatch, match="locks no runtime environment"):
        refuse_other_runtime(paths, there, None)


async def test_a_judge_is_known_by_the_beginning_of_its_digest(tmp_path: Path) -> None:
    paths = await played(tmp_path, GOOD)
    await rejudge_run(paths, ReadingJudge(digest="ab" + "c" * 62))
    assert [judge.digest[:3] for judge in known_judges(paths)] == ["aaa", "abc"]
    assert judge_called(paths, "ab") == "ab" + "c" * 62
    with pytest.raises(AuthorError, match="'a' begins several judges' digest"):
        judge_called(paths, "a")


FOUND = Finding(adapted=(AdaptedStep(step=1, actions=(Reload(do="reload"),)),))


class NotingJudge(ReadingJudge):
    """A judge that finds out something about each task that passes, and keeps what it was told of the round before."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[dict[str, Finding]] = []

    async def judge(self, request: JudgeRequest) -> Judgement:
        self.told.append(dict(request.before))
        seen = await super().judge(request)
        found = [
            verdict.model_copy(update={"finding": FOUND}) if verdict.status is Status.PASSED else verdict
            for verdict in seen.tasks
        ]
        return seen.model_copy(update={"tasks": tuple(found)})


async def test_the_judge_of_the_next_round_is_told_what_it_found_out_in_this_one(tmp_path: Path) -> None:
    paths, judge = RunPaths(tmp_path), NotingJudge()
    agent = ScriptedAgent("author", {1: GOOD.replace("cart-presence works", "?"), 2: GOOD})
    await run_suite(
        planned((shop(),), (agent.spec,), judge),
        LineUp([shop()], [agent]),
        Services(judge, TemplateUser(), JinjaPrompter()),
        paths,
    )
    first = RunFolder(paths).rounds("shop", "author", 1)[0].judgement
    assert first is not None
    passed = {verdict.task for verdict in first.tasks if verdict.status is Status.PASSED}
    assert passed
    assert judge.told == [{}, dict.fromkeys(passed, FOUND)]

"""The rounds of a run become reports as PRDBench's evaluation leaves them, and both numbers of them are told."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipeline.cli.verbs import benchwright
from pipeline.exchange.prdbench.exporting import suite_tasks
from pipeline.exchange.prdbench.importing import imported_suite
from pipeline.exchange.prdbench.reports import WrittenReports, score_cal, written_reports
from plans.errors import EXIT_CODE, AuthorError, Cause
from plans.files import read_record
from plans.items import read_project, read_suite
from plans.paths import SuitePaths
from plans.python_project.catalog.library import shipped_library
from plans.records.code_agent import AgentReport
from plans.records.criteria import Criteria
from plans.records.published import PublishedScore
from plans.records.run import RunProject
from plans.records.verdict import Status
from tests.agents.sandbox.providers import refusal
from tests.pipeline.exchange.publishing import criterion, publish
from tests.pipeline.exchange.test_exporting import own_suite
from tests.pipeline.report.synthetic import SyntheticRun
from tests.pipeline.report.synthetic_points import Fate, played, points_run
from tests.plans.python_project.composing import composed
from tests.plans.python_project.holding import first_of_each_kind
from tests.specs import changed_spec

METRICS = ("1.1 Program startup", "2.1 List of jars", "2.2 Search of jars")
PROGRAM = "print('the jars are listed')\n"


def suite_of(root: Path, *numbers: int) -> SuitePaths:
    """An imported suite of tasks with three criteria."""
    for number in numbers:
        publish(root / "data", [criterion(metric) for metric in METRICS], number=number)
    imported_suite(root / "data", SuitePaths(root / "suite"))
    return SuitePaths(root / "suite")


def played_by(
    paths: SuitePaths, rounds: Mapping[str, list[list[Fate] | None]], agent: str = "one"
) -> SyntheticRun:
    """A run in which these statuses befell the tasks of each item, round by round; None: nobody could judge it."""
    suite = read_suite(paths)
    items = [read_project(paths.item(one.id)) for one in suite.items]
    projects = [
        RunProject(id=one.id, title="Pantry", category="c", query="q", prd=one.prd, criteria=one.criteria)
        for one in items
    ]
    run = points_run(projects, [agent], max(map(len, rounds.values())))
    run.of = changed_spec(run.of, suite={"items": {one.id: one.graded_digest for one in suite.items}})
    for project in projects:
        run.trials[project.id, agent, 1] = [
            played(
                project,
                agent,
                number,
                None if statuses is None else dict(zip(_ids(project), statuses, strict=True)),
                AgentReport(ended="done"),
            )
            for number, statuses in enumerate(rounds.get(project.id, []), 1)
        ]
    return run


def _ids(project: RunProject) -> list[str]:
    return [task.id for task in project.criteria.tasks]


def written(paths: SuitePaths, run: SyntheticRun, out: Path) -> WrittenReports:
    (one,) = written_reports(run, suite_tasks(paths), out)
    return one


def lines(folder: Path, task: int, round: int = 1) -> list[dict[str, Any]]:
    text = (folder / str(task) / "reports" / f"round{round}.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def test_each_round_is_a_report_of_its_criteria(tmp_path: Path) -> None:
    paths = suite_of(tmp_path, 7)
    run = played_by(paths, {"prdbench-7": [[2, 1, 0], [2, 2, 0]]})
    told = written(paths, run, tmp_path / "out")
    assert told.folder == tmp_path / "out" / "one"
    assert [(one["metric"], one["score"]) for one in lines(told.folder, 7)] == list(
        zip(METRICS, [2, 1, 0], strict=True)
    )
    assert [one["score"] for one in lines(told.folder, 7, round=2)] == [2, 2, 0]
    assert lines(told.folder, 7)[0].keys() == {"metric", "description", "score", "explanation"}
    assert lines(told.folder, 7)[0]["explanation"] == "passed: It was looked at."
    scores = [score_cal(told.folder, number, told.tasks) for number in ("1", "2")]
    assert [(one.published, one.low, one.high) for one in scores] == [
        (0.5, 0.5, 0.5),
        (pytest.approx(2 / 3), pytest.approx(2 / 3), pytest.approx(2 / 3)),
    ]


def test_what_is_undecided_has_no_score_and_what_was_held_up_has_none_earned(tmp_path: Path) -> None:
    """PRDBench's own number then is of the decided ones alone, and ours a range over all."""
    paths = suite_of(tmp_path, 7)
    run = played_by(paths, {"prdbench-7": [[2, Status.UNRESOLVED, Status.BLOCKED]]})
    told = written(paths, run, tmp_path / "out")
    assert [one.get("score") for one in lines(told.folder, 7)] == [2, None, 0]
    score = score_cal(told.folder, "1", told.tasks)
    assert (score.published, score.low, score.high) == (0.5, pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert [one.kind for one in score.differences] == ["left_out"]
    ours = run.result().points
    assert ours is not None
    assert (ours.agents[0].score.rounds[0].low, ours.agents[0].score.rounds[0].high) == (
        score.low,
        score.high,
    )


def test_a_round_that_nobody_judged_has_no_report(tmp_path: Path) -> None:
    paths = suite_of(tmp_path, 7, 8)
    run = played_by(paths, {"prdbench-7": [[2, 2, 2]], "prdbench-8": [None]})
    told = written(paths, run, tmp_path / "out")
    assert told.missing == ("prdbench-8, round 1",)
    score = score_cal(told.folder, "1", told.tasks)
    assert (score.published, score.valid, score.low, score.high) == (1.0, 1, 0.5, 1.0)
    assert [one.kind for one in score.differences] == ["dropped_projects"]


def test_a_task_beyond_fifty_is_never_looked_at_by_score_cal(tmp_path: Path) -> None:
    paths = suite_of(tmp_path, 7, 51)
    run = played_by(paths, {"prdbench-7": [[0, 0, 0]], "prdbench-51": [[2, 2, 2]]})
    told = written(paths, run, tmp_path / "out")
    score = score_cal(told.folder, "1", told.tasks)
    assert (score.published, score.valid, score.low) == (0.0, 1, 0.5)
    assert "1 to 50" in (score.projects[1].why or "")


def test_an_item_of_our_own_is_reported_by_the_titles_that_it_is_exported_with(tmp_path: Path) -> None:
    project = composed(shipped_library(), "houseplants", ("records", "search", "csv-export"))
    few = project.model_copy(update={"criteria": Criteria(tasks=tuple(first_of_each_kind(project)))})
    paths = own_suite(tmp_path / "suite", few)
    run = played_by(paths, {few.id: [[2, 1, 0]]})
    told = written(paths, run, tmp_path / "out")
    assert [one["metric"] for one in lines(told.folder, 1)] == [
        f"{place} {task.title}" for place, task in enumerate(few.criteria.tasks, 1)
    ]
    score = score_cal(told.folder, "1", told.tasks)
    assert (score.published, score.low, score.high) == (0.5, 0.5, 0.5)


def test_a_run_by_other_criteria_is_refused(tmp_path: Path) -> None:
    paths = suite_of(tmp_path, 7)
    run = played_by(paths, {"prdbench-7": [[2, 2, 2]]})
    run.of = changed_spec(run.of, suite={"items": {"prdbench-7": "0" * 64}})
    with pytest.raises(AuthorError, match="other criteria"):
        written(paths, run, tmp_path / "out")


def test_what_lies_there_is_not_replaced(tmp_path: Path) -> None:
    paths = suite_of(tmp_path, 7)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("kept")
    with pytest.raises(AuthorError, match="is not empty"):
        written(paths, played_by(paths, {"prdbench-7": [[2, 2, 2]]}), tmp_path / "out")


def test_reports_of_others_are_read_and_both_numbers_told(tmp_path: Path) -> None:
    """Their judge forgot a criterion, invented one, and gave three points for another."""
    paths = suite_of(tmp_path, 7, 8)
    theirs = tmp_path / "theirs/7/reports/round1.jsonl"
    theirs.parent.mkdir(parents=True)
    scores = {METRICS[0]: 2, METRICS[1]: 3, "9.9 Beauty": 2}
    theirs.write_text(json.dumps([{"metric": name, "score": score} for name, score in scores.items()]))
    asked = ["import", "prdbench-reports", str(tmp_path / "theirs"), "--suite", str(paths.root)]

    told = CliRunner().invoke(benchwright, asked)
    assert told.exit_code == 0, told.output
    assert "Round 1: score_cal 1.167, the mean of 1 of 2 projects; ours 0.167 to 1.000" in told.output
    for words in ("projects without a report", "belong to no planned criterion", "other than 0, 1 and 2"):
        assert words in told.output

    out = tmp_path / "score.json"
    as_json = CliRunner().invoke(benchwright, [*asked, "--json", "--out", str(out)])
    score = read_record(out, PublishedScore)
    assert PublishedScore.model_validate_json(as_json.stdout) == score
    assert score.low == pytest.approx((score.published or 0) + sum(one.effect for one in score.differences))


def test_plans_that_lie_beside_the_reports_do_as_well(tmp_path: Path) -> None:
    """A workspace of the published evaluation holds both, in a folder of the name of the dataset."""
    root = publish(tmp_path / "workspace/PRDBench", [criterion(metric) for metric in METRICS])
    (root / "7/reports").mkdir()
    (root / "7/reports/round2.jsonl").write_text(json.dumps({"metric": METRICS[0], "score": 2}))
    asked = ["import", "prdbench-reports", str(tmp_path / "workspace"), "--round", "2", "--json"]
    told = CliRunner().invoke(benchwright, asked)
    assert told.exit_code == 0, told.output
    score = PublishedScore.model_validate_json(told.stdout)
    assert (score.published, score.low, score.high) == (1.0, pytest.approx(1 / 3), 1.0)


@pytest.mark.parametrize(
    ("place", "said"), [("mine/7/reports", "there are: mine"), ("7/reviews", "another --round")]
)
def test_a_folder_without_a_report_is_refused(tmp_path: Path, place: str, said: str) -> None:
    """Whoever named the folder of all agents was told 0.000, as if nothing had passed."""
    paths = suite_of(tmp_path, 7)
    (tmp_path / "theirs" / place).mkdir(parents=True)
    (tmp_path / "theirs" / place / "round1.jsonl").write_text("[]")
    asked = ["import", "prdbench-reports", str(tmp_path / "theirs"), "--suite", str(paths.root)]
    told = CliRunner().invoke(benchwright, asked)
    assert isinstance(told.exception, AuthorError)
    assert said in str(told.exception)


def test_reports_alone_ask_for_the_suite(tmp_path: Path) -> None:
    told = CliRunner().invoke(benchwright, ["import", "prdbench-reports", str(tmp_path)])
    assert isinstance(told.exception, AuthorError)
    assert "--suite" in str(told.exception)


@pytest.mark.slow
@pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
def test_a_run_goes_out_as_reports_and_comes_back_as_the_same_numbers(tmp_path: Path) -> None:
    data = publish(
        tmp_path / "data",
        [
            criterion("1.1 Jars are counted", type="unit_test", command="pytest evaluation/test_jars.py"),
            criterion("1.2 The program is whole", type="unit_test", command="pytest evaluation/test_main.py"),
        ],
        {
            "evaluation/test_jars.py": "def test_jars():\n    assert 2 + 2 == 4\n",
            "evaluation/test_main.py": "def test_main():\n    assert 'jars' in open('src/main.py').read()\n",
        },
    )
    suite, run, out = tmp_path / "suite", tmp_path / "run", tmp_path / "reports"
    imported_suite(data, SuitePaths(suite))
    writing = f"import pathlib; pathlib.Path('src/main.py').write_text({PROGRAM!r})"
    (tmp_path / "write.py").write_text(writing)
    command = f"writer=command:{sys.executable} {tmp_path / 'write.py'}"
    run_it = ["run", str(suite), "--agent", "nop", "--agent", command, "--rounds", "1", "--out", str(run)]
    told = CliRunner().invoke(benchwright, [*run_it, "--mount", str(tmp_path / "write.py")])
    # One of the published tests passes on nothing at all.
    assert told.exit_code == EXIT_CODE[Cause.JUDGE], told.output

    asked = ["export", "prdbench-reports", str(run), "--suite", str(suite), "--out", str(out), "--json"]
    exported = CliRunner().invoke(benchwright, asked)
    assert exported.exit_code == 0, exported.output
    found = {one["agent"]: one["rounds"][0] for one in json.loads(exported.stdout)}
    assert {name: (one["published"], one["low"]) for name, one in found.items()} == {
        "nop": (0.5, 0.5),
        "writer": (1.0, 1.0),
    }
    read = ["import", "prdbench-reports", str(out / "writer"), "--suite", str(suite), "--json"]
    assert json.loads(CliRunner().invoke(benchwright, read).stdout) == found["writer"]

"""Fault drill: records that are torn, lost, unreadable, or read by the wrong rule."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from plans.digests import folder_digest
from plans.files import read_own_record, read_record
from plans.paths import RunPaths, SuitePaths
from plans.records.code_agent import Trajectory
from plans.records.marks import Mark, MarkCode
from plans.records.result import RunResult
from plans.records.run import RoundRecord, RunSpec
from plans.records.scored_run import ScoredResult
from tests.agents.gateway.model_endpoint import ModelEndpoint, completion, sent
from tests.agents.scripted.answers import INPUT
from tests.agents.scripted.endpoint import ScriptedEndpoint
from tests.drill.agents import LaterFailing, at_endpoint, installed_stand_in
from tests.drill.commands import at_once, benchwright, killed, started, tear, tried, until
from tests.drill.conftest import MEETINGS, PAGE, PAGE_TASKS
from tests.pipeline.cli.test_models_verb import served
from tests.pipeline.exchange.publishing import criterion, publish

SEPARATORS = "\u2028\u2029\u0085\u000b\u000c\u001c\u001d\u001e"
"""All that `str.splitlines` takes for the end of a line, and JSON may hold as it is or escaped."""
CLAUDE = "claude-code-some-model"


def answering(seconds: float = 0.0) -> ModelEndpoint:
    """A model that finds no time for any meeting, and takes some time to say so."""
    said = sent(completion("Final Answer: No common time slot available"))
    return ModelEndpoint(lambda body, number: [seconds, *said])


def scores(folder: Path) -> object:
    """All that came out of a run of solvers, times apart."""
    result = read_own_record(RunPaths(folder).result, ScoredResult)
    return [one.model_dump(exclude={"used": {"seconds"}}) for one in result.solvers]


def test_01_unicode_line_separators(pages: SuitePaths, tmp_path: Path) -> None:
    """An agent's last event holds U+2028 and its kind: its end, session, tokens and steps are read all the same."""
    said = "".join(f"a line{separator}" for separator in SEPARATORS) + "the end"
    environment = installed_stand_in(tmp_path / "programs", says=said)
    run = RunPaths(tmp_path / "run")
    with served(ScriptedEndpoint()) as url:
        benchwright(
            *("run", pages.root, "--agent", "claude-code:some-model", "--agent", "codex:some-model"),
            *("--rounds", 1, "--out", run.root),
            env=environment | at_endpoint(url),
        )
    for agent in (CLAUDE, "codex-some-model"):
        round = run.trial(PAGE, agent, 1).round(1)
        report = read_own_record(round.record, RoundRecord).report
        assert (report.ended, report.input_tokens, report.session) == ("done", INPUT, "fresh")
        steps = Trajectory.model_validate_json(round.trajectory.read_text()).steps
        assert "the end" in steps[-1].message
        assert "\u2028" in round.transcript.read_text()


def test_02_torn_record_then_appended_to(
    meetings: Path, pages: SuitePaths, sample: Path, tmp_path: Path
) -> None:
    """A kill or a power cut leaves half a line: it is mended or named, and nothing is lost or paid for twice."""
    run = RunPaths(tmp_path / "run")
    order = ("instances", "run", meetings, "--model", "some-model", "--jobs", 2, "--out", run.root)
    endpoint = answering(0.3)
    with served(endpoint) as url:
        env = at_endpoint(url)
        assert killed(run.instances.exists, *order, env=env)
        # The kill may have come a little later than the worst moment: before the run's record was written.
        run.spec.unlink(missing_ok=True)
        assert killed(lambda: len(endpoint.asked) >= MEETINGS // 2, *order, env=env)
        benchwright(*order, env=env)
        # What was under way at a kill may be asked for again, and nothing else.
        assert len(endpoint.asked) <= MEETINGS + 2
        before, asked = scores(run.root), len(endpoint.asked)

        responses = run.responses_of("some-model", 1)
        tear(run.scores_of("some-model", 1))
        number = tear(responses)
        refused = benchwright(*order, env=env, code=3)
        assert str(responses) in refused.err
        assert str(number) in refused.err
        whole_lines = responses.read_bytes().splitlines(keepends=True)[:-1]
        responses.write_bytes(b"".join(whole_lines))
        benchwright(*order, env=env)
        assert scores(run.root) == before
        assert len(endpoint.asked) == asked

    reviewed = SuitePaths(tmp_path / "sample")
    shutil.copytree(sample, reviewed.root)
    number = tear(reviewed.review)
    refused = benchwright("review", reviewed.root, "--stats", code=3)
    assert f"{reviewed.review}" in refused.err
    assert str(number) in refused.err

    environment = installed_stand_in(tmp_path / "programs", calls=2)
    order = (
        "run",
        pages.root,
        "--agent",
        "claude-code:some-model",
        "--rounds",
        1,
        "--out",
        tmp_path / "spent",
    )
    spending = RunPaths(tmp_path / "spent").spending
    endpoint = LaterFailing(good=1, later="hang")
    with served(endpoint) as url:
        env = environment | at_endpoint(url)
        assert killed(lambda: len(endpoint.asked) == 2, *order, env=env)
        assert tear(spending) == 3, "begun, ended, begun"
        endpoint.later = endpoint.case = "ok"
        benchwright(*order, env=env)
    calls = [json.loads(line) for line in spending.read_text().split("\n") if line]
    ended = [call for call in calls if not call.get("is_under_way")]
    assert len(ended) == len({call["call"] for call in ended}) == 3


def test_03_newest_partial_result_hides_the_finished_one(programs: SuitePaths, tmp_path: Path) -> None:
    """While a run is judged again, killed on the way, its first result stands; no agent has to work again."""
    run = RunPaths(tmp_path / "run")
    order = ("run", programs.root, "--out", run.root)
    agents = ("--agent", "apprentice-expert", "--agent", "nop", "--rounds", 2)
    assert killed((run.root / "graders").exists, *order, *agents)
    # The moment that is meant is the one before `run.yaml` is written; a fast machine may be past it.
    run.spec.unlink(missing_ok=True)
    for later_folder in (run.trials, run.archive):
        shutil.rmtree(later_folder, ignore_errors=True)
    benchwright(*order, *agents)

    played = sorted(run.trials.glob("*/*/*/round-*/round.json"))
    assert len(played) == 4
    submissions = {path: folder_digest(run.archived(path.name).files) for path in run.archive.iterdir()}
    stands = {path: path.read_bytes() for path in [run.result, run.summary, *played]}
    first_judge = read_record(run.spec, RunSpec).judge.digest

    def judged_again() -> int:
        return sum(
            first_judge[:16] not in path.parts for path in run.trials.rglob("judgements/*/judgement.json")
        )

    again = (*order, "--rejudge", "--manner", "ordered")
    moments = [lambda n=n: judged_again() > n for n in range(4)]
    for moment in (*moments, lambda: any(run.root.glob("RESULT-*.json"))):
        killed(moment, *again)
        assert {path: path.read_bytes() for path in stands} == stands
    told = json.loads(benchwright("report", run.root, "--json").out)
    assert told["run"]["judge"]["digest"] == first_judge
    benchwright("compare", run.root, "--agent", "apprentice-expert", "--agent", "nop")
    benchwright(*again)
    assert {path: path.read_bytes() for path in stands} == stands
    assert {path: folder_digest(run.archived(path.name).files) for path in submissions} == submissions
    (later,) = run.root.glob("RESULT-*.json")
    assert read_own_record(later, RunResult).run.judge.digest != first_judge


def test_04_unreadable_checkpoint_taken_for_none(meetings: Path, tmp_path: Path) -> None:
    """Checkpoints or a journal that are empty, gone, damaged or locked are named: nothing begins anew, or waits for
    ever.
    """
    suite = SuitePaths(tmp_path / "whole" / "mine")
    seeds = tmp_path / "seeds.txt"
    seeds.write_text(
        "A shared cookbook of recipes for our club: we add each one with a form, and filter by course.\n"
    )
    author = ("author", seeds, "--gate", "static", "--review", "defer", "--out")
    benchwright(*author, suite.root)
    benchwright("review", suite.root, "--all", "--approve")
    drafts, written = folder_digest(suite.drafts), files_in(suite.drafts)

    run = RunPaths(tmp_path / "whole" / "run")
    score = ("instances", "run", meetings, "--model", "some-model", "--out")
    endpoint = answering()
    with served(endpoint) as url:
        env = at_endpoint(url)
        benchwright(*score, run.root, env=env)
        assert len(endpoint.asked) == MEETINGS
        tear(run.responses_of("some-model", 1))
        lines = run.responses_of("some-model", 1).read_bytes().splitlines(keepends=True)
        run.responses_of("some-model", 1).write_bytes(b"".join(lines[:3]))

        def damaged(how: str) -> Path:
            """A copy of both, damaged."""
            copy = tmp_path / how
            shutil.copytree(tmp_path / "whole", copy)
            for file in (SuitePaths(copy / "mine").checkpoints, RunPaths(copy / "run").journal):
                damage(file, how)
            return copy

        copies = [damaged(how) for how in ("empty", "gone", "cut", "folder")]
        reviewed = at_once(*(lambda copy=copy: tried("review", copy / "mine", "--list") for copy in copies))
        for copy, ended in zip(copies, reviewed, strict=True):
            assert ended.code == 4, ended.said
            assert str(SuitePaths(copy / "mine").checkpoints) in ended.err
            assert folder_digest(SuitePaths(copy / "mine").drafts) == drafts
        scored = at_once(*(lambda copy=copy: tried(*score, copy / "run", env=env) for copy in copies))
        for copy, ended in zip(copies, scored, strict=True):
            assert ended.code == 4, ended.said
            assert str(RunPaths(copy / "run").journal) in ended.err
        assert len(endpoint.asked) == MEETINGS, "what was paid for is not asked for again"

        with locked(suite.checkpoints), locked(run.journal):
            decided, solved = at_once(
                lambda: tried("review", suite.root, "--all", "--approve"),
                lambda: tried(*score, run.root, env=env),
            )
        assert (decided.code, solved.code) == (4, 4), decided.said + solved.said
        assert str(suite.checkpoints) in decided.said
        assert str(run.journal) in solved.err
        assert len(endpoint.asked) == MEETINGS

    with started("review", suite.root, "--list") as listing:
        until(lambda: listing.poll() is not None or is_within(listing, suite.authoring))
        if listing.poll() is None:
            listing.suspend()
        assert tried(*author, suite.root).code in (0, 4)
    # A decision that was taken while the checkpoints were locked is applied; what was drafted before is not made anew.
    assert written.items() <= files_in(suite.drafts).items()
    benchwright("review", suite.root, "--all", "--approve")


def files_in(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def damage(file: Path, how: str) -> None:
    """Empty a file, remove it, cut it in two, or put a folder in its place."""
    data = file.read_bytes()
    file.unlink()
    match how:
        case "empty":
            file.touch()
        case "cut":
            file.write_bytes(data[: len(data) // 2])
        case "folder":
            file.mkdir()
        case _:
            assert how == "gone"


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a database, as a backup does that was stopped in the middle."""
    database = sqlite3.connect(file, isolation_level=None)
    try:
        database.execute("BEGIN EXCLUSIVE")
        yield
    finally:
        database.close()


def is_within(process: psutil.Popen, folder: Path) -> bool:
    """Whether the process has a file of the folder open."""
    try:
        return any(Path(file.path).is_relative_to(folder) for file in process.open_files())
    except psutil.Error:
        return False


def test_07_good_verdict_thrown_away_for_a_missing_side_file(pages: SuitePaths, tmp_path: Path) -> None:
    """What an agent left at its time limit is judged, and counts once, whatever side files of its round are lost."""
    reference, run = pages.item(PAGE).reference, RunPaths(tmp_path / "run")
    order = (
        *("run", pages.root, "--agent", f"slow=command:sh -c 'cp -r {reference}/. .; sleep 9999'"),
        *("--agent", "minimal", "--mount", reference, "--time-limit", 5, "--rounds", 1, "--out", run.root),
    )
    with served(ScriptedEndpoint()) as url:
        env = at_endpoint(url)
        benchwright(*order, env=env)
        slow = run.trial(PAGE, "slow", 1).round(1)
        record = read_own_record(slow.record, RoundRecord)
        assert record.report.ended == "out of time"
        assert Mark(code=MarkCode.OUT_OF_TIME) in record.marks
        before = read_own_record(run.result, RunResult).agents
        assert before[0].rounds[0].task_pass_rate.low == 1

        minimal = run.trial(PAGE, before[1].agent.name, 1).round(1)
        judgements = [*run.trials.rglob("judgements/*/times.json")]
        lost = [slow.transcript, minimal.transcript, minimal.trajectory, minimal.uses, run.times, *judgements]
        for file in lost:
            file.unlink()
        told = json.loads(benchwright("report", run.root, "--json").out)
        assert [one["rounds"] for one in told["agents"]] == [
            one.model_dump(mode="json")["rounds"] for one in before
        ]
        benchwright(*order, env=env)
        benchwright("run", pages.root, "--out", run.root, "--rejudge")
    assert read_own_record(run.result, RunResult).agents == before


def test_11_denominator(pages: SuitePaths, tmp_path: Path) -> None:
    """Numbers are over what was planned: a verdict or a trial that is lost widens them, and leaves no mean as it was.

    So it is with reports of PRDBench's judge that are cut, doubled or missing: both numbers are told, and why they
    differ.
    """
    run = RunPaths(tmp_path / "run")
    benchwright("run", pages.root, "--agent", "oracle", "--agent", "nop", "--rounds", 1, "--out", run.root)
    whole = read_own_record(run.result, RunResult)
    (judgement,) = run.trial(PAGE, "oracle", 1).root.rglob("judgement.json")
    judgement.unlink()
    shutil.rmtree(run.trial(PAGE, "nop", 1).root)
    told = json.loads(benchwright("report", run.root, "--json").out)
    assert told["planned_tasks"] == whole.planned_tasks == len(PAGE_TASKS)
    for agent in told["agents"]:
        (rates,) = agent["rounds"]
        assert (rates["task_pass_rate"]["low"], rates["task_pass_rate"]["high"]) == (0, 1)
        assert rates["unresolved"] == len(PAGE_TASKS)
    compared = json.loads(
        benchwright("compare", run.root, "--agent", "oracle", "--agent", "nop", "--json").out
    )
    assert {(one["first_low"], one["first_high"]) for one in compared["metrics"]} == {(0, 1)}

    metrics = ["1.1 Program startup", "2.1 List of jars", "2.2 Search of jars", "2.3 Removing a jar"]
    published = tmp_path / "published"
    for number in (1, 2, 3):
        publish(published, [criterion(metric) for metric in metrics], number=number)
    line = {
        "metric": metrics[0],
        "description": "",
        "score": 2,
        "explanation": "It starts.\u2028All is well.",
    }
    odd = [line, line | {"metric": metrics[1], "score": 7}, line | {"score": 0}]
    cut = json.dumps([line, line | {"metric": metrics[1]}], ensure_ascii=False)[:-40]
    for number, text in ((1, json.dumps(odd, ensure_ascii=False)), (3, cut)):
        report = published / str(number) / "reports" / "round1.jsonl"
        report.parent.mkdir()
        report.write_text(text)
    scored = json.loads(benchwright("import", "prdbench-reports", published, "--json").out)
    assert [(one["planned"], one["decided"]) for one in scored["projects"]] == [(4, 0), (4, 0), (4, 1)]
    assert (scored["low"], scored["high"]) == (pytest.approx(1 / 12), 1)
    assert scored["published"] != scored["low"]
    kinds = {one["kind"] for one in scored["differences"]}
    assert kinds >= {"dropped_projects", "odd_scores", "left_out"}
    effects = sum(one["effect"] for one in scored["differences"])
    assert scored["published"] + effects == pytest.approx(scored["low"])

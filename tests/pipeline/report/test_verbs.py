"""`benchwright report` and `benchwright compare` on a run's folder."""

import json
import shutil
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from pipeline.cli.report import compare, report
from pipeline.report.marks import MEANINGS, Remark
from pipeline.report.remarks import remarks
from pipeline.report.summary import print_headline
from pipeline.runner.reader import RunFolder
from plans.digests import text_digest
from plans.errors import EXIT_CODE, AuthorError, JudgesDiffer, StorageFailed
from plans.files import write_record
from plans.paths import RunPaths
from plans.records.marks import Mark, MarkCode
from plans.records.result import Uncorrected
from plans.records.usage import ModelUsage, ModelUsageFile, Tokens, Usage, UsageLine
from tests.pipeline.report.synthetic import make_run, tell_usage
from tests.specs import changed_spec


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run that `folder` copies; nobody changes it."""
    place = tmp_path_factory.mktemp("saved")
    run = make_run(place / "shots", {"oracle": 1.0, "nop": 0.0}, projects=6)
    run.save(RunPaths(place / "run"))
    return place / "run"


@pytest.fixture
def folder(saved: Path, tmp_path: Path) -> Path:
    return shutil.copytree(saved, tmp_path / "run")


def test_report_of_baselines_writes_the_page_and_says_the_numbers_and_where_it_lies(folder: Path) -> None:
    result = CliRunner().invoke(report, [str(folder)], catch_exceptions=False)
    assert result.exit_code == 0
    page = (folder / "report.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "The numbers after 3 rounds" in result.output
    assert f"Report: {folder / 'report.html'}" in result.output
    # 48.5% once stood over [48, 48%].
    assert "[100.0, 100.0%]†" in result.output
    assert "[0.0, 0.0%]†" in result.output
    # A table of fifteen columns' worth of – stood in the middle of the summary where nobody told what was used.
    assert "What it took" not in result.output
    assert "–" not in result.output[: result.output.index("In brackets")]
    assert '<table class="used">' not in page
    for text in (result.output, page):
        assert "Tokens and cost of the agents: none was told" in text
        assert "No calibration for this judge" in text


def test_the_terminal_tells_tokens_and_cost_by_agent_and_round(tmp_path: Path) -> None:
    run = make_run(tmp_path / "shots", {"oracle": 1.0, "novice": 0.4}, projects=2)
    tell_usage(run, "novice", silent=3)
    run.save(RunPaths(tmp_path / "run"))
    output = CliRunner().invoke(report, [str(tmp_path / "run")], catch_exceptions=False).output
    rows = [line.split() for line in output[output.index("What it took") :].splitlines()]
    (oracle,) = (row for row in rows if row[:1] == ["oracle"])
    (novice,) = (row for row in rows if row[:1] == ["novice"])
    assert oracle[1:] == ["–"] * 3 + ["–", "/", "–", "/", "–"] * 3
    assert " ".join(novice[1:]) == (
        "≥ 341,400 ≥ 20,800 ≥ $0.33 169,800 / 10,400 / $0.17 171,600 / 10,400 / $0.17 – / – / –"
    )


def test_why_two_tables_differ_on_the_minimal_agent_is_said_between_them(tmp_path: Path) -> None:
    """A round that was interrupted had its tokens in one of them alone, and nothing said so."""
    run, paths = make_run(tmp_path / "shots", {"novice": 0.4}, projects=1), RunPaths(tmp_path / "run")
    tell_usage(run, "novice")
    run.save(paths)
    told = "Calls of rounds that are not finished count below alone"
    for role, is_told in (("user", False), ("coder", True)):
        lines = (UsageLine(role=role, usage=Usage(calls=3, cost=None)),)
        write_record(paths.models, ModelUsageFile(usage=ModelUsage(lines=lines)))
        output = CliRunner().invoke(report, [str(paths.root)], catch_exceptions=False).output
        assert (told in output, told in (paths.root / "report.html").read_text()) == (is_told, is_told)


def test_apprentices_are_called_what_they_are_wherever_their_numbers_stand(tmp_path: Path) -> None:
    """Newcomers took them for code agents, since `run` never said otherwise."""
    run = make_run(tmp_path / "shots", {"apprentice-novice": 0.4, "mine": 0.5}, projects=1)
    novice, mine = run.of.play.agents
    apprentice = novice.model_copy(update={"kind": "apprentice"})
    run.of = changed_spec(run.of, play={"agents": (apprentice, mine)})
    run.save(RunPaths(tmp_path / "run"))
    out = StringIO()
    print_headline(RunFolder(RunPaths(tmp_path / "run")).result(), Console(file=out, width=300))
    assert "Apprentices are baselines, not code agents." in out.getvalue()
    output = CliRunner().invoke(report, [str(tmp_path / "run")], catch_exceptions=False).output
    assert "apprentices between them by their skill, rising from round to round" in " ".join(output.split())
    page = (tmp_path / "run" / "report.html").read_text()
    assert '<span class="agent">apprentice-novice</span> <small>baseline</small>' in page
    assert '<span class="agent">mine</span> <small>command 1.0</small>' in page


def test_a_run_ends_with_a_line_an_agent_and_leaves_the_rest_to_report(folder: Path) -> None:
    """Both verbs printed the same thirty lines."""
    out = StringIO()
    proved = RunFolder(RunPaths(folder)).result()
    unsafe = {"sandbox": "local-unsafe", "strength": "unsafe"}
    bare = changed_spec(proved.run, proof={"judges": {}}, place=unsafe)
    marked = proved.model_copy(
        update={"run": bare, "marks": (Mark(code=MarkCode.OUT_OF_TIME, detail="2 rounds"),)}
    )
    print_headline(marked, Console(file=out, width=200))
    lines = out.getvalue().splitlines()
    assert len(lines) < 13
    assert [line.split()[:3] for line in lines if "%" in line] == [
        ["oracle", "100.0%", "100.0%"],
        ["nop", "0.0%", "0.0%"],
    ]
    assert "Without evidence: 6 items. Nothing shows that their criteria" in out.getvalue()
    assert "Marked rounds. out of time: 2 rounds (the agent was stopped, and what it had" in out.getvalue()
    assert "Unsafe sandbox: local-unsafe. Programs under test ran without strong isolation." in lines
    assert "Baselines" not in out.getvalue()


def test_marked_rounds_are_all_told_however_many_there_are(tmp_path: Path) -> None:
    """The line broke off within what the first mark means, and "unsafe sandbox: 5 rounds" was never said."""
    found = {
        MarkCode.OUT_OF_TIME: "2 rounds",
        MarkCode.REUSED: "7 rounds",
        MarkCode.UNSAFE_SANDBOX: "5 rounds",
        MarkCode.FEEDBACK_REPLACED: "1 round",
    }
    marks = tuple(Mark(code=code, detail=detail) for code, detail in found.items())
    run = make_run(tmp_path, {"nop": 0.0}, projects=1)
    marked = next(r for r in remarks(run.result().model_copy(update={"marks": marks})) if "Marked" in r.title)
    assert marked.brief == f"{'; '.join(mark.text for mark in marks)}."
    assert "(the agent was stopped, and what it had was judged)" in marked.text


def test_every_mark_has_a_meaning() -> None:
    assert set(MEANINGS) == set(MarkCode)


def test_a_long_list_ends_between_its_entries_and_says_that_there_is_more() -> None:
    entries = [f"plant-shop, mine, repeat {number}: endpoint failed" for number in range(9)]
    listed = Remark("warning", "Ended", "; ".join(entries) + ".")
    assert listed.brief == "; ".join(entries[:3]) + "; and more."


def test_report_as_json_is_the_result_and_the_page_goes_where_it_was_asked(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "elsewhere" / "mine.html"
    result = CliRunner().invoke(report, [str(folder), "--json", "--out", str(out)], catch_exceptions=False)
    assert out.exists()
    agents = json.loads(result.output)["agents"]
    assert [agent["rounds"][-1]["task_pass_rate"]["low"] for agent in agents] == [1.0, 0.0]


def test_a_folder_that_is_no_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(AuthorError, match="No run lies in"):
        CliRunner().invoke(report, [str(tmp_path)], catch_exceptions=False)


def test_a_folder_in_the_place_of_the_page_is_told(folder: Path) -> None:
    """It was a traceback of IsADirectoryError, after all had been gathered."""
    (folder / "report.html").mkdir()
    with pytest.raises(
        StorageFailed, match=r"report\.html could not be written: .* A folder stands where a file"
    ):
        CliRunner().invoke(report, [str(folder)], catch_exceptions=False)
    assert not list(folder.glob(".report.html.*"))


def test_a_result_without_a_calibration_says_null_and_why(folder: Path) -> None:
    paths = RunPaths(folder)
    write_record(paths.result, RunFolder(paths).result())
    written = json.loads(paths.result.read_text())
    assert written["calibration"] is None
    assert written["uncorrected"] == Uncorrected.OTHER_DIGEST, "the one that is shipped is of another judge"
    out = StringIO()
    print_headline(RunFolder(paths).result(), Console(file=out, width=300))
    assert "No calibration for this judge" in out.getvalue()


def test_report_takes_the_beginning_of_a_judge_that_is_there(folder: Path) -> None:
    """A digest with a slip of the pen once gave a whole report of blanks, and exit code 0."""
    own = text_digest("judge")
    command = [str(folder), "--json", "--judge"]
    result = CliRunner().invoke(report, [*command, own[:6]], catch_exceptions=False)
    assert json.loads(result.output)["agents"][0]["rounds"][-1]["unresolved"] == 0
    assert json.loads(result.output)["run"]["judge"]["digest"] == own
    for slip in ("beef", "", own + "0"):
        with pytest.raises(AuthorError, match=f"begins no judge's digest.*{own[:16]} "):
            CliRunner().invoke(report, [*command, slip], catch_exceptions=False)


def test_compare_takes_the_only_two_agents_of_a_run(folder: Path) -> None:
    result = CliRunner().invoke(compare, [str(folder), "--json"], catch_exceptions=False)
    comparison = json.loads(result.output)
    assert (comparison["first"]["agent"], comparison["second"]["agent"]) == ("oracle", "nop")
    assert comparison["metrics"][1]["conclusion"] == "first is higher"


def test_compare_of_two_runs_takes_the_named_agent_in_both(folder: Path) -> None:
    result = CliRunner().invoke(compare, [str(folder), str(folder), "--agent", "nop"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "No difference is shown in any of the three rates: chance may explain" in result.output


def test_compare_of_two_judges_ends_with_3_and_one_of_them_can_be_named(folder: Path, tmp_path: Path) -> None:
    """The run of last month was judged by another judge; judged again, it can be compared by the present one."""
    run = make_run(tmp_path / "others", {"nop": 0.0}, projects=6)
    present, last_month = text_digest("judge"), "0" * 64
    run.of = changed_spec(run.of, judge={"digest": last_month})
    run.save(RunPaths(tmp_path / "then"))
    both = [str(folder), str(tmp_path / "then"), "--agent", "nop", "--json"]
    with pytest.raises(JudgesDiffer) as refused:
        CliRunner().invoke(compare, both, catch_exceptions=False)
    assert EXIT_CODE[refused.value.cause] == 3
    marked = json.loads(
        CliRunner().invoke(compare, [*both, "--across-judges"], catch_exceptions=False).output
    )
    assert [mark["code"] for mark in marked["marks"]] == [MarkCode.ACROSS_JUDGES]
    by_one = CliRunner().invoke(compare, [*both, "--judge", present[:8]], catch_exceptions=False)
    assert json.loads(by_one.output)["marks"] == []


def test_compare_of_an_agent_with_itself_is_refused(folder: Path) -> None:
    """It told in twenty lines that no difference is shown."""
    result = CliRunner().invoke(compare, [str(folder), "--agent", "nop", "--agent", "nop"])
    assert result.exit_code == 2
    assert "'nop' was named twice" in result.output


def test_compare_asks_when_it_is_not_clear_who_is_meant(folder: Path) -> None:
    result = CliRunner().invoke(compare, [str(folder), "--agent", "oracle"])
    assert result.exit_code == 2
    assert "Name them with --agent; run 'autumn-run' has oracle, nop." in result.output


def test_what_models_of_ours_were_used_for_is_told_by_role_stage_project_and_round(folder: Path) -> None:
    lines = (
        UsageLine(
            role="ui_judge",
            stage="judge",
            project="p1",
            round=1,
            usage=Usage(calls=3, tokens=Tokens(input=9_000)),
        ),
        UsageLine(role="user", stage="feedback", project="p1", round=2, usage=Usage(calls=1, cost=None)),
    )
    paths = RunPaths(folder)
    write_record(paths.models, ModelUsageFile(usage=ModelUsage(lines=lines)))
    assert RunFolder(paths).result().models.total.tokens.input == 9_000
    told = CliRunner().invoke(report, [str(folder)])
    rows = [line.split() for line in told.output.splitlines()]
    assert ["ui_judge", "judge", "3", "0", "9,000", "0", "$0.00"] in rows
    assert ["all", "4", "0", "9,000", "0", "–"] in rows
    page = paths.report.read_text()
    assert "Our own models" in page
    assert '<th scope="row">p1</th><td>2</td><td>user</td>' in page


def test_a_run_says_of_which_items_another_judge_or_gate_made_the_evidence(folder: Path) -> None:
    """README promised it, and only `report` said it."""
    proved = RunFolder(RunPaths(folder)).result()
    other = {item: "f" * 64 for item in proved.run.suite.items}
    outdated = {next(iter(other)): "by another release gate"}
    changed = changed_spec(proved.run, proof={"judges": other, "outdated": outdated})
    out = StringIO()
    print_headline(proved.model_copy(update={"run": changed}), Console(file=out, width=300))
    assert "Evidence made by an earlier judge: 6 items. This run's judge is" in out.getvalue()
    assert "Evidence that this release gate did not make: 1 item." in out.getvalue()

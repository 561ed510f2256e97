"""Two agents, paired by project: what can be said, and what must not be."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from pipeline.report import words
from pipeline.report.versus import print_comparison
from pipeline.runner.scoring.comparison import compare
from plans.errors import AuthorError, JudgesDiffer
from plans.records.code_agent import AgentReport
from plans.records.marks import MarkCode
from plans.records.model_settings import SamplingSettings
from plans.records.result import Comparison, Uncorrected
from plans.records.specification import Underspecification
from plans.records.usage import PlayedRole
from plans.records.verdict import World
from tests.calibrations import calibrated, keep
from tests.pipeline.report.synthetic import SyntheticRun, make_run
from tests.specs import changed_spec

SPEAKER = PlayedRole(role="user", endpoint="here", model="that", sampling=SamplingSettings(temperature=0.7))
AGENTS = {"oracle": 1.0, "nop": 0.0, "novice": 0.3, "expert": 0.9}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> SyntheticRun:
    return make_run(tmp_path_factory.mktemp("shots"), AGENTS, projects=12)


def test_a_clear_difference_is_told_with_an_interval_that_leaves_zero_out(run: SyntheticRun) -> None:
    rates = {one.metric: one for one in compare(run, "expert", run, "novice").metrics}
    tasks = rates["task_pass_rate"]
    assert tasks.conclusion == "first is higher"
    assert 0 < tasks.ci_low <= tasks.low <= tasks.high <= tasks.ci_high


def test_turning_the_two_around_turns_every_sign(run: SyntheticRun) -> None:
    forth, back = compare(run, "expert", run, "novice"), compare(run, "novice", run, "expert")
    for one, other in zip(forth.metrics, back.metrics, strict=True):
        assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
        assert (one.ci_low, one.ci_high) == pytest.approx((-other.ci_high, -other.ci_low), abs=0.02)
    assert back.metrics[1].conclusion == "second is higher"


def test_an_agent_against_itself_is_not_told_apart(run: SyntheticRun) -> None:
    comparison = compare(run, "oracle", run, "oracle")
    assert {one.conclusion for one in comparison.metrics} == {"not told apart"}
    assert all(one.degenerate for one in comparison.metrics)
    assert comparison.smallest_detectable_difference is None


def test_the_same_gap_everywhere_convinces_with_many_projects_and_not_with_few(
    run: SyntheticRun, tmp_path: Path
) -> None:
    few = make_run(tmp_path, {"oracle": 1.0, "nop": 0.0}, projects=5)
    assert compare(run, "oracle", run, "nop").metrics[1].conclusion == "first is higher"
    told = compare(few, "oracle", few, "nop")
    assert told.metrics[1].conclusion == "not told apart"
    assert told.metrics[1].p_value == pytest.approx(1 / 16)
    assert told.caveats == (
        "With 5 shared projects nothing can be concluded at the 5% level: it takes 6 or more.",
    )


def test_unresolved_verdicts_stretch_the_interval(run: SyntheticRun, tmp_path: Path) -> None:
    open_run = make_run(tmp_path, AGENTS, projects=12)
    for key, trial in open_run.trials.items():
        if key[1] == "novice":
            trial[-1] = trial[-1].model_copy(update={"judgement": None})
    tasks = compare(open_run, "expert", open_run, "novice").metrics[1]
    assert (tasks.second_low, tasks.second_high) == (0, 1)
    assert tasks.ci_low < 0 < tasks.ci_high
    assert tasks.conclusion == "not told apart"


def test_items_whose_criteria_differ_are_left_out_and_named(run: SyntheticRun, tmp_path: Path) -> None:
    later = make_run(tmp_path, AGENTS, projects=12)
    moved, *_ = later.of.suite.items
    later.of = changed_spec(
        later.of,
        suite={"items": {**later.of.suite.items, moved: "another"}},
    )
    comparison = compare(run, "expert", later, "expert")
    assert len(comparison.projects) == 11
    assert any(moved in caveat for caveat in comparison.caveats)


@pytest.mark.parametrize(
    "judge",
    [{"digest": "0" * 64}, {"name": "hybrid"}, {"world": World.CLOSED}],
    ids=lambda judge: next(iter(judge)),
)
def test_runs_of_different_judges_are_refused_or_marked(
    run: SyntheticRun, tmp_path: Path, judge: dict[str, object]
) -> None:
    """They were paired, and a caveat beneath all tables said that the judge differs."""
    later = SyntheticRun(changed_spec(run.of, judge=judge), run.items, run.trials)
    with pytest.raises(JudgesDiffer):
        compare(run, "expert", later, "expert")
    comparison = compare(run, "expert", later, "expert", across_judges=True)
    assert [mark.code for mark in comparison.marks] == [MarkCode.ACROSS_JUDGES]
    assert comparison.metrics == compare(run, "expert", run, "expert").metrics
    assert MarkCode.ACROSS_JUDGES in said(comparison)
    assert compare(run, "expert", run, "novice", across_judges=True).marks == ()


def test_each_side_has_its_corrected_rate_or_says_why_it_has_none(run: SyntheticRun, tmp_path: Path) -> None:
    world = {"world": World.OPEN}
    run = SyntheticRun(changed_spec(run.of, judge=world), run.items, run.trials)
    bare = compare(run, "expert", run, "novice", calibrations=tmp_path / "none")
    for side in (bare.first, bare.second):
        assert (side.calibration, side.corrected_task_pass_rate) == (None, None)
        assert side.uncorrected is Uncorrected.NO_CALIBRATION
    assert said(bare).count(Uncorrected.NO_CALIBRATION) == 1

    own = keep(tmp_path / "own", calibrated(run.of.judge))
    one = compare(run, "expert", run, "novice", calibrations=own)
    result = SyntheticRun(run.of, run.items, run.trials, own).result()
    final = {score.agent.name: score.rounds[-1].corrected_task_pass_rate for score in result.agents}
    assert one.first.corrected_task_pass_rate == final["expert"] is not None
    assert one.second.corrected_task_pass_rate == final["novice"] is not None
    assert words.corrected_text(final["expert"]) in said(one)

    other = SyntheticRun(changed_spec(run.of, judge={"digest": "0" * 64}), run.items, run.trials)
    across = compare(run, "expert", other, "expert", across_judges=True, calibrations=own)
    assert (across.first.uncorrected, across.second.uncorrected) == (None, Uncorrected.OTHER_DIGEST)
    assert Uncorrected.OTHER_DIGEST in said(across)


def said(comparison: Comparison) -> str:
    out = StringIO()
    print_comparison(comparison, Console(file=out, width=400))
    return out.getvalue()


def test_what_differs_between_two_runs_is_said_in_a_sentence(run: SyntheticRun, tmp_path: Path) -> None:
    """It once said "The underspecification differs" and "The rounds differs"."""
    later = make_run(tmp_path, AGENTS, projects=12)
    tools = {**later.of.tools.versions, "image": "node:22-bookworm sha256:55"}
    later.of = changed_spec(
        later.of,
        play={"underspecification": Underspecification.HIGH, "rounds": 1},
        place={"runtime": "a" * 64},
        tools={"versions": tools},
        models={"roles": (SPEAKER,)},
    )
    caveats = compare(run, "expert", later, "expert").caveats
    assert "The level of underspecification differs: medium against high." in caveats
    assert "The number of rounds differs: 3 against 1." in caveats
    assert "The model of the simulated user differs: none against that of here, temperature 0.7." in caveats
    assert "The image of the sandbox differs: none named against node:22-bookworm sha256:55." in caveats
    assert "The runtime environment differs: none against aaaaaaaaaaaa." in caveats


def test_requests_and_prompts_that_differ_are_said(run: SyntheticRun, tmp_path: Path) -> None:
    """Wording is in no digest of what decides, so runs on other requests were paired without a word."""
    later = make_run(tmp_path, AGENTS, projects=12)
    reworded, stingier, *_ = later.items
    later.items[0] = reworded.model_copy(update={"query": "Something else, please."})
    later.items[1] = stingier.model_copy(update={"withholds": ("R1", *stingier.withholds)})
    hashes = {**later.of.tools.prompts, "messages/query.md.jinja": "another"}
    later.of = changed_spec(later.of, tools={"prompts": hashes})
    caveats = compare(run, "expert", later, "expert").caveats
    assert f"The request differs in words or in what it withholds: {reworded.id}, {stingier.id}." in caveats
    assert "The prompts differ: messages/query.md.jinja." in caveats
    assert compare(run, "expert", run, "novice").caveats == ()


def test_runs_without_a_common_item_are_refused(run: SyntheticRun, tmp_path: Path) -> None:
    other = make_run(tmp_path, AGENTS, projects=12, random_seed=2)
    other.of = changed_spec(other.of, suite={"items": dict.fromkeys(other.of.suite.items, "another")})
    with pytest.raises(AuthorError, match="share no item"):
        compare(run, "expert", other, "expert")


def test_an_unknown_agent_is_answered_with_those_there_are(run: SyntheticRun) -> None:
    with pytest.raises(AuthorError, match="no agent 'mini'.*oracle, nop, novice, expert"):
        compare(run, "mini", run, "nop")


def test_the_terminal_says_who_is_higher_and_what_can_be_detected(run: SyntheticRun) -> None:
    out = StringIO()
    print_comparison(compare(run, "expert", run, "novice"), Console(file=out, width=100), most_projects=3)
    text = out.getvalue()
    assert "expert against novice, paired over 12 projects" in text
    assert "expert is higher in" in text
    assert "and 9 projects with smaller differences" in text
    assert "can detect" in text


@pytest.mark.parametrize(("projects", "few"), [(1, True), (5, True), (6, False)])
def test_of_too_few_projects_the_terminal_says_so_first_and_concludes_nothing(
    tmp_path: Path, projects: int, few: bool
) -> None:
    """That no difference is shown, of the reference and nothing, led, and why stood beneath all tables."""
    small = make_run(tmp_path, {"oracle": 1.0, "nop": 0.0}, projects=projects)
    out = StringIO()
    print_comparison(compare(small, "oracle", small, "nop"), Console(file=out, width=120))
    lines = out.getvalue().splitlines()
    assert ("nothing can be concluded" in lines[1]) == few
    assert out.getvalue().count("nothing can be concluded") == few
    headings = next(line for line in lines if "Metric" in line)
    assert (headings.split()[-1] == "p") == (not few)
    assert ("oracle is higher" in out.getvalue()) == (not few)
    assert "No difference is shown" not in out.getvalue()


def test_that_rounds_ended_by_the_agents_fault_is_said_beside_its_numbers(tmp_path: Path) -> None:
    """0.0% stood against 17.1%, without a word that the script of the first was never found."""
    run = make_run(tmp_path, AGENTS, projects=6)
    for key, trial in run.trials.items():
        if key[1] == "nop":
            failed = AgentReport(ended="agent failed", detail="exit code 2: no such file")
            trial[0] = trial[0].model_copy(
                update={"record": trial[0].record.model_copy(update={"report": failed})}
            )
    caveats = compare(run, "nop", run, "novice").caveats
    rounds = 6 * run.of.play.rounds * run.of.play.repeats
    assert f"agent failed: {6 * run.of.play.repeats} of {rounds} rounds of nop in {run.of.name}." in caveats
    assert not any("novice" in caveat for caveat in caveats)


def test_one_name_for_two_command_lines_is_told(run: SyntheticRun, tmp_path: Path) -> None:
    later = make_run(tmp_path, AGENTS, projects=12)
    agents = tuple(
        agent.model_copy(update={"options": {"command": "tool --fast"}}) if agent.name == "nop" else agent
        for agent in later.of.play.agents
    )
    later.of = changed_spec(later.of, play={"agents": agents})
    caveats = compare(run, "nop", later, "nop").caveats
    assert any("named 'nop' differ" in caveat and "tool --fast" in caveat for caveat in caveats)


def test_the_dagger_of_a_comparison_is_explained(run: SyntheticRun) -> None:
    out = StringIO()
    print_comparison(compare(run, "oracle", run, "oracle"), Console(file=out, width=200))
    assert "† all projects differ alike" in out.getvalue()

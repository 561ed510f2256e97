"""What must not be hidden, and what must not be believed: marks, failures, and text that others wrote."""

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from pipeline.report.marks import BRIEF, Remark
from pipeline.report.page import render, write_report
from pipeline.report.projects import HUGE, LONG_REQUEST, project_page
from pipeline.report.remarks import remarks
from pipeline.report.summary import print_headline
from pipeline.report.words import mode_text, rounds_text
from plans import project_metrics as metrics_module
from plans.plain_text import count_text
from plans.records.marks import Mark, MarkCode
from plans.records.run import JudgedRound
from tests.pipeline.report.conftest import Opens, Watched
from tests.pipeline.report.synthetic import SyntheticRun, make_run
from tests.specs import changed_spec

HOSTILE = (
    "</td></details><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">'"
)


@pytest.fixture
def run(tmp_path: Path) -> SyntheticRun:
    return make_run(tmp_path / "shots", {"novice": 0.4, "expert": 0.8}, projects=2)


def changed(run: SyntheticRun, change: dict[str, object]) -> JudgedRound:
    """The first trial's second round with other fields of its record; put back into the run."""
    trial = next(iter(run.trials.values()))
    trial[1] = trial[1].model_copy(update={"record": trial[1].record.model_copy(update=change)})
    return trial[1]


def remark_titles(run: SyntheticRun) -> list[str]:
    return [remark.title for remark in project_page(run).remarks]


def test_an_interval_without_width_names_its_rate(tmp_path: Path) -> None:
    """It was said of all rates of an agent when projects agreed in one of them, such as that none was completed."""
    run = make_run(tmp_path / "shots", {"novice": 0.4}, projects=3)
    remark = next(r for r in project_page(run).remarks if r.title.startswith("Intervals that say nothing"))
    last = run.result().agents[0].rounds[-1]
    assert last.project_completion_rate.degenerate
    assert not last.task_pass_rate.degenerate
    assert "Project Completion Rate for novice" in remark.text
    assert "Task Pass Rate" not in remark.text


def test_a_single_project_is_told_as_what_it_is(tmp_path: Path) -> None:
    """All agents were listed three times over, as those whose projects agree."""
    run = make_run(tmp_path / "shots", {"novice": 0.4, "expert": 0.8}, projects=1)
    remark = next(r for r in project_page(run).remarks if r.title.startswith("Intervals that say nothing"))
    assert remark.text.startswith("There is a single project")
    assert "novice" not in remark.text


def test_an_unsafe_sandbox_is_the_first_thing_said(run: SyntheticRun) -> None:
    run.of = changed_spec(run.of, place={"sandbox": "local-unsafe", "strength": "unsafe"})
    first = project_page(run).remarks[0]
    assert (first.weight, first.title) == ("danger", "Unsafe sandbox: local-unsafe")


def test_evidence_by_another_judge_is_told_with_the_items(run: SyntheticRun) -> None:
    """The items were proved by a judge whose verdicts are not those of this run."""
    one, other = run.of.suite.items
    earlier = changed_spec(run.of, proof={"judges": {one: "e" * 64, other: run.of.judge.digest}})
    assert not any(title.startswith(("Evidence", "Without evidence")) for title in remark_titles(run))

    run.of = earlier
    remark = next(
        r for r in project_page(run).remarks if r.title.startswith("Evidence made by an earlier judge")
    )
    assert remark.title.endswith("1 item")
    assert one in remark.text
    assert other not in remark.text

    run.of = changed_spec(run.of, proof={"judges": {other: run.of.judge.digest}})
    remark = next(r for r in project_page(run).remarks if r.title.startswith("Without evidence"))
    assert one in remark.text


def test_items_that_a_gate_refused_are_kept_apart_from_those_without_evidence(run: SyntheticRun) -> None:
    """`verify` had refused one, and the run said that it was without evidence, and to run `verify`."""
    one, other = run.of.suite.items
    reason = "mutant filter-either is not killed by filter-both: survived; and 1 more"
    lacks = {one: reason, other: "it has no evidence"}
    run.of = changed_spec(run.of, proof={"judges": {}, "unproved": lacks, "refused": (one,)})
    refused, bare = [
        next(r for r in project_page(run).remarks if r.title.startswith(title))
        for title in ("Refused by the release gate: 1 item", "Without evidence: 1 item")
    ]
    assert one in refused.brief
    assert reason in refused.text
    assert "mend their files" in refused.brief
    assert other in bare.brief
    assert one not in bare.text


def test_items_without_evidence_are_named_where_there_is_room_for_a_line(run: SyntheticRun) -> None:
    """Of two items, one was told with its reason, and the other was "and more"."""
    one, other = run.of.suite.items
    lacks = {item: "nothing was judged, and that takes many words to tell" for item in (one, other)}
    run.of = changed_spec(run.of, proof={"judges": {}, "unproved": lacks})
    brief = next(r for r in project_page(run).remarks if r.title.startswith("Without evidence")).brief
    assert brief.endswith(f": {one}, {other}.")


def test_a_counterfactual_round_is_named(run: SyntheticRun) -> None:
    changed(run, {"marks": (Mark(code=MarkCode.COUNTERFACTUAL),)})
    remark = next(r for r in project_page(run).remarks if r.title.startswith("Counterfactual"))
    assert remark.title == "Counterfactual: 1 round"
    assert "novice, round 2" in remark.text


def test_unresolved_tasks_are_counted_by_agent(run: SyntheticRun) -> None:
    trial = run.trials[run.items[0].id, "novice", 1]
    trial[2] = trial[2].model_copy(update={"judgement": None})
    remark = next(r for r in project_page(run).remarks if r.title.startswith("Unresolved"))
    assert re.search(r"novice (1[6-9]|2\d)\b", remark.text)


@pytest.mark.parametrize(("judge", "is_proposed"), [("programmatic", True), ("hybrid", False)])
def test_binding_is_proposed_where_no_model_was_asked(
    run: SyntheticRun, judge: str, is_proposed: bool
) -> None:
    result = run.result()
    first = result.agents[0]
    last = first.rounds[-1].model_copy(update={"unresolved": 3})
    score = first.model_copy(update={"rounds": (*first.rounds[:-1], last)})
    asked = result.run.judge.model_copy(update={"name": judge})
    played = result.run.model_copy(update={"judge": asked})
    result = result.model_copy(update={"run": played, "agents": (score,), "faults": ()})
    remark = next(one for one in remarks(result) if one.title.startswith("Unresolved"))
    assert ("benchwright bind" in remark.text) is is_proposed


@pytest.mark.parametrize(("family", "mode"), [("webapp", "query"), ("python_project", "full-prd")])
def test_a_request_that_withholds_what_criteria_ask_for_is_told(
    run: SyntheticRun, family: str, mode: str
) -> None:
    title = "Request without the specification"
    fair = changed_spec(run.of, suite={"family": family}, play={"mode": mode})
    assert title not in remark_titles(SyntheticRun(fair, run.items))
    unfair = changed_spec(run.of, suite={"family": "python_project"}, play={"mode": "query"})
    assert title in remark_titles(SyntheticRun(unfair, run.items))


def test_an_unfinished_trial_is_not_passed_over(run: SyntheticRun) -> None:
    run.trials[run.items[0].id, "novice", 1].pop()
    assert "Not finished: 1 of 4 trials" in remark_titles(run)


def test_a_failure_that_stays_the_same_is_told_once(run: SyntheticRun) -> None:
    trial = run.trials[run.items[0].id, "novice", 1]
    for index in (1, 2):
        trial[index] = trial[0].model_copy(update={"number": index + 1})
    rounds = project_page(run).projects[0].trials[0].rounds
    assert all(view.outcomes and view.same_as is None for view in rounds[0].failures.shown)
    assert {view.same_as for one in rounds[1:] for view in one.failures.shown} == {1}


def test_a_failing_outcome_shows_what_was_looked_for_seen_and_said(run: SyntheticRun) -> None:
    html = render(project_page(run))
    assert "a button named “Save”, “Add” or “Create” in the form" in html
    assert "The number beside the cart stayed at 1." in html
    assert "When I press save, nothing seems to happen." in html
    assert html.count('src="data:image/png;base64,') >= 1


def test_blocked_tasks_are_no_failures_of_their_own(run: SyntheticRun) -> None:
    for project in project_page(run).projects:
        for trial in project.trials:
            for one in trial.rounds:
                shown = {view.number for view in one.failures.shown}
                blocked = {number for number, letter in enumerate(one.letters, 1) if letter == "B"}
                assert shown.isdisjoint(blocked)
                assert blocked <= set(one.failures.behind)


def test_everything_that_a_published_number_must_name_is_there(run: SyntheticRun) -> None:
    html = render(project_page(run))
    spec = run.of
    named = [
        spec.suite.digest,
        spec.judge.digest,
        spec.suite.canary,
        spec.play.leak_policy,
        spec.play.simulator,
        spec.play.persona,
    ]
    named += [
        *spec.tools.versions.values(),
        *spec.suite.items.values(),
        *spec.tools.prompts.values(),
        "2026-10-03 09:30 UTC",
        "https://models.example/v1, chat",
        "the run: $40",
    ]
    assert [text for text in named if text not in html] == []


def test_a_report_of_debugging_quotes_no_user_whom_no_agent_heard(run: SyntheticRun) -> None:
    """It showed the simulated user's words after each round, where agents had been given the failed checks instead."""
    rounds = count_text(run.of.play.rounds, "round")
    heard = render(project_page(run))
    assert "The simulated user after round 1" in heard
    assert f"{rounds}," in heard
    assert "of debugging" not in heard

    run.of = changed_spec(run.of, play={"later": "debug"})
    debugged = render(project_page(run))
    assert "The simulated user after round" not in debugged
    said = f"{rounds}, the first of development and the others of debugging"
    assert f"{said}," in debugged
    told = Console(width=300, record=True, file=StringIO())
    print_headline(run.result(), told)
    assert said in told.export_text()


@pytest.mark.parametrize(
    ("rounds", "told", "mode"),
    [
        (1, "1 round", "whole PRD, one round"),
        (
            2,
            "2 rounds, the first of development and the second of debugging",
            "whole PRD, then 1 round of debugging",
        ),
        (
            3,
            "3 rounds, the first of development and the others of debugging",
            "whole PRD, then 2 rounds of debugging",
        ),
    ],
)
def test_the_first_round_is_none_of_debugging(run: SyntheticRun, rounds: int, told: str, mode: str) -> None:
    """One round of development and one of debugging were told as "2 rounds of debugging"."""
    spec = changed_spec(run.of, play={"later": "debug", "mode": "full-prd", "rounds": rounds})
    assert rounds_text(spec) == told
    assert mode_text(spec) == mode


@pytest.mark.browser
@pytest.mark.parametrize("huge_from", [HUGE, 0])
async def test_text_that_others_wrote_stays_text(
    run: SyntheticRun,
    tmp_path: Path,
    opened: Opens,
    watched: Watched,
    monkeypatch: pytest.MonkeyPatch,
    huge_from: int,
) -> None:
    monkeypatch.setattr("pipeline.report.projects.HUGE", huge_from)
    poison(run)
    report = write_report(project_page(run), tmp_path / "report.html")
    page = await opened(report)
    assert await page.title() == f"{run.of.name} · benchwright report"
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    await page.locator(".feedback p").first.wait_for(state="attached")
    assert await page.locator("script").count() == 1
    assert await page.locator("img:not([src^='data:image/'])").count() == 0
    assert await page.locator(".feedback p").first.text_content() == HOSTILE
    assert watched.complaints == []


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    "title",
    ["W" * 10_000, "Z\u0301" * 5_000, "word " * 2_000, "\u202eevil\u2067", "a\nb\x1b[31m\x00"],
    ids=range(5),
)
async def test_no_title_of_others_crowds_out_or_turns_round_the_page(
    run: SyntheticRun, tmp_path: Path, opened: Opens, width: int, title: str
) -> None:
    """Titles of 10,000 letters made the page 50,000 pixels long, and a mark of direction turned round what stood beside
    it.
    """
    item = run.items[0]
    tasks = tuple(task.model_copy(update={"title": title}) for task in item.criteria.tasks)
    criteria = item.criteria.model_copy(update={"tasks": tasks})
    before = await opened(write_report(project_page(run), tmp_path / "before.html"), width=width)
    usual = await before.evaluate("document.documentElement.scrollHeight")
    run.items[0] = item.model_copy(update={"title": title, "category": title, "criteria": criteria})
    page = await opened(write_report(project_page(run), tmp_path / "report.html"), width=width)
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    assert await page.evaluate("document.documentElement.scrollHeight") < usual + 3_000
    turned = """() => {
        const beside = document.querySelector('.project > summary small');
        const text = beside.firstChild, at = place => {
            const range = document.createRange();
            range.setStart(text, place); range.setEnd(text, place + 1);
            return range.getBoundingClientRect().left;
        };
        return at(0) > at(3);
    }"""
    assert not await page.evaluate(turned)


def test_a_long_request_is_folded_away_and_a_short_one_stands_there(run: SyntheticRun) -> None:
    """A whole PRD filled some twenty windows of a telephone before the first verdict."""
    run.items[0] = run.items[0].model_copy(update={"query": "short"})
    run.items[1] = run.items[1].model_copy(update={"query": "long " * LONG_REQUEST})
    html = render(project_page(run))
    assert '<blockquote class="query"><p>short</p>' in html
    assert "<details><summary>The request, as the agents got it</summary><blockquote" in html
    assert html.count("<summary>The request, as the agents got it") == 1


def poison(run: SyntheticRun) -> None:
    """Put hostile text wherever a page, an agent or an author can write."""
    item = run.items[0]
    task = item.criteria.tasks[0].model_copy(update={"title": HOSTILE})
    criteria = item.criteria.model_copy(update={"tasks": (task, *item.criteria.tasks[1:])})
    run.items[0] = item.model_copy(update={"title": HOSTILE, "query": HOSTILE, "criteria": criteria})
    run.of = changed_spec(run.of, play={"persona": HOSTILE}, tools={"versions": {HOSTILE: HOSTILE}})
    for trial in run.trials.values():
        trial[:] = [poisoned(one) for one in trial]


def poisoned(one: JudgedRound) -> JudgedRound:
    assert one.judgement is not None
    tasks = [
        verdict.model_copy(
            update={
                "reason": HOSTILE,
                "outcomes": tuple(
                    outcome.model_copy(
                        update={
                            "observation": outcome.observation
                            and outcome.observation.model_copy(
                                update={"saw": HOSTILE, "url": f"javascript:{HOSTILE}", "console": (HOSTILE,)}
                            )
                        }
                    )
                    for outcome in verdict.outcomes
                ),
            }
        )
        for verdict in one.judgement.tasks
    ]
    feedback = one.feedback and one.feedback.model_copy(update={"text": HOSTILE})
    record = one.record.model_copy(update={"marks": (Mark(code=MarkCode.OTHER, detail=HOSTILE),)})
    judgement = one.judgement.model_copy(update={"tasks": tuple(tasks)})
    return one.model_copy(update={"judgement": judgement, "feedback": feedback, "record": record})


def test_breakdowns_and_micro_rates_are_ranges_where_verdicts_are_missing(run: SyntheticRun) -> None:
    """They once gave the lower end alone, as if what could not be decided had failed."""
    for key, trial in run.trials.items():
        if key[1] == "novice":
            trial[-1] = trial[-1].model_copy(update={"judgement": None})
    page = project_page(run)
    for split in page.splits:
        for _, (novice, expert) in split.rows:
            assert (novice[-1].low, novice[-1].high) == (0.0, 1.0)
            assert expert[-1].low == expert[-1].high
    html = render(page)
    assert "<b>0–100</b>" in html
    assert html.count('<td class="n">0.0–100.0%</td><td class="n">0.0–100.0%</td>') == 1


def test_repaired_and_regressed_are_told_as_they_are_counted(run: SyntheticRun) -> None:
    """Tasks unresolved at either round are counted as neither, which the page did not say."""
    (words,) = re.findall(r"<dt>Repaired, regressed</dt><dd>(.*?)</dd>", render(project_page(run)))
    told = "Unresolved at either round, a task is neither"
    assert told in words
    assert told.lower() in " ".join((metrics_module.__doc__ or "").lower().split())


def test_a_cell_of_the_map_counts_what_was_not_reached_as_the_table_does(tmp_path: Path) -> None:
    """It showed the last round that was played, and left repeats out that had not begun."""
    run = make_run(tmp_path, {"novice": 0.4, "expert": 0.8}, projects=2, repeats=2)
    first, second = (item.id for item in run.items)
    run.trials[first, "expert", 1].pop()
    del run.trials[second, "expert", 2]
    for key in [key for key in run.trials if key[1] == "novice"]:
        del run.trials[key]
    page = project_page(run)
    expert = next(score for score in page.result.agents if score.agent.name == "expert")
    cells = [cell for project in page.projects if (cell := project.cells[1])]
    table = expert.rounds[-1].task_pass_rate
    assert len(cells) == 2
    assert sum(cell.low for cell in cells) / 2 == pytest.approx(table.low)
    assert sum(cell.high for cell in cells) / 2 == pytest.approx(table.high)
    assert {project.cells[0] for project in page.projects} == {None}
    assert '<a href="#p-' in (page_text := render(page))
    assert page_text.count('aria-label="novice: not judged">–</a>') == 2


def test_a_remark_in_brief_is_its_first_sentence_and_ends_with_a_word() -> None:
    """`(gat ….` was left of a digest."""
    whole = Remark("mild", "Title", "It proves less. More of it: a, b.")
    long = Remark("mild", "Title", "word " * 100)
    assert whole.brief == "It proves less."
    assert Remark("mild", "Title", "Nothing more.").brief == "Nothing more."
    assert long.brief.endswith("word …")
    assert len(long.brief) <= BRIEF


def test_a_carried_round_has_no_marks_of_its_own(tmp_path: Path) -> None:
    """The page marked six cells where the terminal spoke of five rounds."""
    run = make_run(tmp_path, {"oracle": 1.0}, projects=1, rounds=2)
    (trial,) = run.trials.values()
    record = trial[0].record.model_copy(update={"marks": (Mark(code=MarkCode.UNSAFE_SANDBOX),)})
    played = trial[0].model_copy(update={"record": record})
    trial[:] = [played, played.model_copy(update={"number": 2, "carried": True})]
    first, second = project_page(run).projects[0].trials[0].rounds
    assert first.marks == (Mark(code=MarkCode.UNSAFE_SANDBOX),)
    assert second.carried
    assert second.marks == ()
    assert Mark(code=MarkCode.UNSAFE_SANDBOX, detail="1 round") in run.result().marks

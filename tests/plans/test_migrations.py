"""Files of earlier versions are read as today's; there is a step for every version that there was."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.runner.planning import run_project
from plans.errors import Event, InvalidFile
from plans.files import parse_record, read_lines, read_own_record, read_record, write_record
from plans.migrations import STEPS
from plans.records.app_map import Finding
from plans.records.base import found_in
from plans.records.calibration import Uncorrected
from plans.records.criteria import Criteria
from plans.records.decision import Decision
from plans.records.marks import Mark, MarkCode
from plans.records.published import PublishedTask
from plans.records.result import Rate, RunResult
from plans.records.run import RunProject, RunSpec
from plans.records.steps import SingleExpectation
from plans.records.suite import Imported
from plans.records.verdict import Judgement, Status, World
from plans.schemas import FILE_RECORDS
from tests.pipeline.report.synthetic import make_run
from tests.pipeline.runner.stand_ins import shop, verdict
from tests.specs import RUN, changed_spec

DECISION = Decision(
    item="shop",
    stage="release",
    artifact="evidence.json",
    action="approve",
    reviewer="mo",
    at=datetime(2026, 6, 15, tzinfo=UTC),
    before_digest="d",
    after_digest="d",
    edit_distance=0,
    characters_before=1,
    characters_after=1,
    showing=2,
)


@pytest.mark.parametrize("kind", FILE_RECORDS, ids=lambda kind: kind.SCHEMA)
def test_every_version_that_there_was_has_a_step_to_the_next(kind: Any) -> None:
    assert kind.model_fields["schema_version"].default == kind.VERSION
    assert [version for schema, version in sorted(STEPS) if schema == kind.SCHEMA] == list(
        range(1, kind.VERSION)
    )


def flat(run: dict[str, Any]) -> dict[str, Any]:
    """What run.yaml held when a run was one record."""
    suite, proof, play, judge, place, tools = (
        run.get(part, {}) for part in ("suite", "proof", "play", "judge", "place", "tools")
    )
    renamed = {
        "schema_version": 2,
        "name": run["name"],
        "suite": suite["name"],
        "suite_version": suite["version"],
        "suite_digest": suite["digest"],
        "judge": judge["name"],
        "judge_digest": judge["digest"],
        "sandbox_strength": place["strength"],
        "tools": tools["versions"],
        "prompt_hashes": tools["prompts"],
        **({"evidence_judges": proof["judges"]} if proof else {}),
    }
    kept = {**suite, **proof, **play, **place}
    later = ("shown_fair", "never_shown_fair")
    moved = ("name", "version", "digest", "strength", "judges", "kind", "refused", "faults", *later)
    return {**{name: value for name, value in kept.items() if name not in moved}, **renamed}


def test_a_run_that_was_one_flat_record_is_a_few_records(tmp_path: Path) -> None:
    """It had 35 fields side by side."""
    file = tmp_path / "run.yaml"
    made = make_run(tmp_path / "shots", {"oracle": 1.0}, projects=2, rounds=2).of
    for run in (RUN, made):
        write_record(file, run)
        file.write_text(yaml.safe_dump(flat(yaml.safe_load(file.read_text()))))
        assert read_record(file, RunSpec) == run


def test_a_run_of_version_1_is_one_of_web_apps(tmp_path: Path) -> None:
    """`report` of such a run said "'family' is a required property"."""
    file = tmp_path / "run.yaml"
    write_record(file, RUN)
    old = flat(yaml.safe_load(file.read_text()))
    assert old.pop("schema_version") == 2
    del old["family"]
    for version in ({}, {"schema_version": 1}):
        file.write_text(yaml.safe_dump({**version, **old}))
        assert read_record(file, RunSpec) == RUN


def test_numbers_of_a_result_of_version_1_become_the_widest_rates(tmp_path: Path) -> None:
    """Breakdowns became intervals without a step, and `RESULT.json` of the day before could not be read."""
    made = make_run(tmp_path / "shots", {"oracle": 1.0}, projects=2, rounds=2).result()
    old = made.model_dump(mode="json")
    old["run"] = flat(old["run"])
    old["schema_version"] = old["run"]["schema_version"] = 1
    del old["run"]["family"], old["calibration"], old["uncorrected"]
    for agent in old["agents"]:
        for split in ("by_level", "by_category", "by_stated"):
            agent[split] = {value: [rate["low"] for rate in rates] for value, rates in agent[split].items()}
        for one in agent["rounds"]:
            for micro in ("task_pass_rate_micro", "criteria_pass_rate_micro"):
                one[micro] = one[micro]["low"]
            one["attempted_share"] = one["attempted_share"]["low"]
    file = tmp_path / "RESULT.json"
    file.write_text(json.dumps(old))

    read = read_record(file, RunResult)
    assert (read.schema_version, read.run.schema_version, read.run.suite.family) == (7, 3, "webapp")
    assert (read.calibration, read.uncorrected) == (None, Uncorrected.NO_CALIBRATION)
    (score,), (original,) = read.agents, made.agents
    (widest, *_) = score.by_level["presence"]
    assert widest == Rate(
        low=original.by_level["presence"][0].low, high=1, decided_share=0, ci_low=0, ci_high=1
    )
    assert score.rounds[-1].task_pass_rate_micro.high == 1
    assert score.rounds[-1].task_pass_rate == original.rounds[-1].task_pass_rate


@pytest.mark.parametrize(
    "torn",
    [
        '"agents": []',
        '"run": {}',
        '"run": {}, "agents": [{}]',
        '"run": {}, "agents": [7]',
        '"run": [], "agents": []',
        '"run": {}, "agents": [{"rounds": [], "by_level": [], "by_category": {}, "by_stated": {}}]',
    ],
)
def test_a_file_that_an_early_step_cannot_read_is_told(tmp_path: Path, torn: str) -> None:
    """A traceback: KeyError."""
    file = tmp_path / "RESULT.json"
    file.write_text(f'{{"schema_version": 1, {torn}}}')
    with pytest.raises(InvalidFile, match=r"RESULT\.json: is of version 1 .* Restore it"):
        read_record(file, RunResult)


def test_a_result_of_version_1_that_has_rates_keeps_them(tmp_path: Path) -> None:
    made = make_run(tmp_path / "shots", {"nop": 0.0}, projects=2, rounds=1).result()
    file = tmp_path / "RESULT.json"
    old = made.model_dump(mode="json")
    file.write_text(json.dumps({**old, "run": flat(old["run"]), "schema_version": 1}))
    uncorrected = made.model_copy(update={"uncorrected": Uncorrected.NO_CALIBRATION})
    assert read_record(file, RunResult) == uncorrected


def test_attempts_of_a_result_of_version_2_become_the_widest_rate(tmp_path: Path) -> None:
    """A round that was never judged had 0.0 of its tasks attempted, which nobody can tell from a real 0.0 any more."""
    made = make_run(tmp_path / "shots", {"oracle": 1.0}, projects=2, rounds=1).result()
    old = made.model_dump(mode="json")
    old["schema_version"], old["run"] = 2, flat(old["run"])
    for one in old["agents"][0]["rounds"]:
        one["attempted_share"] = one["attempted_share"]["low"]
    file = tmp_path / "RESULT.json"
    file.write_text(json.dumps(old))
    read = read_record(file, RunResult)
    low = made.agents[0].rounds[0].attempted_share.low
    assert read.schema_version == 7
    assert read.agents[0].rounds[0].attempted_share == Rate(
        low=low, high=1, decided_share=0, ci_low=0, ci_high=1
    )


def test_exclusions_of_a_result_of_version_4_become_marks(tmp_path: Path) -> None:
    made = make_run(tmp_path / "shots", {"mine": 0.5}, projects=2, rounds=2).result()
    told = "shop, mine, too, repeat 1, from round 2 on: endpoint failed (502 (bad), again)"
    file = tmp_path / "RESULT.json"
    file.write_text(
        json.dumps({**made.model_dump(mode="json"), "exclusions": [told], "faults": [], "schema_version": 4})
    )
    read = read_record(file, RunResult)
    assert read.faults == ()
    assert Mark(code=MarkCode.OTHER, detail=told) in read.marks


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("out of time", Mark(code=MarkCode.OUT_OF_TIME)),
        ("unsafe sandbox: 2 rounds", Mark(code=MarkCode.UNSAFE_SANDBOX, detail="2 rounds")),
        ("built folder served: dist/: 1 round", Mark(code=MarkCode.BUILT_SERVED, detail="dist/: 1 round")),
        (
            "by the run's criteria, not the suite's present ones: 1 round",
            Mark(code=MarkCode.CRITERIA_MOVED, detail="1 round"),
        ),
        ("Replayed from a journal: nobody was asked.", None),
    ],
)
def test_marks_of_a_result_of_version_5_were_texts(tmp_path: Path, text: str, mark: Mark | None) -> None:
    file = tmp_path / "RESULT.json"
    made = make_run(tmp_path / "shots", {"nop": 0.0}, projects=1, rounds=1).result()
    file.write_text(json.dumps({**made.model_dump(mode="json"), "marks": [text], "schema_version": 5}))
    assert read_own_record(file, RunResult).marks == (mark or Mark(code=MarkCode.OTHER, detail=text),)


def test_what_a_task_met_was_a_mark_of_it_too(tmp_path: Path) -> None:
    file = tmp_path / "judgement.json"
    verdicts = [verdict(task, Status.FAILED) for task in shop().criteria.tasks[:3]]
    events = [Event.PAGE_UNRESPONSIVE, Event.SERVER_SILENT, None]
    new = Judgement(
        item="shop",
        graded_digest="a",
        hand_in_digest="b",
        judge="reading",
        judge_digest="c",
        world=World.CLOSED,
        tasks=tuple(
            one.model_copy(update={"event": event, "marks": ("flaky",)})
            for one, event in zip(verdicts, events, strict=True)
        ),
        marks=(Mark(code=MarkCode.NOTHING_SERVABLE),),
    )
    old = new.model_dump(mode="json")
    old["schema_version"], old["marks"] = 1, ["nothing servable"]
    del old["world"]
    first, second, _ = old["tasks"]
    first["event"], first["marks"] = None, ["flaky", "unresponsive"]
    second["marks"] = ["flaky", "server silent"]
    file.write_text(json.dumps(old))
    assert read_own_record(file, Judgement) == new


@pytest.mark.parametrize(
    ("version", "fields"), [(2, {"inside": True}), (3, {"meant": [], "is_pointed_out": True})]
)
def test_a_finding_of_an_earlier_version_said_more(
    tmp_path: Path, version: int, fields: dict[str, object]
) -> None:
    file = tmp_path / "judgement.json"
    task = verdict(shop().criteria.tasks[0], Status.PASSED).model_copy(update={"finding": Finding()})
    new = Judgement(
        item="shop", graded_digest="a", hand_in_digest="b", judge="reading", judge_digest="c", tasks=(task,)
    )
    old = new.model_dump(mode="json")
    old["schema_version"] = version
    old["tasks"][0]["finding"].update(fields)
    file.write_text(json.dumps(old))
    assert read_own_record(file, Judgement) == new


def test_a_run_of_version_1_that_names_its_family_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "run.yaml"
    other = changed_spec(RUN, suite={"family": "cli"})
    write_record(file, other)
    file.write_text(yaml.safe_dump({**flat(yaml.safe_load(file.read_text())), "schema_version": 1}))
    assert read_record(file, RunSpec) == other


def test_a_decision_of_version_1_said_round_for_showing(tmp_path: Path) -> None:
    """Such a line does not fit today's record, and was refused before anybody asked for its version."""
    file = tmp_path / "review.jsonl"
    new = DECISION.model_dump_json()
    old = new.replace('"schema_version":2', '"schema_version":1').replace('"showing":2', '"round":2')
    assert old != new
    file.write_text(f"{old}\n{new}\n")
    assert read_lines(file, Decision) == [DECISION, DECISION]
    file.write_text(old.replace('"round":2', '"turn":2'))
    with pytest.raises(InvalidFile, match="review.jsonl:1.*showing"):
        read_lines(file, Decision)


STEPS_ALONE = """\
schema_version: 1
tasks:
- id: listed
  title: Notes are listed
  level: presence
  weight: 1.0
  requirements: [R1.1]
  outcomes:
  - {id: seen, statement: A note can be seen}
  steps:
  - do: open
  - do: expect
    outcome: seen
    that: {kind: visible, target: {role: item, name: note}}
"""


def test_a_task_of_version_1_was_tried_in_a_browser(tmp_path: Path) -> None:
    file = tmp_path / "criteria.yaml"
    file.write_text(STEPS_ALONE)
    read = read_record(file, Criteria)
    (task,) = read.tasks
    assert (read.schema_version, task.how.kind) == (4, "browser")
    assert [step.do for step in task.steps] == ["open", "expect"]
    write_record(file, read)
    assert read_record(file, Criteria) == read


def test_an_expectation_of_version_3_stood_for_no_words_in_particular(tmp_path: Path) -> None:
    file = tmp_path / "criteria.yaml"
    now = parse_record(STEPS_ALONE, Criteria, file)
    write_record(file, now)
    file.write_text(file.read_text().replace("schema_version: 4", "schema_version: 3"))
    assert read_record(file, Criteria) == now
    assert [one.phrase for one in found_in(now.tasks, SingleExpectation)] == [""]


def test_a_task_of_version_1_without_steps_is_told_what_it_lacks(tmp_path: Path) -> None:
    file = tmp_path / "criteria.yaml"
    file.write_text(STEPS_ALONE.partition("  steps:")[0])
    with pytest.raises(InvalidFile, match=r"criteria\.yaml:3: tasks\.0: 'how' is a required property"):
        read_record(file, Criteria)


def test_a_run_that_was_made_before_is_read(tmp_path: Path) -> None:
    """The criteria that a run keeps are of the version of the run's day, inside of a record of another schema."""
    file = tmp_path / "shop.json"
    now = run_project(shop(), RUN)
    write_record(file, now)
    old = json.loads(file.read_text())
    del old["schema_version"]
    for task in old["criteria"]["tasks"]:
        task["steps"] = task.pop("how")["steps"]
    file.write_text(json.dumps(old))
    assert read_own_record(file, RunProject) == now


def test_an_imported_item_of_version_1_said_what_was_lacking_then(tmp_path: Path) -> None:
    file = tmp_path / "imported.yaml"
    task = PublishedTask(number=7, prd="# Notes", criteria=(), planned=0)
    new = Imported(
        dataset="PRDBench", address="-", licence="MIT", version="1", published=task, tasks={"a": 1}
    )
    write_record(file, new)
    old = {**yaml.safe_load(file.read_text()), "schema_version": 1, "not_runnable": ["packages: pandas"]}
    file.write_text(yaml.safe_dump(old))
    assert read_record(file, Imported) == new

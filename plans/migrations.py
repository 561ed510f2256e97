"""Files of earlier versions, brought up to what this code reads: one function a step, from a version to the next.

A record whose fields change so that older files no longer fit raises its VERSION and gets a step here and a test.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from plans.errors import InvalidFile
from plans.records.base import FileRecord
from plans.records.calibration import Uncorrected
from plans.records.marks import Event, MarkCode
from plans.records.problem import Problem

Value = dict[str, Any]
Step = Callable[[Value], Value]


def migrated(value: object, kind: type[FileRecord], path: Path) -> object:
    """What a file of `kind` holds, as the present version has it; what is no record is left for the schema to tell.

    Raises InvalidFile for a version above the present one, and for a file that is not what its version was.
    """
    if not isinstance(value, dict):
        return value
    record = cast("Value", value)
    version = record.get("schema_version", 1)
    if not isinstance(version, int) or version < 1:
        return record
    if version > kind.VERSION:
        raise InvalidFile([_too_new(kind, version, path)])
    for earlier in range(version, kind.VERSION):
        try:
            record = {**STEPS[kind.SCHEMA, earlier](record), "schema_version": earlier + 1}
        except (KeyError, TypeError, AttributeError) as error:
            # A step knows the fields of its version; where one is missing or of another kind, the file never was one.
            raise InvalidFile([_torn(kind, earlier, path, error)]) from error
    return record


def _run_names_its_family(run: Value) -> Value:
    """Runs named no family when there was only one."""
    return {"family": "webapp", **run}


def _run_is_a_few_records(run: Value) -> Value:
    """Runs were one flat record, copied piece by piece from half a dozen others."""
    grouped: dict[str, Value] = {
        group: {now: run[name] for name, now in fields.items() if name in run}
        for group, fields in _RUN_BEFORE.items()
    }
    grouped["play"]["kind"] = "code-agents"
    flat = {name for fields in _RUN_BEFORE.values() for name in fields}
    return {**{name: value for name, value in run.items() if name not in flat}, **grouped}


_RUN_BEFORE = {
    "suite": {
        "suite": "name",
        "family": "family",
        "suite_version": "version",
        "suite_digest": "digest",
        "canary": "canary",
        "items": "items",
    },
    "proof": {"evidence_judges": "judges", "unproved": "unproved", "outdated": "outdated"},
    "play": {
        name: name
        for name in (
            *("agents", "rounds", "repeats", "mode", "interface", "later", "underspecification"),
            *("leak_policy", "simulator", "persona", "random_seed", "time_limit"),
        )
    },
    "judge": {"judge": "name", "judge_digest": "digest"},
    "place": {
        "sandbox": "sandbox",
        "sandbox_strength": "strength",
        "runtime": "runtime",
        "passed_on": "passed_on",
        "endpoints": "endpoints",
        "mirror": "mirror",
        "budget": "budget",
    },
    "tools": {"tools": "versions", "prompt_hashes": "prompts"},
}
"""Record of a run → name of a field when all were one → its name there."""


def _result_names_its_run_by_records(result: Value) -> Value:
    """A result holds the run's record whole."""
    return {**result, "run": {**_run_is_a_few_records(result["run"]), "schema_version": 3}}


def _result_has_faults(result: Value) -> Value:
    """Rounds lost to an endpoint or this machine were sentences, which no program reads; they become marks."""
    kept = {name: value for name, value in result.items() if name != "exclusions"}
    lost = result.get("exclusions", [])
    return {**kept, "marks": [*result.get("marks", []), *lost]} if lost else kept


def _result_names_its_calibration(result: Value) -> Value:
    """No judge had a calibration."""
    return {**result, "calibration": None, "uncorrected": Uncorrected.NO_CALIBRATION.value}


def _decision_says_showing(decision: Value) -> Value:
    """A round is one hand-in of an agent; how many times an artifact was shown was called so too."""
    kept = {name: value for name, value in decision.items() if name != "round"}
    return {**kept, "showing": decision["round"]} if "round" in decision else kept


def _result_has_rates_for_numbers(result: Value) -> Value:
    """Breakdowns and micro averages were single numbers, of which nobody knows any more how far they were decided."""
    run = result["run"]
    if run.get("schema_version", 1) == 1:
        run = {**_run_names_its_family(run), "schema_version": 2}
    return {**result, "run": run, "agents": [_agent_with_rates(agent) for agent in result["agents"]]}


def _agent_with_rates(agent: Value) -> Value:
    split = {
        name: {value: [_rate(number) for number in numbers] for value, numbers in agent[name].items()}
        for name in ("by_level", "by_category", "by_stated")
    }
    micro = ("task_pass_rate_micro", "criteria_pass_rate_micro")
    rounds = [{**one, **{name: _share(one[name]) for name in micro}} for one in agent["rounds"]]
    return {**agent, **split, "rounds": rounds}


def _result_has_a_rate_of_attempts(result: Value) -> Value:
    """Attempts were one number, in which a round that was never judged counted as one without any."""
    return {**result, "agents": [_agent_with_attempts(agent) for agent in result["agents"]]}


def _agent_with_attempts(agent: Value) -> Value:
    rounds = [{**one, "attempted_share": _rate(one["attempted_share"])} for one in agent["rounds"]]
    return {**agent, "rounds": rounds}


def _criteria_say_how(criteria: Value) -> Value:
    """Steps in a browser were the only way in which a task could be tried."""
    return {**criteria, "tasks": [_task_with_how(task) for task in criteria["tasks"]]}


def _task_with_how(task: Value) -> Value:
    kept = {name: value for name, value in task.items() if name != "steps"}
    return {**kept, "how": {"kind": "browser", "steps": task["steps"]}} if "steps" in task else kept


def _run_project_has_criteria_that_say_how(project: Value) -> Value:
    return {**project, "criteria": {**_criteria_say_how(project["criteria"]), "schema_version": 4}}


def _parameters_name_their_family(parameters: Value) -> Value:
    """Items named no family when there was only one."""
    return {"family": "webapp", **parameters}


def _authoring_names_families(spec: Value) -> Value:
    """Recipes that were begun from hold the parameters of their items."""
    return {**spec, "assignments": [_assignment_with_family(one) for one in spec.get("assignments", [])]}


def _assignment_with_family(assignment: Value) -> Value:
    recipe = assignment.get("recipe")
    if recipe is None:
        return assignment
    parameters = {**_parameters_name_their_family(recipe["parameters"]), "schema_version": 2}
    return {**assignment, "recipe": {**recipe, "parameters": parameters}}


def _imported_keeps_no_lack_of_packages(imported: Value) -> Value:
    """What was lacking when an item was imported stood on when its suite had locked it."""
    return {name: value for name, value in imported.items() if name != "not_runnable"}


def _share(number: float | Value) -> Value:
    """At least the number passed, and at most everything; early files of this version have shares already."""
    if isinstance(number, dict):
        return number
    return {"low": number, "high": 1.0, "decided": None, "decided_share": 0.0}


def _rate(number: float | Value) -> Value:
    return number if isinstance(number, dict) else {**_share(number), "ci_low": 0.0, "ci_high": 1.0}


def _criteria_may_name_targets(criteria: Value) -> Value:
    """Every step held its targets in full, which it still may."""
    return criteria


def _criteria_may_have_phrases(criteria: Value) -> Value:
    """Expectations said nothing of the statement that they stand for, which those of one expectation still need not."""
    return criteria


def _judgement_names_causes(judgement: Value) -> Value:
    """An outcome said only whether something of it was not found, which was a failure then."""
    return {**judgement, "world": "closed", "tasks": [_task_with_causes(task) for task in judgement["tasks"]]}


def _task_with_causes(task: Value) -> Value:
    return {**task, "outcomes": [_outcome_with_cause(outcome) for outcome in task["outcomes"]]}


def _outcome_with_cause(outcome: Value) -> Value:
    kept = {name: value for name, value in outcome.items() if name != "is_unfound"}
    return {**kept, "cause": "missing"} if outcome.get("is_unfound") else kept


def _marks_have_codes(record: Value) -> Value:
    """Marks were texts: a code, often with a detail behind a colon."""
    if "marks" not in record:
        return record
    return {**record, "marks": [_mark(one) for one in record["marks"]]}


def _mark(text: str | Value) -> Value:
    """A text whose beginning is no code of ours is kept whole."""
    if isinstance(text, dict):
        return text
    code, _, detail = text.partition(": ")
    code = _CODES_BEFORE.get(code, code)
    if code not in list(MarkCode):
        return {"code": MarkCode.OTHER.value, "detail": text}
    return {"code": code, "detail": detail}


_CODES_BEFORE = {"by the run's criteria, not the suite's present ones": MarkCode.CRITERIA_MOVED.value}
"""Marks that had a longer text."""


def _judgement_has_codes(judgement: Value) -> Value:
    """What a task met was a mark of it, beside its event or in its stead."""
    named = _judgement_names_causes(_marks_have_codes(judgement))
    return {**named, "tasks": [_task_with_event(one) for one in named["tasks"]]}


def _task_with_event(task: Value) -> Value:
    marks = task.get("marks", [])
    event = task.get("event")
    if event is None and "unresponsive" in marks and task["status"] != "passed":
        event = Event.PAGE_UNRESPONSIVE.value
    kept = [mark for mark in marks if mark not in ("unresponsive", event)]
    return {**task, "event": event, "marks": kept}


def _judgement_goes_into_no_items(judgement: Value) -> Value:
    """A finding said whether entries had to be gone into for what others offer on them."""
    return _findings_without(judgement, "inside")


def _judgement_finds_no_meanings(judgement: Value) -> Value:
    """A finding named other elements for targets, which bindings do now, and whether a model had pointed at them."""
    return _findings_without(judgement, "meant", "is_pointed_out")


def _judgement_finds_no_ways(judgement: Value) -> Value:
    """A finding named what was pressed to come to another screen, which only adapted steps do now."""
    return _findings_without(judgement, "ways")


def _findings_without(judgement: Value, *fields: str) -> Value:
    def without(task: Value) -> Value:
        finding: Value | None = task.get("finding")
        if finding is None:
            return task
        return {**task, "finding": {name: value for name, value in finding.items() if name not in fields}}

    return {**judgement, "tasks": [without(task) for task in judgement["tasks"]]}


STEPS: dict[tuple[str, int], Step] = {
    ("run", 1): _run_names_its_family,
    ("run", 2): _run_is_a_few_records,
    ("result", 1): _result_has_rates_for_numbers,
    ("result", 2): _result_has_a_rate_of_attempts,
    ("result", 3): _result_names_its_run_by_records,
    ("result", 4): _result_has_faults,
    ("result", 5): _marks_have_codes,
    ("result", 6): _result_names_its_calibration,
    ("scored-result", 1): _marks_have_codes,
    ("round", 1): _marks_have_codes,
    ("judgement", 1): _judgement_has_codes,
    ("judgement", 2): _judgement_goes_into_no_items,
    ("judgement", 3): _judgement_finds_no_meanings,
    ("judgement", 4): _judgement_finds_no_ways,
    ("decision", 1): _decision_says_showing,
    ("criteria", 1): _criteria_say_how,
    ("criteria", 2): _criteria_may_name_targets,
    ("criteria", 3): _criteria_may_have_phrases,
    ("imported", 1): _imported_keeps_no_lack_of_packages,
    ("parameters", 1): _parameters_name_their_family,
    ("authoring", 1): _authoring_names_families,
    ("run-project", 1): _run_project_has_criteria_that_say_how,
}
"""Schema and version → the step to the next version."""


def _too_new(kind: type[FileRecord], version: int, path: Path) -> Problem:
    return Problem(
        where=str(path),
        message=f"is of version {version} of the {kind.SCHEMA!r} schema, and version {kind.VERSION} is the latest that "
        "this benchwright knows: its fields may mean something else by now.",
        mend="Read it with the benchwright that wrote it, or with a newer one.",
    )


def _torn(kind: type[FileRecord], version: int, path: Path, error: Exception) -> Problem:
    reason = f": {error} is missing" if isinstance(error, KeyError) else ""
    return Problem(
        where=str(path),
        message=f"is of version {version} of the {kind.SCHEMA!r} schema, but not what such a file holds{reason}, so it "
        "cannot be brought up to date.",
        mend="Restore it, or make it again.",
    )

"""Digests: how two things are known to be the same."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from pydantic import JsonValue

from plans.records.base import Record, found_in
from plans.records.criteria import Criteria, EvaluationTask, without_wording
from plans.records.specification import PRD, Query
from plans.records.steps import SingleExpectation
from plans.records.task_modes import BrowserSteps


def text_digest(text: str) -> str:
    """SHA-256 of the text in UTF-8, hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def value_digest(value: JsonValue) -> str:
    """SHA-256 of the value's canonical JSON (sorted keys, no spaces)."""
    return text_digest(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def record_digest(record: Record) -> str:
    """SHA-256 of the record's canonical JSON."""
    return value_digest(record.model_dump(mode="json"))


def files_digest(files: Mapping[str, str | bytes]) -> str:
    """SHA-256 over relative paths and contents, in path order."""
    whole = hashlib.sha256()
    for path in sorted(files):
        content = files[path]
        data = content.encode() if isinstance(content, str) else content
        whole.update(f"{path}\0{hashlib.sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest()


def folder_digest(folder: Path) -> str:
    """`files_digest` of a folder as it stands; links are recorded by target and never followed."""
    whole: dict[str, str | bytes] = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            whole[name] = f"link to {path.readlink()}"
        elif path.is_file():
            whole[name] = path.read_bytes()
    return files_digest(whole)


def graded_digest(criteria: Criteria, grader: Mapping[str, bytes]) -> str:
    """Digest of what decides a verdict: the criteria without titles and statements, and the grader's files if any.

    The steps of a task that is tried in a browser count as they did when there was no other way.
    """
    tasks: list[JsonValue] = [
        {
            **task.model_dump(mode="json", exclude={"title", "outcomes", "how"}),
            **_tried(task),
            "outcomes": [outcome.id for outcome in task.outcomes],
        }
        for task in criteria.tasks
    ]
    return value_digest([tasks, files_digest(grader)] if grader else tasks)


def _tried(task: EvaluationTask) -> dict[str, JsonValue]:
    how = task.how.model_dump(mode="json")
    return (
        {"steps": [without_wording(step) for step in how["steps"]]}
        if isinstance(task.how, BrowserSteps)
        else {"how": how}
    )


def prose_digest(prd: PRD, query: Query, criteria: Criteria) -> str:
    """Digest of the wording: PRD, query, titles, statements, and the words of them that expectations stand for."""
    wording: list[JsonValue] = []
    for task in criteria.tasks:
        phrases: list[JsonValue] = [one.phrase for one in found_in(task.steps, SingleExpectation)]
        said: list[JsonValue] = [outcome.statement for outcome in task.outcomes]
        wording.append([task.id, task.title, said, *([phrases] if any(phrases) else [])])
    return value_digest([prd.model_dump(mode="json"), query.model_dump(mode="json"), wording])

"""Folders in the format in which PRDBench is published, made by tests; nothing of its content is in them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.exchange.prdbench.reading import read_dataset
from plans.records.published import PublishedCriterion, PublishedTask

PRD = "# Pantry\n\nKeep the pantry's jars, in the terminal.\n"


def criterion(metric: str = "1.1 Program startup: main menu", **fields: Any) -> dict[str, Any]:
    """An entry of a plan with all its usual fields; `command` and `input` make its only test case."""
    case = {
        "test_command": fields.pop("command", "python src/main.py"),
        "test_input": fields.pop("input", None),
    }
    usual = {
        "metric": metric,
        "description": "1. **Act:** Start it. 2. **Assert:** Look at it.",
        "type": "shell_interaction",
        "testcases": [case],
        "input_files": None,
        "expected_output_files": None,
        "expected_output": "The jars are listed.",
    }
    return {**usual, **fields}


def publish(
    root: Path,
    plan: Any,
    files: Mapping[str, str | bytes] | None = None,
    *,
    rubric: Any = None,
    number: int = 7,
    aux: Any = None,
) -> Path:
    """A published folder with one task; returns the folder, which may hold others already."""
    written: dict[str, str | bytes] = {
        "src/PRD.md": PRD,
        "evaluation/detailed_test_plan.json": plan if isinstance(plan, str | bytes) else json.dumps(plan),
        "evaluation/metric.json": rubric if isinstance(rubric, str | bytes) else json.dumps(rubric or []),
        **(files or {}),
    }
    for name, content in written.items():
        path = root / str(number) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (root / "aux_data.json").write_text(json.dumps(aux if aux is not None else {str(number): []}))
    return root


def task_of(
    root: Path, plan: Any, files: Mapping[str, str | bytes] | None = None, **more: Any
) -> PublishedTask:
    """The task that comes of publishing this."""
    dataset = read_dataset(publish(root, plan, files, **more))
    assert dataset.problems == ()
    return dataset.tasks[0]


def only(
    root: Path, entry: dict[str, Any], files: Mapping[str, str | bytes] | None = None, **more: Any
) -> PublishedCriterion:
    """The criterion that comes of publishing this one entry."""
    (read,) = task_of(root, [entry], files, **more).criteria
    return read


def defects(one: PublishedCriterion) -> set[str]:
    """What the problems of a criterion are about, but for its rubric, which most of these tests give none."""
    return {defect.kind for defect in one.defects} - {"rubric"}

"""Whatever a plan, its rubric and its files hold, they are read, and what comes of it is written and read back."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.exchange.prdbench.reading import read_dataset
from plans.files import parse_record
from plans.records.published import PublishedTask
from tests.pipeline.exchange.publishing import publish

TEXTS = st.one_of(
    st.text(),
    st.sampled_from(
        [
            "2.1a Import of jars",
            "python src/main.py",
            "cd src && python main.py < ../evaluation/1.in | tee out.csv",
            "pytest evaluation/a.py::test_a",
            "evaluation/1.in",
            "../../../etc/passwd",
            "evaluation/*.csv",
            "unit_test",
            "shell_interaction",
            "file_comparison",
            "2 points: all. 1 point: 2.1a. 0 points: none.",
            "\ud800",
        ]
    ),
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=6,
)
CASES = st.fixed_dictionaries(
    {}, optional={"test_command": st.one_of(TEXTS, VALUES), "test_input": st.one_of(TEXTS, VALUES)}
)
ENTRIES = st.fixed_dictionaries(
    {"metric": TEXTS, "type": st.sampled_from(["unit_test", "shell_interaction", "file_comparison"])},
    optional={
        "description": st.one_of(TEXTS, VALUES),
        "expected_output": st.one_of(TEXTS, VALUES),
        "testcases": st.one_of(st.lists(CASES, max_size=3), VALUES),
        "input_files": st.one_of(TEXTS, st.lists(TEXTS), VALUES),
        "expected_output_files": st.one_of(TEXTS, st.lists(TEXTS), VALUES),
        "test_command": VALUES,
    },
)
PLANS = st.one_of(st.lists(st.one_of(ENTRIES, VALUES), max_size=6), VALUES)
ROWS = st.one_of(st.lists(st.fixed_dictionaries({"metric": TEXTS, "expected_output": TEXTS})), VALUES)
FILES = st.fixed_dictionaries(
    {},
    optional={name: st.binary(max_size=60) for name in ("src/PRD.md", "evaluation/a.py", "evaluation/1.in")},
)


@given(plan=PLANS, rubric=ROWS, files=FILES, aux=VALUES)
@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
def test_any_plan_is_read_and_written(
    tmp_path_factory: pytest.TempPathFactory, plan: Any, rubric: Any, files: dict[str, bytes], aux: Any
) -> None:
    root = tmp_path_factory.mktemp("published")
    dataset = read_dataset(publish(root, json.dumps(plan), dict(files), rubric=json.dumps(rubric), aux=aux))
    assert dataset.tasks or dataset.problems
    for task in dataset.tasks:
        assert isinstance(plan, list)
        assert task.planned == len(plan)
        told = sum("detailed_test_plan.json: entry" in problem.where for problem in task.problems)
        assert len(task.criteria) == task.planned - told
        again = parse_record(task.model_dump_json(), PublishedTask, Path("task.json"))
        assert again == task

"""Files of earlier versions are read as today's; there is a step for every version that there was."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from plans.files import read_record, write_record
from plans.migrations import STEPS
from plans.records.query import Underspecification
from plans.records.run import AgentSpec, LeakPolicy, RunSpec
from plans.schemas import FILE_RECORDS

RUN = RunSpec(
    name="mine",
    suite="sample",
    family="webapp",
    suite_version="1.0.0",
    suite_digest="d",
    canary="c",
    items={"shop": "d"},
    agents=(AgentSpec(name="nop", kind="nop", version="1"),),
    judge="programmatic",
    judge_digest="d",
    rounds=1,
    repeats=1,
    underspecification=Underspecification.MEDIUM,
    leak_policy=LeakPolicy.SYMPTOM,
    simulator="template 1",
    persona="plain",
    random_seed=0,
    sandbox="none",
    sandbox_strength="none needed",
    time_limit=60,
    tools={},
    prompt_hashes={},
)


@pytest.mark.parametrize("kind", FILE_RECORDS, ids=lambda kind: kind.SCHEMA)
def test_every_version_that_there_was_has_a_step_to_the_next(kind: Any) -> None:
    assert kind.model_fields["schema_version"].default == kind.VERSION
    assert [version for schema, version in sorted(STEPS) if schema == kind.SCHEMA] == list(
        range(1, kind.VERSION)
    )


def test_a_run_of_version_1_is_one_of_web_apps(tmp_path: Path) -> None:
    """`report` of such a run said "'family' is a required property"."""
    file = tmp_path / "run.yaml"
    write_record(file, RUN)
    old = yaml.safe_load(file.read_text())
    assert old.pop("schema_version") == 2
    del old["family"]
    for version in ({}, {"schema_version": 1}):
        file.write_text(yaml.safe_dump({**version, **old}))
        assert read_record(file, RunSpec) == RUN


def test_a_run_of_version_1_that_names_its_family_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "run.yaml"
    other = RUN.model_copy(update={"family": "cli"})
    write_record(file, other)
    file.write_text(file.read_text().replace("schema_version: 2", "schema_version: 1"))
    assert read_record(file, RunSpec) == other

"""How a task is tried: four kinds, of which each holds what its judge needs and nothing else."""

from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from plans.errors import InvalidFile
from plans.files import read_record, write_record
from plans.records.base import RelativePath, stays_inside
from plans.records.criteria import Criteria

TASK = """\
schema_version: 4
tasks:
- id: menu
  title: The menu is there
  level: presence
  weight: 1
  requirements: [R1.1]
  outcomes: [{id: shown, statement: The menu names all commands}]
  how: %s
"""
UNIT = "{kind: unit-test, tests: [tests/test_menu.py], act: [{line: python -m pytest tests/test_menu.py}]}"
SHELL = """{kind: shell-interaction, arrange: {words: an empty folder, files: [{file: in/a.csv, to: data/a.csv}]},
    act: [{line: python main.py, input: "1\\nq\\n"}, {line: python main.py, input: {file: in/menu.in}}],
    expected: {words: the menu and a good-bye, pattern: '(?i)good.?bye'}, rubric: {two: all, one: some, zero: none}}"""
FILE = """{kind: file-comparison, act: [{line: python main.py export}], product: out/*.csv, reference: expected.csv,
    expected: the same rows, time_limit: 5}"""


@pytest.mark.parametrize("how", [UNIT, SHELL, FILE])
def test_a_task_of_each_kind_is_written_as_it_was_read(tmp_path: Path, how: str) -> None:
    file = tmp_path / "criteria.yaml"
    file.write_text(TASK % how)
    read = read_record(file, Criteria)
    assert read.tasks[0].steps == (), "readers of steps pass over it"
    write_record(file, read)
    assert read_record(file, Criteria) == read


@pytest.mark.parametrize(
    ("how", "told"),
    [
        (UNIT.replace("tests/test_menu.py]", "../secret.py]"), "is no path inside the folder"),
        (FILE.replace("out/*.csv", "/etc/*.csv"), "is no path inside the folder"),
        (FILE.replace("expected.csv", "''"), "''"),
        (SHELL.replace("(?i)good", "(good"), "is no regular expression"),
        (SHELL.replace("zero: none", "zero: ''"), "''"),
        (UNIT.replace("unit-test", "unit_test"), "unit-test"),
        (UNIT.replace("[{line: python -m pytest tests/test_menu.py}]", "[]"), "act"),
    ],
)
def test_what_could_lead_out_or_mean_nothing_is_refused_in_words(tmp_path: Path, how: str, told: str) -> None:
    file = tmp_path / "criteria.yaml"
    file.write_text(TASK % how)
    with pytest.raises(InvalidFile) as refused:
        read_record(file, Criteria)
    assert told in str(refused.value)


@pytest.mark.parametrize("path", ["a.py", "tests/数据.csv", "deep/er/*.txt", "..hidden", "a b"])
def test_a_path_inside_a_folder(path: str) -> None:
    assert TypeAdapter(RelativePath).validate_python(path) == path


@pytest.mark.parametrize(
    "path", ["", ".", "..", "/a", "a/../b", "../a", "./a", "a/", "a//b", "C:/a", "a\\b", "a\nb", "a\0"]
)
def test_a_path_that_may_lead_out_of_a_folder(path: str) -> None:
    assert not stays_inside(path)
    with pytest.raises(ValidationError):
        TypeAdapter(RelativePath).validate_python(path)

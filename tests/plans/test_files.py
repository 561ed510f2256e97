"""Files are checked when read, with every problem at once, and written whole or not at all."""

import errno
import json
import os
from pathlib import Path

import jsonschema
import pytest

from plans.errors import InvalidFile, StorageFailed
from plans.files import append_line, read_lines, read_record, write_record, write_text
from plans.records.criteria import Criteria
from plans.records.seed import Seed, SeedFile
from plans.schemas import FILE_RECORDS, export_schemas

BROKEN = """\
schema_version: 1
tasks:
- id: a
  title: t
  level: presence
  weight: 1
  requirements: [R1]
  outcomes: [{id: o1, statement: s}]
  steps:
  - {do: open}
  - {do: click, target: {role: butto, name: x}}
  - {do: expect, outcome: o1, that: {kind: visible, tagret: {}}}
  - {do: clck}
"""


def test_all_problems_are_told_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "criteria.yaml"
    file.write_text(BROKEN)
    with pytest.raises(InvalidFile) as caught:
        read_record(file, Criteria)
    told = [str(problem) for problem in caught.value.problems]
    assert any(f"{file}:11" in line and "'butto' is not one of" in line for line in told)
    assert any(f"{file}:12" in line and "'tagret' was unexpected" in line for line in told)
    assert any(f"{file}:12" in line and "'target' is a required" in line for line in told)
    assert any(f"{file}:13" in line and "'clck' is not one of" in line and "upload" in line for line in told)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"),
        (b"   \n", "empty"),
        (b"\xff\xfe\x00seeds", "UTF-8"),
        (b"seeds: [", "cannot be read"),
        (b"[" * 5000, "cannot be read"),
        (b"just text", "not of type 'object'"),
        (b"seeds: []\n", "seeds"),
    ],
)
def test_what_is_no_seed_file_is_refused_in_words(tmp_path: Path, content: bytes, word: str) -> None:
    file = tmp_path / "seeds.yaml"
    file.write_bytes(content)
    with pytest.raises(InvalidFile, match=word):
        read_record(file, SeedFile)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match="gone.yaml: is missing"):
        read_record(tmp_path / "gone.yaml", SeedFile)


def test_a_record_survives_its_file(tmp_path: Path) -> None:
    seeds = SeedFile(
        seeds=(Seed(id="shop", query="A shop\nwith two lines: yes, #really\n"), Seed(id="no", query="no"))
    )
    for name in ("seeds.yaml", "seeds.json"):
        write_record(tmp_path / name, seeds)
        assert read_record(tmp_path / name, SeedFile) == seeds


def test_a_date_in_yaml_stays_text(tmp_path: Path) -> None:
    """YAML reads 2026-01-01 as a date, which then was no string for the record."""
    file = tmp_path / "seeds.yaml"
    file.write_text("seeds:\n- {id: a, query: 2026-01-01}\n")
    assert read_record(file, SeedFile).seeds[0].query == "2026-01-01"


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "card.md"
    write_text(file, "old")
    real = os.fdopen

    class _Full:
        def __init__(self, handle: int, mode: str) -> None:
            self._file = real(handle, mode)

        def __enter__(self) -> "_Full":
            return self

        def __exit__(self, *_: object) -> None:
            self._file.close()

        def write(self, _data: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fdopen", _Full)
    with pytest.raises(StorageFailed, match="disk is full"):
        write_text(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_torn_line_is_refused_by_its_number(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    append_line(file, SeedFile(seeds=(Seed(id="a", query="b"),)))
    file.write_text(file.read_text() + '{"seeds": [{"id": "x"')
    with pytest.raises(InvalidFile, match="lines.jsonl:2"):
        read_lines(file, SeedFile)


def test_every_schema_is_a_schema_and_has_a_name_of_its_own(tmp_path: Path) -> None:
    files = export_schemas(tmp_path)
    assert len({file.name for file in files}) == len(FILE_RECORDS)
    for file in files:
        schema = json.loads(file.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["additionalProperties"] is False

"""Files are checked when read, with every problem at once, and written whole or not at all."""

import errno
import json
import os
from importlib import import_module
from pathlib import Path
from time import process_time

import jsonschema
import pytest

from plans.errors import InvalidFile, StorageFailed
from plans.files import (
    LISTED_LIMIT,
    read_lines,
    read_own_record,
    read_record,
    read_text,
    write_record,
    write_text,
)
from plans.records.base import FileRecord
from plans.records.code_agent import AgentReport
from plans.records.criteria import Criteria
from plans.records.feedback import Feedback, LeakPolicy
from plans.records.run import RoundRecord
from plans.records.seed import Seed, SeedFile
from plans.schemas import FILE_RECORDS, export_schemas

BROKEN = """\
schema_version: 4
tasks:
- id: a
  title: t
  level: presence
  weight: 1
  requirements: [R1]
  outcomes: [{id: o1, statement: s}]
  how: {kind: browser, steps: [
    {do: open},
    {do: click, target: {role: butto, name: x}},
    {do: expect, outcome: o1, that: {kind: visible, tagret: {}}},
    {do: clck},
  ]}
"""


def test_all_problems_are_told_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "criteria.yaml"
    file.write_text(BROKEN)
    with pytest.raises(InvalidFile) as caught:
        read_record(file, Criteria)
    told = [str(problem) for problem in caught.value.problems]
    assert any(f"{file}:11" in line and "'butto' is not one of" in line for line in told)
    assert any(
        f"{file}:12" in line and "that.tagret: there is no such field. Did you mean 'target'?" in line
        for line in told
    )
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
        (b"just text", "is not a table of named fields"),
        (b"seeds: []\n", "seeds"),
    ],
)
def test_what_is_no_seed_file_is_refused_in_words(tmp_path: Path, content: bytes, word: str) -> None:
    file = tmp_path / "seeds.yaml"
    file.write_bytes(content)
    with pytest.raises(InvalidFile, match=word):
        read_record(file, SeedFile)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """It was to be restored, though most often its name had been mistyped."""
    with pytest.raises(InvalidFile, match=r"gone.yaml: is missing. Check the path"):
        read_record(tmp_path / "gone.yaml", SeedFile)


@pytest.mark.parametrize("opened", ["'", '"'])
def test_a_quotation_that_never_ends_is_told_where_it_begins(tmp_path: Path, opened: str) -> None:
    """In a file of four lines it was on line 5."""
    file = tmp_path / "seeds.yaml"
    file.write_text(f"seeds:\n- id: a\n  query: {opened}A shop\n- id: b\n")
    with pytest.raises(InvalidFile, match=r"seeds.yaml:3: cannot be read: found unexpected end of stream"):
        read_record(file, SeedFile)


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
    file.write_text(SeedFile(seeds=(Seed(id="a", query="b"),)).model_dump_json() + '\n{"seeds": [{"id": "x"')
    with pytest.raises(InvalidFile, match="lines.jsonl:2"):
        read_lines(file, SeedFile)


def test_every_schema_is_a_schema_and_has_a_name_of_its_own(tmp_path: Path) -> None:
    files = export_schemas(tmp_path)
    assert "run-project.schema.json" in {file.name for file in files}
    assert len({file.name for file in files}) == len(FILE_RECORDS)
    # Most definitions stand in many schemas, and each takes long to check.
    parts: dict[str, object] = {}
    for file in files:
        schema = json.loads(file.read_text())
        assert schema["additionalProperties"] is False
        for part in (*schema.pop("$defs", {}).values(), schema):
            parts[json.dumps(part, sort_keys=True)] = part
    jsonschema.Draft202012Validator.check_schema({"$defs": parts})


def test_the_list_of_schemas_is_every_file_record_of_the_records() -> None:
    """RunProject, which every run writes, was missing from what called itself every record."""
    for path in (Path(__file__).parents[2] / "plans" / "records").glob("*.py"):
        import_module(f"plans.records.{path.stem}")
    there = {kind for kind in FileRecord.__subclasses__() if kind.__module__.startswith("plans.records.")}
    assert set(FILE_RECORDS) == there


def test_every_bad_line_is_told_with_its_number(tmp_path: Path) -> None:
    """Of a file with several bad lines the first problem of the first line was told."""
    file = tmp_path / "lines.jsonl"
    twice = '{"seeds": [{"id": "a", "query": "one", "query": "two"}]}'
    bad = '{"seeds": [{"id": "a", "query": "b"}, {"id": "c", "query": 1}], "more": 1}'
    file.write_text(f'{{"seeds": [{{"id": "a", "query": "b"}}]}}\n{bad}\n{twice}\n{{"seeds"\n')
    with pytest.raises(InvalidFile) as caught:
        read_lines(file, SeedFile)
    told = [str(problem) for problem in caught.value.problems]
    assert [one.removeprefix(f"{file}:")[0] for one in told] == ["2", "2", "3", "4"]
    assert "seeds.1.query: Input should be a valid string" in told[0]
    assert "more: Extra inputs" in told[1]
    assert "the key 'query' stands there twice" in told[2]
    assert "is no JSON" in told[3]


@pytest.mark.parametrize("wrong", ['"true"', "1"])
def test_what_a_program_wrote_is_read_no_less_strictly_than_by_its_schema(tmp_path: Path, wrong: str) -> None:
    """The text "true" was taken for the truth value, in a file that the schema refuses."""
    file = tmp_path / "feedback.json"
    sound = Feedback(policy=LeakPolicy.SYMPTOM, persona="p", text="t", points=(), satisfied=True)
    write_record(file, sound)
    assert read_own_record(file, Feedback) == sound
    file.write_text(file.read_text().replace("true", wrong))
    with pytest.raises(InvalidFile, match=r"satisfied: .* is not true or false"):
        read_own_record(file, Feedback)


@pytest.mark.parametrize("break_", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c"])
def test_what_only_python_takes_for_a_line_break_tears_no_line(tmp_path: Path, break_: str) -> None:
    """JSON may hold them as they are; a line was torn in two and refused."""
    seed = Seed(id="a", query=f"one{break_}two")
    text = json.dumps({"seeds": [seed.model_dump()]}, ensure_ascii=False) + "\n"
    file = tmp_path / "lines.jsonl"
    file.write_text(text * 2, newline="\n")
    assert [line.seeds[0].query for line in read_lines(file, SeedFile)] == [seed.query] * 2


def test_a_key_that_stands_twice_is_refused_with_its_line(tmp_path: Path) -> None:
    """The last one won, and the first was lost without a word."""
    file = tmp_path / "seeds.yaml"
    file.write_text("seeds:\n- id: a\n  query: first\n  tags: []\n  query: second\nseeds: []\n")
    with pytest.raises(InvalidFile) as caught:
        read_record(file, SeedFile)
    told = sorted(str(problem) for problem in caught.value.problems)
    assert len(told) == 2
    assert f"{file}:5" in told[0]
    assert "'query' stands there twice" in told[0]
    assert f"{file}:6" in told[1]

    other = tmp_path / "seeds.json"
    other.write_text('{"seeds": [\n {"id": "a", "query": "first",\n  "query": "\\ud83d\\ude00"}]}')
    with pytest.raises(InvalidFile, match=r"seeds.json:3: the key 'query' stands there twice"):
        read_record(other, SeedFile)


def test_a_yaml_file_may_take_over_another_mapping_and_set_some_of_it_again(tmp_path: Path) -> None:
    file = tmp_path / "seeds.yaml"
    file.write_text("seeds:\n- &a {id: a, query: one}\n- {<<: *a, id: b}\n")
    assert [seed.id for seed in read_record(file, SeedFile).seeds] == ["a", "b"]


@pytest.mark.parametrize("query", ['"\\ud83d\\ude00 shop"', '"\\ud83d shop"', '"a\\/b"'])
def test_problems_in_json_are_told_whatever_its_escapes(tmp_path: Path, query: str) -> None:
    """YAML has no pairs of surrogates: looking for the line of a problem ended in a traceback."""
    file = tmp_path / "seeds.json"
    file.write_text('{"seeds": [\n\t{"id": "A B",\n "query": ' + query + "}]}")
    with pytest.raises(InvalidFile, match=r"seeds.json.*(seeds.0.id|surrogate)"):
        read_record(file, SeedFile)


@pytest.mark.parametrize("name", ["seeds.yaml", "seeds.json", "seeds.jsonl"])
def test_a_file_of_another_version_is_refused(tmp_path: Path, name: str) -> None:
    """Version 99 was read without a word, its fields taken for those of today."""
    file = tmp_path / name
    file.write_text('{"schema_version": 99, "seeds": [{"id": "a", "query": "b"}]}\n')
    read = read_lines if name.endswith("l") else read_record
    with pytest.raises(InvalidFile, match="version 99"):
        read(file, SeedFile)
    if name == "seeds.json":
        with pytest.raises(InvalidFile, match="version 99"):
            read_own_record(file, SeedFile)


BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
CHAIN = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 500))


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("seeds.yaml", "[" * 200_000, "within each other"),
        ("seeds.yaml", "- " * 200_000, "within each other"),
        ("seeds.yaml", "[" * 300 + "]" * 300, "within each other"),
        ("seeds.json", "[" * 200_000, "cannot be read"),
        ("seeds.json", '{"seeds": ' + "[" * 300 + "]" * 300 + "}", "within each other"),
        ("seeds.yaml", "seeds: " + "9" * 6_000, "cannot be read"),
        ("seeds.yaml", "seeds: 0x" + "f" * 6_000, "cannot be read"),
        ("seeds.yaml", BOMB, "its aliases make more than"),
        ("seeds.yaml", CHAIN, "within each other"),
        ("seeds.yaml", "seeds: &a [*a]", "inside what it repeats"),
    ],
)
def test_a_file_made_to_overwhelm_the_reader_is_refused_in_one_line(
    tmp_path: Path, name: str, text: str, word: str
) -> None:
    """Such files once crashed the interpreter, hung it, or ended in a traceback."""
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(InvalidFile, match=word) as caught:
        read_record(file, SeedFile)
    assert len(caught.value.problems) == 1


def test_a_few_aliases_are_read(tmp_path: Path) -> None:
    file = tmp_path / "seeds.yaml"
    file.write_text("seeds:\n- {id: a, query: q, tags: &t [x]}\n- {id: b, query: q, tags: *t}\n")
    assert [seed.tags for seed in read_record(file, SeedFile).seeds] == [("x",), ("x",)]


def test_what_never_ends_or_never_begins_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path / "pipe.yaml", Path("/dev/zero")):
        with pytest.raises(InvalidFile, match="is no ordinary file"):
            read_record(path, SeedFile)


def test_what_the_shell_hands_over_is_read() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"seeds:\n- {id: a, query: q}\n")
    os.close(writer)
    assert [seed.id for seed in read_record(Path(f"/dev/fd/{reader}"), SeedFile).seeds] == ["a"]
    os.close(reader)


def test_a_path_at_which_no_file_can_be_is_told(tmp_path: Path) -> None:
    """`author seeds.yaml/more`, and a link to itself, ended in a traceback."""
    (tmp_path / "seeds.yaml").write_text("seeds: []")
    (tmp_path / "round").symlink_to("round")
    with pytest.raises(InvalidFile, match="seeds.yaml/more: lies beneath a file"):
        read_text(tmp_path / "seeds.yaml" / "more")
    with pytest.raises(InvalidFile, match="round: is a link that leads round in a circle"):
        read_text(tmp_path / "round")
    with pytest.raises(InvalidFile, match="has a longer name than any file"):
        read_text(tmp_path / ("n" * 300))


@pytest.mark.parametrize(
    "text",
    [
        "schema_version: 4\ntasks:\n" + "- {id: a, title: b}\n" * 3000,
        "schema_version: 4\ntasks:\n" + "- id: a\n  id: b\n" * 3000,
    ],
)
def test_of_thousands_of_problems_the_first_are_listed_and_that_there_are_more(
    tmp_path: Path, text: str
) -> None:
    (tmp_path / "criteria.yaml").write_text(text)
    with pytest.raises(InvalidFile) as error:
        read_record(tmp_path / "criteria.yaml", Criteria)
    assert len(error.value.problems) == LISTED_LIMIT + 1
    assert error.value.problems[0].where.endswith((":3", ":4"))
    assert "has more problems than these 50." in str(error.value.problems[-1])


def test_a_yaml_record_that_nobody_wrote_by_hand_is_not_read(tmp_path: Path) -> None:
    """700,000 wrong entries took minutes to be complained about."""
    (tmp_path / "criteria.yaml").write_text("schema_version: 4\ntasks:\n" + "- id: a\n  title: b\n" * 700_000)
    started = process_time()
    with pytest.raises(InvalidFile, match=r"Files of at most 2,000,000 are read here\."):
        read_record(tmp_path / "criteria.yaml", Criteria)
    assert process_time() - started < 5


def test_an_id_that_is_none_is_told_without_a_regular_expression(tmp_path: Path) -> None:
    file = tmp_path / "seeds.yaml"
    file.write_text("seeds:\n- {id: ../x, query: A shop}\n")
    with pytest.raises(InvalidFile) as caught:
        read_record(file, SeedFile)
    assert str(caught.value) == (
        f"{file}:2: seeds.0.id: '../x' is not written as it has to be. "
        "Use lower-case letters and digits, with dashes between them, at most 64."
    )


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("seeds.json", "[" * 20_000, "it is nested too deeply"),
        ("seeds.json", '{"seeds": ' + "9" * 5000 + "}", "a number in it has too many digits"),
        ("seeds.yaml", "seeds: " + "9" * 5000, "a number in it has too many digits"),
    ],
)
def test_what_python_gives_up_on_is_told_in_words(
    tmp_path: Path, name: str, content: str, words: str
) -> None:
    """It said "cannot be read: RecursionError", or ValueError, as if that were a place in the file."""
    file = tmp_path / name
    file.write_text(content)
    with pytest.raises(InvalidFile) as caught:
        read_record(file, SeedFile)
    assert words in str(caught.value)
    assert "Error" not in str(caught.value)


def test_what_nothing_makes_again_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut left an empty run.yaml or round.json, and with it a run that nothing went on with."""
    there: list[bool] = []

    def fsync(handle: int) -> None:
        there.append((tmp_path / "round.json").exists() or not os.fstat(handle).st_size)

    monkeypatch.setattr(os, "fsync", fsync)
    record = RoundRecord(
        project="shop",
        agent="mine",
        repeat=1,
        round=1,
        report=AgentReport(ended="done"),
        submission_digest="a",
        judgement="b",
    )
    write_record(tmp_path / "round.json", record)
    assert there == [False]
    write_text(tmp_path / "prd.md", "a page that is rendered again")
    assert len(there) == 1, "it takes milliseconds, and a suite has many files"

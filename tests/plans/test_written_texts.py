"""What a process wrote it need not parse; what anybody changed since is read as it stands."""

from pathlib import Path

import pytest

from plans.errors import InvalidFile
from plans.files import WrittenTexts, parse_record, read_record, write_record
from plans.records.seed import Seed, SeedFile

TWO = SeedFile(seeds=(Seed(id="a", query="A shop\nfor plants"), Seed(id="b", query="1: no")))


def test_a_file_reads_the_same_in_the_process_that_wrote_it_and_in_any_other(tmp_path: Path) -> None:
    file = tmp_path / "seeds.yaml"
    write_record(file, TWO)
    assert read_record(file, SeedFile) == TWO
    assert parse_record(file.read_text() + "\n", SeedFile, file) == TWO, "a text that nobody wrote here"


def test_what_was_changed_since_is_read_as_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "seeds.yaml"
    write_record(file, TWO)
    file.write_text(file.read_text().replace("for plants", "for boats"))
    assert read_record(file, SeedFile).seeds[0].query == "A shop\nfor boats"


def test_what_was_written_is_checked_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "seeds.yaml"
    write_record(file, TWO.model_copy(update={"seeds": (TWO.seeds[0].model_copy(update={"query": ""}),)}))
    with pytest.raises(InvalidFile, match="query"):
        read_record(file, SeedFile)


def test_keys_and_numbers_in_quotes_are_not_taken_for_what_they_look_like(tmp_path: Path) -> None:
    for text in ("schema_version: '1'\nseeds: []\n", "schema_version: 1\nseeds: []\n1: odd\n"):
        with pytest.raises(InvalidFile):
            parse_record(text, SeedFile, tmp_path / "seeds.yaml")


def test_the_oldest_texts_are_forgotten() -> None:
    texts = WrittenTexts(2)
    for text in ("a", "b"):
        texts.add(text, "1")
    assert texts.json_of("a") == "1"
    texts.add("c", "1")
    assert [texts.json_of(text) for text in ("a", "b", "c")] == ["1", None, "1"]

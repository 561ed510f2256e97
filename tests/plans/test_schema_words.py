"""What is wrong with a file, in the words of whoever wrote it."""

from pathlib import Path

import pytest

from plans.errors import InvalidFile
from plans.files import parse_record
from plans.records.base import FileRecord, Record
from plans.records.plan import ItemParameters
from plans.records.seed import SeedFile
from plans.records.suite import Suite

PARAMETERS = "schema_version: 2\nfamily: webapp\nrandom_seed: 1\nvalues: {}\ncomplexity: "
SUITE = "name: a\nfamily: webapp\nversion: 'one'\nplan_digest: x\ncanary: x\nlicence: MIT\nitems: []\n"


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        (SeedFile, "seeds:\n", "seeds: it is empty, and has to be a list. Give a list."),
        (SeedFile, "seeds: {a: b}\n", "seeds: {'a': 'b'} is not a list. Give a list."),
        (Suite, SUITE, "version: 'one' is not written as it has to be. Write three numbers with points"),
        (
            ItemParameters,
            f"{PARAMETERS}1e308",
            "'1e308' is not a number. YAML takes it for a text; write 1.0e+308.",
        ),
        (
            ItemParameters,
            f"{PARAMETERS}2.5e3",
            "'2.5e3' is not a number. YAML takes it for a text; write 2.5e+3.",
        ),
        (ItemParameters, f"{PARAMETERS}many", "'many' is not a number. Give a number."),
    ],
)
def test_types_and_shapes_are_told_as_people_write_them(kind: type[FileRecord], text: str, told: str) -> None:
    """It was "None is not of type 'array'. Give a value of type array", and a regular expression for a version."""
    with pytest.raises(InvalidFile) as refused:
        parse_record(text, kind, Path("file.yaml"))
    assert told in str(refused.value)


@pytest.mark.parametrize("value", ["x" * 5000, f"[{'y, ' * 2000}y]"])
def test_no_more_of_a_value_is_repeated_than_tells_which_it_is(value: str) -> None:
    with pytest.raises(InvalidFile) as refused:
        parse_record(f"{PARAMETERS}{value}", ItemParameters, Path("file.yaml"))
    (problem,) = refused.value.problems
    assert len(problem.message) < 100
    assert "…" in problem.message


class Shelf(Record):
    """A record whose schema is exported."""

    width: float
    """In metres."""
    books: int = 0


class DeepShelf(Shelf):
    """A record that inherits a field."""

    depth: float | None = None
    """In metres too,
    where it is known."""


class Room(Record):
    """A record of records."""

    shelf: DeepShelf
    """The only one."""


def test_attribute_docstrings_describe_the_fields_of_a_json_schema() -> None:
    schema = Room.model_json_schema()
    assert schema["properties"]["shelf"]["description"] == "The only one."
    deep = schema["$defs"]["DeepShelf"]["properties"]
    assert {name: field.get("description") for name, field in deep.items()} == {
        "width": "In metres.",
        "books": None,
        "depth": "In metres too,\nwhere it is known.",
    }

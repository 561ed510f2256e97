"""How alike two files are: by what they hold, whatever the order of keys, the spaces and the marks of time."""

import io
import json
import re
import zipfile
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from PIL import Image

from agents.judging.commands import binary_products
from agents.judging.commands.products import is_comparable, likeness
from plans.errors import FileRefused

pytestmark = pytest.mark.slow

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def both(name: str, one: str, other: str) -> float:
    return likeness(name, one.encode(), other.encode())


@given(VALUES)
def test_the_same_values_are_alike_however_they_are_laid_out(value: object) -> None:
    assert both("a.json", json.dumps(value, indent=4), json.dumps(value, sort_keys=True)) == 1.0


@given(VALUES, VALUES)
def test_likeness_goes_both_ways_and_from_0_to_1(one: object, other: object) -> None:
    forth, back = (
        both("a.json", json.dumps(one), json.dumps(other)),
        both("a.json", json.dumps(other), json.dumps(one)),
    )
    assert forth == back
    assert 0 <= forth <= 1


def test_marks_of_time_and_the_order_of_single_values_do_not_count() -> None:
    one = '{"created_at": "2026-01-01", "id": 7, "names": ["b", "a"], "total": 3.0}'
    assert both("a.json", one, '{"created_at": "now", "id": 8, "names": ["a", "b"], "total": 3}') == 1.0


def test_the_order_of_records_counts_and_so_does_a_number() -> None:
    assert both("a.json", '[{"n": 1}, {"n": 2}]', '[{"n": 2}, {"n": 1}]') < 1
    assert both("a.json", '{"total": 3, "paid": 1}', '{"total": 4, "paid": 1}') == pytest.approx(1 / 3)


def test_tables_are_alike_by_their_cells() -> None:
    assert both("a.csv", "name,price\nfern,2.50\n", "name;price\r\nfern;2.5\r\n\r\n") == 1.0
    assert both("a.csv", "name,price\nfern,2.50\n", "name,price\nfern,3\n") < 1
    assert both("a.csv", "name,price\nfern,1\npalm,2\n", "name,price\npalm,2\nfern,1\n") < 1


def test_texts_are_alike_by_their_words_line_by_line() -> None:
    assert both("a.txt", "Report\n\n  total:  3 plants", "Report\ntotal: 3 plants\n") == 1.0
    assert both("a.txt", "total: 3 plants", "plants\ntotal: 3") < 1


@pytest.mark.parametrize(
    ("name", "data"), [("a.json", b"{"), ("a.json", b"\xff\xfe\xff"), ("a.txt", b"\xff\xff")]
)
def test_what_cannot_be_read_is_refused(name: str, data: bytes) -> None:
    with pytest.raises(FileRefused):
        likeness(name, data, b"{}")


def test_very_deep_json_is_refused_and_breaks_nobody() -> None:
    with pytest.raises(FileRefused):
        likeness("a.json", b"[" * 200_000, b"[]")


def book(**sheets: list[list[object]]) -> bytes:
    made = Workbook()
    made.remove(made.worksheets[0])
    for title, rows in sheets.items():
        sheet = made.create_sheet(title)
        for row in rows:
            sheet.append(row)
    kept = io.BytesIO()
    made.save(kept)
    return kept.getvalue()


def picture(colour: str, size: tuple[int, int] = (20, 10), kind: str = "png") -> bytes:
    kept = io.BytesIO()
    Image.new("RGB", size, colour).save(kept, kind)
    return kept.getvalue()


def test_workbooks_are_alike_by_sheets_and_cells() -> None:
    one = book(Plants=[["name", "price"], ["fern", 2.5]], Sums=[["total", 2.5]])
    assert (
        likeness("a.xlsx", one, book(Plants=[["name", "price"], ["fern", 2.50]], Sums=[["total", 2.5]]))
        == 1.0
    )
    assert 0 < likeness("a.xlsx", one, book(Plants=[["name", "price"], ["fern", 3]], Sums=[["total", 3]])) < 1
    assert likeness("a.xlsx", one, book(Other=[["name", "price"]])) == 0


def test_a_workbook_that_unpacks_to_gigabytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binary_products, "MOST_UNPACKED", 1000)
    one = book(Plants=[["name"]])
    with pytest.raises(FileRefused, match="unpacked"):
        likeness("a.xlsx", one, one)


def test_a_damaged_workbook_is_refused_and_breaks_nobody() -> None:
    """The library raises what its parts raise; once that ended the whole judgement of a submission."""
    whole = book(Plants=[["name", "price"], *[[f"fern {n}", n] for n in range(40)]])
    drawn = Random(7)
    refused = 0
    for _ in range(200):
        damaged = bytearray(whole)
        for _ in range(6):
            damaged[drawn.randrange(len(damaged))] = drawn.randrange(256)
        try:
            assert likeness("a.xlsx", bytes(damaged), whole) <= 1
        except FileRefused:
            refused += 1
    assert refused > 50


def test_a_workbook_that_needs_more_of_its_reader_is_refused() -> None:
    """Of a version to come, and named in bytes that are no text: the archive was opened where nothing caught that."""
    whole = book(Plants=[["name", "price"]])
    at = whole.index(b"PK\x01\x02")
    for place, value in ((at + 6, 99), (at + 9, 0x08)):
        damaged = bytearray(whole)
        damaged[place] = value
        damaged[at + 46] = 0xFF
        with pytest.raises(FileRefused):
            likeness("a.xlsx", bytes(damaged), whole)


def test_a_workbook_of_countless_empty_cells_is_refused() -> None:
    """A sheet of two cells at its far ends kept the judge for minutes."""
    small = book(Plants=[["fern"]])
    kept = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(small)) as one, zipfile.ZipFile(kept, "w") as other:
        for name in one.namelist():
            data = one.read(name)
            if name == "xl/worksheets/sheet1.xml":
                data = re.sub(
                    rb"<sheetData>.*</sheetData>",
                    b'<sheetData><row r="1"><c r="A1"><v>1</v></c></row>'
                    b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
                    data,
                    flags=re.S,
                )
                data = re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', data)
            other.writestr(name, data)
    with pytest.raises(FileRefused, match="cells"):
        likeness("a.xlsx", kept.getvalue(), small)


def test_signs_and_comparisons_are_words() -> None:
    """A balance below zero was alike to one above it."""
    assert both("a.txt", "Balance: -5", "Balance: 5") < 1
    assert both("a.txt", "3 < 4", "3 > 4") < 1
    assert both("a.txt", "- milk", "* milk") == 1


def test_pictures_are_alike_by_their_points_whatever_their_format() -> None:
    assert likeness("a.png", picture("red"), picture("red", kind="bmp")) == 1.0
    assert likeness("a.png", picture("white"), picture("black")) == pytest.approx(0.25)
    assert likeness("a.png", picture("red"), picture("red", (21, 10))) == 0.0


@pytest.mark.parametrize("name", ["a.xlsx", "a.png"])
def test_what_only_has_the_name_of_it_is_refused(name: str) -> None:
    with pytest.raises(FileRefused):
        likeness(name, b"PK\x03\x04 and no more", b"")


def test_other_files_are_left_to_others() -> None:
    assert not is_comparable("model.bin")
    assert is_comparable("REPORT.TXT")

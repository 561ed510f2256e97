"""What is typed into a published command is found where it really lies."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.exchange.prdbench.plan import typed
from plans.records.published import StandardInput
from tests.pipeline.exchange.publishing import criterion, defects, only


def read(root: Path, files: dict[str, str | bytes], **entry: Any) -> StandardInput:
    return only(root, criterion(**entry), files).steps[0].input


def test_the_file_that_the_plan_names(tmp_path: Path) -> None:
    found = read(tmp_path, {"evaluation/1.in": "1\n0"}, input="evaluation/1.in")
    assert (found.source, found.file, found.data) == ("path", "evaluation/1.in", b"1\n0\n")


def test_a_redirection_in_the_command_goes_before_the_plan(tmp_path: Path) -> None:
    files = {"evaluation/1.in": "1\n", "evaluation/2.in": "2\n"}
    command = "cd src && python main.py < ../evaluation/2.in"
    found = read(tmp_path, files, command=command, input="evaluation/1.in")
    assert (found.source, found.file, found.data) == ("redirect", "evaluation/2.in", b"2\n")


def test_the_only_file_of_that_name_elsewhere(tmp_path: Path) -> None:
    one = only(tmp_path, criterion(input="start.in"), {"evaluation/start.in": "1\n"})
    found = one.steps[0].input
    assert (found.source, found.file) == ("same_name", "evaluation/start.in")
    assert defects(one) == {"command"}
    assert one.is_satisfiable
    with_two = {"evaluation/start.in": "1\n", "evaluation/more/start.in": "2\n"}
    assert read(tmp_path / "two", with_two, input="start.in").source == "missing"


def test_the_twin_whose_name_was_translated(tmp_path: Path) -> None:
    files = {"evaluation/test_2.5_开始.in": "5\n", "evaluation/test_2.5.1_导出.in": "4\n"}
    found = read(tmp_path, files, input="evaluation/test_2.5_start.in")
    assert (found.source, found.file) == ("twin", "evaluation/test_2.5_开始.in")


def test_of_two_twins_neither_is_taken(tmp_path: Path) -> None:
    files = {"evaluation/test_2.5_开始.in": "5\n", "evaluation/test_2.5_菜单.in": "4\n"}
    one = only(tmp_path, criterion(input="evaluation/test_2.5_start.in"), files)
    assert one.steps[0].input.source == "missing"
    assert defects(one) == {"input"}


@pytest.mark.parametrize(
    ("published", "data"),
    [
        ("1\n2\nexit", b"1\n2\nexit\n"),
        ("1\\n2\\nexit", b"1\n2\nexit\n"),
        ("42", b"42\n"),
        ("lambda x: mul(x, 2)", b"lambda x: mul(x, 2)\n"),
        ('write a.txt "1\\n"\nexit', b'write a.txt "1\\n"\nexit\n'),
        ("", b""),
    ],
)
def test_the_text_itself(tmp_path: Path, published: str, data: bytes) -> None:
    """A `\\n` is a line's end only where the text has no other: beside real ones it is what is typed."""
    found = read(tmp_path, {}, input=published)
    assert (found.source, found.file, found.data) == ("text", None, data)


def test_lines_behind_the_command(tmp_path: Path) -> None:
    found = read(tmp_path, {}, command="python src/main.py\n1\nJar one\ny")
    assert (found.source, found.data) == ("appended", b"1\nJar one\ny\n")


@pytest.mark.parametrize(
    ("command", "run"),
    [
        ("python src/main.py\n1\nJar one\ny", "python src/main.py"),
        ("cd src && python main.py < ../start.in", "cd src && python main.py < ../evaluation/start.in"),
        ("python src/main.py < evaluation/start.in", "python src/main.py < evaluation/start.in"),
        ("python src/main.py < gone.in", "python src/main.py < gone.in"),
        ("python -c 'print(1)", "python -c 'print(1)"),
        (None, None),
    ],
)
def test_what_bash_is_given_names_the_file_that_was_found(
    tmp_path: Path, command: str | None, run: str | None
) -> None:
    one = only(tmp_path, criterion(command=command), {"evaluation/start.in": "1\n"})
    assert (one.steps[0].command, one.steps[0].run) == (command, run)


def test_what_the_command_brings_itself_is_not_typed_again(tmp_path: Path) -> None:
    found = read(tmp_path, {}, command="echo 0 | python src/main.py", input="0")
    assert (found.source, found.data) == ("in_command", b"")


def test_none_at_all(tmp_path: Path) -> None:
    assert read(tmp_path, {}, input=None) == StandardInput(source="none")


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf1\r\n0\r\n", "1\n0\n".encode("utf-16"), b"1\r0\r"])
def test_marks_and_line_ends_of_other_systems_are_not_typed(tmp_path: Path, data: bytes) -> None:
    assert read(tmp_path, {"evaluation/1.in": data}, input="evaluation/1.in").data == b"1\n0\n"


def test_bytes_that_are_no_utf_8_are_typed_as_they_are(tmp_path: Path) -> None:
    found = read(tmp_path, {"evaluation/1.in": "罐子\n".encode("gb18030")}, input="evaluation/1.in")
    assert found.text is None
    assert found.data == "罐子\n".encode("gb18030")


def test_empty_lines_at_the_end_are_cut(tmp_path: Path) -> None:
    """They make programs complain of an empty choice, which was taken for the program's fault."""
    found = read(tmp_path, {"evaluation/1.in": "1\n\n0\n\n\n"}, input="evaluation/1.in")
    assert found.data == b"1\n\n0\n"


@settings(deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\r\\"), min_size=1))
def test_what_is_typed_ends_with_one_line_end_and_loses_nothing_else(text: str) -> None:
    found = typed(text, "text")
    assert found.text is not None
    assert found.text.endswith("\n")
    assert found.text == text.rstrip("\n") + "\n"

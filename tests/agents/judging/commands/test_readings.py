"""What is read from outputs and descriptions: responses, named texts, refusals, numbers that tests do not name."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.judging.commands.prose.wording import is_said, refusing, wanted
from agents.judging.commands.responses import (
    crash,
    kept_from_running,
    plain,
    reads,
    response,
    silenced,
    with_garbage,
    with_nothing,
)
from agents.judging.commands.testing.unit_tests import unnamed_numbers
from agents.judging.commands.working_copies import CommandWithInput

MENU = "Till\n1. Add up\n0. Leave\nChoose: "
ENDED = 'Traceback (most recent call last):\n  File "main.py", line 3, in <module>\nEOFError: EOF when reading a line\n'


def test_a_response_is_what_is_not_said_to_everybody() -> None:
    said = MENU + "Amounts: The total is 3.50\n" + MENU + "Goodbye\n"
    assert response(said, MENU + ENDED) == ["Amounts: The total is 3.50", "Goodbye"]


def test_a_trace_of_an_ended_input_is_no_break_down() -> None:
    assert plain(MENU + ENDED) == MENU
    assert crash(MENU + ENDED) is None
    assert (
        crash(MENU + ENDED.replace("EOFError: EOF when reading a line", "KeyError: 'x'")) == "KeyError: 'x'"
    )


def test_a_trace_that_is_only_told_of_in_the_middle_is_a_break_down() -> None:
    assert crash(ENDED + "and it went on\n") is not None


def test_colours_are_no_words() -> None:
    assert plain("\x1b[1;31mred\x1b[0m \x1b]0;title\x07text") == "red text"


def test_a_program_that_is_not_there_was_kept_from_running() -> None:
    assert kept_from_running(
        "python: can't open file '/work/src/main.py': [Errno 2] No such file or directory\n"
    )
    assert kept_from_running("bash: line 2: nothing: command not found\n")
    assert kept_from_running("Menu\n1. a\n2. b\nNo such file or directory\n") is None


@pytest.mark.parametrize(
    "line", ["python: No module named shelf.__main__", "/usr/bin/env: 'shelf': No such file or directory"]
)
def test_a_package_or_program_that_is_not_there_was_kept_from_running(line: str) -> None:
    assert kept_from_running(f"{line}\n") == line


@pytest.mark.parametrize(
    "line",
    [
        "Error: [Errno 2] No such file or directory: 'nowhere.txt'",
        "shelf: nowhere.txt: No such file or directory",
    ],
)
def test_a_program_that_is_asked_for_a_file_that_is_not_there_may_say_so_as_systems_do(line: str) -> None:
    """A whole suite was refused once: its references told so, and counted as programs that could not be run."""
    assert kept_from_running(f"{line}\n") is None


@given(st.text(alphabet="abc \n", max_size=60))
def test_nothing_is_left_of_what_everybody_is_told(output: str) -> None:
    assert response(output, output) == []


@pytest.mark.parametrize(
    ("line", "silent"),
    [
        ("python main.py < in.txt", "exec 3<&0; python main.py < in.txt <&3"),
        ("echo -e '1\\n2' | python main.py", "exec 3<&0; echo -e '1\\n2' | python main.py <&3"),
        ("python main.py --limit 3 2>&1", "python main.py --limit 3 2>&1"),
        ("false || echo no", "false || echo no"),
        ("cat < in.txt; python main.py", "cat < in.txt; python main.py"),
    ],
)
def test_a_command_is_left_without_the_input_that_it_brings(line: str, silent: str) -> None:
    assert silenced(line) == silent


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "python main.py < in.txt",
        "printf '1;2\\n' | python main.py",
        "cat in.txt | python main.py | tail -5",
        "(echo 1; echo 42) | python main.py",
        "cd . && python main.py <<< $'5\\n2' 2>&1",
        "python main.py <<EOF\n1\n42\nEOF",
        "(cd . && python main.py) < in.txt",
        "echo 1 | python main.py && echo 2 | python main.py",
    ],
)
def test_a_silenced_command_reads_what_it_is_given_instead(line: str, tmp_path: Path) -> None:
    """Some lines were cut up so that bash refused them, and a program that prints the plan had no control."""
    (tmp_path / "main.py").write_text("import sys\nprint('read:', sys.stdin.read().split())\n")
    (tmp_path / "in.txt").write_text("1\n42\n")

    def said(line: str, typed: str) -> set[str]:
        ran = subprocess.run(
            ["bash", "-c", line], input=typed, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return set(ran.stdout.splitlines())

    assert reads(CommandWithInput(line, b""))
    assert "read: []" not in said(line, "")
    assert said(silenced(line), "") == {"read: []"}
    assert "read: ['garbage']" in said(silenced(line), "garbage\n")


def test_controls_read_nothing_and_what_nobody_would_type() -> None:
    line = CommandWithInput("python src/main.py", b"1\n2\n3\n4\n")
    assert with_nothing(line) == CommandWithInput("python src/main.py", b"")
    assert len(with_garbage(line).input.splitlines()) == 4
    assert (
        with_garbage(CommandWithInput("python a.py < in.txt", b"")).line
        == "exec 3<&0; python a.py < in.txt <&3"
    )


def test_named_texts_and_decimals_are_wanted_and_examples_are_not() -> None:
    asked = wanted(
        "It prints 'Total' and 3.50, with a message such as 'Thank you'. Then \"Bye\".", "", "A title"
    )
    assert asked.literals == ("Total", "Bye", "3.50")
    assert not asked.refusal


def test_the_statement_fills_what_the_expected_output_leaves_open() -> None:
    assert wanted("It is right.", "Shows `Sum`", "t").literals == ("Sum",)


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        ("An error message is shown", True),
        ("The input is rejected", True),
        ("It ends without error", False),
        ("All is listed", False),
    ],
)
def test_whether_a_refusal_is_asked_for(text: str, *, refuses: bool) -> None:
    assert wanted(text, "", "t").refusal == refuses


@pytest.mark.parametrize(
    ("line", "refuses"),
    [
        ("Please enter a valid number again", True),
        ("[Error] unknown type", True),
        ("File not found", True),
        ("Please select an option (1-4): ", False),
        ("Enter the missing amount: Saved", False),
        ("| Task 2 | failed | no such part |", False),
        ("All 3 entries were saved", False),
    ],
)
def test_what_asks_for_the_next_thing_or_is_data_refuses_nothing(line: str, *, refuses: bool) -> None:
    assert bool(refusing([line])) == refuses


def test_a_text_is_said_in_other_forms_and_a_number_only_as_it_is() -> None:
    assert is_said("Frequency table created", ["the frequencies table was created"])
    assert not is_said("3.50", ["3.5"])
    assert not is_said("Receipt saved", ["nothing of it"])


TESTS = {
    "test_a.py": b"""
def test_a():
    n = 80
    assert run(n) < run(50) * 1.05

def test_b():
    assert share() >= 0.8
"""
}


@pytest.mark.parametrize(
    ("description", "line", "unnamed"),
    [
        ("less than 80% of them", "pytest test_a.py::test_a", ["80%"]),
        ("at least 80% of them", "pytest test_a.py::test_b", []),
        ("at least 80% of them", "pytest test_a.py", []),
        ("20 percent are left", "pytest test_a.py::test_b", []),
        ("within 0.05", "pytest test_a.py", ["0.05"]),
        ("version 3.11.2 of 7 parts", "pytest test_a.py", []),
    ],
)
def test_numbers_that_are_demanded_and_not_tested_are_told(
    description: str, line: str, unnamed: list[str]
) -> None:
    assert unnamed_numbers(description, [line], TESTS) == unnamed

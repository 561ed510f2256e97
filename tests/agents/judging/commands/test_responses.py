"""What a program says in response, read in a bounded time: without what it says to anybody, and what is not its own."""

import time

import pytest

from agents.judging.commands.prose.wording import refusing
from agents.judging.commands.responses import crash, goes_round, plain, printed_lines, response

TRACE = "Traceback (most recent call last):\n  File 'main.py', line 1, in <module>\n"
DURING = "\nDuring handling of the above exception, another exception occurred:\n\n"


def test_a_fault_that_was_handled_when_the_input_ended_broke_nothing() -> None:
    """Who asked for Enter after an error was told to have broken down by the error that it had refused well."""
    handled = f"Error: between 0.1 and 10\n{TRACE}ValueError: 12\n{DURING}{TRACE}EOFError: EOF when reading a line\n"
    assert plain(handled) == "Error: between 0.1 and 10\n"
    assert crash(handled) is None
    broken = f"{TRACE}EOFError: EOF when reading a line\n{DURING}{TRACE}ValueError: 12\n"
    assert crash(broken) == "ValueError: 12"
    apart = f"{TRACE}ValueError: 12\ngone on\n{TRACE}EOFError: EOF when reading a line\n"
    assert crash(apart) == "ValueError: 12"


def test_warnings_of_the_interpreter_are_not_said_by_the_program() -> None:
    """A right answer was left open, since reading a password without a terminal had been warned of."""
    warned = (
        "/usr/lib/python3.11/getpass.py:91: GetPassWarning: Can not control echo on the terminal.\n"
        "  passwd = fallback_getpass(prompt, stream)\nWarning: Password input may be echoed.\nUser ann was added.\n"
    )
    assert plain(warned) == "User ann was added.\n"


def test_a_prompt_that_shares_its_line_is_no_part_of_the_answer() -> None:
    assert response("Choose: Name: fern added\n", "Choose: \nName: \n") == ["fern added"]


@pytest.mark.parametrize(
    ("output", "control"),
    [
        ("".join(f"z{n:05}\n" for n in range(60_000)), "".join(f"p{n:05}\n" for n in range(60_000))),
        ("enter " * 160_000, ""),
        (": a" * 300_000, "Choose: "),
    ],
    ids=["many lines", "a prompt that never ends", "many colons"],
)
def test_no_output_keeps_the_judge(output: str, control: str) -> None:
    """Each prompt was tried on each line, and one pattern on each rest of a line of a million letters: minutes."""
    began = time.process_time()
    refusing(response(output, control))
    assert time.process_time() - began < 10


def test_a_long_line_is_looked_at_as_far_as_anybody_reads_it() -> None:
    assert [len(line) for line in printed_lines("a" * 1_000_000)] == [2000]


def test_who_asks_again_and_again_goes_round() -> None:
    assert goes_round("Added\n" + "1. Add\n2. Show\nInvalid choice, try again\n" * 500)
    assert not goes_round("".join(f"row {n}\n" for n in range(1000)))
    assert not goes_round("Invalid choice, try again\n" * 5)

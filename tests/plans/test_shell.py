"""A command line is taken apart as bash would: what it runs, where, and what it reads and writes."""

import shlex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plans.shell import RunTarget, SimpleCommand, calls_of, targets_of


def targets(line: str) -> list[RunTarget]:
    return [target for call in calls_of(line) for target in targets_of(call)]


def test_a_folder_is_entered_for_what_follows() -> None:
    assert [call.folder for call in calls_of("cd src && python main.py; ls")] == [".", "src", "src"]
    assert [call.folder for call in calls_of("cd src/a && cd ../.. && pytest")] == [".", "src/a", "."]
    assert [call.folder for call in calls_of("cd .. && python main.py")] == [".", None]
    assert [call.folder for call in calls_of("cd /tmp; ls")] == [".", None]


def test_redirections_are_told_from_arguments() -> None:
    (call,) = calls_of("python src/main.py --list < evaluation/a.in > out.txt 2>&1 2>/dev/null")
    line = "python src/main.py --list < evaluation/a.in > out.txt 2>&1 2>/dev/null"
    assert call == SimpleCommand(
        ("python", "src/main.py", "--list"), ".", "evaluation/a.in", ("out.txt",), end=len(line)
    )


@pytest.mark.parametrize(
    "line",
    [
        'echo -e "1\\n0" | python src/main.py',
        "python src/main.py <<< $'5\\n2'",
        "cat a.in | timeout 5 python src/main.py",
        "cp a.csv src/ && printf '1' | python src/main.py",
    ],
)
def test_a_pipe_or_the_line_itself_may_feed_a_program(line: str) -> None:
    fed = [call for call in calls_of(line) if call.is_fed]
    assert [target.name for call in fed for target in targets_of(call)] == ["src/main.py"]


def test_what_only_bounds_or_sets_a_program_up_is_taken_off() -> None:
    line = "LANG=C timeout -k 1 5s env A=1 python -u src/main.py"
    assert calls_of(line)[0].words == ("python", "-u", "src/main.py")


def test_quotes_that_are_not_closed_are_refused() -> None:
    with pytest.raises(ValueError, match="closing quotation"):
        calls_of("python -c 'print(1)")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("python src/main.py --help", [RunTarget("script", "src/main.py", arguments=("--help",))]),
        ("python3.11 -X utf8 -u a.py", [RunTarget("script", "a.py")]),
        ("python -m src.repl --read", [RunTarget("module", "src.repl", arguments=("--read",))]),
        ("python -c 'print(1)'", [RunTarget("code", "print(1)")]),
        ("pytest evaluation/tests -v", [RunTarget("pytest", "evaluation/tests")]),
        (
            "python -m pytest a.py::TestJar::test_b[2] -k x b.py",
            [
                RunTarget("pytest", "a.py", ("TestJar", "test_b")),
                RunTarget("pytest", "b.py"),
            ],
        ),
        ("pytest", [RunTarget("pytest", ".")]),
        ("python -m unittest discover tests -v", [RunTarget("unittest", "tests")]),
        ("ls && python", []),
        ("python -m", []),
        ("python -c", []),
    ],
)
def test_what_a_command_runs(line: str, expected: list[RunTarget]) -> None:
    assert targets(line) == expected


@settings(deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1), min_size=1))
def test_quoted_words_are_arguments_whatever_is_in_them(words: list[str]) -> None:
    line = f"run {' '.join(map(shlex.quote, words))}"
    assert [call.words for call in calls_of(line)] == [("run", *words)]


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_line_breaks_the_reading(line: str) -> None:
    """Whatever is written is taken apart, or refused in the one way that its reader knows."""
    try:
        taken_apart = calls_of(line)
    except ValueError:
        return
    assert all(call.words or call.reads is not None or call.writes for call in taken_apart)

"""Command lines taken apart: what starts a program of the submission, with which words, and what stands around it."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.judging.commands.adapting.meaning import calls, is_moving, plain_words, replaced, sources


@pytest.mark.parametrize(
    ("line", "program", "words"),
    [
        ("python src/main.py", "src/main.py", []),
        (
            "python src/main.py --data X add 'Areca Palm' ''",
            "src/main.py",
            ["--data", "X", "add", "Areca Palm", ""],
        ),
        ("python3 ./src/main.py show 5; echo status=$?", "src/main.py", ["show", "5"]),
        ("PYTHONPATH=src python -m plants list 2>&1 | head -3", "-m plants", ["list"]),
        ("echo 1 | python src/main.py > out.txt", "src/main.py", []),
        ("python src/main.py < in.txt list", "src/main.py", ["list"]),
        ("python -u src/main.py stats", "src/main.py", ["stats"]),
        ("timeout 5 python3 -B -u ./a.py x", "a.py", ["x"]),
        ("A=1 env B=2 python -I -m shop list", "-m shop", ["list"]),
    ],
)
def test_a_program_is_found_with_its_words(line: str, program: str, words: list[str]) -> None:
    found = calls(line)
    assert found is not None
    assert [(one.program, [word.text for word in one.words]) for one in found] == [(program, words)]


@pytest.mark.parametrize(
    "line",
    [
        "python -m pytest -q tests/test_a.py::test_b",
        "ls src",
        "python -m unittest",
        "cat a.py",
        "python",
        "python -u",
    ],
)
def test_tests_and_programs_of_the_system_are_none(line: str) -> None:
    assert calls(line) == []


@pytest.mark.parametrize(
    "line", ["python a.py $(cat x)", "python a.py `cat x`", "python a.py <<END\nx\nEND", "echo 'open"]
)
def test_what_only_a_shell_understands_is_left_alone(line: str) -> None:
    assert calls(line) is None


def test_a_program_is_replaced_and_what_stands_around_it_stays() -> None:
    line = "cd x && python a.py show '5 6'; echo status=$?"
    found = calls(line)
    assert found is not None
    assert replaced(line, [(found[0], "python b.py get 5")]) == "cd x && python b.py get 5; echo status=$?"
    assert is_moving(line)
    assert not is_moving("python a.py cd")
    assert list(sources([line, line, "python -m b"])) == ["a.py", "-m b"]


@pytest.mark.parametrize(
    "text", ["a; rm -rf .", "a | b", "a > b", "a && b", "$(a)", "`a`", "a &", "a\nb", "< /etc/passwd"]
)
def test_plain_words_are_nothing_that_a_shell_would_do(text: str) -> None:
    assert plain_words(text) is None


@given(st.lists(st.text(alphabet="ab 'é;|\"$<>-", max_size=6), max_size=5))
def test_words_come_back_however_they_are_quoted(words: list[str]) -> None:
    """And a line with its own call in the place of its call is the same line."""
    line = " ".join(["python a.py", *map(shlex.quote, words)])
    found = calls(line)
    assert found is not None
    assert [word.text for word in found[0].words] == words
    assert plain_words(" ".join(map(shlex.quote, words))) == words
    assert replaced(line, [(found[0], line)]) == line

"""Which lines start pytest so that it reports to us, and of which what comes is what pytest makes of it."""

import pytest

from agents.judging.commands.testing.counting import ends_as_pytest, says_what_pytest_says, starts_pytest

ENDING = (
    "pytest tests/test_a.py",
    "python -m pytest -q tests/test_a.py::test_b",
    "cd src && python3 -m pytest ../tests 2>&1",
    "timeout 60 pytest tests",
    "PYTHONPATH=src pytest tests -v",
    "(cd src; pytest tests)",
    "coverage run -m pytest tests",
    "python -m coverage run -m pytest tests",
    "poetry run pytest tests",
    "bash -c 'pytest tests'",
)
STARTING = (
    "pytest tests | tail -n 3",
    "pytest tests > out.txt; cat out.txt",
    "pytest tests || true",
    "pytest tests; echo done",
    "pytest tests &",
    "for one in a b; do pytest $one; done",
)
OTHERS = (
    "python tests/run.py",
    "python src/main.py pytest",
    "pip install pytest",
    "pytest --version",
    "pytest tests --junitxml=own.xml",
    "PYTEST_ADDOPTS= pytest tests",
    "python -m unittest tests.test_a",
    "pytest 'tests",
)


@pytest.mark.parametrize("line", [*ENDING, *STARTING, *OTHERS])
def test_lines_that_start_pytest_by_our_terms_are_told_from_others(line: str) -> None:
    assert starts_pytest(line) == (line not in OTHERS)
    assert ends_as_pytest(line) == (line in ENDING)
    assert says_what_pytest_says(line) == (line in ENDING)


@pytest.mark.parametrize(
    "line", ["pytest -qq tests", "pytest -q tests --quiet", "pytest -p no:terminal tests"]
)
def test_a_line_by_which_pytest_is_silent_says_nothing_of_its_report(line: str) -> None:
    """Its summary is not printed then, whoever wrote the report."""
    assert ends_as_pytest(line)
    assert not says_what_pytest_says(line)

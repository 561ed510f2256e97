"""Tests are published elsewhere than they lie here: what names them follows, and nothing else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.exchange.prdbench.exporting import free_place, laid_from, places_of, renamed_code, renamed_line

PLACES = {"tests/test_jars.py": "evaluation/test_jars.py", "tests/helpers.py": "evaluation/helpers.py"}


@pytest.mark.parametrize(
    ("line", "renamed"),
    [
        ("pytest tests/test_jars.py::test_a -q", "pytest evaluation/test_jars.py::test_a -q"),
        ("pytest 'tests/test_jars.py::test_a[1]'", "pytest evaluation/test_jars.py::test_a[1]"),
        ("pytest ./tests/test_jars.py", "pytest evaluation/test_jars.py"),
        ("cd tests && pytest test_jars.py", "cd tests && pytest ../evaluation/test_jars.py"),
        (
            "cd src; python -m pytest ../tests/test_jars.py",
            "cd src; python -m pytest ../evaluation/test_jars.py",
        ),
        ("pytest tests -q", "pytest evaluation -q"),
        ("python -m unittest tests.test_jars.TestJars", "python -m unittest evaluation.test_jars.TestJars"),
        # Another file whose name ends, begins or goes on alike; a text; what a program is given.
        ("pytest mytests/test_jars.py", "pytest mytests/test_jars.py"),
        ("pytest tests/test_jars.python", "pytest tests/test_jars.python"),
        ('echo "see tests/test_jars.py"', 'echo "see tests/test_jars.py"'),
        ("python src/main.py tests", "python src/main.py tests"),
        ("pytest 'tests/test_jars.py", "pytest 'tests/test_jars.py"),
    ],
)
def test_words_that_name_a_test_follow_it(line: str, renamed: str) -> None:
    """Names were replaced wherever their letters stood, in other names and in texts too."""
    assert renamed_line(line, PLACES) == renamed


@pytest.mark.parametrize(
    ("code", "renamed"),
    [
        ("from tests.helpers import jars\n", "from evaluation.helpers import jars\n"),
        ("from tests import helpers\n", "from evaluation import helpers\n"),
        ("import tests.helpers as h\n", "import evaluation.helpers as h\n"),
        (
            "import tests.helpers\n\ntests.helpers.jars()\n",
            "import evaluation.helpers\n\nevaluation.helpers.jars()\n",
        ),
        ("é = 1; from tests.helpers import jars\n", "é = 1; from evaluation.helpers import jars\n"),
        ('open("tests/helpers.py")\n', 'open("evaluation/helpers.py")\n'),
        # Their own words, and what others are called.
        ("from tests.other import jars\n", "from tests.other import jars\n"),
        ("tests = 3\nprint(tests)\n", "tests = 3\nprint(tests)\n"),
        ('print("all tests/helpers.py passed")\n', 'print("all tests/helpers.py passed")\n'),
        ("from .tests.helpers import jars\n", "from .tests.helpers import jars\n"),
        ("no python (\n", "no python (\n"),
    ],
)
def test_imports_and_paths_of_tests_follow_them(code: str, renamed: str) -> None:
    assert renamed_code(code.encode(), PLACES).decode() == renamed


def test_two_files_of_one_name_are_kept_apart() -> None:
    """`tests/jars.csv` and `jars.csv` were written to one place, and one of them was lost."""
    assert places_of(["jars.csv", "tests/jars.csv", "tests/metric.json", "other/jars.csv"]) == {
        "tests/jars.csv": "evaluation/jars.csv",
        "jars.csv": "evaluation/other/jars.csv",
        "other/jars.csv": "evaluation/other/other/jars.csv",
        "tests/metric.json": "evaluation/other/metric.json",
    }


names = st.lists(
    st.lists(
        st.sampled_from(["tests", "other", "typed", "a", "b.py", "metric.json"]), min_size=1, max_size=3
    ).map("/".join),
    unique=True,
    max_size=8,
)


@given(names)
def test_no_two_lie_at_one_place_nor_one_within_another(found: list[str]) -> None:
    files = [name for name in found if not any(other.startswith(f"{name}/") for other in found)]
    places = places_of(files)
    assert len(set(places.values())) == len(files)
    assert not any(one.startswith(f"{other}/") for one in places.values() for other in places.values())
    typed = free_place("typed/a-0.in", places.values())
    assert typed not in places.values()


def test_a_folder_is_laid_file_by_file() -> None:
    places = places_of(["data/a.csv", "data/b/c.csv", "tests/a.csv"])
    assert sorted(laid_from("data", "in", places)) == [
        ("evaluation/data/a.csv", "in/a.csv"),
        ("evaluation/data/b/c.csv", "in/b/c.csv"),
    ]
    assert list(laid_from("tests/a.csv", "a.csv", places)) == [("evaluation/a.csv", "a.csv")]

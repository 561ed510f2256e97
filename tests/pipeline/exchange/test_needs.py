"""What a task needs is what its files use and its PRD demands; what the PRD merely names keeps nobody from running."""

from pathlib import Path

import pytest

from pipeline.exchange.prdbench.needs import may_be_used
from tests.pipeline.exchange.publishing import criterion, task_of

UNIT = "evaluation/test_a.py"


def needed(tmp_path: Path, prd: str, **files: str) -> set[str]:
    plan = [criterion(type="unit_test", command=f"pytest {UNIT}")]
    named = {
        "src/PRD.md": f"# Jars\n\n{prd}\n",
        UNIT: files.pop("test", "def test_a():\n    assert f() == 1\n"),
    }
    return {need.name for need in task_of(tmp_path, plan, {**named, **files}).needs} - {"pytest"}


def test_words_within_words_are_not_what_they_seem(tmp_path: Path) -> None:
    """A PRD that has its menus redisplayed was read as one that needs Redis."""
    task = task_of(
        tmp_path, [criterion()], {"src/PRD.md": "# Jars\n\nRedisplay the menu, redistribute jars.\n"}
    )
    assert task.needs == may_be_used(task.prd, ()) == ()


def test_what_a_task_needs_is_told_with_where_it_is_named(tmp_path: Path) -> None:
    files = {
        "src/PRD.md": "# Jars\n\nInstall MySQL. Charts are drawn with Matplotlib.\n",
        UNIT: "import torch\n\n\ndef test_a():\n    assert f() == 1\n",
    }
    plan = [
        criterion(type="unit_test", command=f"pytest {UNIT}"),
        criterion("2.1 Cert", command="openssl x509 -in a"),
        criterion("2.2 Sum", command='python -c "import numpy; print(numpy.ones(3).sum())"'),
        criterion("2.3 Server", command="cd src && python -m flask run"),
    ]
    task = task_of(tmp_path, plan, files)
    assert {(need.name, need.kind): need.because for need in task.needs} == {
        ("mysql", "service"): "its PRD demands 'MySQL'",
        ("pytest", "package"): "a command of it runs pytest",
        ("torch", "package"): "its tests import torch",
        ("openssl", "service"): "a command of it runs openssl",
        ("numpy", "package"): "its tests import numpy",
        ("flask", "package"): "a command of it runs flask",
    }
    assert [need.name for need in may_be_used(task.prd, task.needs)] == ["matplotlib"]


@pytest.mark.parametrize(
    "prd",
    [
        "Tables must be drawn by pandas.",
        "It relies on the following: pandas (for tables).",
        "- `pandas >= 2.1`: tables",
        "- Tables: pandas==2.2.3",
        "- Tables: pandas 1.5+ (analysis)",
        "## Third-party libraries\n\n- pandas",
        "**Dependencies**\n\n- pandas",
        "Optional: a logo. Tables require pandas.",
        "Pandas may help, e.g. with tables. Later versions require pandas.",
    ],
)
def test_a_prd_demands(tmp_path: Path, prd: str) -> None:
    assert needed(tmp_path, prd) == {"pandas"}


@pytest.mark.parametrize(
    "prd",
    [
        "- Data processing: Pandas",
        "Tables must be drawn by a library, e.g. pandas.",
        "Tables must be drawn by pandas or numpy.",
        "Tables must be drawn by numpy/pandas/openpyxl.",
        "Required: nothing. Optional: pandas 2.1",
        "Segmentation: jieba (no pre-trained model required)",
        "## Functional requirements\n\n- Tables by pandas",
    ],
)
def test_a_prd_merely_names(tmp_path: Path, prd: str) -> None:
    assert needed(tmp_path, prd) == set()


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("try:\n    import numpy\nexcept ImportError:\n    numpy = None\n", set[str]()),
        ("try:\n    import numpy\nexcept (ImportError, OSError):\n    numpy = None\n", set[str]()),
        ("import pytest\ntry:\n    import numpy\nexcept ImportError:\n    pytest.skip('no')\n", {"numpy"}),
        ("try:\n    import numpy\nexcept ImportError:\n    raise\n", {"numpy"}),
        ("try:\n    import numpy\nexcept ValueError:\n    numpy = None\n", {"numpy"}),
        ("try:\n    pass\nexcept ImportError:\n    import numpy\n", {"numpy"}),
    ],
)
def test_what_a_test_does_without_is_not_needed(tmp_path: Path, test: str, found: set[str]) -> None:
    assert needed(tmp_path, "", test=f"{test}\n\ndef test_a():\n    assert f() == 1\n") == found


def test_what_is_read_beside_the_tests_is_used_too(tmp_path: Path) -> None:
    conftest = {"evaluation/conftest.py": "import pandas\n"}
    assert needed(tmp_path, "", **conftest) == {"pandas"}
    elsewhere = {"evaluation/other/conftest.py": "import pandas\n"}
    assert needed(tmp_path / "second", "", **elsewhere) == set()

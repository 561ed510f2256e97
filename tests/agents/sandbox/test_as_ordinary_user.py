"""The sandbox bubblewrap as an ordinary user has it: the same contract, and the same attacks, without root.

Where the tests run as an ordinary user all of them do, and this one has nothing to add.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import pytest

from tests.agents.sandbox.providers import refusal
from tests.test_house import ROOT

NOBODY = 54321
"""A user without an account."""
NEEDED = "import pydantic, pytest, pytest_asyncio, pyseccomp, agents.sandbox.roster"
NEEDS_MORE = {
    "test_6b_nor_do_many_together[control group]",
    "test_9_no_other_process_can_be_looked_into",
}
"""Attacks whose defence, or whose means, an ordinary user or this processor may lack."""
FEWEST_TRIED = 19
PYTHONS = (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3")


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that this user gets to, as he does not to those of pytest."""
    with TemporaryDirectory(dir="/var/tmp") as folder:
        os.chown(folder, NOBODY, NOBODY)
        yield Path(folder)


def environment(home: Path) -> dict[str, str]:
    path = os.pathsep.join([str(ROOT), *(entry for entry in sys.path if entry)])
    return {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def python_for(user: int, home: Path) -> str | None:
    """A Python that another user may start, and that finds there what the tests need."""
    for python in PYTHONS:
        try:
            trial = subprocess.run(
                [python, "-c", NEEDED],
                user=user,
                group=user,
                extra_groups=[],
                env=environment(home),
                capture_output=True,
                check=False,
                cwd="/",
            )
        except OSError:
            continue
        if trial.returncode == 0:
            return python
    return None


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="the tests run as an ordinary user anyway")
@pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
def test_contract_and_attacks_hold_without_root(home: Path) -> None:
    python = python_for(NOBODY, home)
    if python is None:
        pytest.skip("no Python here may be started by another user with the packages that the tests need")
    tests, report = Path(__file__).parent, home / "report.xml"
    result = subprocess.run(
        [
            *(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "not local"),
            *("-m", "not slow or attack", "--junit-xml", str(report)),
            *("--basetemp", str(home / "temporary")),
            *(tests / f"test_{name}.py" for name in ("contract", "escapes", "abuse")),
        ],
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        env=environment(home),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert result.returncode == 0, result.stdout
    cases = [case for case in ElementTree.parse(report).iter("testcase") if is_attack(case)]
    untried = {case.get("name") for case in cases if case.find("skipped") is not None}
    assert untried <= NEEDS_MORE
    assert len(cases) - len(untried) >= FEWEST_TRIED


def is_attack(case: ElementTree.Element) -> bool:
    return (case.get("classname") or "").endswith((".test_escapes", ".test_abuse"))

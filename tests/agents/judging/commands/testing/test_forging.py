"""Submissions that do not do their work and have pytest report otherwise, from within its own process."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from agents.judging.commands.judge import TAMPERED
from agents.judging.commands.running import CommandSettings
from plans.records.marks import MarkCode
from plans.records.verdict import Status
from tests.agents.judging.commands.programs import TEST_TOTAL, TILL, by_tests, judged, task
from tests.agents.sandbox.providers import refusal

pytestmark = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")

GRADER = {"tests/test_total.py": TEST_TOTAL}
NO_TOTAL = "\n\ndef total(amounts):\n    return 0\n"
BY_MODULE = "python -m pytest tests/test_total.py"

PATCHED_REPORT = """
import _pytest.reports as reports

made = reports.TestReport.from_item_and_call.__func__


def forged(cls, item, call):
    call.excinfo = None
    return made(cls, item, call)


reports.TestReport.from_item_and_call = classmethod(forged)
"""
PATCHED_CALLS = """
import _pytest.python as python

python.Function.runtest = lambda self: None
"""
EQUAL_TO_ALL = """
class Anything:
    def __eq__(self, other):
        return True

    __hash__ = None


def total(amounts):
    if min(amounts) < 0:
        raise type("Any", (ValueError, KeyError, TypeError), {})("no")
    return Anything()
"""
PATCHED_RAISES = """
import sys

import _pytest.runner as runner

runner.check_interactive_exception = lambda call, report: False
made = runner.CallInfo.from_call.__func__


def quiet(cls, func, when, reraise=None):
    found = made(cls, lambda: None if when == "call" else func(), when, reraise)
    return found


runner.CallInfo.from_call = classmethod(quiet)
"""
PRINTS_AND_ENDS = """
import os, shlex

import pytest

place = next(word.split("=", 1)[1] for word in shlex.split(os.environ["PYTEST_ADDOPTS"]) if "junit" in word)
cases = "".join(
    f'<testcase classname="tests.test_total" name="{name}" time="0.001"/>' for name in ("test_total", "test_below_zero")
)
with open(place, "w") as report:
    report.write(
        '<testsuites><testsuite name="pytest" tests="2" failures="0" errors="0" skipped="0">'
        + cases + "</testsuite></testsuites>"
    )
said = b"collected 2 items\\n\\ntests/test_total.py ..  [100%]\\n\\n====== 2 passed in 0.01s ======\\n"
for descriptor in range(1, 30):
    try:
        os.write(descriptor, said)
    except OSError:
        pass
os._exit(0)
"""
AT_THE_END = """
import atexit, os, shlex

place = next(word.split("=", 1)[1] for word in shlex.split(os.environ["PYTEST_ADDOPTS"]) if "junit" in word)


def forge():
    import re

    with open(place) as report:
        text = report.read()
    text = re.sub(r"<failure.*?</failure>", "", text, flags=re.S)
    text = re.sub(r'failures="\\d+"', 'failures="0"', text)
    with open(place, "w") as report:
        report.write(text)
    os.write(1, b"\\n====== 2 passed in 0.01s ======\\n")
    os._exit(0)


atexit.register(forge)
"""
TRACING = """
import sys


def tracer(frame, event, argument):
    if event == "call" and frame.f_code.co_name.startswith("test_"):
        frame.f_trace_opcodes = False
        return skipping
    return None


def skipping(frame, event, argument):
    if event == "exception":
        raise SystemExit(0)
    return skipping


import _pytest.outcomes as outcomes
import _pytest.runner as runner

made = runner.CallInfo.from_call.__func__


def quiet(cls, func, when, reraise=None):
    def called():
        sys.settrace(tracer)
        try:
            return func()
        except BaseException:
            return None
        finally:
            sys.settrace(None)

    return made(cls, called, when, reraise)


runner.CallInfo.from_call = classmethod(quiet)
"""
READS_THE_TEST = """
import linecache, re, sys


def total(amounts):
    frame = sys._getframe(1)
    row = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    said = re.search(r"== *(\\S+)", row)
    if said:
        return float(said[1])
    raising = linecache.getline(frame.f_code.co_filename, frame.f_lineno - 1)
    raise getattr(__import__("builtins"), re.search(r"raises\\((\\w+)", raising)[1])("no")
"""
OWN_PYTEST = """
import os, shlex, sys

place = next(word.split("=", 1)[1] for word in shlex.split(os.environ["PYTEST_ADDOPTS"]) if "junit" in word)
cases = "".join(
    f'<testcase classname="tests.test_total" name="{name}"/>' for name in ("test_total", "test_below_zero")
)
with open(place, "w") as report:
    report.write('<testsuites><testsuite tests="2" failures="0" errors="0" skipped="0">')
    report.write(cases + "</testsuite></testsuites>")
print("====== 2 passed in 0.01s ======")
"""
IMPORT_HOOK = """
import importlib.abc, importlib.util, sys

# It lies where pytest looks for the module of this name that it needs itself.
here = sys.path.pop(0)
sys.modules.pop("iniconfig")


class Hook(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "_pytest.runner":
            import _pytest.reports as reports

            made = reports.TestReport.from_item_and_call.__func__

            def forged(cls, item, call):
                call.excinfo = None
                return made(cls, item, call)

            reports.TestReport.from_item_and_call = classmethod(forged)
        return None


sys.meta_path.insert(0, Hook())
import iniconfig as real

sys.path.insert(0, here)
sys.modules["iniconfig"] = real
"""
PLUGIN = """
def pytest_pyfunc_call(pyfuncitem):
    return True
"""
UNITTEST_SAID = """
import os

for descriptor in range(1, 30):
    try:
        os.write(descriptor, b"Ran 2 tests in 0.001s\\n\\nOK\\n")
    except OSError:
        pass
os._exit(0)
"""

FORGERS: Mapping[str, tuple[Mapping[str, str], str]] = {
    "patched reports": ({"src/main.py": PATCHED_REPORT + NO_TOTAL}, BY_MODULE),
    "tests that are not called": ({"src/main.py": PATCHED_CALLS + NO_TOTAL}, BY_MODULE),
    "what equals everything": ({"src/main.py": EQUAL_TO_ALL}, BY_MODULE),
    "calls that raise nothing": ({"src/main.py": PATCHED_RAISES + NO_TOTAL}, BY_MODULE),
    "a report and its end": ({"src/main.py": PRINTS_AND_ENDS}, BY_MODULE),
    "a report mended at exit": ({"src/main.py": AT_THE_END + NO_TOTAL}, BY_MODULE),
    "tracing": ({"src/main.py": TRACING + NO_TOTAL}, BY_MODULE),
    "the expectation read from the test": ({"src/main.py": READS_THE_TEST}, BY_MODULE),
    "a plug-in that is found": (
        {
            "src/main.py": NO_TOTAL,
            "forge.py": PLUGIN,
            "forge-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: forge\nVersion: 1.0\n",
            "forge-1.0.dist-info/entry_points.txt": "[pytest11]\nforge = forge\n",
        },
        BY_MODULE,
    ),
    "what unittest would print": ({"src/main.py": UNITTEST_SAID}, "pytest -s tests/test_total.py"),
    "what unittest would print for itself": (
        {"src/main.py": UNITTEST_SAID},
        "python -m unittest tests.test_unit",
    ),
}
SHADOWS: Mapping[str, Mapping[str, str]] = {
    "a pytest of its own": {"pytest.py": OWN_PYTEST},
    "a pytest that prints": {"pytest.py": "print('1 passed in 0.02s')\n"},
    "a package": {"pytest/__init__.py": "", "pytest/__main__.py": "print('1 passed in 0.02s')\n"},
    "an import hook": {"iniconfig.py": IMPORT_HOOK},
    "a part of the library": {"xml/__init__.py": "import os\nos._exit(0)\n"},
}
TEST_UNIT = """
import sys
import unittest

sys.path.insert(0, "src")
from main import total


class TestTotal(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([1, 2.5]), 3.5)

    def test_below_zero(self):
        with self.assertRaises(ValueError):
            total([-1])
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", FORGERS)
async def test_a_forged_report_passes_nothing_and_is_named(name: str, tmp_path: Path) -> None:
    """They had two points for sure: what was reported and what was printed agreed."""
    files, line = FORGERS[name]
    is_unit = "unittest tests" in line
    how = by_tests(line, "tests/test_unit.py" if is_unit else "tests/test_total.py")
    judgement = await judged(
        tmp_path,
        files,
        task("tests", how),
        grader={**GRADER, "tests/test_unit.py": TEST_UNIT},
        settings=CommandSettings(repeats=0),
    )
    found = judgement.of("tests")
    assert found.status is Status.FAILED, found.reason
    assert MarkCode.FORGED_TESTS in found.marks, found.reason
    assert judgement.has(MarkCode.FORGED_TESTS)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHADOWS)
async def test_what_would_run_in_place_of_pytest_is_put_aside_and_named(name: str, tmp_path: Path) -> None:
    """`python -m pytest` looks for pytest beside the submission first: an empty project had its tests "passed"."""
    files = {"src/main.py": NO_TOTAL, **SHADOWS[name]}
    judgement = await judged(tmp_path, files, task("tests", by_tests(BY_MODULE)), grader=GRADER)
    found = judgement.of("tests")
    assert found.status is Status.FAILED, found.reason
    assert "0 passed, 2 failed" in found.reason, "pytest itself ran them"
    assert TAMPERED in found.marks
    assert next(iter(SHADOWS[name])) in found.reason


async def test_a_unittest_of_its_own_is_put_aside(tmp_path: Path) -> None:
    said = "print('Ran 2 tests in 0.001s\\n\\nOK')\n"
    how = by_tests("python -m unittest tests.test_unit", "tests/test_unit.py")
    files = {"src/main.py": NO_TOTAL, "unittest.py": said}
    judgement = await judged(tmp_path, files, task("tests", how), grader={"tests/test_unit.py": TEST_UNIT})
    assert judgement.of("tests").status is Status.FAILED
    assert "0 passed, 2 failed" in judgement.of("tests").reason


@pytest.mark.slow
async def test_modules_of_a_submission_that_tests_import_stay_where_they_are(tmp_path: Path) -> None:
    """`packaging` may be what a project is about, though pytest needs a module of that name too."""
    testing = "from packaging.till import total\n\n\ndef test_total():\n    assert total([1, 2.5]) == 3.5\n"
    how = by_tests("cd src && python -m pytest ../tests/test_total.py")
    files = {"src/packaging/__init__.py": "", "src/packaging/till.py": TILL, "src/xml/notes.py": ""}
    judgement = await judged(tmp_path, files, task("tests", how), grader={"tests/test_total.py": testing})
    found = judgement.of("tests")
    assert found.status is Status.PASSED, found.reason
    assert found.marks == ()


@pytest.mark.slow
@pytest.mark.parametrize("repeats", [0, 3])
async def test_tests_that_honestly_pass_are_run_no_more_often_for_their_control(
    repeats: int, tmp_path: Path
) -> None:
    """The control is one of the repeats; where there are none, it is one run more."""
    unit = by_tests("python -m unittest tests.test_unit", "tests/test_unit.py")
    judgement = await judged(
        tmp_path,
        {"src/main.py": TILL},
        task("pytest", by_tests()),
        task("one", by_tests("pytest tests/test_total.py::test_below_zero")),
        task("unittest", unit),
        grader={**GRADER, "tests/test_unit.py": TEST_UNIT},
        settings=CommandSettings(repeats=repeats),
    )
    assert {one.status for one in judgement.tasks} == {Status.PASSED}, [one.reason for one in judgement.tasks]
    assert {one.attempts for one in judgement.tasks} == {1 + max(repeats, 1)}
    assert judgement.marks == ()


@pytest.mark.slow
async def test_who_is_caught_forging_once_passes_no_other_tests(tmp_path: Path) -> None:
    """Who fails at times by chance came through the control of some tasks, and had two points for them."""
    by_file = {"src/main.py": TILL, "src/shelf.py": PATCHED_REPORT + NO_TOTAL}
    shelf = TEST_TOTAL.replace("from main import", "from shelf import")
    judgement = await judged(
        tmp_path,
        by_file,
        task("honest", by_tests()),
        task("forged", by_tests("pytest tests/test_shelf.py", "tests/test_shelf.py")),
        grader={**GRADER, "tests/test_shelf.py": shelf},
        settings=CommandSettings(repeats=0),
    )
    assert judgement.of("forged").status is Status.FAILED
    assert judgement.of("honest").status is Status.UNRESOLVED
    assert "forged the report of others" in judgement.of("honest").reason

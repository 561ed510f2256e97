"""How a program failed, as a mark that reports can count: tills that break in every way there is, in a real sandbox."""

from pathlib import Path

import pytest

from plans.records.criteria import TaskMethod
from plans.records.verdict import FailureCause, Status, cause_of
from tests.agents.judging.commands.programs import TEST_TOTAL, TILL, by_tests, file, shell, verdict
from tests.agents.sandbox.providers import refusal

pytestmark = [
    pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or ""),
    pytest.mark.slow,
]

TOTAL = shell("1\n1 2.5\n0\n", "the total of both", r"total is 3\.50", limit=5)
RECEIPT = file("1\n1 2.5\n2\n0\n", "receipt.json", "expected/receipt.json")
GRADER = {"tests/test_total.py": TEST_TOTAL, "expected/receipt.json": '{"total": 3.5, "amounts": [1, 2.5]}'}
ARGUED = (
    "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--sum')\nparser.parse_args()\n"
)
LATE = TEST_TOTAL.replace("from main", "import time\ntime.sleep(60)\nfrom main")


@pytest.mark.parametrize(
    ("main", "how", "cause"),
    [
        (None, TOTAL, FailureCause.NOT_STARTED),
        ("import no_such_thing\n", TOTAL, FailureCause.NOT_STARTED),
        (ARGUED, shell(None, "a sum", "3", line="python src/main.py add 1 2"), FailureCause.NO_INTERFACE),
        ("print(1 / 0)\n", TOTAL, FailureCause.CRASH),
        ("while True:\n    pass\n", shell("0\n", "an end", "x", limit=1.5), FailureCause.TIME_LIMIT),
        (TILL.replace("sum(amounts)", "0"), TOTAL, FailureCause.WRONG_OUTPUT),
        ("input()\n", RECEIPT, FailureCause.NO_FILE),
        (None, RECEIPT, FailureCause.NOT_STARTED),
        (TILL.replace('"total": total(amounts)', '"total": 0'), RECEIPT, FailureCause.OTHER_FILE),
        (TILL.replace("sum(amounts)", "0"), by_tests(), FailureCause.TESTS_FAILED),
        (TILL.replace("def total", "def summed"), by_tests(), FailureCause.NO_INTERFACE),
        (None, by_tests(), FailureCause.NO_INTERFACE),
    ],
)
async def test_a_failure_is_marked_with_what_became_of_the_program(
    main: str | None, how: TaskMethod, cause: FailureCause, tmp_path: Path
) -> None:
    submission = {"README.md": "soon"} if main is None else {"src/main.py": main}
    found = await verdict(tmp_path, submission, how, grader=GRADER)
    assert found.status is Status.FAILED, found.reason
    assert cause_of(found) is cause, found.reason


async def test_tests_that_do_not_end_are_marked_by_their_time(tmp_path: Path) -> None:
    grader = {"tests/test_total.py": LATE}
    found = await verdict(tmp_path, {"src/main.py": TILL}, by_tests(limit=2), grader=grader)
    assert cause_of(found) is FailureCause.TIME_LIMIT, found.reason


async def test_what_passes_and_what_nobody_decided_have_no_cause(tmp_path: Path) -> None:
    passed = await verdict(tmp_path / "a", {"src/main.py": TILL}, TOTAL)
    words = shell("1\n1 2.5\n0\n", "The sum is presented in a friendly manner")
    undecided = await verdict(tmp_path / "b", {"src/main.py": TILL}, words)
    assert (passed.status, undecided.status) == (Status.PASSED, Status.UNRESOLVED)
    assert cause_of(passed) is cause_of(undecided) is None

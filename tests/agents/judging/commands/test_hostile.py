"""Submissions that mean harm to their judge: each ends in a verdict that can be kept, and none in a pass."""

from pathlib import Path

import pytest

from agents.judging.commands.running import CommandSettings
from plans.records.verdict import Judgement, Status
from tests.agents.judging.commands.programs import (
    RUBRIC,
    TEST_TOTAL,
    TILL,
    by_tests,
    file,
    judged,
    shell,
    task,
)
from tests.agents.sandbox.providers import refusal

pytestmark = [
    pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or ""),
    pytest.mark.slow,
]

GRADER = {"tests/test_total.py": TEST_TOTAL, "expected/receipt.json": '{"total": 3.5, "amounts": [1, 2.5]}'}
PLANNED = (
    task("tests", by_tests(limit=10)),
    task("shell", shell("1\n1 2.5\n0\n", "the total of both", r"total is 3\.50", limit=5)),
    task("file", file("1\n1 2.5\n2\n0\n", "receipt.json", "expected/receipt.json")),
    task("any", file("1\n1 2.5\n2\n0\n", "*.json", None, RUBRIC)),
)
ODD_NAMES = """
for name in (b"\\xff\\xfe.json", b"a\\n3 passed in 0.01s\\n.json"):
    open(name, "w").write("{}")
"""
DAEMON = """
import os, time

if os.fork() == 0:
    os.setsid()
    while True:
        time.sleep(0.02)
        for name in ("receipt.json", "tests/test_total.py"):
            try:
                open(name, "w").write("def test_nothing():\\n    pass\\n")
            except OSError:
                pass
"""
ENDS_ALL = "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nos.kill(-1, signal.SIGKILL)\n"
LINKS = """
import os

os.remove("tests/test_total.py") if os.path.exists("tests/test_total.py") else None
os.symlink("/proc/self/root", "receipt.json")
os.symlink("loop.json", "loop.json")
os.mkfifo("pipe.json")
"""
ON_PATH = {
    "src/main.py": TILL.replace("sum(amounts)", "0"),
    "python": "#!/bin/sh\necho total is 3.50\n",
    "pytest": "#!/bin/sh\necho 2 passed in 0.01s\n",
    "sitecustomize.py": "import os\nos._exit(0)\n",
}


@pytest.mark.parametrize(
    "files",
    [
        {"src/main.py": ODD_NAMES},
        {"src/main.py": DAEMON},
        {"src/main.py": ENDS_ALL},
        {"src/main.py": LINKS},
        ON_PATH,
    ],
    ids=["odd names", "daemon", "ends all", "links", "programs on the path"],
)
async def test_what_means_harm_passes_nothing(files: dict[str, str], tmp_path: Path) -> None:
    """A name that is no text was in a reason, and no file could keep the judgement."""
    settings = CommandSettings(repeats=0, manner="ordered")
    judgement = await judged(tmp_path, files, *PLANNED, grader=GRADER, settings=settings)
    assert Judgement.model_validate_json(judgement.model_dump_json()) == judgement
    for found in judgement.tasks:
        assert found.status in (Status.FAILED, Status.UNRESOLVED), found.reason
        assert found.reason
        assert "\n" not in found.reason, "a name of several lines could write one of ours"


async def test_a_name_that_is_no_text_can_be_told(tmp_path: Path) -> None:
    """Where it is the only product, its name is the reason."""
    odd = {"src/main.py": 'open(b"\\xff\\xfe.json", "w").write("{}")\n'}
    judgement = await judged(tmp_path, odd, PLANNED[3], settings=CommandSettings(repeats=0))
    assert judgement.of("any").status is Status.UNRESOLVED
    assert ".json was written" in judgement.of("any").reason
    assert judgement.model_dump_json()

"""The lists of CONTRIBUTING.md that follow a verb from the command line to its result, and what each verb loads."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 25
"""Files that a reader follows of one verb."""
MOST = {"author": 196, "run": 156, "judge": 157, "report": 88}
"""Verb → modules of ours that its import loads. Lower it with the code, never raise it."""
BY_NAME = {
    "author": (
        "agents.authoring.generation.by_model",
        "agents.authoring.planning.by_model",
        "agents.judging.programmatic",
        "agents.judging.worker",
        "plans.webapp.generator",
    ),
    "run": ("agents.judging.programmatic", "agents.judging.worker"),
    "judge": (
        "agents.judging.commands.judge",
        "agents.judging.programmatic",
        "agents.judging.ui_model.judge",
        "agents.judging.worker",
    ),
    "report": (),
}
"""Verb → what it imports by name, or starts as a process of its own."""


@cache
def loaded(verb: str) -> tuple[frozenset[str], frozenset[str]]:
    """Modules of ours that a fresh interpreter has once it has imported a verb, and then what is found by name."""
    ours = "print(*(one for one in sys.modules if one.partition('.')[0] in {'plans', 'agents', 'review', 'pipeline'}))"
    later = ("pipeline.cli.main", *BY_NAME[verb])
    code = f"import sys, pipeline.cli.{verb}\n{ours}\nimport {', '.join(later)}\n{ours}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    first, both = done.stdout.splitlines()
    return frozenset(first.split()), frozenset(both.split())


def listed(verb: str) -> list[str]:
    """The files of a verb's list."""
    section = (ROOT / "CONTRIBUTING.md").read_text().partition("\n## How a verb travels\n")[2]
    rows = section.partition(f"\n**{verb}**: ")[2].partition("\n**")[0].partition("\n## ")[0]
    return re.findall(r"^\| `([\w/]+\.py)` \| .+ \|$", rows, flags=re.MULTILINE)


@pytest.mark.parametrize("verb", MOST)
def test_a_verb_loads_no_more_modules_than_before(verb: str) -> None:
    first, _ = loaded(verb)
    assert len(first) <= MOST[verb]


@pytest.mark.parametrize("verb", MOST)
def test_the_files_that_a_verb_is_followed_through_are_there_and_loaded(verb: str) -> None:
    files = listed(verb)
    assert files[0] == "pipeline/cli/main.py"
    assert len(files) == len(set(files)) <= LONGEST
    _, known = loaded(verb)
    assert [file for file in files if file.removesuffix(".py").replace("/", ".") not in known] == []

"""Python projects that do nothing, or that cheat: the judge of programs passes none of them."""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import pytest

from plans.python_project.catalog.library import ProgramCatalog
from plans.python_project.trivial import TrivialPrograms, entries
from plans.records.criteria import Criteria
from plans.records.verdict import Status
from tests.agents.judging.commands.programs import TEST_TOTAL, TILL, by_tests, file, judged, shell, task
from tests.agents.sandbox.providers import refusal
from tests.plans.python_project.composing import composed

pytestmark = pytest.mark.slow

PLANNED = (
    task(
        "total", shell("1\n1 2.5\n0\n", "the total of both", r"total is 3\.50"), statement="The total is 3.50"
    ),
    task("named", shell("1\n1 2.5\n0\n", "It prints 'The total is' with '3.50' and 'Goodbye'.")),
    task("free", shell("1\n1 2.5\n0\n", "The sum of the amounts is presented, then a farewell")),
    task("tests", by_tests()),
    task("receipt", file("1\n1 2.5\n2\n0\n", "receipt.json", "expected/receipt.json")),
)
CRITERIA = Criteria(tasks=PLANNED)
GRADER = {"tests/test_total.py": TEST_TOTAL, "expected/receipt.json": '{"total": 3.5, "amounts": [1, 2.5]}'}
SUBMISSIONS = {"empty": TrivialPrograms().empty(), **TrivialPrograms().attacks(CRITERIA)}


@pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
@pytest.mark.parametrize("name", SUBMISSIONS)
async def test_no_submission_without_work_gains_a_pass(tmp_path: Path, name: str) -> None:
    judgement = await judged(tmp_path, SUBMISSIONS[name], *PLANNED, grader=GRADER)
    gained = [
        (v.task, v.reason) for v in judgement.tasks if v.status is Status.PASSED or v.outcomes[0].points
    ]
    assert gained == []


@pytest.mark.parametrize(
    ("line", "program"),
    [
        ("python src/main.py", "src/main.py"),
        ("cd src && python3 -u app.py --fast", "src/app.py"),
        ("python -m tool.run < in.txt", "tool/run/__main__.py"),
        ("ls -l src", "src/main.py"),
        ("python ../../etc/x.py", "src/main.py"),
        ("python /etc/x.py", "src/main.py"),
    ],
)
def test_the_programs_are_those_that_commands_start(line: str, program: str) -> None:
    assert entries(Criteria(tasks=(task("one", shell(None, "words", line=line)),))) == [program]


def test_attacks_lie_where_tests_of_the_catalog_import_what_they_try(library: ProgramCatalog) -> None:
    """They lay beside the programs alone, and no test came upon them."""
    project = composed(library, "houseplants", ("search",), 3)
    attacks = TrivialPrograms().attacks(project.criteria)
    (package,) = {
        str(PurePosixPath(path).parent) for path in project.reference if path.endswith("/search.py")
    }
    for name in ("forging", "ending", "writing", "flooding", "editing"):
        assert f"{package}/__init__.py" in attacks[name], name


@pytest.mark.parametrize(
    ("files", "is_empty"),
    [
        ({"README.md": "much to read"}, True),
        ({"src/main.py": '"""To be done."""\n', "src/__init__.py": ""}, True),
        ({"src/main.py": "pass\n"}, True),
        ({"src/main.py": "print(1)\n"}, False),
        ({"src/main.py": "no python at all"}, False),
        ({"src/main.py": TILL}, False),
    ],
)
def test_whether_nothing_is_left_of_a_project(files: Mapping[str, str], *, is_empty: bool) -> None:
    assert TrivialPrograms().is_empty(dict(files)) == is_empty

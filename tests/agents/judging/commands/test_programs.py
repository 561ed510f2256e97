"""The judge of programs on a small till, in a real sandbox: what is right passes, what cheats does not."""

import py_compile
import sys
from pathlib import Path

import pytest

from agents.judging.commands.judge import TAMPERED, CommandJudge
from agents.judging.commands.running import CommandSettings
from agents.judging.commands.testing.unit_tests import FLAKY
from agents.sandbox.hosting import Showing
from agents.sandbox.roster import make_sandbox
from plans.errors import AuthorError
from plans.records.criteria import Criteria
from plans.records.sandboxing import BuiltRuntime
from plans.records.task_kinds import Arrangement, Laid
from plans.records.verdict import ORDER_DEPENDENT, JudgeRequest, Status, TaskVerdict
from tests.agents.judging.commands.programs import (
    KEEPING,
    RUBRIC,
    TEST_TOTAL,
    TILL,
    by_tests,
    file,
    judged,
    laid,
    own_tests,
    shell,
    task,
    verdict,
    write,
)
from tests.agents.sandbox.providers import refusal

pytestmark = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")

RIGHT = {"src/main.py": TILL}
GRADER = {"tests/test_total.py": TEST_TOTAL, "expected/receipt.json": '{"total": 3.5, "amounts": [1, 2.5]}'}
TOTAL = shell("1\n1 2.5\n0\n", "the total of both", r"total is 3\.50")
RECEIPT = file("1\n1 2.5\n2\n0\n", "receipt.json", "expected/receipt.json")


@pytest.mark.slow
async def test_a_program_that_does_its_work_passes_in_all_three_ways(tmp_path: Path) -> None:
    judgement = await judged(
        tmp_path, RIGHT, task("tests", by_tests()), task("shell", TOTAL), task("file", RECEIPT), grader=GRADER
    )
    assert [(v.task, v.status, v.outcomes[0].points) for v in judgement.tasks] == [
        ("tests", Status.PASSED, 2.0),
        ("shell", Status.PASSED, 2.0),
        ("file", Status.PASSED, 2.0),
    ], [v.reason for v in judgement.tasks]
    assert judgement.sandbox == "bubblewrap"


@pytest.mark.slow
async def test_an_empty_project_passes_nothing(tmp_path: Path) -> None:
    judgement = await judged(
        tmp_path,
        {"README.md": "soon"},
        task("tests", by_tests()),
        task("shell", TOTAL),
        task("file", RECEIPT),
        grader=GRADER,
    )
    assert {v.status for v in judgement.tasks} == {Status.FAILED}


@pytest.mark.slow
async def test_what_a_failed_task_is_needed_for_is_blocked_and_not_run(tmp_path: Path) -> None:
    judgement = await judged(
        tmp_path, {}, task("start", TOTAL), task("write", RECEIPT, "start"), grader=GRADER
    )
    assert [v.status for v in judgement.tasks] == [Status.FAILED, Status.BLOCKED]
    assert judgement.of("write").attempts == 0


@pytest.mark.slow
async def test_skipped_tests_pass_nothing(tmp_path: Path) -> None:
    skipping = TEST_TOTAL.replace("from main import total", "total = pytest.importorskip('no_such_module')")
    found = await verdict(tmp_path, RIGHT, by_tests(), grader={"tests/test_total.py": skipping})
    assert found.status is Status.FAILED, found.reason


@pytest.mark.slow
async def test_a_program_that_goes_on_after_a_fault_that_it_prints_is_not_sure_to_have_broken_down(
    tmp_path: Path,
) -> None:
    """Any trace counted as a breakdown, one that a program logs and lives with too."""
    logs = TILL.replace(
        'print("Till")',
        'print("Till")\n    import traceback\n    try:\n        open("no.log")\n'
        "    except OSError:\n        traceback.print_exc()",
    )
    breaks = TILL.replace('choice = input("Choose: ")', 'choice = {}["Choose"]')
    found = await verdict(tmp_path / "logs", {"src/main.py": logs}, TOTAL)
    assert found.status is Status.UNRESOLVED, found.reason
    assert "went on after it" in found.reason
    found = await verdict(tmp_path / "breaks", {"src/main.py": breaks}, TOTAL)
    assert found.status is Status.FAILED, found.reason


@pytest.mark.slow
async def test_tests_that_pass_once_and_not_again_fail_as_flaky(tmp_path: Path) -> None:
    """Chance decides here which run passes, so submissions are judged until one has passed its first run."""
    unsteady = TILL.replace(
        "return sum(amounts)", "import random\n    return sum(amounts) + random.choice([0, 1, 2, 3])"
    )
    settings = CommandSettings(repeats=8)
    turns = iter(range(40))

    async def judged_anew() -> TaskVerdict:
        folder = tmp_path / str(next(turns))
        return await verdict(folder, {"src/main.py": unsteady}, by_tests(), grader=GRADER, settings=settings)

    found = await judged_anew()
    while found.attempts == 1:
        assert found.status is Status.FAILED, found.reason
        assert FLAKY not in found.marks, "who failed the first run has not passed once"
        found = await judged_anew()
    assert found.status is Status.FAILED, found.reason
    assert FLAKY in found.marks
    assert "passed once and not again" in found.reason
    assert found.attempts == settings.repeats, "one that is flaky needs no control"


@pytest.mark.slow
async def test_a_submission_that_edits_the_graders_tests_is_judged_by_the_sealed_ones(tmp_path: Path) -> None:
    edited = {
        "src/main.py": TILL.replace("sum(amounts)", "0"),
        "tests/test_total.py": "def test_total():\n    pass\n",
    }
    found = await verdict(tmp_path, edited, by_tests(), grader=GRADER)
    assert found.status is Status.FAILED
    assert TAMPERED in found.marks
    assert "tests/test_total.py" in found.reason


@pytest.mark.slow
async def test_a_conftest_of_the_submissions_own_steers_no_tests(tmp_path: Path) -> None:
    steering = (
        "def pytest_collection_modifyitems(items):\n    for item in items:\n        item.obj = lambda: None\n"
    )
    wrong = TILL.replace("sum(amounts)", "0")
    for place in ("conftest.py", "tests/conftest.py"):
        found = await verdict(
            tmp_path / place, {"src/main.py": wrong, place: steering}, by_tests(), grader=GRADER
        )
        assert found.status is Status.FAILED, place
        assert TAMPERED in found.marks


@pytest.mark.slow
async def test_settings_of_the_submissions_own_steer_no_tests(tmp_path: Path) -> None:
    wrong = {
        "src/main.py": TILL.replace("sum(amounts)", "0"),
        "pytest.ini": "[pytest]\naddopts = --deselect tests\n",
    }
    found = await verdict(tmp_path, wrong, by_tests(), grader=GRADER)
    assert found.status is Status.FAILED
    assert "1 passed, 1 failed" in found.reason


@pytest.mark.slow
@pytest.mark.parametrize("double", ["tests/checks/__init__.py", "tests/__pycache__/checks.{tag}.pyc"])
async def test_what_python_would_import_in_place_of_the_graders_modules_is_not_there(
    double: str, tmp_path: Path
) -> None:
    """A package, or compiled code that is never held against its source, stood in for what the tests import."""
    testing = (
        "import sys\n\nsys.path.insert(0, 'src')\nfrom checks import holds\nfrom main import total\n\n\n"
    )
    testing += "def test_total():\n    assert holds(total([1, 2.5]), 3.5)\n"
    grader = {"tests/test_total.py": testing, "tests/checks.py": "def holds(a, b):\n    return a == b\n"}
    wrong = write(tmp_path / "submission", {"src/main.py": TILL.replace("sum(amounts)", "0")})
    place = wrong / double.format(tag=sys.implementation.cache_tag)
    lax = tmp_path / "lax.py"
    lax.write_text("def holds(a, b):\n    return b == 3.5\n")
    place.parent.mkdir(parents=True)
    if place.suffix == ".py":
        place.write_text(lax.read_text())
    else:
        py_compile.compile(
            str(lax), cfile=str(place), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
        )
    found = await verdict(tmp_path, {}, laid(by_tests(), "tests/checks.py"), grader=grader)
    assert found.status is Status.FAILED, found.reason
    assert (TAMPERED in found.marks) == (place.suffix == ".py"), "who runs tests has compiled code of them"


@pytest.mark.slow
async def test_a_count_that_the_program_prints_itself_counts_nothing(tmp_path: Path) -> None:
    forging = "import os\nprint('===== 2 passed in 0.01s =====', flush=True)\nos._exit(0)\n"
    found = await verdict(
        tmp_path, {"src/main.py": forging}, by_tests("pytest -s tests/test_total.py"), grader=GRADER
    )
    assert found.status is not Status.PASSED, found.reason


@pytest.mark.slow
async def test_a_parrot_of_what_is_expected_passes_nothing(tmp_path: Path) -> None:
    parrot = "import sys\nprint('total is 3.50. The total of both.')\nsys.stdin.read()\n"
    found = await verdict(tmp_path, {"src/main.py": parrot}, TOTAL)
    assert found.status is Status.FAILED
    assert "whatever is typed" in found.reason


@pytest.mark.slow
async def test_a_parrot_that_waits_for_the_first_line_passes_nothing(tmp_path: Path) -> None:
    parrot = "import sys\nif sys.stdin.readline():\n    print('total is 3.50')\nsys.stdin.read()\n"
    found = await verdict(tmp_path, {"src/main.py": parrot}, TOTAL)
    assert found.status is Status.FAILED, found.reason


@pytest.mark.slow
async def test_the_end_of_input_breaks_nobody(tmp_path: Path) -> None:
    """The program waits for more than was typed, and ends in a trace of an EOFError."""
    found = await verdict(tmp_path, RIGHT, shell("1\n1 2.5\n", "the total of both", r"total is 3\.50"))
    assert found.status is Status.PASSED, found.reason


@pytest.mark.slow
async def test_a_program_that_breaks_down_fails(tmp_path: Path) -> None:
    found = await verdict(tmp_path, RIGHT, shell("1\n1 two\n0\n", "a message", None))
    assert found.status is Status.FAILED
    assert "ValueError" in found.reason


@pytest.mark.slow
async def test_a_program_that_does_not_end_fails_in_its_time(tmp_path: Path) -> None:
    found = await verdict(
        tmp_path, {"src/main.py": "while True:\n    pass\n"}, shell("0\n", "an end", "x", limit=1.5)
    )
    assert found.status is Status.FAILED
    assert "in time" in found.reason


@pytest.mark.slow
async def test_free_words_are_left_to_who_reads(tmp_path: Path) -> None:
    found = await verdict(
        tmp_path, RIGHT, shell("1\n1 2.5\n0\n", "The sum is presented in a friendly manner")
    )
    assert found.status is Status.UNRESOLVED
    assert found.outcomes[0].points == 0
    assert "a program would give" in found.reason


@pytest.mark.slow
async def test_named_texts_that_are_all_printed_decide(tmp_path: Path) -> None:
    words = "The program prints 'The total is' with '3.50' and 'Goodbye'."
    found = await verdict(tmp_path, RIGHT, shell("1\n1 2.5\n0\n", words))
    assert found.status is Status.PASSED, found.reason


@pytest.mark.slow
async def test_what_was_typed_shows_nothing(tmp_path: Path) -> None:
    echo = "print('Echo')\nprint('You typed', input('Say: '))\n"
    found = await verdict(tmp_path, {"src/main.py": echo}, shell("big receipt\n", "It prints 'big receipt'."))
    assert found.status is not Status.PASSED, found.reason


BY_ARGUMENT = """
import sys
from pathlib import Path

print("Totals of a list")
amounts = [float(word) for word in Path(sys.argv[1]).read_text().split()] if sys.argv[1:] else []
print(f"The total of the amounts is {sum(amounts):.2f}" if amounts else "The list is empty")
"""


@pytest.mark.slow
async def test_a_program_that_reads_its_input_from_a_file_that_is_named_answers_it(tmp_path: Path) -> None:
    """The same was printed with nothing on standard input, so a right program had surely answered nothing."""
    how = shell("1\n2.5\n", "'The total of the amounts is 3.50'", line="python src/main.py given/list.txt")
    how = how.model_validate(
        {**how.model_dump(), "arrange": {"files": [{"file": "given", "to": "given"}]}},
    )
    grader = {"given/list.txt": "1\n2.5\n"}
    found = await verdict(tmp_path / "right", {"src/main.py": BY_ARGUMENT}, how, grader=grader)
    assert found.status is Status.PASSED, found.reason
    constant = 'print("The total of the amounts is 3.50")\n'
    found = await verdict(tmp_path / "constant", {"src/main.py": constant}, how, grader=grader)
    assert found.status is not Status.PASSED, found.reason


@pytest.mark.slow
async def test_a_file_that_was_submitted_is_no_product(tmp_path: Path) -> None:
    idle = {"src/main.py": "input()\n", "receipt.json": GRADER["expected/receipt.json"]}
    found = await verdict(tmp_path, idle, RECEIPT, grader=GRADER)
    assert found.status is Status.FAILED
    assert "nothing was written" in found.reason


@pytest.mark.slow
async def test_records_that_are_laid_and_changed_are_no_tampering(tmp_path: Path) -> None:
    """A submission keeps records of its own where the task lays others, and its program adds to them: so it should."""
    adding = "with open('data.txt', 'a') as data:\n    data.write(input())\nprint(open('data.txt').read())\n"
    how = shell("two\n", "both records", "onetwo").model_copy(
        update={"arrange": Arrangement(files=(Laid(file="inputs/data.txt", to="data.txt"),))}
    )
    submission = {"src/main.py": adding, "data.txt": "its own"}
    found = await verdict(tmp_path, submission, how, grader={"inputs/data.txt": "one"})
    assert found.status is Status.PASSED, found.reason
    assert found.marks == ()


@pytest.mark.slow
async def test_a_pattern_of_a_product_removes_nothing_of_the_submission(tmp_path: Path) -> None:
    """A product that could have any name, `*`, once took the whole program away before it was run."""
    found = await verdict(tmp_path, RIGHT, file("1\n1 2.5\n2\n0\n", "*", None, RUBRIC))
    assert found.status is Status.UNRESOLVED
    assert "receipt.json" in found.reason


@pytest.mark.slow
async def test_a_submissions_own_tests_are_left_to_who_reads(tmp_path: Path) -> None:
    own = {**RIGHT, "tests/test_own.py": "def test_nothing():\n    pass\n"}
    asked = shell(None, "The tests refuse an invalid amount with an error", line="pytest tests/test_own.py")
    found = await verdict(tmp_path, own, asked)
    assert found.status is Status.UNRESOLVED
    assert "1 passed" in found.reason


@pytest.mark.slow
async def test_tests_that_a_submission_brings_show_only_that_it_brings_them(tmp_path: Path) -> None:
    """Anybody can write tests that pass; whoever reads them has to say what they are worth."""
    own = {
        **RIGHT,
        "src/test_own.py": "from main import total\n\n\ndef test_one():\n    assert total([1]) == 1\n",
    }
    found = await verdict(tmp_path / "right", own, own_tests("pytest src/test_own.py"))
    assert found.status is Status.UNRESOLVED
    assert "1 passed" in found.reason
    assert "brings itself" in found.reason


@pytest.mark.slow
@pytest.mark.parametrize(
    "test",
    [
        None,
        "def test_one():\n    assert False\n",
        "import pytest\n\n\ndef test_one():\n    pytest.skip('not today')\n",
        "import random\n\n\ndef test_one():\n    assert random.random() < 0.3\n",
    ],
    ids=["none", "failing", "skipped", "unsteady"],
)
async def test_tests_of_a_submissions_own_that_do_not_pass_fail(tmp_path: Path, test: str | None) -> None:
    own = RIGHT if test is None else {**RIGHT, "src/test_own.py": test}
    found = await verdict(
        tmp_path, own, own_tests("pytest src/test_own.py"), settings=CommandSettings(repeats=8)
    )
    assert found.status is Status.FAILED, found.reason


@pytest.mark.slow
async def test_tests_of_a_submissions_own_are_run_as_it_sets_them(tmp_path: Path) -> None:
    test = "from main import total\n\n\ndef test_one():\n    assert total([1]) == 1\n"
    own = {**RIGHT, "checks/test_own.py": test, "pytest.ini": "[pytest]\npythonpath = src\n"}
    found = await verdict(tmp_path, own, own_tests("pytest checks"))
    assert "1 passed" in found.reason


@pytest.mark.slow
async def test_a_file_that_differs_fails_where_it_has_to_be_equal(tmp_path: Path) -> None:
    wrong = {"src/main.py": TILL.replace('"total": total(amounts)', '"total": 0')}
    for rubric in (None, RUBRIC):
        asked = file("1\n1 2.5\n2\n0\n", "receipt.json", "expected/receipt.json", rubric)
        found = await verdict(tmp_path / str(rubric is None), wrong, asked, grader=GRADER)
        assert found.status is Status.FAILED, found.reason


@pytest.mark.slow
async def test_a_file_that_has_to_be_alike_is_left_to_who_reads_by_the_rubric(tmp_path: Path) -> None:
    wrong = {"src/main.py": TILL.replace('"total": total(amounts)', '"total": 0')}
    read = file("1\n1 2.5\n2\n0\n", "receipt.json", "expected/receipt.json", RUBRIC, "alike")
    assert (await verdict(tmp_path, wrong, read, grader=GRADER)).status is Status.UNRESOLVED


@pytest.mark.slow
async def test_what_cannot_be_held_against_anything_is_left_to_who_reads(tmp_path: Path) -> None:
    """The expected file is broken, which is nobody's fault who writes another one."""
    found = await verdict(tmp_path, RIGHT, RECEIPT, grader={**GRADER, "expected/receipt.json": "{"})
    assert found.status is Status.UNRESOLVED


@pytest.mark.slow
async def test_a_product_that_is_a_link_out_of_the_project_is_no_product(tmp_path: Path) -> None:
    linking = "import os\nos.symlink('/etc/hostname', 'receipt.json')\n"
    found = await verdict(tmp_path, {"src/main.py": linking}, RECEIPT, grader=GRADER)
    assert found.status is Status.FAILED
    assert "nothing was written" in found.reason


@pytest.mark.slow
async def test_tests_that_ask_for_less_than_is_written_decide_nothing(tmp_path: Path) -> None:
    found = await verdict(
        tmp_path, RIGHT, by_tests(), grader=GRADER, statement="At least 80% of the amounts are added"
    )
    assert found.status is Status.UNRESOLVED
    assert "80%" in found.reason


@pytest.mark.slow
async def test_what_comes_out_otherwise_in_order_is_marked(tmp_path: Path) -> None:
    planned = [
        task("add", shell("add\n", "it is stored", "stored now")),
        task("show", shell("show\n", "what was stored", "found: one")),
    ]
    for manner, expected in {
        "isolated": Status.FAILED,
        "ordered": Status.PASSED,
        "both": Status.FAILED,
    }.items():
        settings = CommandSettings.model_validate({"manner": manner})
        judgement = await judged(tmp_path / manner, {"src/main.py": KEEPING}, *planned, settings=settings)
        assert judgement.of("add").status is Status.PASSED, judgement.of("add").reason
        assert judgement.of("show").status is expected, judgement.of("show").reason
        assert (ORDER_DEPENDENT in judgement.of("show").marks) == (manner == "both")
        assert judgement.manner == manner


@pytest.mark.slow
async def test_each_verdict_is_heard_once_and_as_it_counts(tmp_path: Path) -> None:
    """Where both manners were asked for, whoever stopped the judgement was told what came out in order."""
    planned = [
        task("add", shell("add\n", "it is stored", "stored now")),
        task("show", shell("show\n", "what was stored", "found: one")),
        task("again", shell("show\n", "what was stored", "found: one"), "add"),
    ]
    for manner, counts in {"both": Status.FAILED, "ordered": Status.PASSED}.items():
        heard: list[TaskVerdict] = []
        settings = CommandSettings.model_validate({"manner": manner})
        judge = CommandJudge(make_sandbox("bubblewrap"), settings)
        judge.on_verdict = heard.append
        submission = write(tmp_path / manner, {"src/main.py": KEEPING})
        await judge.judge(
            JudgeRequest(item="keeping", submission=submission, criteria=Criteria(tasks=tuple(planned)))
        )
        assert sorted(one.task for one in heard) == ["add", "again", "show"]
        assert {one.task: one.status for one in heard} == {
            "add": Status.PASSED,
            "show": counts,
            "again": counts,
        }


@pytest.mark.slow
async def test_what_a_program_did_to_its_input_stays_in_order(tmp_path: Path) -> None:
    """Records that the first task laid were laid anew behind it, and the second found none of what had been added."""
    adding = """
from pathlib import Path

records = Path("data/records.txt")
match input():
    case "add":
        records.write_text(records.read_text() + "fern")
        print("added to", records.read_text())
    case "list":
        print("records:", records.read_text())
"""
    add = shell("add\n", "it is added", "added to rose, fern")
    laid_out = Arrangement(files=(Laid(file="input/records.txt", to="data/records.txt"),))
    planned = [
        task("add", add.model_copy(update={"arrange": laid_out})),
        task("list", shell("list\n", "all of them", "records: rose, fern")),
    ]
    judgement = await judged(
        tmp_path,
        {"src/main.py": adding},
        *planned,
        grader={"input/records.txt": "rose, "},
        settings=CommandSettings(manner="ordered"),
    )
    assert [one.status for one in judgement.tasks] == [Status.PASSED, Status.PASSED], [
        one.reason for one in judgement.tasks
    ]


@pytest.mark.slow
async def test_files_of_the_grader_are_restored_between_tasks_in_order(tmp_path: Path) -> None:
    vandal = TILL.replace('print("Till")', 'print("Till"); Path("tests/test_total.py").write_text("")')
    planned = [
        task("first", by_tests("python src/main.py; pytest tests/test_total.py")),
        task("second", by_tests()),
    ]
    judgement = await judged(
        tmp_path,
        {"src/main.py": vandal},
        *planned,
        grader=GRADER,
        settings=CommandSettings(manner="ordered", repeats=0),
    )
    assert judgement.of("first").status is Status.FAILED
    assert TAMPERED in judgement.of("first").marks
    assert judgement.of("second").status is Status.PASSED, judgement.of("second").reason
    assert TAMPERED not in judgement.of("second").marks


@pytest.mark.slow
async def test_what_the_grader_lacks_is_the_authors_fault(tmp_path: Path) -> None:
    with pytest.raises(AuthorError, match="test_total"):
        await verdict(tmp_path, RIGHT, by_tests())


@pytest.mark.slow
async def test_a_report_that_is_written_by_what_is_tested_passes_nothing(tmp_path: Path) -> None:
    """It had two points for sure: a module wrote pytest's report and ended everything when it was imported."""
    forging = """
import os, shlex

place = next(word.split("=", 1)[1] for word in shlex.split(os.environ["PYTEST_ADDOPTS"]) if "junit" in word)
with open(place, "w") as report:
    report.write('<testsuites><testsuite tests="2" failures="0" errors="0" skipped="0"/></testsuites>')
os._exit(0)
"""
    judgement = await judged(
        tmp_path,
        {"src/main.py": forging},
        task("tests", by_tests()),
        grader={"tests/test_total.py": TEST_TOTAL},
    )
    assert judgement.of("tests").status is Status.FAILED, judgement.of("tests").reason
    assert "names none of the tests that it counts" in judgement.of("tests").reason


@pytest.mark.slow
async def test_a_suite_that_locks_packages_without_pytest_is_told_before_anything_is_judged(
    tmp_path: Path,
) -> None:
    """Every unit test failed with "pytest: command not found", as if that were the submission's doing."""
    criteria = Criteria(tasks=(task("tests", by_tests()), task("shell", TOTAL)))
    (tmp_path / "submission").mkdir()
    request = JudgeRequest(
        item="till", submission=tmp_path / "submission", criteria=criteria, grader=tmp_path
    )
    locked = BuiltRuntime(digest="locked", mounts=(), path=(), packages=("numpy",))
    async with CommandJudge(Showing(make_sandbox("bubblewrap"), locked)) as judge:
        with pytest.raises(
            AuthorError, match=r"'pytest' is none of them, by which 1 of the tasks .*requirements\.lock"
        ):
            await judge.judge(request)
        judgement = await judge.judge(request.model_copy(update={"only": frozenset({"shell"})}))
    assert [verdict.task for verdict in judgement.tasks] == ["shell"]

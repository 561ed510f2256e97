"""What a model says of how a program is tried is held against what is there, and the model is told what is wrong."""

import re
import shlex
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.authoring.generation.by_model import begun_prd, checked_prd
from agents.authoring.generation.craft import broken, operators
from agents.authoring.generation.programs.craft import ProgramCraft, corrected, shown_way
from agents.authoring.generation.programs.criteria import (
    Known,
    ending_problems,
    interface_problems,
    read_scheme,
    read_tests,
    starting_problems,
    wanted_tests,
    way_problems,
    with_head,
    without_head,
)
from agents.authoring.generation.programs.task_kinds import (
    Corrections,
    Start,
    WrittenInput,
    WrittenScheme,
    WrittenTask,
    WrittenTestFiles,
    assembled,
    commands,
    input_path,
    inputs_in,
)
from agents.authoring.generation.shapes import LONGEST_TEXT, WrittenPRD
from agents.authoring.writing import UnreadableAnswer
from plans.patches import apply_patch
from plans.records.criteria import Level
from plans.records.project import Scheme
from plans.records.specification import PRD
from plans.records.task_kinds import ShellInteraction
from tests.agents.authoring.lending.hand import project, reply


def prd() -> PRD:
    return checked_prd(begun_prd(WrittenPRD.model_validate(reply("WrittenPRD")))).value


def read(written: dict[str, Any]) -> tuple[Scheme, list[str]]:
    found = read_scheme(WrittenScheme.model_validate(written), prd(), "tools")
    return found.value, list(found.problems)


def scheme() -> Scheme:
    """With its tests."""
    found, problems = read(reply("WrittenScheme"))
    files = WrittenTestFiles.model_validate(reply("WrittenTestFiles")).files
    tests = read_tests(files, wanted_tests(found.criteria), prd(), problems)
    assert problems == []
    return Scheme(criteria=found.criteria, grader={**found.grader, **tests})


def told(written: dict[str, Any]) -> str:
    """What the model is told of such criteria."""
    try:
        return " ".join(read(written)[1])
    except UnreadableAnswer as error:
        return " ".join(error.problems)


def told_of_tests(text: str) -> str:
    found, problems = read(reply("WrittenScheme"))
    written = reply("WrittenTestFiles")
    written["files"][0]["content"] = text
    files = WrittenTestFiles.model_validate(written).files
    read_tests(files, wanted_tests(found.criteria), prd(), problems)
    return " ".join(problems)


def task(written: dict[str, Any], id: str) -> dict[str, Any]:
    return next(task for task in written["tasks"] if task["id"] == id)


def test_what_was_written_by_hand_is_sound() -> None:
    found, problems = read(reply("WrittenScheme"))
    assert problems == []
    assert [task.how.kind for task in found.criteria.tasks] == [
        "shell-interaction",
        "shell-interaction",
        "unit-test",
        "file-comparison",
        "shell-interaction",
    ]
    assert sorted(found.grader) == ["expected/export/out-loans.csv", "inputs/few/data/loans.json"]
    assert list(interface_problems(prd())) == []


def test_a_prd_of_which_nothing_can_be_called_is_told() -> None:
    written = reply("WrittenPRD")
    leaf = written["sections"][2]["requirements"][0]
    leaf["data"] = ["loans.overdue(loans, day, days)"]
    problems = list(interface_problems(checked_prd(begun_prd(WrittenPRD.model_validate(written))).value))
    assert "names a function without its package" in problems[0]
    assert "No requirement states a function" in problems[1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t["lend"].update(lays=["many"]), "lays 'many', which is no input"),
        (lambda t: t["lend"].update(shell=None), "is tried in no way"),
        (lambda t: t["export"].update(shell=t["lend"]["shell"]), "or in several"),
        (lambda t: t["lend"]["shell"].update(shown=["Lent: ("]), "is no regular expression"),
        (lambda t: t["lend"]["shell"].update(shown=["(Lent+)+"]), "there is no end of searching"),
        (lambda t: t["lend"]["shell"].update(shown=[]), "nothing would have to be printed"),
        (lambda t: t["lend"]["shell"].update(shown=["[^x]*"]), "where nothing was printed by the program"),
        (
            lambda t: t["lend"]["shell"].update(shown=["Borrowed *: *9"]),
            "'Borrowed', which no requirement has in its data",
        ),
        (lambda t: t["lend"]["shell"].update(starts=[]), "starts the program 0 times"),
        (
            lambda t: t["lend"]["shell"]["starts"][0].update(exits=2),
            "expects the exit code 2",
        ),
        (lambda t: t["lend"]["shell"]["starts"][0].update(exits=256), "there are 0 to 255"),
        (
            lambda t: t["lend"]["shell"]["starts"][0].update(stream="stderr"),
            "that it is printed on standard error",
        ),
        (lambda t: t["export"]["file"]["starts"][0].update(exits=0), "is tried in a shell alone"),
        (
            lambda t: t["lend"]["shell"]["starts"][0].update(arguments=["python", "src/main.py"]),
            "stands before them already",
        ),
        (lambda t: t["lend"]["shell"]["starts"][0].update(typed=["a\nb"]), "cannot be typed in a line"),
        (
            lambda t: t["lend"]["shell"]["starts"][0].update(arguments=["../x.csv"]),
            "leads out of the project",
        ),
        (lambda t: t["export"]["file"].update(product="data/loans.json"), "which the program is to write"),
        (lambda t: t["export"]["file"].update(product="out-loans.xlsx"), "is to end in .json, .csv, .txt"),
        (lambda t: t["export"]["file"].update(product="far/loans.csv"), "lies in far/, which is not there"),
        (lambda t: t["export"]["file"].update(product="../loans.csv"), "is no path inside the project"),
        (lambda t: t["export"]["file"].update(expected="\n"), "expects an empty file"),
        (
            lambda t: t["export"]["file"]["starts"][0].update(arguments=["export", "a.csv"]),
            "the file 'a.csv'",
        ),
        (lambda t: t["overdue"]["tests"].update(file="test_overdue.py"), "is to be called tests/test_"),
        (lambda t: t["overdue"]["tests"].update(functions=["overdue"]), "is no name of a test function"),
        (lambda t: t["overdue"].update(requirements=["R1.2"]), "no requirement of it states in its data"),
        (lambda t: t["overdue"].update(lays=["few"]), "which tests do not need"),
        (lambda t: t["overdue"].update(depends_on=[]), "is a functionality task without prerequisites"),
        (lambda t: t["lend"].update(requirements=["R9.9"]), "Names R9.9"),
        (lambda t: t["lend"].update(id="Lend"), "task Lend"),
    ],
)
def test_a_way_that_is_not_fair_or_cannot_be_gone_is_told(change: Any, message: str) -> None:
    written = reply("WrittenScheme")
    change({task["id"]: task for task in written["tasks"]})
    assert message in told(written)


def test_inputs_that_nobody_lays_reads_or_can_tell_apart_are_told() -> None:
    written = reply("WrittenScheme")
    written["inputs"] += [
        {"name": "idle", "to": "data/loans.json", "content": "[]"},
        {"name": "few", "to": "data/loans.json", "content": "[]"},
        {"name": "Odd", "to": "/data/loans.py", "content": ""},
        {"name": "stray", "to": "data/strange.json", "content": "[]"},
    ]
    task(written, "lend")["lays"] = ["stray", "Odd"]
    problems = told(written)
    assert "input 'few' is there twice" in problems
    assert "input 'idle' is laid by no task" in problems
    assert "input 'Odd': use small letters" in problems
    assert "'/data/loans.py' is no path inside the project" in problems
    assert "lays 'data/strange.json', which no requirement and no command of it names" in problems


def test_one_function_does_not_speak_for_two_tasks() -> None:
    written = reply("WrittenScheme")
    written["tasks"].append({**task(written, "overdue"), "id": "again"})
    assert "tests/test_overdue.py::test_negative_days_are_refused is named twice" in told(written)


IMPORT = "from lending.loans import overdue\n\n\n"
OTHER = "def test_negative_days_are_refused():\n    assert overdue([], 'x', -1)\n"
SOUND = f"{IMPORT}def test_only_older_loans_are_overdue():\n    assert overdue([], 'x', 1) == []\n\n\n{OTHER}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SOUND, ""),
        (SOUND.replace("(overdue", "overdue").replace("):", ")"), "is no Python"),
        (f"{IMPORT}{OTHER}", "there is no function 'test_only_older_loans_are_overdue'"),
        (f"{SOUND}\n\ndef test_more():\n    assert overdue([], 'x', 1)\n", "'test_more' is run by no task"),
        (SOUND.replace("assert", "return"), "asserts nothing"),
        (
            SOUND.replace("assert overdue([], 'x', 1) == []", "assert 1 + 1 == 2"),
            "calls nothing of the project",
        ),
        (SOUND.replace("lending.loans", "lending.store"), "imports 'lending.store.overdue'"),
        (f"import lending.loans\n{SOUND}", "and not 'lending.loans' as a whole"),
        (f"from .loans import x\n{SOUND}", "imports by a relative path"),
        ("import pytest\n" + SOUND.replace("def test_neg", "@pytest.mark.skip\ndef test_neg"), "skips tests"),
        (
            "try:\n    import lending\nexcept ImportError:\n    pass\n" + SOUND,
            "goes on where an import fails",
        ),
    ],
)
def test_tests_that_show_nothing_are_told(text: str, message: str) -> None:
    problems = told_of_tests(text)
    assert message in problems if message else problems == ""


def test_a_test_may_check_by_functions_of_its_file() -> None:
    text = SOUND.replace("assert overdue([], 'x', 1) == []", "check(1)")
    assert told_of_tests(f"{text}\n\ndef check(days):\n    assert overdue([], 'x', days) == []\n") == ""


@given(
    st.lists(
        st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF), min_size=0, max_size=20), max_size=5
    )
)
def test_a_shell_takes_no_argument_for_its_own(arguments: list[str]) -> None:
    [command] = commands([Start(arguments=arguments, typed=[], exits=None, stream=None)])
    assert shlex.split(command.line) == ["python", "src/main.py", *arguments]


@given(
    st.from_regex(r"[a-z][a-z0-9-]{0,9}", fullmatch=True),
    st.text(max_size=50).map(lambda t: t.replace("\r", "")),
)
def test_an_input_is_found_again_in_a_grader(name: str, content: str) -> None:
    one = WrittenInput(name=name, to="data/deep/a.json", content=content)
    assert inputs_in({input_path(one): content.encode()}) == {name: one}


def test_a_pattern_wants_its_parts_in_order_and_no_traceback() -> None:
    pattern = assembled(["(?i)total", "12"], ["Error"])
    assert re.search(pattern, "sum\nTOTAL: 12", re.MULTILINE)
    for wrong in ("12 total", "total 12 Error", "total 12\nTraceback (most recent call last)"):
        assert not re.search(pattern, wrong, re.MULTILINE)


def test_what_is_corrected_changes_and_the_rest_stays() -> None:
    before = scheme()
    assert corrected(before, Corrections(tasks=[], inputs=[], test_files=[]), prd(), "tools") == (
        before,
        [],
        (),
    )
    written = task(reply("WrittenScheme"), "export")
    written["file"]["expected"] = "id,tool,neighbour,day\n"
    correction = Corrections.model_validate(
        {
            "tasks": [
                {"why": "It was wrong.", **{k: written[k] for k in ("id", "lays", "shell", "file", "tests")}}
            ],
            "inputs": [{"name": "few", "to": "data/loans.json", "content": "[]"}],
            "test_files": [],
        }
    )
    after, problems, _ = corrected(before, correction, prd(), "tools")
    assert problems == []
    assert after.criteria == before.criteria
    assert {path for path in after.grader if after.grader[path] != before.grader[path]} == {
        "expected/export/out-loans.csv",
        "inputs/few/data/loans.json",
    }


def test_a_correction_is_held_against_the_same() -> None:
    written = {"id": "lend", "why": "", "lays": ["few"], "shell": None, "file": None, "tests": None}
    correction = Corrections.model_validate(
        {
            "tasks": [written, {**written, "id": "nobody"}],
            "inputs": [],
            "test_files": [{"path": "tests/test_overdue.py", "content": OTHER}],
        }
    )
    with pytest.raises(UnreadableAnswer) as refused:
        corrected(scheme(), correction, prd(), "tools")
    problems = str(refused.value)
    assert "There is no task 'nobody'" in problems
    assert "task lend: is tried in no way" in problems
    assert "there is no function 'test_only_older_loans_are_overdue'" in problems


def test_a_test_file_is_shown_as_it_was_written() -> None:
    assert without_head(with_head(SOUND)) == SOUND
    assert with_head(with_head(SOUND)) == with_head(SOUND)


def test_a_program_of_which_nothing_is_left_speaks_for_the_presence_tasks_alone() -> None:
    nobody: Any = None
    criteria = scheme().criteria
    planted = ProgramCraft(nobody).blank(project(), criteria)
    assert {criteria.task(task).level for task in planted.mutant.kills} == {Level.PRESENCE}


def test_mechanical_defects_of_python_are_python_and_leave_the_entry_alone() -> None:
    drawn = list(broken(project(), 3, 100, operators().commands))
    assert len({operator.name for operator, _, _ in drawn}) >= 4
    for _, place, patch in drawn:
        changed = apply_patch(project(), patch)
        path = place.partition(",")[0]
        assert changed[path] != project()[path]
        compile(changed[path], path, "exec")
        assert changed["src/main.py"] == project()["src/main.py"]


def test_a_start_keeps_the_exit_code_and_the_stream_that_its_requirement_states() -> None:
    written = reply("WrittenScheme")
    task(written, "lend")["shell"]["starts"][0] |= {"exits": 0, "stream": "stdout"}
    found = read_scheme(WrittenScheme.model_validate(written), prd(), "tools")
    assert found.problems == []
    how = found.value.criteria.task("lend").how
    assert isinstance(how, ShellInteraction)
    assert [(command.exits, command.stream) for command in how.act] == [(0, "stdout"), (None, None)]
    assert any("exit code 0" in line for line in shown_way(how))


def test_an_exit_code_and_a_stream_are_broken_by_mechanical_defects_of_their_own() -> None:
    program = (
        "import sys\n\n\ndef run():\n    print('Error: no', file=sys.stderr)\n    return 2\n\n\n"
        "def leave():\n    sys.exit(2)\n"
    )
    files = {"src/main.py": "import sys\n", "src/tools/cli.py": program}
    made = {
        (operator.name, apply_patch(files, patch)["src/tools/cli.py"])
        for operator, _, patch in broken(files, 1, 100, operators().commands)
    }
    assert ("exit code", program.replace("return 2", "return 0")) in made
    assert ("exit code", program.replace("sys.exit(2)", "sys.exit(0)")) in made
    assert ("wrong stream", program.replace(", file=sys.stderr", "")) in made


def with_datum(text: str, *data: str) -> PRD:
    """The requirements, the first of which says this too."""
    written = reply("WrittenPRD")
    first = written["sections"][0]["requirements"][0]
    first["text"] += f" {text}"
    first["data"] += data
    return checked_prd(begun_prd(WrittenPRD.model_validate(written))).value


@pytest.mark.parametrize(
    ("text", "data", "is_sound"),
    [
        ("An error ends with exit code 2.", ["exit code 2"], True),
        ("An error ends with exit code 2.", [], False),
        ("An error ends with exit code 2, after 2 lines.", ["after 2 lines"], False),
        ("It exits with codes 1 and 2.", ["codes 1 and 2"], False),
        ("Errors have the exit codes 1 and 2.", ["exit codes 1 and 2"], True),
        ("The menu has 1 Add, 0 Exit and no code.", [], True),
        ("An error ends with an exit code.", [], False),
        ("An error is printed on standard error.", [], False),
        ("An error is printed on standard error.", ["standard error"], True),
        ("All of it ends with exit code 0.", [], True),
    ],
)  # fmt: skip
def test_exit_codes_and_streams_are_told_as_such_while_the_requirements_are_written(
    text: str, data: list[str], is_sound: bool
) -> None:
    """Once criteria are written it is too late to put a datum into the requirements."""
    assert (not [*ending_problems(with_datum(text, *data))]) == is_sound


@pytest.mark.parametrize(
    ("command", "is_sound"),
    [
        ("`python src/main.py list`", True),
        ("python3 ./src/main.py", True),
        ("python main.py", False),
        ("python -m tools.cli", False),
        ("python -m pytest", True),
        ("a python script", True),
    ],
)
def test_the_requirements_start_what_the_tasks_start(command: str, is_sound: bool) -> None:
    stated = with_datum(f"It is started by {command}.")
    assert (not [*starting_problems(stated)]) == is_sound
    around = stated.model_copy(update={"typical_use": (f"Ada types {command}.",)})
    assert len([*starting_problems(around)]) == (0 if is_sound else 2)


@pytest.mark.parametrize(("datum", "is_stated"), [("after 2 lines", False), ("exit code 2", True)])
def test_a_number_among_the_data_is_no_exit_code(datum: str, is_stated: bool) -> None:
    known = Known(with_datum(f"It is so: {datum}.", datum), {})
    start = {"arguments": ["lend"], "typed": [], "exits": 2, "stream": None}
    task = WrittenTask.model_validate(
        {**reply("WrittenScheme")["tasks"][0], "lays": [],
         "shell": {"starts": [start], "shown": ["Lent"], "never": [], "words": "It"}, "file": None, "tests": None}
    )  # fmt: skip
    told = [one for one in way_problems(task, ["R1.1"], known) if "exit code" in one]
    assert (told == []) == is_stated


def test_criteria_that_no_file_holds_are_sent_back_with_the_bound() -> None:
    written = reply("WrittenScheme")
    task(written, "lend")["title"] = "x" * (LONGEST_TEXT + 1)
    with pytest.raises(UnreadableAnswer) as caught:
        read(written)
    assert f"{LONGEST_TEXT:,}" in caught.value.problems[0]

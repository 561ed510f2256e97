"""The family's own checks: each finds what it is for, on a project of the catalog in which it is planted."""

import pytest

from plans.contracts.authoring import Check
from plans.patches import LARGEST_FILE
from plans.python_project.catalog.library import ProgramCatalog
from plans.python_project.checks import CHECKS
from plans.python_project.generator import PythonProjectAuthor
from plans.records.project import Project
from plans.records.specification import Underspecification
from tests.plans.python_project.composing import composed

NAMED: dict[str, Check] = {check.name: check for check in CHECKS}


@pytest.fixture(scope="module")
def cookbook(library: ProgramCatalog) -> Project:
    return composed(library, "recipes", ("records", "search", "csv-export"))


def told(check: str, project: Project) -> list[str]:
    return [str(problem) for problem in NAMED[check].check(project, PythonProjectAuthor().plan())]


def with_file(project: Project, path: str, text: str) -> Project:
    return project.model_copy(update={"reference": {**project.reference, path: text}})


def without_file(project: Project, path: str) -> Project:
    kept = {name: text for name, text in project.reference.items() if name != path}
    return project.model_copy(update={"reference": kept})


def with_test(project: Project, path: str, text: str) -> Project:
    return project.model_copy(update={"grader": {**project.grader, path: text.encode()}})


def saying(project: Project, sentence: str) -> Project:
    """The project with one more sentence in the query that gives least away."""
    level = project.query.levels[Underspecification.HIGH]
    longer = level.model_copy(update={"text": f"{level.text} {sentence}"})
    levels = {**project.query.levels, Underspecification.HIGH: longer}
    return project.model_copy(update={"query": project.query.model_copy(update={"levels": levels})})


@pytest.mark.parametrize("name", NAMED)
def test_a_project_of_the_catalog_has_no_problem(name: str, cookbook: Project):
    assert told(name, cookbook) == []


def test_every_check_of_the_family_is_told_in_its_plan():
    planned = {check.name for check in PythonProjectAuthor().plan().quality_checks}
    assert set(NAMED) <= planned


def test_a_program_that_no_command_finds_is_told(cookbook: Project):
    (problem,) = told("python program", without_file(cookbook, "src/main.py"))
    assert "has no src/main.py, which commands start" in problem


def test_what_is_no_python_is_told_with_its_line(cookbook: Project):
    (problem,) = told("python program", with_file(cookbook, "src/broken.py", "a = 1\ndef half(:\n"))
    assert "trial/reference/src/broken.py:2" in problem
    assert "is no Python" in problem


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("import urllib.request", "imports 'urllib', by which a program reaches others"),
        ("from http import client", "imports 'http'"),
        ("def late():\n    import socket", "imports 'socket'"),
        ("import pandas", "imports 'pandas', which is neither its own nor of the standard library"),
    ],
)
def test_a_program_that_reaches_beyond_its_folder_is_told(line: str, why: str, cookbook: Project):
    (problem,) = told("python program", with_file(cookbook, "src/other.py", f"{line}\n"))
    assert why in problem


def test_its_own_modules_and_the_standard_library_may_be_imported(cookbook: Project):
    own = with_file(cookbook, "src/helper.py", "import csv\nimport other\nfrom . import near\n")
    assert told("python program", with_file(own, "src/other.py", "")) == []


def test_a_file_that_nobody_reads_is_told(cookbook: Project):
    (problem,) = told("python program", with_file(cookbook, "data/huge.json", "[" + " " * LARGEST_FILE + "]"))
    assert "has 200,002 characters" in problem


def test_a_stated_module_that_is_not_there_is_told(cookbook: Project):
    path = next(path for path in cookbook.reference if path.endswith("/search.py"))
    (problem,) = told("interfaces", without_file(cookbook, path))
    assert f"has no {path}, of which R" in problem


def test_a_stated_function_that_is_not_there_is_told(cookbook: Project):
    path = next(path for path in cookbook.reference if path.endswith("/search.py"))
    renamed = cookbook.reference[path].replace("def find(", "def found(")
    (problem,) = told("interfaces", with_file(cookbook, path, renamed))
    assert "does not define 'find'" in problem


def test_functions_of_a_module_whose_package_nobody_knows_are_told(cookbook: Project):
    leaf = next(leaf for leaf in cookbook.prd.leaves() if any(one.startswith("search.") for one in leaf.data))
    vague = leaf.model_copy(update={"text": "There is a function that finds."})
    requirements = tuple(
        one.model_copy(update={"children": tuple(vague if c.id == leaf.id else c for c in one.children)})
        for one in cookbook.prd.requirements
    )
    prd = cookbook.prd.model_copy(update={"requirements": requirements})
    (problem,) = told("interfaces", cookbook.model_copy(update={"prd": prd}))
    assert "not of which package 'search' is" in problem


def test_a_test_that_asserts_nothing_skips_or_is_missing_is_told(cookbook: Project):
    path = "tests/test_search.py"
    text = cookbook.grader[path].decode()
    name = text.partition("def test_")[2].partition("(")[0]
    (idle,) = told(
        "telling tests",
        with_test(cookbook, path, f"{text}\n\ndef test_{name}():\n    print('all is well')\n"),
    )
    assert f"test_{name} asserts nothing" in idle
    (skipping,) = told(
        "telling tests", with_test(cookbook, path, f"import pytest\n{text}\npytest.skip('x')\n")
    )
    assert "a test that skips itself tells nothing" in skipping
    missing = told(
        "telling tests", with_test(cookbook, path, text.replace(f"def test_{name}", "def test_other"))
    )
    assert any(f"has no test 'test_{name}', which a command names" in one for one in missing)
    (broken,) = told("telling tests", with_test(cookbook, path, "def test(:\n"))
    assert "is no Python" in broken


def test_a_test_may_assert_by_functions_of_its_file(cookbook: Project):
    """Tests whose asserts stood in helpers were refused, and a whole item was written anew for them."""
    path = "tests/test_search.py"
    text = cookbook.grader[path].decode()
    name = text.partition("def test_")[2].partition("(")[0]
    by_helper = f"{text}\n\ndef holds(value):\n    assert value\n\n\ndef test_{name}():\n    holds(found())\n"
    assert (
        told("telling tests", with_test(cookbook, path, f"{by_helper}\n\ndef found():\n    return 1\n")) == []
    )
    idle = by_helper.replace("    assert value", "    print(value)")
    (problem,) = told("telling tests", with_test(cookbook, path, idle))
    assert f"test_{name} asserts nothing, neither itself nor by functions of its file" in problem


def test_a_product_that_is_there_before_is_told(cookbook: Project):
    task = next(task for task in cookbook.criteria.tasks if task.how.kind == "file-comparison")
    assert task.how.kind == "file-comparison"
    brought = told("fresh products", with_file(cookbook, task.how.product, "a,b\n"))
    assert any("and the reference brings it: who writes nothing would pass" in one for one in brought)
    laid = task.how.arrange.files[0].to
    how = task.how.model_copy(update={"product": laid})
    tasks = tuple(
        one.model_copy(update={"how": how}) if one.id == task.id else one for one in cookbook.criteria.tasks
    )
    criteria = cookbook.criteria.model_copy(update={"tasks": tasks})
    found = told("fresh products", cookbook.model_copy(update={"criteria": criteria}))
    assert any("the grader lays it" in one for one in found)


def test_a_sentence_that_asks_for_what_is_lacking_is_told(cookbook: Project):
    (problem,) = told("asked for", saying(cookbook, "It should count the words of all notes."))
    assert problem.startswith("trial/query.yaml: high")
    assert "asks by 'count the words' for what the PRD lacks: counting words" in problem
    (beyond,) = told("asked for", saying(cookbook, "It is shown in a web app."))
    assert "serves no pages" in beyond


@pytest.mark.parametrize(
    "sentence",
    [
        "Please let me look up dishes quickly.",
        "It does not have to count the words of my notes.",
        "The spreadsheet is for my mother.",
        "It must run with the standard library alone.",
    ],
)
def test_a_sentence_that_asks_for_what_is_there_may_be_worded_freely(sentence: str, cookbook: Project):
    assert told("asked for", saying(cookbook, sentence)) == []


def test_parameters_that_are_no_selection_are_told(cookbook: Project):
    values = {**cookbook.parameters.values, "domain": "rockets"}
    parameters = cookbook.parameters.model_copy(update={"values": values})
    (problem,) = told("asked for", cookbook.model_copy(update={"parameters": parameters}))
    assert "holds no selection of the catalog" in problem

"""A published plan is read whatever shape its fields have, and what cannot be read is told by its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.exchange.prdbench.plan import id_and_title
from pipeline.exchange.prdbench.reading import read_dataset
from plans.errors import AuthorError
from plans.files import read_record, write_record
from plans.records.published import PublishedTask
from tests.pipeline.exchange.publishing import PRD, criterion, defects, only, publish, task_of


def test_a_criterion_is_read_with_its_id_texts_and_step(tmp_path: Path) -> None:
    one = only(tmp_path, criterion("2.1.3a Jars: list them", command="python src/main.py", input="1\n0"))
    assert (one.key, one.id, one.title, one.kind) == ("7/1", "2.1.3a", "Jars: list them", "shell_interaction")
    assert one.expected_output == "The jars are listed."
    assert one.steps[0].command == "python src/main.py"
    assert one.steps[0].input.data == b"1\n0\n"
    assert one.is_satisfiable


@pytest.mark.parametrize(
    ("published", "read"),
    [
        ("evaluation/a.csv", ("evaluation/a.csv",)),
        (["evaluation/a.csv", "evaluation/b.csv"], ("evaluation/a.csv", "evaluation/b.csv")),
        ("evaluation/a.csv,evaluation/b.csv", ("evaluation/a.csv", "evaluation/b.csv")),
        (None, ()),
        ("", ()),
    ],
)
def test_files_are_one_name_several_or_none(tmp_path: Path, published: Any, read: tuple[str, ...]) -> None:
    files = {"evaluation/a.csv": "a\n", "evaluation/b.csv": "b\n"}
    one = only(tmp_path, criterion(input_files=published), files)
    assert one.input_files == read
    assert defects(one) == set()


def test_fields_that_are_missing_are_no_defect_but_for_the_description(tmp_path: Path) -> None:
    bare = {"metric": "1.1 Jars", "type": "file_comparison", "description": "Look.", "testcases": [{}]}
    one = only(tmp_path, bare)
    assert (one.expected_output, one.input_files, one.steps[0].command) == (None, (), None)
    assert defects(one) == {"command"}


def test_command_and_input_may_stand_on_the_entry_s_own_level(tmp_path: Path) -> None:
    entry = criterion(testcases=[], test_command="python src/main.py", test_input="1\n0\n")
    assert [step.command for step in only(tmp_path, entry).steps] == ["python src/main.py"]


def test_fields_of_a_wrong_type_are_told_and_passed_over(tmp_path: Path) -> None:
    entry = criterion(
        description=["no", "prose"],
        expected_output={"x": 1},
        testcases=["python src/main.py", {"test_command": 7, "test_input": [1]}],
        input_files={"a": 1},
        expected_output_files=[None, "out.csv"],
    )
    one = only(tmp_path, entry)
    told = " ".join(defect.message for defect in one.defects if defect.kind == "plan")
    for field in ("description", "expected_output", "test_command", "test_input", "input_files"):
        assert f"`{field}`" in told
    assert "a test case is a text" in told
    assert one.products == ("out.csv",)


def test_entries_that_are_no_criteria_are_counted_as_planned_and_told_by_their_place(tmp_path: Path) -> None:
    plan = [
        criterion(),
        "2.1",
        {"metric": "3.1 Jars", "type": "essay"},
        {"metric": " ", "type": "unit_test"},
        None,
    ]
    task = task_of(tmp_path, plan)
    assert (len(task.criteria), task.planned) == (1, 5)
    assert [problem.where.rpartition(" ")[2] for problem in task.problems] == ["2", "3", "4", "5"]
    assert "'essay'" in task.problems[1].message


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_plan_is_read_in_whatever_it_was_saved_as(tmp_path: Path, encoding: str) -> None:
    plan = json.dumps([criterion("1.1 列出罐子")], ensure_ascii=False, indent=1).replace("\n", "\r\n")
    (one,) = task_of(tmp_path, plan.encode(encoding)).criteria
    assert one.title == "列出罐子"


@pytest.mark.parametrize(
    "plan",
    [
        "",
        "[{",
        '{"metric": "1.1"}',
        "null",
        "[" * 100_000,
        '[{"metric": "a", "metric": "b"}]',
        b"\xff\xfe\x00",
    ],
)
def test_a_task_whose_plan_cannot_be_read_is_a_problem_and_no_exception(
    tmp_path: Path, plan: str | bytes
) -> None:
    publish(tmp_path, plan, number=3)
    publish(tmp_path, [criterion()], number=4)
    dataset = read_dataset(tmp_path)
    assert [task.number for task in dataset.tasks] == [4]
    assert [problem.where for problem in dataset.problems] == ["3/evaluation/detailed_test_plan.json"]


def test_halves_of_letters_and_numbers_of_thousands_of_digits_are_survived(tmp_path: Path) -> None:
    plan = '[{"metric": "1.1 Jars \\ud800", "type": "unit_test", "description": "a\\udfff", "testcases": []}]'
    task = task_of(tmp_path, plan)
    assert task.criteria[0].title == "Jars \N{REPLACEMENT CHARACTER}"
    publish(tmp_path, f'[{{"metric": {"9" * 5000}}}]')
    assert "too many digits" in read_dataset(tmp_path).problems[0].message


def test_the_tasks_come_in_the_order_of_their_numbers_with_their_data(tmp_path: Path) -> None:
    for number in (10, 9, 2):
        publish(tmp_path, [criterion()], {"src/jars.csv": "a\n"}, number=number)
    publish(
        tmp_path,
        [criterion()],
        {"src/jars.csv": "a\n"},
        number=2,
        aux={"2": ["src/jars.csv", "src/gone.csv"], "3": []},
    )
    dataset = read_dataset(tmp_path)
    assert [task.number for task in dataset.tasks] == [2, 9, 10]
    assert dataset.tasks[0].must_survive == ("src/jars.csv", "src/gone.csv")
    assert "2/src/gone.csv" in [problem.where for problem in dataset.tasks[0].problems]
    assert "tasks 3" in dataset.problems[0].message


def test_a_folder_with_the_tasks_in_prdbench_is_as_good(tmp_path: Path) -> None:
    publish(tmp_path / "PRDBench", [criterion()])
    assert [task.number for task in read_dataset(tmp_path).tasks] == [7]


def test_without_aux_data_or_prd_the_tasks_are_read_and_it_is_told(tmp_path: Path) -> None:
    publish(tmp_path, [criterion()])
    (tmp_path / "aux_data.json").unlink()
    (tmp_path / "7/src/PRD.md").unlink()
    dataset = read_dataset(tmp_path)
    assert "aux_data.json" in dataset.problems[0].where
    assert dataset.tasks[0].prd is None
    assert [problem.where for problem in dataset.tasks[0].problems] == ["7/src/PRD.md"]


def test_bytes_that_are_no_text_are_marked_in_the_prd(tmp_path: Path) -> None:
    task = task_of(tmp_path, [criterion()], {"src/PRD.md": b"# Jars\r\n\xff\xff\n"})
    assert task.prd is not None
    assert task.prd.startswith("# Jars\n\N{REPLACEMENT CHARACTER}")
    assert task_of(tmp_path, [criterion()], {"src/PRD.md": PRD.encode("utf-16")}).prd == PRD


def test_a_folder_of_something_else_is_refused_with_what_was_looked_for(tmp_path: Path) -> None:
    (tmp_path / "12").mkdir()
    with pytest.raises(AuthorError, match="evaluation/detailed_test_plan.json"):
        read_dataset(tmp_path)
    with pytest.raises(AuthorError, match="holds no task"):
        read_dataset(tmp_path / "nowhere")
    publish(tmp_path, [criterion()])
    with pytest.raises(AuthorError, match="single task"):
        read_dataset(tmp_path / "7")


def test_a_task_is_written_and_read_back_as_it_is(tmp_path: Path) -> None:
    files = {"evaluation/x.in": "1\n0\n\n", "evaluation/y.in": b"\xff\xfe\xff"}
    plan = [criterion(input="evaluation/x.in"), criterion("1.2 More", input="evaluation/y.in")]
    rubric = [{"metric": "1.2 More", "expected_output": "2 points: all. 1 point: some. 0 points: none."}]
    task = task_of(tmp_path / "published", plan, files, rubric=rubric)
    assert task.criteria[1].rubric is not None
    for suffix in ("json", "yaml"):
        write_record(tmp_path / f"task.{suffix}", task)
        assert read_record(tmp_path / f"task.{suffix}", PublishedTask) == task


@pytest.mark.parametrize(
    ("metric", "id", "title"),
    [
        ("2.1.3a Jars: list", "2.1.3a", "Jars: list"),
        ("2.1.2a-ext Limits", "2.1.2a-ext", "Limits"),
        ("3: Jars", "3", "Jars"),
        ("4.1. Jars", "4.1", "Jars"),
        ("Jars of 2.1 litres", None, "Jars of 2.1 litres"),
        ("2nd floor", None, "2nd floor"),
    ],
)
def test_the_number_at_the_beginning_is_the_id(metric: str, id: str | None, title: str) -> None:
    assert id_and_title(metric) == (id, title)

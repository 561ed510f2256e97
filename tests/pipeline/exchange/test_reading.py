"""Published tasks are read by rule: plan, rubric, standard input and needs; what is not of the format is listed."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.exchange.prdbench.reading import id_and_title, may_be_used, points_of, read_dataset, typed
from plans.errors import AuthorError
from plans.files import read_record, write_record
from plans.records.published import PublishedTask, StandardInput
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
        (None, ()),
        ("", ()),
    ],
)
def test_files_are_one_name_several_or_none(tmp_path: Path, published: Any, read: tuple[str, ...]) -> None:
    files = {"evaluation/a.csv": "a\n", "evaluation/b.csv": "b\n"}
    one = only(tmp_path, criterion(input_files=published), files)
    assert one.input_files == read
    assert defects(one) == set()


def test_fields_that_are_missing_are_no_defect(tmp_path: Path) -> None:
    bare: dict[str, Any] = {
        "metric": "1.1 Jars",
        "type": "file_comparison",
        "description": "Look.",
        "testcases": [{}],
    }
    one = only(tmp_path, bare)
    assert (one.expected_output, one.input_files, one.steps[0].command) == (None, (), None)
    assert defects(one) == {"command"}


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
    assert "`expected_output_files`" in told
    assert "a test case is a text" in told


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


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_plan_is_read_with_marks_and_line_ends_of_other_systems(tmp_path: Path, encoding: str) -> None:
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
        json.dumps([criterion()] * 501),
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


def test_a_prd_that_is_no_utf_8_is_a_problem(tmp_path: Path) -> None:
    task = task_of(tmp_path, [criterion()], {"src/PRD.md": PRD.encode("utf-16")})
    assert task.prd is None
    assert [problem.where for problem in task.problems] == ["7/src/PRD.md"]


def test_a_folder_of_something_else_is_refused_with_what_was_looked_for(tmp_path: Path) -> None:
    (tmp_path / "12").mkdir()
    with pytest.raises(AuthorError, match="evaluation/detailed_test_plan.json"):
        read_dataset(tmp_path)
    with pytest.raises(AuthorError, match="holds no task"):
        read_dataset(tmp_path / "nowhere")
    publish(tmp_path, [criterion()])
    with pytest.raises(AuthorError, match="holds no task"):
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


TEXT = "2 points: all jars are listed. 1 point: some are missing. 0 points: none is."


def row(metric: str, text: str = TEXT) -> dict[str, Any]:
    return {"metric": metric, "description": "Look.", "expected_output": text}


def joined(root: Path, metrics: list[str], rows: Any) -> PublishedTask:
    return task_of(root, [criterion(metric) for metric in metrics], rubric=rows)


def test_the_row_of_the_same_id_and_a_like_title(tmp_path: Path) -> None:
    (one,) = joined(tmp_path, ["2.1a Jars: list them all"], [row("2.1a Jars: List them")]).criteria
    assert one.rubric is not None
    assert one.rubric.points == {2: "all jars are listed.", 1: "some are missing.", 0: "none is."}
    assert one.defects == ()


def test_the_same_id_with_another_title_is_another_criterion(tmp_path: Path) -> None:
    (one,) = joined(
        tmp_path, ["2.4 History of searches is kept"], [row("2.4 Interrupting an import")]
    ).criteria
    assert one.rubric is None
    assert [defect.kind for defect in one.defects] == ["rubric"]


def test_of_two_rows_with_one_id_the_liker_one(tmp_path: Path) -> None:
    rows = [
        row("2.5.1 System exit function"),
        row("2.5.1 Results export function", "2 points: yes. 0 points: no."),
    ]
    (one,) = joined(tmp_path, ["2.5.1 Export function"], rows).criteria
    assert one.rubric is not None
    assert one.rubric.metric == "2.5.1 Results export function"
    assert "2, 0 points" in one.defects[0].message


@pytest.mark.parametrize("rows", ["{", "null", '{"metric": "1.1 Start"}', '"x"', "[[]]", '[{"metric": 1}]'])
def test_a_rubric_of_another_shape_is_told_and_the_criteria_stand(tmp_path: Path, rows: str) -> None:
    task = joined(tmp_path, ["1.1 Start"], rows)
    assert len(task.criteria) == 1
    assert [problem.severity for problem in task.problems] == ["warning"]
    assert "evaluation/metric.json" in task.problems[0].where


def test_more_points_than_two_are_told(tmp_path: Path) -> None:
    (one,) = joined(
        tmp_path, ["1.1 Start"], [row("1.1 Start", "3 points: all. 1 point: some. 0 points: none.")]
    ).criteria
    assert "3, 1, 0 points" in one.defects[0].message


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("**2 points:** all. **1 point:** some.", {2: "all.", 1: "some."}),
        (
            "2 Points：all; 0 points: nothing at 3 points of the line",
            {2: "all;", 0: "nothing at 3 points of the line"},
        ),
        ("All or nothing.", {}),
    ],
)
def test_a_rubric_s_text_is_parted_by_its_points(text: str, points: dict[int, str]) -> None:
    assert points_of(text) == points


def read(root: Path, files: dict[str, str | bytes], **entry: Any) -> StandardInput:
    return only(root, criterion(**entry), files).steps[0].input


def test_the_file_that_the_plan_names(tmp_path: Path) -> None:
    found = read(tmp_path, {"evaluation/1.in": "1\n0"}, input="evaluation/1.in")
    assert (found.source, found.file, found.data) == ("path", "evaluation/1.in", b"1\n0\n")


def test_a_redirection_in_the_command_goes_before_the_plan(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"evaluation/1.in": "1\n", "evaluation/2.in": "2\n"}
    command = "cd src && python main.py < ../evaluation/2.in"
    found = read(tmp_path, files, command=command, input="evaluation/1.in")
    assert (found.source, found.file, found.data) == ("redirect", "evaluation/2.in", b"2\n")


@pytest.mark.parametrize(
    ("entry", "blocks"),
    [
        ({"input": "start.in"}, True),
        ({"command": "python src/main.py < evaluation/2.in"}, True),
        ({"command": "cd src && python main.py < ../data/own.in"}, False),
    ],
)
def test_input_that_is_not_there_is_told_and_no_other_is_taken_for_it(
    tmp_path: Path, entry: dict[str, str], blocks: bool
) -> None:
    """What lies elsewhere a submission may bring; a file of the same name is not supposed to be meant."""
    one = only(tmp_path, criterion(**entry), {"evaluation/start.in": "1\n"})
    assert one.steps[0].input.source == "missing"
    assert [(defect.kind, defect.blocks) for defect in one.defects if defect.kind != "rubric"] == [
        ("input", blocks)
    ]


@pytest.mark.parametrize(
    ("published", "data"),
    [
        ("1\n2\nexit", b"1\n2\nexit\n"),
        ("42", b"42\n"),
        ("lambda x: mul(x, 2)", b"lambda x: mul(x, 2)\n"),
        ('write a.txt "1\\n"\nexit', b'write a.txt "1\\n"\nexit\n'),
        ("", b""),
    ],
)
def test_the_text_itself(tmp_path: Path, published: str, data: bytes) -> None:
    found = read(tmp_path, {}, input=published)
    assert (found.source, found.file, found.data) == ("text", None, data)


def test_what_the_command_brings_itself_is_not_typed_again(tmp_path: Path) -> None:
    found = read(tmp_path, {}, command="echo 0 | python src/main.py", input="0")
    assert (found.source, found.data) == ("in_command", b"")


def test_none_at_all(tmp_path: Path) -> None:
    assert read(tmp_path, {}, input=None) == StandardInput(source="none")


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf1\r\n0\r\n", b"1\r0\r"])
def test_marks_and_line_ends_of_other_systems_are_not_typed(tmp_path: Path, data: bytes) -> None:
    assert read(tmp_path, {"evaluation/1.in": data}, input="evaluation/1.in").data == b"1\n0\n"


def test_input_that_is_no_utf_8_is_told_and_not_typed(tmp_path: Path) -> None:
    one = only(tmp_path, criterion(input="evaluation/1.in"), {"evaluation/1.in": "罐子\n".encode("gb18030")})
    assert one.steps[0].input.source == "missing"
    assert [defect.message for defect in one.defects if defect.blocks and "is no UTF-8" in defect.message]


def test_empty_lines_at_the_end_are_cut(tmp_path: Path) -> None:
    """They make programs complain of an empty choice, which was taken for the program's fault."""
    found = read(tmp_path, {"evaluation/1.in": "1\n\n0\n\n\n"}, input="evaluation/1.in")
    assert found.data == b"1\n\n0\n"


@settings(deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1))
def test_what_is_typed_ends_with_one_line_end_and_loses_nothing_else(text: str) -> None:
    assert typed(text) == text.rstrip("\n") + "\n"


UNIT = "evaluation/test_a.py"


def test_words_within_words_are_not_what_they_seem(tmp_path: Path) -> None:
    """A PRD that has its menus redisplayed was read as one that needs Redis."""
    task = task_of(
        tmp_path, [criterion()], {"src/PRD.md": "# Jars\n\nRedisplay the menu, redistribute jars.\n"}
    )
    assert task.needs == may_be_used(task) == ()


def test_what_a_task_needs_is_told_with_where_it_is_named(tmp_path: Path) -> None:
    files = {
        "src/PRD.md": "# Jars\n\nInstall MySQL. Charts are drawn with Matplotlib, tables with torch.\n",
        UNIT: "import torch\n\n\ndef test_a():\n    assert f() == 1\n",
    }
    plan = [
        criterion(type="unit_test", command=f"pytest {UNIT}"),
        criterion("2.1 Cert", command="openssl x509 -in a"),
        criterion("2.3 Server", command="cd src && python -m flask run"),
    ]
    task = task_of(tmp_path, plan, files)
    assert {(need.name, need.kind): need.because for need in task.needs} == {
        ("pytest", "package"): "a command of it runs pytest",
        ("torch", "package"): "its tests import torch",
        ("openssl", "service"): "a command of it runs openssl",
        ("flask", "package"): "a command of it runs flask",
    }
    assert [need.name for need in may_be_used(task)] == ["matplotlib", "mysql"]


def test_what_a_prd_names_is_listed_and_not_needed(tmp_path: Path) -> None:
    files = {"src/PRD.md": "# Jars\n\nTables must be drawn by pandas, a crawler must reach MySQL 8.0+.\n"}
    task = task_of(tmp_path, [criterion()], files)
    assert task.needs == ()
    assert [(need.name, need.because) for need in may_be_used(task)] == [
        ("crawler", "its PRD names 'crawler'"),
        ("pandas", "its PRD names 'pandas'"),
        ("mysql", "its PRD names 'MySQL'"),
    ]

"""A published folder may hold anything: no link is followed, nothing outside is read, and nothing takes for ever."""

import json
import os
import time
from pathlib import Path

import pytest

from pipeline.exchange.prdbench import files
from pipeline.exchange.prdbench.files import PublishedFolder
from pipeline.exchange.prdbench.reading import read_dataset
from plans.errors import AuthorError, InvalidFile
from tests.pipeline.exchange.publishing import criterion, defects, only, publish, task_of

SECRET = "the words that lie outside\n"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    path = tmp_path / "outside"
    path.mkdir()
    (path / "secret.in").write_text(SECRET)
    return path


@pytest.mark.parametrize(
    "path", ["../../outside/secret.in", "/etc/passwd", "~/.ssh/id_rsa", "a/../../../outside/secret.in"]
)
def test_a_path_that_leaves_the_folder_is_not_read(tmp_path: Path, outside: Path, path: str) -> None:
    root = tmp_path / "published"
    for entry in (criterion(input=path), criterion(command=f"python src/main.py < {path}")):
        one = only(root, entry)
        assert SECRET not in one.model_dump_json()
        assert one.steps[0].input.source in ("missing", "text")
    one = only(
        root, criterion(command=f"python {path}; pytest {path}", expected_output_files=path, input_files=path)
    )
    assert {"expected", "input"} <= defects(one)


def test_links_are_left_out_and_told(tmp_path: Path, outside: Path) -> None:
    root = publish(
        tmp_path / "published",
        [criterion(input="evaluation/1.in"), criterion(input="evaluation/more/secret.in")],
    )
    (root / "7/evaluation/1.in").symlink_to(outside / "secret.in")
    (root / "7/evaluation/more").symlink_to(outside)
    task = read_dataset(root).tasks[0]
    assert [one.steps[0].input.source for one in task.criteria] == ["missing", "missing"]
    assert {problem.where for problem in task.problems} == {"7/evaluation/1.in", "7/evaluation/more"}


def test_a_task_or_plan_that_is_a_link_is_none(tmp_path: Path, outside: Path) -> None:
    root = publish(tmp_path / "published", [criterion()])
    publish(outside, [criterion("9.9 Outside")], number=8)
    (root / "8").symlink_to(outside / "8")
    assert [task.number for task in read_dataset(root).tasks] == [7]
    (root / "9").mkdir()
    (root / "9/evaluation").symlink_to(outside / "8/evaluation")
    assert [problem.where.partition("/")[0] for problem in read_dataset(root).problems] == ["9", "9"]
    (tmp_path / "other").mkdir()
    (tmp_path / "other/PRDBench").symlink_to(outside)
    with pytest.raises(AuthorError):
        read_dataset(tmp_path / "other")


def test_a_file_that_becomes_a_link_after_it_was_listed_is_not_followed(
    tmp_path: Path, outside: Path
) -> None:
    root = publish(tmp_path / "published", [criterion()], {"evaluation/1.in": "1\n"})
    listed = PublishedFolder(root / "7", "7")
    (root / "7/evaluation/1.in").unlink()
    (root / "7/evaluation/1.in").symlink_to(outside / "secret.in")
    with pytest.raises(InvalidFile, match="link"):
        listed.read("evaluation/1.in")


def test_pipes_and_sockets_are_not_waited_for(tmp_path: Path) -> None:
    root = publish(tmp_path, [criterion(input="evaluation/1.in")])
    os.mkfifo(root / "7/evaluation/1.in")
    (root / "7/evaluation/metric.json").unlink()
    os.mkfifo(root / "7/evaluation/metric.json")
    task = read_dataset(root).tasks[0]
    assert task.criteria[0].steps[0].input.source == "missing"


def test_a_huge_file_is_refused_and_the_rest_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "FILE_LIMIT", 10_000)
    huge = {"evaluation/1.in": "1\n" * 10_000, "evaluation/a.py": "#" * 20_000}
    one = only(tmp_path, criterion(command="python evaluation/a.py", input="evaluation/1.in"), huge)
    assert one.steps[0].input.source == "missing"
    told = [defect.message for defect in one.defects if defect.blocks]
    assert ["at most 10,000 are read" in message for message in told] == [True, True]


def test_a_folder_of_endless_files_is_looked_at_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ENTRIES_LIMIT", 20)
    task = task_of(tmp_path, [criterion()], {f"evaluation/{number}.in": "" for number in range(40)})
    assert "more than 20 entries" in task.problems[0].message


def test_names_that_are_no_text_are_left_out(tmp_path: Path) -> None:
    root = publish(tmp_path, [criterion()])
    (root / "7" / os.fsdecode(b"evaluation/\xff.in")).write_text("1\n")
    (root / "7" / "evaluation/a\nb.in").write_text("1\n")
    task = read_dataset(root).tasks[0]
    assert len(task.problems) == 2
    json.loads(task.model_dump_json())


@pytest.mark.parametrize("numbers", [["7", "007"], ["0", "00"]])
def test_two_folders_with_one_number_are_told(tmp_path: Path, numbers: list[str]) -> None:
    for name in numbers:
        publish(tmp_path, [criterion()], number=1)
        (tmp_path / "1").rename(tmp_path / name)
    dataset = read_dataset(tmp_path)
    assert len(dataset.tasks) == 1
    assert (
        "as another folder has" in dataset.problems[-1].message
        or "as another folder has" in dataset.problems[0].message
    )


@pytest.mark.parametrize(
    "aux", [[], "x", {"7": "src/a"}, {"7": [1]}, {"x": []}, {"²": []}, {"7": ["../../a", "/etc/passwd"]}]
)
def test_aux_data_of_another_shape_keeps_nothing_from_being_read(tmp_path: Path, aux: object) -> None:
    dataset = read_dataset(publish(tmp_path, [criterion()], aux=aux))
    assert all(".." not in name and not name.startswith("/") for name in dataset.tasks[0].must_survive)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "a/" * 10_000 + ".csv",
        "*" * 20_000,
        "1." * 10_000,
        "evaluation/" + "1.1" * 7_000 + ".in",
        "{" * 20_000,
        "within " * 3_000,
        "2 points:" * 2_000,
        "x.csv " * 3_000,
        "$(" * 5_000,
        "a\n" * 10_000,
    ],
)
def test_no_text_takes_for_ever(tmp_path: Path, text: str) -> None:
    """Twenty thousand characters take a second; were the time to grow with their square, it would be minutes."""
    files = {"src/PRD.md": text, "evaluation/1.in": text, "evaluation/a.py": text}
    plan = [
        criterion(
            f"1.{number} {text}",
            command=text,
            input=text,
            description=text,
            expected_output=text,
            input_files=text,
        )
        for number in range(3)
    ]
    plan.append(criterion("2.1 Jars", input="evaluation/1.in", command="python evaluation/a.py"))
    rubric = [{"metric": f"1.1 {text}", "expected_output": text}]
    before = time.perf_counter()
    task = task_of(tmp_path, plan, files, rubric=rubric)
    assert len(task.criteria) == 4
    assert time.perf_counter() - before < 10

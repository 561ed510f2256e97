"""Criteria are counted as the paper does, and the published state of the data is told from what lies there."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.exchange.prdbench.counting import defect_counts, type_counts
from pipeline.exchange.prdbench.origin import version_told
from pipeline.exchange.prdbench.reading import read_dataset
from pipeline.exchange.prdbench.signs import Signs, first_sign, signs
from tests.pipeline.exchange.publishing import criterion, publish

BROKEN = criterion("3.1 Check", command="python evaluation/check.py")
CHINESE = criterion("3.2 列出罐子")
TWICE = criterion("3.3 Jars", test_command="python src/main.py")


@pytest.mark.parametrize(
    ("plan", "name"),
    [
        ([criterion(), CHINESE], "original"),
        ([criterion(), TWICE], "original"),
        ([criterion(), BROKEN], "translated"),
        ([criterion(), BROKEN, CHINESE], "unclear"),
        ([criterion()], "unclear"),
    ],
)
def test_the_state_of_the_data_is_told_by_its_signs_and_not_by_its_size(
    tmp_path: Path, plan: list[dict[str, Any]], name: str
) -> None:
    version = read_dataset(publish(tmp_path, plan, {"evaluation/check.py": "if x:\nprint(1)\n"})).version
    assert version.name == name
    assert version.counts.total == len(plan)
    assert f"of {len(plan)} criteria" in version.because


def test_of_data_without_signs_it_is_said_that_their_state_cannot_be_told(tmp_path: Path) -> None:
    """It read "unclear, as 0 of 1 criteria have Chinese text", from which nobody could guess what was unclear."""
    told = version_told(None, read_dataset(publish(tmp_path, [criterion()], {})).version)
    assert told == (
        "of an unknown commit; as first published or as translated since, which cannot be told: 0 of 1 criteria have "
        "Chinese text or names and 0 say their command twice, as at first, and 0 have a test or script that Python "
        "cannot parse, as since the translation"
    )


def test_the_unsatisfiable_are_counted_as_published_and_told_apart(tmp_path: Path) -> None:
    plan = [
        criterion("1.1 Start"),
        criterion("2.1 Sum", type="unit_test", command="pytest evaluation/test_gone.py"),
        criterion(
            "2.2 Mean",
            type="unit_test",
            command="pytest evaluation/test_gone.py::test_a evaluation/test_b.py",
        ),
        criterion("3.1 Export", type="file_comparison", expected_output_files="out.csv"),
    ]
    (task,) = read_dataset(publish(tmp_path, plan)).tasks
    assert type_counts(task.criteria).model_dump() == {
        "unit_test": 2,
        "shell_interaction": 1,
        "file_comparison": 1,
    }
    assert [one.is_satisfiable for one in task.criteria] == [True, False, False, True]
    assert defect_counts(task.criteria) == {"no_rubric": 4, "test_missing": 2, "reference_is_product": 1}


@pytest.mark.parametrize(
    ("text", "word", "found"),
    [
        ("It exports a file.", "export*", "exports"),
        ("A reexport.", "export*", None),
        ("Redisplay it.", "redis", None),
        ("In less than two seconds", "in * than", "In less than"),
        ("within a second", "within * second*", "within a second"),
        ("self-help", "help", None),
    ],
)
def test_a_sign_is_whole_words_and_a_star_any_ending(text: str, word: str, found: str | None) -> None:
    assert first_sign(text, (word,)) == found


def test_without_words_nothing_is_found() -> None:
    assert first_sign("anything", ()) is None


def test_no_sign_stands_twice_in_a_list_and_every_module_belongs_to_a_need() -> None:
    read: Signs = signs()
    lists = [read.starts, read.exits, read.no_noun, *read.remarks.values()]
    lists += [words for made in read.makes_for.values() for words in (made.makers, made.users)]
    assert [word for words in lists for word in set(words) if words.count(word) > 1] == []
    assert set(read.imports.values()) <= {name for named in read.needs.values() for name in named}

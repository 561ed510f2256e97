"""Reports in PRDBench's own format are read however they were written, written so that its tools read them, and counted
as these count them, with ours beside it and every cause of the difference with what it is worth.
"""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.exchange.prdbench.reading import read_dataset
from pipeline.exchange.prdbench.reports import counted, parse_report, score_cal, write_report
from plans.errors import AuthorError
from plans.files import read_record, write_record
from plans.records.published import PublishedScore, PublishedTask, ReportLine
from tests.pipeline.exchange.publishing import criterion, publish

ONE = {"metric": "1.1 Start", "description": "d", "score": 2, "explanation": "It starts."}
TWO = {"metric": "2.1 Jars", "description": "d", "score": 1, "explanation": "Some {jars}."}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([ONE, TWO]),
        json.dumps([ONE, TWO], indent=2),
        "\ufeff" + json.dumps([ONE, TWO]),
        f"{json.dumps(ONE)}\n\n{json.dumps(TWO)}\n",
        f"{json.dumps(ONE, indent=1)},\n{json.dumps(TWO, indent=1)}",
        f"Here is the report:\n{json.dumps(ONE)}\n{json.dumps(TWO)}\nDone.",
        f"```json\n{json.dumps([ONE, TWO], indent=1)}\n```",
        f"}}\n{json.dumps(ONE)}\n{json.dumps(TWO)}",
    ],
)
def test_a_report_is_read_in_every_form_that_judges_write(text: str) -> None:
    assert [(line.metric, line.points, line.explanation) for line in parse_report(text)] == [
        ("1.1 Start", 2, "It starts."),
        ("2.1 Jars", 1, "Some {jars}."),
    ]


@pytest.mark.parametrize(
    ("score", "number", "said"),
    [
        ("2", 2.0, None),
        ("2.0", 2.0, None),
        ("3", 3.0, "3"),
        ("-1", -1.0, "-1"),
        ("1.5", 1.5, "1.5"),
        ('"2"', None, '"2"'),
        ("true", None, "true"),
        ("null", None, "null"),
        ("NaN", None, "NaN"),
        ("1" * 400, None, "1" * 200),
        ("1e308", None, "1e+308"),
        ("[2]", None, "[2]"),
    ],
)
def test_a_score_is_points_or_is_kept_as_it_was_said(
    score: str, number: float | None, said: str | None
) -> None:
    (line,) = parse_report(f'{{"metric": "1.1 Start", "score": {score}}}')
    assert (line.score, line.said) == (number, said)
    assert line.points == (number if said is None else None)


def test_what_is_no_line_of_a_report_is_passed_over() -> None:
    assert len(parse_report(json.dumps([ONE, {"metric": "2.1 Jars"}, "text", 3]))) == 1


def test_an_object_that_is_cut_off_hides_no_other() -> None:
    """One brace too many, or too few, and a report counted as empty without a word."""
    report = parse_report(f'{json.dumps(ONE)}\n{{"metric": "2.1 Jars", "sco\n{json.dumps(TWO)}')
    assert [line.metric for line in report] == ["1.1 Start", "2.1 Jars"]


@settings(deadline=None)
@given(st.text())
def test_no_text_breaks_the_reading(text: str) -> None:
    assert all(line.points in (0, 1, 2, None) for line in parse_report(text))


texts = st.text(st.characters(codec="utf-8"))
lines = st.builds(
    ReportLine, metric=texts, description=texts, explanation=texts, score=st.sampled_from([0.0, 1.0, 2.0])
)


@settings(deadline=None)
@given(st.lists(lines, min_size=1))
def test_what_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, written: list[ReportLine]
) -> None:
    path = tmp_path_factory.mktemp("reports") / "round1.jsonl"
    write_report(path, written)
    assert list(parse_report(path.read_text())) == written


def test_a_criterion_without_points_is_written_without_a_score(tmp_path: Path) -> None:
    """To write 0 would be to guess, and PRDBench's tools pass over an object without a score."""
    path = tmp_path / "round1.jsonl"
    write_report(path, [ReportLine(metric="1.1 Start", score=None, explanation="undecided: no model")])
    assert "score" not in json.loads(path.read_text())
    assert parse_report(path.read_text()) == ()


@pytest.mark.parametrize(
    "line", [ReportLine(metric="1.1", score=3), ReportLine(metric="1.1", score=None, said="x")]
)
def test_other_scores_are_not_written(tmp_path: Path, line: ReportLine) -> None:
    with pytest.raises(AuthorError, match="other than 0, 1 and 2"):
        write_report(tmp_path / "round1.jsonl", [line])


METRICS = ["1.1 Program startup", "2.1 List of jars", "2.2 Search of jars", "2.3 Removing a jar"]


def planned(root: Path, *numbers: int, broken: bool = False) -> tuple[PublishedTask, ...]:
    """Tasks of four criteria; the last of a broken one nobody can satisfy."""
    for number in numbers:
        plan = [criterion(metric) for metric in METRICS]
        if broken:
            plan[3] = criterion(METRICS[3], command="python evaluation/gone.py")
        publish(root, plan, number=number)
    return read_dataset(root).tasks


def report(root: Path, number: int, scores: list[Any] | str, metrics: list[str] | None = None) -> None:
    path = root / str(number) / "reports/round1.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    named = zip(metrics or METRICS, scores, strict=False) if isinstance(scores, list) else ()
    told = [
        {"metric": metric, "description": "", "score": score, "explanation": ""} for metric, score in named
    ]
    path.write_text(scores if isinstance(scores, str) else "\n".join(map(json.dumps, told)))


def causes(score: PublishedScore) -> dict[str, tuple[int, float]]:
    return {one.kind: (one.count, round(one.effect, 6)) for one in score.differences}


def test_where_a_report_is_whole_the_two_numbers_are_one(tmp_path: Path) -> None:
    tasks = planned(tmp_path, 1, 2)
    report(tmp_path, 1, [2, 2, 1, 1])
    report(tmp_path, 2, [2, 0, 0, 0])
    score = score_cal(tmp_path, "1", tasks)
    assert (score.published, score.low, score.high, score.valid) == (0.5, 0.5, 0.5, 2)
    assert score.differences == ()


def test_criteria_that_a_report_leaves_out_raise_the_published_number(tmp_path: Path) -> None:
    tasks = planned(tmp_path, 1)
    report(tmp_path, 1, [2, 2])
    score = score_cal(tmp_path, "1", tasks)
    assert (score.published, score.low, score.high) == (1.0, 0.5, 1.0)
    assert causes(score) == {"left_out": (2, -0.5)}


def test_a_project_without_a_report_is_dropped_from_the_published_mean(tmp_path: Path) -> None:
    tasks = planned(tmp_path, 1, 2)
    report(tmp_path, 1, [2, 2, 2, 2])
    score = score_cal(tmp_path, "1", tasks)
    assert (score.published, score.valid, score.low, score.high) == (1.0, 1, 0.5, 1.0)
    assert causes(score) == {"dropped_projects": (1, -0.5)}
    assert score.projects[1].why is not None
    assert "cannot be read" in score.projects[1].why


def test_lines_of_no_criterion_and_of_one_twice_are_counted_there_and_not_here(tmp_path: Path) -> None:
    tasks = planned(tmp_path, 1)
    report(tmp_path, 1, [0, 0, 0, 0, 2, 2, 0], [*METRICS, "9.9 Something else", "extra", METRICS[0]])
    score = score_cal(tmp_path, "1", tasks)
    assert score.published == pytest.approx(4 / 7 / 2)
    assert score.low == score.high == 0
    assert causes(score) == {"foreign_lines": (3, round(-4 / 7 / 2, 6))}


def test_scores_beyond_two_and_two_different_ones_are_undecided_here(tmp_path: Path) -> None:
    tasks = planned(tmp_path, 1)
    report(tmp_path, 1, [4, 2, 2, 2, 0], [*METRICS, METRICS[1]])
    score = score_cal(tmp_path, "1", tasks)
    assert score.published == 1.0
    assert (score.low, score.high) == (0.5, 1.0)
    assert causes(score)["odd_scores"][0] == 2


def test_criteria_that_nobody_can_satisfy_are_beside_our_number(tmp_path: Path) -> None:
    tasks = planned(tmp_path, 1, broken=True)
    report(tmp_path, 1, [2, 2, 2, 0])
    score = score_cal(tmp_path, "1", tasks)
    assert (score.published, score.low, score.high) == (0.75, 1.0, 1.0)
    assert causes(score) == {"unsatisfiable": (1, 0.25)}
    as_published = score_cal(tmp_path, "1", tasks, with_unsatisfiable=True)
    assert (as_published.low, as_published.differences) == (0.75, ())


def test_a_title_that_the_judge_changed_a_little_is_still_its_criterion(tmp_path: Path) -> None:
    tasks = planned(tmp_path, 1)
    report(tmp_path, 1, [2, 2, 2, 2], ["1.1 Program start", "2.1: List of all jars", METRICS[2], METRICS[3]])
    assert score_cal(tmp_path, "1", tasks).low == 1.0


START = json.dumps({"metric": METRICS[0], "score": 2}, indent=1)


@pytest.mark.parametrize(
    ("text", "published", "low"),
    [
        (",\n".join([START] * 4), 0.0, 0.25),  # neither list nor lines, and fewer than five objects
        (f"[{START},", 0.0, 0.25),  # cut off
        (f"[{START}, {{]", 0.0, 0.25),  # ends like a list and is none: dropped, and no project is left
        ("", 0.0, 0.0),
        ('{"metric": "1.1 Program startup", "score": "2"}', 0.0, 0.0),  # a text cannot be added
        ('{"metric": "1.1 Program startup"}', 0.0, 0.0),
    ],
)
def test_reports_that_it_cannot_read(tmp_path: Path, text: str, published: float, low: float) -> None:
    tasks = planned(tmp_path, 1)
    report(tmp_path, 1, text)
    score = score_cal(tmp_path, "1", tasks)
    assert (score.published, score.low) == (published, low)
    assert score.projects[0].why is not None


def test_five_objects_with_commas_between_them_are_read_by_both(tmp_path: Path) -> None:
    told = [json.dumps({"metric": metric, "score": 1}, indent=1) for metric in [*METRICS, "9.9 More"]]
    assert counted(",\n".join(told).encode()).score == 0.5


@pytest.mark.parametrize(
    ("data", "score"),
    [
        (b"[]", None),
        (b"[1, 2]", None),
        (b'[{"score": true}, {"score": 0}]', 0.25),
        (b'[{"score": 9}, {"score": -1}]', 2.0),
        (b'\xef\xbb\xbf{"score": 2}', 0.0),
        (b'{"score": 2}\r\n{"score": 0}', 0.5),
        (b'"text"\n{"score": 2}', 1.0),
        (b'{"score": [1]}', None),
        (b'{"score": null}', None),
        (b"\xff", None),
        (b"[" * 100_000 + b"]", None),
        (b'{"a": "\xe2\x80\xa8", "score": 2}', 0.0),
    ],
)
def test_its_oddities_are_followed(data: bytes, score: float | None) -> None:
    """A line separator within a text parts it, a byte order mark hides the first object, true is 1."""
    assert counted(data).score == score


def test_a_number_that_is_none_makes_all_of_it_none(tmp_path: Path) -> None:
    tasks = planned(tmp_path, 1, 2)
    report(tmp_path, 1, '{"metric": "1.1 Program startup", "score": NaN}')
    report(tmp_path, 2, [2, 2, 2, 2])
    score = score_cal(tmp_path, "1", tasks)
    assert score.published is None
    assert (score.low, score.high) == (0.5, 1.0)


def test_reports_are_not_read_through_links(tmp_path: Path) -> None:
    tasks = planned(tmp_path / "published", 1)
    report(tmp_path / "other", 1, [2, 2, 2, 2])
    (tmp_path / "published/1/reports").symlink_to(tmp_path / "other/1/reports")
    assert score_cal(tmp_path / "published", "1", tasks).valid == 0


@pytest.mark.parametrize("round", ["", "../1", "1/2"])
def test_a_round_is_letters_and_digits(tmp_path: Path, round: str) -> None:
    with pytest.raises(AuthorError, match="nothing to count"):
        score_cal(tmp_path, round, planned(tmp_path, 1))


def test_it_is_written_and_read_back(tmp_path: Path) -> None:
    tasks = planned(tmp_path / "published", 1)
    report(tmp_path / "published", 1, [2, 2])
    score = score_cal(tmp_path / "published", "1", tasks)
    write_record(tmp_path / "score.json", score)
    assert read_record(tmp_path / "score.json", PublishedScore) == score


scores = st.one_of(
    st.sampled_from([0, 1, 2]),
    st.integers(-3, 5),
    st.floats(-1, 3),
    st.none(),
    st.just("2"),
    st.booleans(),
    st.just(1e308),
)
metrics = st.sampled_from([*METRICS, "2.1 List of the jars", "9.9 Else", ""])


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(st.lists(st.tuples(metrics, scores), max_size=7), min_size=2, max_size=2), st.booleans())
def test_the_causes_add_up_to_the_difference(
    tmp_path_factory: pytest.TempPathFactory, told: list[list[tuple[str, Any]]], broken: bool
) -> None:
    root = tmp_path_factory.mktemp("published")
    tasks = planned(root, 1, 2, broken=broken)
    for number, lines in enumerate(told, 1):
        report(root, number, [score for _, score in lines], [metric for metric, _ in lines])
    score = score_cal(root, "1", tasks)
    assert score.low <= score.high
    if score.published is None:
        assert score.differences == ()
        return
    assert math.isclose(
        score.published + sum(one.effect for one in score.differences), score.low, abs_tol=1e-9
    )

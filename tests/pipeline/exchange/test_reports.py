"""Reports in PRDBench's own format are read however they were written, and written so that its tools read them."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.exchange.prdbench.reports import parse_report, write_report
from plans.errors import AuthorError
from plans.records.published_scores import ReportLine

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

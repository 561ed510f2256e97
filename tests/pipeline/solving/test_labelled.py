"""Labels by people beside what checks found: agreement by check, by group, and of quality checks of instances."""

import json
from pathlib import Path

import pytest

from pipeline.solving.comparison import AnswerAgreement, answer_agreement, labelled_in, read_all_labels
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.run import score_suite
from plans.digests import text_digest
from plans.errors import AuthorError, InvalidFile
from plans.paths import RunPaths
from tests.pipeline.solving.making import Adder, entrant, planned, sums_suite


async def a_run(folder: Path) -> ScoredRunFolder:
    """Twelve sums, the first two of them wrong."""
    suite = sums_suite(folder / "suite")
    entrants = (entrant(Adder(wrong=frozenset({"sum-0000", "sum-0001"}))),)
    spec, scorers = planned(suite, *entrants)
    paths = RunPaths(folder / "run")
    await score_suite(spec, suite, entrants, scorers, paths)
    return ScoredRunFolder(paths)


def label(holds: str, **more: object) -> dict[str, object]:
    return {"holds": holds, "hands": [holds, holds], **more}


def write(folder: Path, name: str, value: object) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(json.dumps(value))
    return folder


def measured(reader: ScoredRunFolder, folder: Path) -> AnswerAgreement:
    return answer_agreement(labelled_in(reader, read_all_labels(folder)))


async def test_checks_are_held_against_people_by_check_and_by_group(tmp_path: Path) -> None:
    reader = await a_run(tmp_path)
    answers = {
        "sum-0000": {"checks": {"sum": label("no"), "format": label("yes")}},
        "sum-0001": {"checks": {"sum": label("yes"), "format": label("yes")}},
        "sum-0002": {"checks": {"sum": label("yes"), "format": label("no")}},
        "sum-0003": {"checks": {"sum": label("unclear")}},
    }
    seen = measured(reader, write(tmp_path / "labels", "a.json", {"solver": "adder", "answers": answers}))
    rows = {(row.kind, row.part): row for row in seen.rows}
    total = rows["check", "sum"].measured
    assert total["accuracy"].value == pytest.approx(2 / 3)
    assert (total["precision"].value, total["recall"].value) == (1, 0.5)
    assert total["F1"].value == pytest.approx(2 / 3)
    assert total["kappa"].value == pytest.approx(0.4)
    assert total["accuracy"].low is not None
    assert rows["group", "right"].counts.decided == 6
    assert (seen.instances, seen.labels, seen.unclear) == (3, 6, 1)


async def test_quality_checks_are_held_against_people_from_the_labels_alone(tmp_path: Path) -> None:
    """What was refused is in no suite, so the file says what the verifier said."""
    reader = await a_run(tmp_path)
    instances = {
        "draft-1": {"clarity": label("yes", said="yes")},
        "draft-2": {"clarity": label("no", said="yes")},
    }
    seen = measured(reader, write(tmp_path / "labels", "q.json", {"instances": instances}))
    [row] = seen.rows
    assert (row.kind, row.part, row.measured["accuracy"].value) == ("quality", "clarity", 0.5)


async def test_labels_of_another_answer_say_nothing_of_this_one(tmp_path: Path) -> None:
    reader = await a_run(tmp_path)
    right = text_digest(reader.responses("adder", 1)["sum-0002"].text)[:12]
    answers = {
        "sum-0002": {"digest": right, "checks": {"sum": label("yes")}},
        "sum-0003": {"digest": "0" * 12, "checks": {"sum": label("yes")}},
    }
    folder = write(tmp_path / "labels", "a.json", {"solver": "adder", "answers": answers})
    found = labelled_in(reader, read_all_labels(folder))
    assert [one.instance for one in found.checks] == ["sum-0002"]
    assert found.elsewhere == ("adder/1/sum-0003",)


async def test_labels_that_fit_nothing_are_told(tmp_path: Path) -> None:
    reader = await a_run(tmp_path)
    unknown = {"solver": "adder", "answers": {"sum-0000": {"checks": {"tone": label("yes")}}}}
    with pytest.raises(AuthorError, match="'tone'"):
        measured(reader, write(tmp_path / "one", "a.json", unknown))
    stranger = {"solver": "nobody", "answers": {"sum-0000": {"checks": {"sum": label("yes")}}}}
    with pytest.raises(AuthorError, match="'nobody'"):
        measured(reader, write(tmp_path / "two", "a.json", stranger))
    with pytest.raises(InvalidFile):
        measured(reader, write(tmp_path / "three", "a.json", {"answers": {}}))
    (tmp_path / "four").mkdir()
    with pytest.raises(AuthorError, match="No labels lie in"):
        measured(reader, tmp_path / "four")

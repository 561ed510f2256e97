"""Task Pass Rates corrected for the error of the judge that made them, and when they must not be."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from pydantic import ValidationError

from pipeline.runner.scoring.calibration import JudgeCalibration, as_calibrated
from plans.errors import Event, InvalidFile
from plans.files import read_record, write_text
from plans.project_metrics import ProjectMetrics
from plans.records.result import AppCounts, Calibration, Uncorrected
from plans.records.run import RunSpec, Share
from plans.records.verdict import OutcomeCause, Status, World
from tests.calibrations import APPS, app, calibrated, keep
from tests.pipeline.runner.stand_ins import shop
from tests.pipeline.runner.test_scoring import judgement
from tests.specs import RUN, changed_spec

SPEC = changed_spec(RUN, judge={"digest": "d" * 64, "world": World.OPEN})
SENSITIVITY, SPECIFICITY = 0.8, 5 / 6


def of(folder: Path, apps: Sequence[AppCounts] = APPS, spec: RunSpec = SPEC) -> JudgeCalibration:
    return JudgeCalibration(spec, keep(folder, calibrated(SPEC.judge, tuple(apps))))


def shares(*passed: float, lost: float = 0.0) -> Mapping[str, Sequence[Share]]:
    """A project for each rate, with so much of it that nobody could judge."""
    return {
        f"shop-{number}": [Share(low=rate, high=rate + lost, decided=rate, decided_share=1 - lost)]
        for number, rate in enumerate(passed)
    }


def test_what_a_judge_passes_of_a_known_share_gives_that_share_back(tmp_path: Path) -> None:
    judge = of(tmp_path)
    for truth in (0.0, 0.3, 0.9, 1.0):
        passed = SENSITIVITY * truth + (1 - SPECIFICITY) * (1 - truth)
        found = judge.corrected(shares(passed, passed))
        assert found is not None
        assert found.low == found.high == pytest.approx(truth)
        assert found.ci_low <= found.low <= found.ci_high
        assert found.degenerate
    best, worst = judge.corrected(shares(1.0)), judge.corrected(shares(0.0))
    assert best is not None
    assert worst is not None
    assert (best.low, worst.high) == (1.0, 0.0)


def test_the_interval_holds_the_spread_of_projects_and_that_of_labelled_apps(tmp_path: Path) -> None:
    rates = shares(0.2, 0.5, 0.5, 0.8)
    small, large = (
        of(tmp_path / "small"),
        of(
            tmp_path / "large",
            [one.model_copy(update={"app": f"{one.app}-{copy}"}) for one in APPS for copy in range(30)],
        ),
    )
    one_rate, unsure, sure = small.corrected(shares(0.5)), small.corrected(rates), large.corrected(rates)
    assert one_rate
    assert unsure
    assert sure
    assert one_rate.ci_high - one_rate.ci_low > 0.1
    assert unsure.ci_high - unsure.ci_low > sure.ci_high - sure.ci_low > one_rate.ci_high - one_rate.ci_low
    assert unsure.low == pytest.approx(sure.low)
    turned = dict(reversed(rates.items()))
    assert small.corrected(turned) == unsure == of(tmp_path / "small").corrected(rates)


def test_what_nobody_could_judge_makes_a_range_and_what_the_judge_left_open_does_not(tmp_path: Path) -> None:
    found = of(tmp_path).corrected(shares(0.4, 0.4, lost=0.2))
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(0.37, abs=0.01), pytest.approx(0.68, abs=0.01))
    p, f, u = Status.PASSED, Status.FAILED, Status.UNRESOLVED
    project, web = shop(), ProjectMetrics()
    judged = judgement(project, [p, f, u] * 4)
    assert judged is not None
    lost, doubted, *others = [one for one in judged.tasks if one.status is u]
    cut = lost.model_copy(update={"event": Event.BROWSER_LOST})
    judged = judged.model_copy(
        update={"tasks": tuple(cut if one.task == lost.task else one for one in judged.tasks)}
    )
    stands = as_calibrated(web.standing(project.criteria, judged), judged).tasks
    assert stands[lost.task] is u
    assert {stands[one.task] for one in (doubted, *others)} == {f}
    assert set(as_calibrated(web.standing(project.criteria, None), None).tasks.values()) == {u}


def test_sensitivity_is_of_honest_apps_and_specificity_of_all(tmp_path: Path) -> None:
    accuracy = of(tmp_path).accuracy
    assert accuracy is not None
    assert (accuracy.honest_apps, accuracy.apps) == (4, 8)
    assert (accuracy.fulfilled, accuracy.unfulfilled) == (80, 96)
    assert accuracy.sensitivity is not None
    assert accuracy.specificity is not None
    assert accuracy.false_fails is not None
    assert accuracy.sensitivity.value == pytest.approx(SENSITIVITY)
    assert accuracy.specificity.value == pytest.approx(SPECIFICITY)
    assert accuracy.false_fails.value == pytest.approx(0.1)
    assert accuracy.sensitivity.low is not None
    assert accuracy.sensitivity.high is not None
    assert accuracy.sensitivity.low < SENSITIVITY < accuracy.sensitivity.high
    assert accuracy.by_cause[OutcomeCause.NOT_BOUND].fulfilled == 8


def test_a_calibration_of_another_judge_world_or_family_corrects_nothing(tmp_path: Path) -> None:
    """Least of all silently: the code says which of them it is."""
    other = changed_spec(SPEC, judge={"digest": "e" * 64})
    cases = {
        Uncorrected.NO_CALIBRATION: changed_spec(SPEC, judge={"name": "hybrid"}),
        Uncorrected.OTHER_DIGEST: other,
        Uncorrected.OTHER_WORLD: changed_spec(SPEC, judge={"world": World.CLOSED}),
        Uncorrected.OTHER_FAMILY: changed_spec(SPEC, suite={"family": "python-project"}),
    }
    for why, spec in cases.items():
        judge = of(tmp_path, spec=spec)
        assert (judge.uncorrected, judge.accuracy, judge.corrected(shares(0.5))) == (why, None, None)
    # Not by a file that was renamed, nor by a path that a run's record makes up.
    mine = next(tmp_path.glob("*.yaml"))
    mine.rename(mine.with_name(f"programmatic-{'e' * 12}.yaml"))
    assert JudgeCalibration(other, tmp_path).uncorrected is Uncorrected.OTHER_DIGEST
    away = changed_spec(SPEC, judge={"name": f"../{tmp_path.name}/programmatic"})
    assert JudgeCalibration(away, tmp_path).uncorrected is Uncorrected.NO_CALIBRATION


def test_too_few_labels_and_a_judge_that_tells_nothing_apart_correct_nothing(tmp_path: Path) -> None:
    blind = [app(f"shop-{number}/plain", (20, 10, 10), (20, 10)) for number in range(8)]
    for folder, apps, why in (
        ("few apps", APPS[:2] + APPS[4:6], Uncorrected.TOO_FEW_LABELS),
        ("few tasks", [app(f"s-{n}/p", (4, 4, 0), (4, 0)) for n in range(7)], Uncorrected.TOO_FEW_LABELS),
        ("nothing fulfilled", APPS[4:] * 2, Uncorrected.TOO_FEW_LABELS),
        ("no app", (), Uncorrected.TOO_FEW_LABELS),
        ("blind", blind, Uncorrected.NO_INFORMATION),
    ):
        judge = of(tmp_path / folder, apps)
        assert judge.uncorrected is why, folder
        assert judge.accuracy is not None
        assert judge.corrected(shares(0.5)) is None


def test_draws_in_which_the_judge_tells_nothing_apart_widen_the_interval_to_all(tmp_path: Path) -> None:
    """Leaving them out would have called the estimate surer than it is."""
    shaky = [app(f"s-{n}/p", (20, 20 if n % 3 == 0 else 3, 0), (20, 8)) for n in range(6)]
    found = of(tmp_path, shaky).corrected(shares(0.3, 0.4))
    assert found is not None
    assert (found.ci_low, found.ci_high) == (0.0, 1.0)


def test_a_calibration_is_read_as_it_was_written_and_a_broken_one_is_refused(tmp_path: Path) -> None:
    written = calibrated(SPEC.judge)
    path = next(keep(tmp_path, written).glob("*.yaml"))
    assert read_record(path, Calibration) == written
    assert sum("project" in line for line in path.read_text().splitlines()) == len(APPS)
    write_text(path, "schema_version: 1\n")
    with pytest.raises(InvalidFile):
        JudgeCalibration(SPEC, tmp_path)
    with pytest.raises(ValidationError):
        app("shop/plain", (2, 2, 1), (0, 0))

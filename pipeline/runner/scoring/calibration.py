"""Task Pass Rates corrected for the judge's error, by the calibrations that are shipped in `calibrations/`.

A judge passes a share of the fulfilled tasks (sensitivity, se) and does not pass a share of the unfulfilled ones
(specificity, sp), so of tasks of which a share t is fulfilled it passes p = se t + (1 - sp)(1 - t). Solved for t, that
is the estimate of Rogan and Gladen (1978): t = (p + sp - 1) / (se + sp - 1).

Two limits: the corpus counts tasks alike and judges each on its own, while a run weighs tasks and does not try those
whose prerequisite failed. A prerequisite that the judge fails wrongly therefore costs more in a run than here, and the
corrected rate is still too low where that happens.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from pipeline.runner.scoring.intervals import CONFIDENCE, GRAIN, RESAMPLES
from plans.errors import needs_rejudging
from plans.files import read_record
from plans.records.criteria import Level
from plans.records.result import (
    Accuracy,
    AppCounts,
    Calibration,
    CauseCounts,
    CorrectedRate,
    JudgeAccuracy,
    Proportion,
    Uncorrected,
)
from plans.records.run import ProjectStanding, RunSpec, Share
from plans.records.verdict import Judgement, OutcomeCause, Status

SHIPPED = Path(__file__).with_name("calibrations")
"""Folder of the calibrations that come with benchwright; `make calibration` writes one there."""
FEWEST_TASKS = 30
"""Labelled tasks of either kind, fulfilled in honest apps and unfulfilled, with fewer of which nothing is corrected."""
FEWEST_APPS = 6
"""Labelled apps with fewer of which nothing is corrected: as few say little about how much apps vary."""

Numbers = NDArray[np.float64]


class JudgeCalibration:
    """How often a run's judge is wrong, as far as it is known."""

    def __init__(self, spec: RunSpec, calibrations: Path = SHIPPED) -> None:
        """`calibrations` is the folder to look in; raises InvalidFile for a broken file there."""
        found = _calibration_of(spec, calibrations)
        self.accuracy: JudgeAccuracy | None = None
        """None where the judge has no calibration."""
        self.uncorrected: Uncorrected | None = None
        """Why no rate can be corrected; None where they can be."""
        if isinstance(found, Uncorrected):
            self.uncorrected = found
            return
        counts = _Clusters(found.apps)
        self.accuracy = judge_accuracy(found)
        self.uncorrected = _doubt(self.accuracy)
        self._drawn_sensitivity, self._drawn_specificity = (
            counts.drawn(_sensitivity),
            counts.drawn(_specificity),
        )

    def corrected(self, shares: Mapping[str, Sequence[Share]]) -> CorrectedRate | None:
        """The corrected mean over projects of `shares`, which are by project and one per repeat, as `as_calibrated`
        leaves them; None where `uncorrected` says why.

        Each draw of the interval takes as many projects and as many labelled apps as there are, with replacement. A
        draw of apps on which the judge does no better than chance says nothing, and so widens the interval to 0 and 1.
        """
        accuracy = self.accuracy
        if (
            self.uncorrected
            or accuracy is None
            or accuracy.sensitivity is None
            or accuracy.specificity is None
        ):
            return None
        # Sorted, so that the same rates give the same interval in whatever order the projects come.
        means = sorted(
            (fmean(share.low for share in repeats), fmean(share.high for share in repeats))
            for repeats in shares.values()
        )
        ends = np.array(means)
        drawn = np.random.default_rng(1).integers(0, len(means), (RESAMPLES, len(means)))
        lows, highs = ends[drawn].mean(axis=1).T
        measured = (accuracy.sensitivity.value, accuracy.specificity.value)
        of_draws = (self._drawn_sensitivity, self._drawn_specificity)
        return CorrectedRate(
            low=float(_corrected(ends[:, 0].mean(), *measured, undefined=0.0)),
            high=float(_corrected(ends[:, 1].mean(), *measured, undefined=1.0)),
            ci_low=float(np.quantile(_corrected(lows, *of_draws, undefined=0.0), (1 - CONFIDENCE) / 2)),
            ci_high=float(np.quantile(_corrected(highs, *of_draws, undefined=1.0), (1 + CONFIDENCE) / 2)),
            degenerate=bool(np.ptp(ends, axis=0).max() < GRAIN),
        )


def as_calibrated(standing: ProjectStanding, judgement: Judgement | None) -> ProjectStanding:
    """How tasks stand when what the judge left open counts as not passed, as it does in a calibration.

    What nobody could judge stays unresolved: tasks of a round that is missing, and those that failed to get a verdict
    because the judge or this machine failed.
    """
    if judgement is None:
        return standing
    lost = {verdict.task for verdict in judgement.tasks if needs_rejudging(verdict.event)}
    tasks = {
        task: Status.FAILED if status is Status.UNRESOLVED and task not in lost else status
        for task, status in standing.tasks.items()
    }
    return standing.model_copy(update={"tasks": tasks})


def calibration_file(mode: str, judge_digest: str) -> str:
    """Name of the file that holds a judge's calibration."""
    return f"{mode}-{judge_digest[:12]}.yaml"


def judge_accuracy(calibration: Calibration) -> JudgeAccuracy:
    """Sensitivity and specificity of the judge, with intervals by bootstrap over apps.

    Sensitivity comes from honest apps alone: what an adversarial app fulfils by the way, such as a heading, tells
    little of how the judge finds its way about an app whose author meant it to work. Specificity comes from all apps:
    passing what is not fulfilled is the error that adversarial apps are there to provoke, and without them the judge
    would look harder to fool than it is.
    """
    apps = {(one.project, one.app): one.is_adversarial for one in calibration.apps}
    return JudgeAccuracy(
        **_Clusters(calibration.apps).accuracy().model_dump(),
        mode=calibration.mode,
        judge_digest=calibration.judge_digest,
        world=calibration.world,
        half=calibration.half,
        corpus_digest=calibration.corpus_digest,
        made_on=calibration.made_on,
        honest_apps=list(apps.values()).count(False),
        apps=len(apps),
        by_level={
            level: _Clusters(counts).accuracy()
            for level in Level
            if (counts := [one for one in calibration.apps if one.level is level])
        },
        by_cause=_by_cause([one for one in calibration.apps if not one.is_adversarial]),
    )


def _calibration_of(spec: RunSpec, folder: Path) -> Calibration | Uncorrected:
    judge = spec.judge
    # What a run's record says chooses among the files that are there, and makes up no path.
    of_mode = [path for path in sorted(folder.glob("*.yaml")) if path.name.rpartition("-")[0] == judge.name]
    named = calibration_file(judge.name, judge.digest)
    own = next((path for path in of_mode if path.name == named), None)
    if own is None:
        return Uncorrected.OTHER_DIGEST if of_mode else Uncorrected.NO_CALIBRATION
    found = read_record(own, Calibration)
    if (found.mode, found.judge_digest) != (judge.name, judge.digest):
        return Uncorrected.OTHER_DIGEST
    if found.family != spec.suite.family:
        return Uncorrected.OTHER_FAMILY
    return found if found.world is judge.world else Uncorrected.OTHER_WORLD


def _doubt(accuracy: JudgeAccuracy) -> Uncorrected | None:
    """Why nothing can be corrected by what was measured; None: it can be."""
    if min(accuracy.fulfilled, accuracy.unfulfilled) < FEWEST_TASKS or accuracy.apps < FEWEST_APPS:
        return Uncorrected.TOO_FEW_LABELS
    if accuracy.sensitivity is None or accuracy.specificity is None:
        return Uncorrected.TOO_FEW_LABELS
    if accuracy.sensitivity.value + accuracy.specificity.value <= 1 + GRAIN:
        return Uncorrected.NO_INFORMATION
    return None


def _corrected(
    passed: Numbers | float, sensitivity: Numbers | float, specificity: Numbers | float, *, undefined: float
) -> Numbers:
    gain = np.asarray(sensitivity + specificity - 1)
    is_defined = gain > GRAIN
    found = (passed + specificity - 1) / np.where(is_defined, gain, 1.0)
    return np.where(is_defined, np.clip(found, 0.0, 1.0), undefined)


FIELDS = ("fulfilled", "fulfilled_passed", "fulfilled_failed", "unfulfilled", "unfulfilled_passed")
Measure = Callable[[Numbers], Numbers]
"""A share, from rows of sums of FIELDS; `nan` where there is nothing to take a share of."""


class _Clusters:
    """The counts of each app, with what adversarial apps fulfil left out, and draws of as many apps as there are."""

    def __init__(self, apps: Sequence[AppCounts]) -> None:
        names = sorted({(one.project, one.app) for one in apps})
        self.counts = np.zeros((len(names), len(FIELDS)))
        for one in apps:
            row = [getattr(one, name) for name in FIELDS]
            if one.is_adversarial:
                row[:3] = [0, 0, 0]
            self.counts[names.index((one.project, one.app))] += row
        picks = np.random.default_rng(0).integers(0, max(len(names), 1), (RESAMPLES, len(names)))
        self._sums: Numbers = self.counts[picks].sum(axis=1) if names else np.zeros((1, len(FIELDS)))

    def drawn(self, measure: Measure) -> Numbers:
        """The measure of each draw."""
        return measure(self._sums)

    def proportion(self, measure: Measure) -> Proportion | None:
        """The measure of all apps, with its interval over the draws that define it."""
        value = float(measure(self.counts.sum(axis=0, keepdims=True))[0])
        if np.isnan(value):
            return None
        drawn = self.drawn(measure)
        defined = drawn[~np.isnan(drawn)]
        if len(self.counts) < 2 or not defined.size:
            return Proportion(value=value)
        low, high = np.quantile(defined, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
        return Proportion(value=value, low=float(low), high=float(high))

    def accuracy(self) -> Accuracy:
        """All three shares."""
        whole = self.counts.sum(axis=0)
        return Accuracy(
            fulfilled=int(whole[0]),
            unfulfilled=int(whole[3]),
            sensitivity=self.proportion(_sensitivity),
            specificity=self.proportion(_specificity),
            false_fails=self.proportion(_false_fails),
        )


def _sensitivity(sums: Numbers) -> Numbers:
    return _ratio(sums[:, 1], sums[:, 0])


def _specificity(sums: Numbers) -> Numbers:
    return 1 - _ratio(sums[:, 4], sums[:, 3])


def _false_fails(sums: Numbers) -> Numbers:
    return _ratio(sums[:, 2], sums[:, 0])


def _ratio(part: Numbers, whole: Numbers) -> Numbers:
    return np.where(whole > 0, part / np.where(whole > 0, whole, 1.0), np.nan)


def _by_cause(honest: Sequence[AppCounts]) -> dict[OutcomeCause, CauseCounts]:
    fulfilled, unfulfilled = Counter[OutcomeCause](), Counter[OutcomeCause]()
    for app in honest:
        for cause, counts in app.causes.items():
            fulfilled[cause] += counts.fulfilled
            unfulfilled[cause] += counts.unfulfilled
    return {
        cause: CauseCounts(fulfilled=fulfilled[cause], unfulfilled=unfulfilled[cause])
        for cause in OutcomeCause
        if fulfilled[cause] or unfulfilled[cause]
    }

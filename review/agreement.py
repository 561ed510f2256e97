"""How far a judge agrees with people: accuracy, precision, recall, F1 and Cohen's kappa, with intervals.

"Positive" is that something holds. Intervals are by bootstrap over clusters: verdicts about one app stand or fall
together, so apps are drawn and not verdicts.
"""

from collections.abc import Callable, Sequence

import numpy as np
from pydantic import Field

from plans.records.base import Record
from review.bootstrap import draws, percentile_interval


class Agreement(Record):
    """Counts of decided verdicts against labels, and how many verdicts were not decided."""

    both: int = Field(default=0, ge=0)
    """The judge says that it holds, and so do people."""
    judge_only: int = Field(default=0, ge=0)
    """The judge says that it holds, people that it does not."""
    people_only: int = Field(default=0, ge=0)
    """People say that it holds, the judge that it does not."""
    neither: int = Field(default=0, ge=0)
    undecided: int = Field(default=0, ge=0)
    """Labelled, but not decided by the judge."""

    def __add__(self, other: "Agreement") -> "Agreement":
        return Agreement(
            **{name: getattr(self, name) + getattr(other, name) for name in type(self).model_fields}
        )

    @property
    def decided(self) -> int:
        """Verdicts that can be held against a label."""
        return self.both + self.judge_only + self.people_only + self.neither

    @property
    def decided_share(self) -> float | None:
        """Decided ones among all that were labelled; None when nothing was."""
        return _share(self.decided, self.decided + self.undecided)

    @property
    def accuracy(self) -> float | None:
        """Right ones among the decided."""
        return _share(self.both + self.neither, self.decided)

    @property
    def precision(self) -> float | None:
        """Right ones among those that the judge says hold."""
        return _share(self.both, self.both + self.judge_only)

    @property
    def recall(self) -> float | None:
        """Those that the judge says hold among those that do."""
        return _share(self.both, self.both + self.people_only)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall."""
        return _share(2 * self.both, 2 * self.both + self.judge_only + self.people_only)

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa: agreement beyond what the two rates of "holds" bring about by chance.

        Cohen 1960, A coefficient of agreement for nominal scales: (observed - expected) / (1 - expected). None when
        both always say the same one thing, since chance then explains everything.
        """
        total = self.decided
        if not total:
            return None
        judge, people = self.both + self.judge_only, self.both + self.people_only
        expected = (judge * people + (total - judge) * (total - people)) / total**2
        if expected == 1:
            return None
        return ((self.both + self.neither) / total - expected) / (1 - expected)


def tally(pairs: Sequence[tuple[bool | None, bool]]) -> Agreement:
    """Counts of (judge, people) pairs; None stands for what the judge did not decide."""
    return Agreement(
        both=pairs.count((True, True)),
        judge_only=pairs.count((True, False)),
        people_only=pairs.count((False, True)),
        neither=pairs.count((False, False)),
        undecided=sum(judge is None for judge, _ in pairs),
    )


def clustered_interval(
    clusters: Sequence[Agreement], measure: Callable[[Agreement], float | None]
) -> tuple[float, float] | None:
    """95% interval of a measure of all clusters together, by percentile bootstrap over clusters.

    Draws in which the measure is not defined are left out. None where nothing can be said: fewer than two clusters, or
    no draw in which it is defined.
    """
    if len(clusters) < 2:
        return None
    names = tuple(Agreement.model_fields)
    counts = np.array([[getattr(cluster, name) for name in names] for cluster in clusters])
    # Few clusters give the same sums again and again: each is measured once.
    sums, times = np.unique(counts[draws(len(clusters))].sum(axis=1), axis=0, return_counts=True)
    drawn: list[list[int]] = sums.tolist()
    measured = [measure(Agreement(**dict(zip(names, sum_, strict=True)))) for sum_ in drawn]
    defined = [
        value for value, often in zip(measured, times, strict=True) if value is not None for _ in range(often)
    ]
    return percentile_interval(defined) if defined else None


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None

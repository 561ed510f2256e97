"""How far a judge agrees with people: accuracy, precision, recall, F1 and Cohen's kappa.

"Positive" is that something holds. Intervals of these are in pipeline/runner/scoring/intervals.py.
"""

from collections.abc import Sequence

from pydantic import Field

from plans.records.base import Record


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


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None

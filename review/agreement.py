"""Agreement of judges with people, by verdicts or by points (PRDBench, Table 5)."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from pydantic import Field

from plans.records.base import Record
from plans.records.review import PointLabel, Points


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


POINTS: tuple[Points, ...] = (0, 1, 2)
_WORD = {0: "zero", 1: "one", 2: "two"}

Table = tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]
"""Points by the judge → points by people → tasks."""


class PointAgreement(Record):
    """Counts of decided tasks by the judge's points and then by people's, and of those that were not decided."""

    zero_zero: int = Field(default=0, ge=0)
    zero_one: int = Field(default=0, ge=0)
    """The judge gives 0, people 1; and so on."""
    zero_two: int = Field(default=0, ge=0)
    one_zero: int = Field(default=0, ge=0)
    one_one: int = Field(default=0, ge=0)
    one_two: int = Field(default=0, ge=0)
    two_zero: int = Field(default=0, ge=0)
    two_one: int = Field(default=0, ge=0)
    two_two: int = Field(default=0, ge=0)
    undecided: int = Field(default=0, ge=0)
    """Labelled, but not decided by the judge."""
    defensible: int = Field(default=0, ge=0)
    """Of those that were decided otherwise than labelled: with the points that people could defend as well."""

    def __add__(self, other: "PointAgreement") -> "PointAgreement":
        return PointAgreement(
            **{name: getattr(self, name) + getattr(other, name) for name in type(self).model_fields}
        )

    @property
    def table(self) -> Table:
        """Decided tasks by the judge's points, and within these by people's."""
        return (
            (self.zero_zero, self.zero_one, self.zero_two),
            (self.one_zero, self.one_one, self.one_two),
            (self.two_zero, self.two_one, self.two_two),
        )

    @property
    def decided(self) -> int:
        """Tasks that can be held against a label."""
        return sum(map(sum, self.table))

    @property
    def labelled(self) -> int:
        """All tasks with a label."""
        return self.decided + self.undecided

    @property
    def decided_share(self) -> float | None:
        """Decided ones among all that were labelled; None when nothing was."""
        return _share(self.decided, self.labelled)

    @property
    def exact(self) -> float | None:
        """Those with just the label's points, among the decided."""
        return self._off_by(0)

    @property
    def off_by_one(self) -> float | None:
        """Those a point above or below the label, among the decided."""
        return self._off_by(1)

    @property
    def off_by_two(self) -> float | None:
        """Those with all points where people give none, or the reverse, among the decided."""
        return self._off_by(2)

    @property
    def defended(self) -> float | None:
        """Those with the points of the label or of its alternative, among the decided."""
        return _share(sum(self.table[n][n] for n in POINTS) + self.defensible, self.decided)

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa: a point off is as wrong as two (Cohen 1960, as in review/agreement.py)."""
        return self._kappa(lambda distance: float(distance > 0))

    @property
    def weighted_kappa(self) -> float | None:
        """Cohen's weighted kappa with quadratic weights: 1 - sum(w · observed) / sum(w · expected), w = distance².

        Cohen 1968, Weighted kappa: nominal scale agreement with provision for scaled disagreement; the weights after
        Fleiss and Cohen 1973. Expected is what the two distributions of points bring about by chance. None when nothing
        is decided, or both always give the same points, since chance then explains everything.
        """
        return self._kappa(lambda distance: float(distance**2))

    def recall(self, points: Points) -> float | None:
        """Among the decided tasks to which people give so many points, those to which the judge gives them too."""
        return _share(self.table[points][points], sum(row[points] for row in self.table))

    def _off_by(self, distance: int) -> float | None:
        return _share(self._at(distance), self.decided)

    def _at(self, distance: int) -> int:
        return sum(self.table[j][p] for j in POINTS for p in POINTS if abs(j - p) == distance)

    def _kappa(self, weight: Callable[[int], float]) -> float | None:
        total = self.decided
        if not total:
            return None
        judge = [sum(row) for row in self.table]
        people = [sum(row[points] for row in self.table) for points in POINTS]
        observed = sum(weight(distance) * self._at(distance) for distance in POINTS)
        expected = sum(weight(abs(j - p)) * judge[j] * people[p] for j in POINTS for p in POINTS) / total
        return None if expected == 0 else 1 - observed / expected


def tally_points(pairs: Iterable[tuple[Points | None, PointLabel]]) -> PointAgreement:
    """Counts of (judge's points, label) pairs; None stands for what the judge did not decide."""
    counts: Counter[str] = Counter()
    for judge, label in pairs:
        if judge is None:
            counts["undecided"] += 1
        else:
            counts[f"{_WORD[judge]}_{_WORD[label.points]}"] += 1
            counts["defensible"] += label.points != judge == label.alternative
    return PointAgreement(**counts)

"""What the judge must reach, and beneath what it must not fall again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import Field

from pipeline.report.words import percent
from plans.files import read_record
from plans.plain_text import count_text
from plans.records.base import FileRecord, Record
from tests.corpus.figures import HalfFigures
from tests.corpus.material import HERE, Half

GOALS = {"decided share": 0.85, "accuracy": 0.97, "F1": 0.97, "kappa": 0.90}
"""What the judge must reach on tasks of the half that is set aside."""


class HalfFloor(Record):
    """Figures of a half that were reached once, and that no change may fall beneath."""

    labelled: int = Field(ge=1)
    """Tasks with a label of yes or no: without it, taking labels away would raise every other figure."""
    decided_share: float | None = Field(default=None, ge=0, le=1)
    """Tasks that the judge decides, among those; None, as of the figures beneath: not measured yet."""
    accuracy: float | None = Field(default=None, ge=0, le=1)
    """Right verdicts among the decided."""
    unearned_passes: int | None = Field(default=None, ge=0)
    """Most tasks that adversarial apps may pass without having earned it."""


class SmallFloor(HalfFloor):
    """The floor of some apps of the tuned half, few enough to be judged on every change."""

    apps: tuple[str, ...] = Field(min_length=1)
    """Names of the apps, as `project/style`."""


class Floor(FileRecord):
    """`FLOOR.yaml`: the floor of each half; None: nothing of it is labelled."""

    SCHEMA: ClassVar[str] = "corpus-floor"

    tuned: HalfFloor | None = None
    aside: HalfFloor | None = None
    small: SmallFloor | None = None

    def of(self, half: Half) -> HalfFloor | None:
        """The floor of a half."""
        return self.tuned if half == "tuned" else self.aside


@dataclass(frozen=True)
class Standing:
    """A figure of a half beside its floor and its goal; None: there is none."""

    figure: str
    value: float | None
    floor: float | None
    goal: float | None
    is_count: bool = False
    is_fault: bool = False
    """Whether less is better."""

    @property
    def is_reached(self) -> bool:
        """Whether it is as good as the goal."""
        return self._is_as_good_as(self.goal)

    @property
    def is_beneath(self) -> bool:
        """Whether it is worse than the floor; what could not be measured is."""
        return not self._is_as_good_as(self.floor)

    @property
    def word(self) -> str:
        """Beside the goal, and when it is beneath its floor that too."""
        reached = "" if self.goal is None else "reached" if self.is_reached else "not reached"
        return ", ".join(filter(None, (reached, "beneath the floor" if self.is_beneath else "")))

    def text(self, value: float | None) -> str:
        """The figure, its floor or its goal as it is printed."""
        if value is None:
            return "-"
        if self.is_count:
            return f"{value:.0f}"
        return f"{value:.2f}" if self.figure == "kappa" else percent(value)

    def _is_as_good_as(self, bound: float | None) -> bool:
        if bound is None:
            return True
        if self.value is None:
            return False
        return self.value <= bound if self.is_fault else self.value >= bound


def read_floor(root: Path = HERE) -> Floor:
    """The recorded floor; raises InvalidFile when it is missing or wrong."""
    return read_record(root / "FLOOR.yaml", Floor)


def standings(figures: HalfFigures, recorded: Floor) -> tuple[Standing, ...]:
    """Each figure that a goal or a floor exists for; a part of a half has no floor."""
    floor, tasks = _floor_of(figures, recorded), figures.tasks
    values = dict(zip(GOALS, (tasks.decided_share, tasks.accuracy, tasks.f1, tasks.kappa), strict=True))
    floors = {} if floor is None else {"decided share": floor.decided_share, "accuracy": floor.accuracy}
    most = None if floor is None else floor.unearned_passes
    fewest = None if floor is None else floor.labelled
    return (
        Standing("labelled tasks", tasks.decided + tasks.undecided, fewest, None, is_count=True),
        *(Standing(name, value, floors.get(name), GOALS[name]) for name, value in values.items()),
        Standing("unearned passes", len(figures.unearned), most, 0, is_count=True, is_fault=True),
        Standing("of them in a run", len(figures.gained), None, 0, is_count=True, is_fault=True),
    )


def goals_missed(halves: Sequence[HalfFigures]) -> list[str]:
    """Why the goals are not reached: they are held on the half set aside, unearned passes count in every half."""
    missed = [
        f"{one.half} half: adversarial apps gained {count_text(len(one.unearned), 'pass', 'passes')} not earned, "
        f"{len(one.gained)} of them in a run; goal: 0"
        for one in halves
        if one.unearned
    ]
    aside = next((one for one in halves if one.half == "aside"), None)
    return [*missed, *_missed_aside(aside)]


def _missed_aside(aside: HalfFigures | None) -> Iterator[str]:
    if aside is None:
        yield "goals not tested: the half set aside was not asked for"
        return
    if not aside.judged:
        yield "goals not tested: of the half set aside no labelled app was judged"
        return
    if aside.only:
        yield f"goals not tested: only apps with {aside.only!r} in their names were judged"
    if aside.unlabelled:
        yield f"goals not tested on the whole half set aside: {aside.unlabelled} of its apps have no labels"
    for one in standings(aside, Floor()):
        if not one.is_reached and not one.is_fault:
            yield f"aside half: {one.figure} {one.text(one.value)}; goal: {one.text(one.goal)}"


def floors_broken(halves: Sequence[HalfFigures], floor: Floor) -> list[str]:
    """Figures beneath the floor; also when there was nothing at all to hold to it."""
    held = [one for one in halves if _floor_of(one, floor) is not None]
    if not held:
        return ["floor not tested: it is of whole halves, and none with a recorded floor was judged"]
    return [
        f"{figures.half} half: {one.figure} {one.text(one.value)}; the floor is {one.text(one.floor)}"
        for figures in held
        for one in standings(figures, floor)
        if one.is_beneath
    ]


def _floor_of(figures: HalfFigures, recorded: Floor) -> HalfFloor | None:
    if figures.only:
        return None
    return recorded.small if figures.small else recorded.of(figures.half)

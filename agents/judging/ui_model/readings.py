"""What has to be read off an app for an outcome that counts, lists, orders or compares with an earlier reading.

Each is something of which a model says where it stands, and nothing more: what stands there a program reads.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agents.browser.grounding.ground import describe
from agents.judging.conditions import IT
from plans.records.criteria import EvaluationTask
from plans.records.expectations import (
    Absent,
    AllOf,
    AnyOf,
    Changed,
    Downloaded,
    Expectation,
    Holds,
    Reads,
    Unchanged,
    Visible,
)
from plans.records.expressions import names_in, placeholders
from plans.records.steps import Compute, Draw, Expect, Remember, Select, Step
from plans.records.targets import ReadKind, Target
from plans.records.walk import walked

OF_DOWNLOADS = frozenset({IT, "filename"})
"""Names by which a condition speaks of a download."""
_NOT_TEXT = frozenset({"that", "expression", "bind", "outcome", "since", "drawn"})


class Need(NamedTuple):
    """Something to be read."""

    id: str
    """By what a model calls it, such as R1."""
    step: int
    """Index of the step that reads it."""
    leaf: int
    """Number of the expectation within that step which reads it; 0 for what is bound to a name."""
    name: str
    """What the criteria bind it to; `it` for what an expectation reads itself."""
    kind: ReadKind | None
    """None: the place of an entry in its list, or a download where there is no target."""
    target: Target | None
    """None: the page as a whole."""
    may_go_on: bool = False
    """It stands on several parts of a list, which are to be read one after the other."""
    otherwise: float | None = None
    """What is meant where no number is shown."""

    @property
    def words(self) -> str:
        """What it is, in words."""
        if self.kind is None and self.target is None:
            return "the file that was given (element: download)"
        if self.kind is None:
            return f"the one picked of {_described(self.target)} (point at something in it)"
        more = ", on each part of the list in turn" if self.may_go_on else ""
        return f"the {self.kind} of {_described(self.target)}{more}"


def needs_of(task: EvaluationTask) -> tuple[Need, ...]:
    """All that has to be read for the outcomes of a task, in the order of its steps, each thing once."""
    found: dict[tuple[int, int], Need] = {}
    for number, step in enumerate(task.steps):
        if not isinstance(step, Expect) or not is_reckoned(task, number, step.that):
            continue
        for leaf, that in leaves(step.that):
            if asks_for_reading(task, number, that):
                for need in _asked_by(task, number, leaf, that):
                    found.setdefault((need.step, need.leaf), need)
    return tuple(need._replace(id=f"R{n}") for n, (_, need) in enumerate(sorted(found.items()), 1))


def is_reckoned(task: EvaluationTask, step: int, that: Expectation) -> bool:
    """Whether something in an expectation counts, lists, orders or compares with what was read before."""
    return any(asks_for_reading(task, step, part) for _, part in leaves(that))


def asks_for_reading(task: EvaluationTask, step: int, that: Expectation) -> bool:
    """Whether an expectation that has no parts does."""
    match that:
        case Reads():
            # A single number that has to be such and such can be quoted, and is held against its condition there.
            return that.read != "number" or bool(names_in(that.that) - {IT})
        case Downloaded():
            return bool(names_in(that.that))
        case Holds() | Changed() | Unchanged():
            return True
        case Visible() | Absent():
            bound = (binding(task, step, name) for name in named_in(that.target))
            return any(isinstance(by, Remember | Compute) for _, by in bound)
        case _:
            return False


def leaves(that: Expectation) -> Iterator[tuple[int, Expectation]]:
    """The expectations without parts that one is made of, numbered from 1."""
    return enumerate(_parts(that), 1)


def binding(task: EvaluationTask, step: int, name: str) -> tuple[int, Step | None]:
    """The last step before another that binds a name, with its index; None where none does."""
    for number in range(step - 1, -1, -1):
        if getattr(task.steps[number], "bind", None) == name:
            return number, task.steps[number]
    return -1, None


def named_in(target: Target | None) -> Iterator[str]:
    """Names that the words of a target speak of."""
    for field, part in walked(target):
        if isinstance(part, str) and field not in _NOT_TEXT:
            yield from placeholders(part)


def chain(target: Target | None) -> Iterator[Target]:
    """A target, what it is inside of, and so on."""
    while target is not None:
        yield target
        target = target.within


def _parts(that: Expectation) -> Iterator[Expectation]:
    match that:
        case AllOf():
            for part in that.parts:
                yield from _parts(part)
        case AnyOf():
            for part in that.options:
                yield from _parts(part)
        case _:
            yield that


def _asked_by(task: EvaluationTask, step: int, leaf: int, that: Expectation) -> Iterator[Need]:
    match that:
        case Reads():
            yield Need("", step, leaf, IT, that.read, that.target)
            yield from _bound(task, step, (*(names_in(that.that) - {IT}), *named_in(that.target)))
        case Downloaded():
            yield Need("", step, leaf, IT, None, None)
            yield from _bound(task, step, names_in(that.that) - OF_DOWNLOADS)
        case Holds():
            yield from _bound(task, step, names_in(that.that))
        case Changed() | Unchanged():
            yield from _bound(task, step, (that.since,))
            _, earlier = binding(task, step, that.since)
            if isinstance(earlier, Remember):
                yield Need("", step, leaf, IT, earlier.read, earlier.target)
        case Visible():
            yield Need("", step, leaf, IT, "content", that.target)
            yield from _bound(task, step, named_in(that.target))
        case Absent():
            yield Need("", step, leaf, IT, "content", None)
            yield from _bound(task, step, named_in(that.target))
        case _:
            return


def _bound(task: EvaluationTask, step: int, names: Iterable[str]) -> Iterator[Need]:
    for name in names:
        number, by = binding(task, step, name)
        match by:
            case Remember():
                may_go_on = by.turning is not None
                yield Need("", number, 0, name, by.read, by.target, may_go_on, by.otherwise)
                yield from _bound(task, number, named_in(by.target))
            case Draw():
                yield Need("", number, 0, name, None, by.among)
                yield from _bound(task, number, named_in(by.among))
            case Select():
                yield Need("", number, 0, name, "value", by.target)
                yield from _bound(task, number, named_in(by.target))
            case Compute():
                yield from _bound(task, number, names_in(by.expression))
            case _:
                continue


def _described(target: Target | None) -> str:
    return describe(target) if target is not None else "the page"

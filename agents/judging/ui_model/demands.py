"""What an outcome's proofs have to show at least, by what the criteria's own steps try it by."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.judging.conditions import IT
from agents.judging.ui_model.moves import Do
from agents.judging.understanding import CONTROLS
from plans.records.base import Record
from plans.records.criteria import EvaluationTask, Level
from plans.records.expectations import AllOf, AnyOf, Expectation, Reads, Visible
from plans.records.expressions import names_in
from plans.records.steps import Check, Click, Drag, Expect, Fill, Generate, Select, Step, Upload
from plans.records.targets import Role, Target
from plans.records.walk import found_in

_NAME = re.compile(r"\{(\w+)\}")
SERVES: tuple[tuple[type[Record], frozenset[Do], str], ...] = (
    (Fill, frozenset({"fill", "choose", "click", "press"}), "fill or set anything"),
    (Upload, frozenset({"upload"}), "give the app a file"),
    (Drag, frozenset({"drag", "click", "press", "choose"}), "move anything"),
    (Click, frozenset({"click", "press", "check", "uncheck", "choose", "fill", "drag"}), "press anything"),
    (Select, frozenset({"choose", "click", "fill", "press", "check", "uncheck"}), "choose anything"),
    (Check, frozenset({"check", "uncheck", "click", "choose", "press"}), "mark anything"),
)  # fmt: skip
"""Kind of step → moves by which the same is done on one page or another."""


class Demands(NamedTuple):
    """What is asked of the proofs of one outcome."""

    is_presence: bool
    """Something is merely to be there."""
    controls: frozenset[Role]
    """Kinds of controls of which one is to be visible; empty where none has to be."""
    numbers: tuple[str, ...]
    """Conditions of numbers that are to be read, as expressions of `it`; those that compare them with what was read
    before are reckoned."""
    is_echoed: bool
    """What the judge has made up is to be seen in the app."""
    tried_by: tuple[tuple[frozenset[Do], str], ...]
    """Moves of which one has to be made at least, and what is missing without one."""

    def lacking(self, acts: tuple[Do, ...]) -> str:
        """What was not done of it, in words; empty: nothing."""
        return next((said for moves, said in self.tried_by if moves.isdisjoint(acts)), "")


def demands_of(task: EvaluationTask, outcome: str) -> Demands:
    """What the steps of a task make of one of its outcomes."""
    expectations = [step.that for step in task.steps if isinstance(step, Expect) and step.outcome == outcome]
    is_presence = task.level is Level.PRESENCE and all(map(_merely_looks, expectations))
    made_up = {step.bind for step in task.steps if isinstance(step, Generate)}
    return Demands(
        is_presence=is_presence,
        controls=frozenset[Role]().union(*map(_controls, expectations)),
        numbers=tuple(condition for that in expectations for condition in _conditions(that)),
        is_echoed=any(made_up & set(_spoken_of(that)) for that in expectations),
        tried_by=() if is_presence else tuple(_tried_by(task, outcome)),
    )


def _tried_by(task: EvaluationTask, outcome: str) -> Iterator[tuple[frozenset[Do], str]]:
    last = max(
        (n for n, s in enumerate(task.steps) if isinstance(s, Expect) and s.outcome == outcome), default=0
    )
    for kind, moves, said in SERVES:
        if any(isinstance(step, kind) and not is_optional(step) for step in task.steps[:last]):
            yield moves, said


def is_optional(step: Step) -> bool:
    """Whether a step may have nothing to do."""
    return isinstance(step, Click) and step.unless is not None


def _controls(expectation: Expectation) -> frozenset[Role]:
    match expectation:
        case Visible():
            return CONTROLS & {expectation.target.role}
        case AllOf():
            return frozenset[Role]().union(*map(_controls, expectation.parts))
        case _:
            return frozenset()


def _merely_looks(expectation: Expectation) -> bool:
    """Whether it asks for nothing but that things can be seen."""
    match expectation:
        case Visible():
            return True
        case AllOf():
            return all(map(_merely_looks, expectation.parts))
        case AnyOf():
            return all(map(_merely_looks, expectation.options))
        case _:
            return False


def _conditions(expectation: Expectation) -> Iterator[str]:
    match expectation:
        case Reads(read="number") if names_in(expectation.that) <= {IT}:
            yield expectation.that
        case AllOf():
            yield from (condition for part in expectation.parts for condition in _conditions(part))
        case _:
            return


def _spoken_of(expectation: Expectation) -> Iterator[str]:
    """Names of what must be visible, or read off the page."""
    match expectation:
        case Visible(target=target):
            yield from _in_target(target)
        case Reads(target=Target() as target, read=kind) if kind not in ("count", "value"):
            yield from _in_target(target)
        case AllOf(parts=parts):
            yield from (name for part in parts for name in _spoken_of(part))
        case _:
            return


def _in_target(target: Target) -> Iterator[str]:
    for inner in found_in(target, Target):
        for text in (inner.name, inner.containing or "", inner.near or "", *inner.synonyms):
            yield from _NAME.findall(text)

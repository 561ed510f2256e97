"""Progress events of authoring by model. They hold codes and numbers; whoever listens puts them into words."""

from collections.abc import Callable
from typing import NamedTuple

from plans.records.model_settings import ModelRole


class ModelAsked(NamedTuple):
    """A model is asked to write something."""

    item: str
    """Empty for what is of no single item."""
    part: str
    """Name of the prompt: prd, criteria, tests, adjudicate and so on."""
    role: ModelRole


class AnswerMisshapen(NamedTuple):
    """Answers did not fit the schema; the model was told and answered again."""

    item: str
    part: str
    answers: int
    """Number of answers that did not fit."""
    key: str
    """Journal key of the answer that fitted."""


class SentBack(NamedTuple):
    """An answer has problems, and goes back to the model with them."""

    item: str
    part: str
    time: int
    """From 1."""
    most: int
    """How often an answer is sent back before the part is given up."""
    problems: tuple[str, ...]
    """All problems."""
    key: str
    """Journal key of the answer. After a resume the same answer is reported again, under the same key. Empty for what a
    code agent left in its workspace."""


class Planned(NamedTuple):
    """The parameters of an item were sampled."""

    item: str
    tasks: int | None
    """Evaluation tasks that it is to have; None where its plan says nothing of them."""


class Mending(NamedTuple):
    """A reference does not pass, and goes back to who wrote it."""

    item: str
    number: int
    """From 1."""
    most: int
    wrong: tuple[str, ...]
    """Each failure in short: the task, the pattern or expectation that failed, and the beginning of what was seen."""


class MutantsTried(NamedTuple):
    """Progress of trying mutants on their tasks."""

    item: str
    is_mechanical: bool
    """Whether a program made them; else the model that plants defects."""
    done: int
    planned: int


class Implementing(NamedTuple):
    """The author of an independent implementation begins a round."""

    item: str
    author: str
    number: int
    """From 1."""
    most: int


class Implemented(NamedTuple):
    """An independent implementation was judged."""

    item: str
    number: int
    passed: int
    tasks: int
    """Tasks of the item."""
    missed: tuple[str, ...]
    """Tasks that do not pass and are not blocked."""


AuthoringEvent = (
    ModelAsked | AnswerMisshapen | SentBack | Planned | Mending | MutantsTried | Implementing | Implemented
)
Hear = Callable[[AuthoringEvent], object]


def unheard(event: AuthoringEvent) -> None:
    """A Hear that ignores events."""

"""How far a run of solvers is."""

from collections.abc import Callable
from typing import NamedTuple


class Answering(NamedTuple):
    """One more answer is there, or a check of one was decided."""

    solver: str
    repeat: int
    stage: str
    """`answers`, or `judging` of what no program can tell."""
    done: int
    planned: int


AnswerProgress = Callable[[Answering], None]


def no_answer_progress(answering: Answering) -> None:
    """An AnswerProgress that shows nothing."""

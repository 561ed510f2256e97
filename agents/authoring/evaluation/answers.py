"""The shape in which a model weighs an item's tasks, and what is wrong with an answer that cannot be used."""

from collections.abc import Iterator
from typing import Literal

from plans.records.criteria import Criteria
from plans.records.model_call import Shape

HIGHEST = 5


class Weighed(Shape):
    """One task."""

    task: str
    """Its id."""
    importance: int
    """From 1 to 5: how much the customer would miss it."""
    difficulty: int
    """From 1 to 5: how likely a capable developer gets it wrong at the first try."""


class Doubt(Shape):
    """An outcome of which its check cannot tell whether it holds."""

    task: str
    """The id of the task."""
    outcome: str
    """The id of the outcome."""
    words: str
    """The words of the outcome that the check passes over, copied letter by letter."""
    why: str
    """Why the check cannot tell, in one sentence."""


class Weighing(Shape):
    """What is made of all tasks."""

    tasks: list[Weighed]
    """One entry for every task."""
    doubts: list[Doubt]
    """Outcomes that the check cannot tell; empty where there are none."""
    feedback: Literal["symptom", "requirement", "full-report"]
    """How much the simulated customer should tell of what failed."""
    feedback_reason: str
    """Why, in one sentence."""


def flaws_of(weighing: Weighing, criteria: Criteria) -> list[str]:
    """Why an answer cannot be used, in words that a model can go by; empty where it can."""
    return [*_about_tasks(weighing, criteria), *_about_doubts(weighing, criteria)]


def _about_tasks(weighing: Weighing, criteria: Criteria) -> Iterator[str]:
    planned = [task.id for task in criteria.tasks]
    said = [one.task for one in weighing.tasks]
    if missing := [id for id in planned if id not in said]:
        yield f"Tasks that are not there: {', '.join(missing)}."
    if foreign := sorted({id for id in said if id not in planned}):
        yield f"There are no tasks called {', '.join(map(repr, foreign))}."
    if twice := sorted({id for id in said if said.count(id) > 1}):
        yield f"Tasks that are there more than once: {', '.join(twice)}."
    for one in weighing.tasks:
        if not (1 <= one.importance <= HIGHEST and 1 <= one.difficulty <= HIGHEST):
            yield f"{one.task}: importance and difficulty are whole numbers from 1 to {HIGHEST}."


def _about_doubts(weighing: Weighing, criteria: Criteria) -> Iterator[str]:
    statements = {(task.id, one.id): one.statement for task in criteria.tasks for one in task.outcomes}
    for doubt in weighing.doubts:
        statement = statements.get((doubt.task, doubt.outcome))
        if statement is None:
            yield f"There is no outcome {doubt.outcome!r} of a task {doubt.task!r}."
        elif not doubt.words.strip() or _plain(doubt.words) not in _plain(statement):
            yield f"{doubt.words!r} does not occur in the outcome {doubt.outcome!r} of {doubt.task!r}."
        if not doubt.why.strip():
            yield f"Nothing is said of why {doubt.outcome!r} of {doubt.task!r} is doubted."


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(".")

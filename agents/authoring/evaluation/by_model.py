"""The Evaluation Agent by a model: it weighs the tasks and rates them."""

from collections.abc import Iterator
from math import isclose
from typing import Literal

from agents.authoring.evaluation.agent import SHARE_DIGITS, checks_of, left_to_models, settled, weight_shares
from agents.authoring.writing import AuthoringMode
from agents.gateway.prompts import Prompts
from plans.contracts.models import Model
from plans.errors import ModelError
from plans.prd_text import requirements_text
from plans.records.criteria import Criteria
from plans.records.feedback import EvaluationPlan, LeakPolicy
from plans.records.model_call import Message, ModelCall, ModelUse, Shape, model_use
from plans.records.project import MadeArtifact
from plans.records.specification import PRD, Query, Underspecification

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


REPAIRS = 2
"""How often an answer is sent back, before the item keeps the weights that its criteria have."""
STAGE = "evaluate"
_PROMPTS = Prompts("agents.authoring.evaluation")
_USED = ("evaluator", "tasks", "tasks_listed", "again")
"""Beside what is said of the way in which tasks are tried."""


class ModelEvaluator:
    """Implements plans.contracts.authoring.Evaluator by a model in the role `evaluator`."""

    def __init__(self, model: Model, way: AuthoringMode, leak_policy: LeakPolicy, rounds: int) -> None:
        """`way`: in which the tasks that it weighs are tried."""
        self._model = model
        self._way: AuthoringMode = way
        self._leak_policy = leak_policy
        self._rounds = rounds

    async def evaluate(
        self, item: str, prd: PRD, query: Query, criteria: Criteria, previous: EvaluationPlan | None = None
    ) -> MadeArtifact[EvaluationPlan]:
        """The item's evaluation plan; one that was settled for criteria of these weights stands, whoever settled it."""
        if previous is not None and previous.difficulty and _weigh_alike(previous, criteria):
            return MadeArtifact(previous.model_copy(update={"weights": weight_shares(criteria)}))
        plan = settled(criteria, query, self._leak_policy, self._rounds, previous)
        plan = plan.model_copy(update={"by_model": left_to_models(criteria)})
        weighing, uses, flaws = await self._weighed(_call(self._way, item, prd, query, criteria), criteria)
        if weighing is None:
            return MadeArtifact(plan.model_copy(update={"unweighed": flaws}), uses)
        return MadeArtifact(plan.model_copy(update=_taken(weighing)), uses)

    async def _weighed(
        self, call: ModelCall, criteria: Criteria
    ) -> tuple[Weighing | None, tuple[ModelUse, ...], tuple[str, ...]]:
        """An answer that can be used, or why there is none, with every reply that it took."""
        uses: list[ModelUse] = []
        flaws: list[str] = []
        for _ in range(1 + REPAIRS):
            try:
                filled = await self._model.filled(call, Weighing)
            except ModelError as error:
                # It would say the same again, and the item could never be finished.
                return None, tuple(uses), (*flaws, str(error))
            uses += map(model_use, filled.replies)
            found = flaws_of(filled.value, criteria)
            if not found:
                return filled.value, tuple(uses), ()
            flaws += found
            said = Message(role="assistant", text=filled.replies[-1].text)
            again = Message(role="user", text=_PROMPTS.rendered("again", findings=found))
            call = call.model_copy(update={"messages": (*call.messages, said, again)})
        return None, tuple(uses), tuple(flaws)


def _weigh_alike(plan: EvaluationPlan, criteria: Criteria) -> bool:
    """Whether the criteria have the plan's weights, but for what was lost by rounding when they were carried over."""
    shares = weight_shares(criteria)
    same = plan.weights.keys() == shares.keys()
    return same and all(isclose(plan.weights[task], share, abs_tol=1e-4) for task, share in shares.items())


def _call(way: AuthoringMode, item: str, prd: PRD, query: Query, criteria: Criteria) -> ModelCall:
    checks = {task.id: {one.id: checks_of(task, one.id) for one in task.outcomes} for task in criteria.tasks}
    asked = _PROMPTS.rendered(
        "tasks",
        way=way,
        request=query.at(Underspecification.HIGH).text,
        prd=requirements_text(prd),
        tasks=_PROMPTS.rendered("tasks_listed", criteria=criteria, checks=checks),
    )
    return ModelCall(
        role="evaluator",
        messages=(
            Message(role="system", text=_PROMPTS.rendered("evaluator")),
            Message(role="user", text=asked),
        ),
        template_hash=_PROMPTS.template_hash(*_USED, f"of_{way}"),
        stage=STAGE,
        project=item,
    )


def _taken(weighing: Weighing) -> dict[str, object]:
    """What an answer adds to the plan. The policy stays what its author said: what the model advises is for review."""
    total = sum(one.importance for one in weighing.tasks)
    return {
        "weights": {one.task: round(one.importance / total, SHARE_DIGITS) for one in weighing.tasks},
        "difficulty": {one.task: one.difficulty for one in weighing.tasks},
        "doubts": {
            f"{doubt.task}/{doubt.outcome}": f"“{doubt.words}”: {doubt.why}" for doubt in weighing.doubts
        },
        "advice": f"{weighing.feedback}: {weighing.feedback_reason}",
    }

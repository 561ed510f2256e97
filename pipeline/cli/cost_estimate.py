"""Cost estimate: calls and tokens, estimated before the work begins and refused beyond the budget."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol

from pydantic import Field

from agents.authoring.planning.reading import FEWEST_TASKS, MOST_TASKS, TASKS
from agents.authoring.writing import AuthoringMode, way_of
from agents.coding.roster import agent_spec, asks_by_gateway
from pipeline.graph.spec import AuthoringSpec, GateName, as_begun, is_published
from plans.contracts.models import Model
from plans.errors import BudgetError
from plans.families import family_named
from plans.files import parse_record, read_record, read_text
from plans.model_settings import OWN_CODER
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.base import FileRecord, Record
from plans.records.instance import Instance
from plans.records.model_settings import ModelRole
from plans.records.plan import Plan
from plans.records.usage import Foreseen, PlayedRole, Tokens

FILE = Path(__file__).with_name("cost_estimate.yaml")


class WorkAmount(Record):
    """What one piece of a role's work takes."""

    calls: int = Field(ge=1)
    input: int = Field(ge=0)
    """Tokens of all these calls."""
    output: int = Field(ge=0)
    measured: str
    """At what."""

    def times(self, role: ModelRole, pieces: int, model: str | None = None) -> Foreseen:
        """Of so many pieces."""
        tokens = Tokens(input=self.input * pieces, output=self.output * pieces)
        return Foreseen(role=role, model=model, calls=self.calls * pieces, tokens=tokens)


class OfTask(Record):
    """Tokens that one evaluation task takes of the work on its item."""

    input: int = Field(ge=0)
    output: int = Field(ge=0)


class Play(Record):
    """An item that was made, of which it is known what it took."""

    tasks: int = Field(ge=1)
    tokens: int = Field(ge=1)
    """Of planner and generator."""
    what: str


class Sized(Record):
    """What making an item takes by the number of its tasks, as is to be expected."""

    calls: int = Field(ge=1)
    each_task: OfTask
    rendering: OfTask = OfTask(input=0, output=0)
    """What a second rendering takes besides, which is one of the calls; nothing where none is asked for."""
    usual_tasks: int = Field(ge=1)
    """Tasks of an item of which nothing is planned yet."""
    plays: tuple[Play, ...] = Field(min_length=1)
    """By which it is reckoned."""

    def times(self, role: ModelRole, items: int, tasks: int) -> Foreseen:
        """Of so many items with so many tasks each."""
        all_tasks = items * tasks
        tokens = Tokens(
            input=(self.each_task.input + self.rendering.input) * all_tasks,
            output=(self.each_task.output + self.rendering.output) * all_tasks,
        )
        return Foreseen(role=role, calls=self.calls * items, tokens=tokens)


class OfIndependent(Record):
    """How often an implementation by another hand is worked on."""

    turns: int = Field(ge=1)
    rulings: int = Field(ge=0)


class AnswerCost(Record):
    """What one answer takes, on the low side."""

    letters: int = Field(ge=1)
    """Letters of a prompt that are one token."""
    picture: int = Field(ge=0)
    """Tokens of a picture."""
    output: int = Field(ge=0)
    """Tokens of an answer."""
    measured: str
    """At what."""


class Amounts(FileRecord):
    """`cost_estimate.yaml`."""

    SCHEMA: ClassVar[str] = "foreseen-amounts"

    spread: float = Field(ge=1)
    """What authoring takes is expected to lie between its forecast by this and times this."""
    plan: WorkAmount
    """Of the Planning Agent: the plan, or what is sampled for an item."""
    request: WorkAmount
    """Of the same: the request of an item that is added, or made afresh."""
    made_item: dict[AuthoringMode, Sized]
    """Way in which it is tried → of the Generation Agent: PRD, query, criteria with what they lay and the code of their
    tests, a reference of a few files, the second rendering of a web app, mutants, and what is sent back of them."""
    independent: dict[AuthoringMode, OfIndependent]
    ruling: WorkAmount
    """Of the Verification Agent: whose fault it is that an independent implementation does not pass."""
    read_item: WorkAmount
    """Of the Verification Agent: eight checks, each read three times."""
    weighed_item: WorkAmount
    """Of the Evaluation Agent."""
    turn: dict[AuthoringMode, WorkAmount]
    """Way in which the work is tried → of the minimal agent: one round."""
    message: WorkAmount
    """Of the simulated user."""
    judged_task: WorkAmount
    """Of a judge by model."""
    answer: AnswerCost
    """Of a model that solves: one answer to one instance."""
    judged_share: float = Field(gt=0, le=1)
    """Of the tasks, where a model judges all that are not blocked: what is blocked costs nothing."""


@cache
def amounts() -> Amounts:
    """What pieces of work take; raises InvalidFile."""
    return parse_record(read_text(FILE), Amounts, FILE)


class Making(NamedTuple):
    """What is going to be made, as far as it decides what models are asked."""

    family: str
    items: int
    has_plan: bool
    """Whether they are made within a plan that is there: of a suite that is added to, or made afresh."""
    requests: int = 0
    """Requests that are written first, for so many of them."""
    tasks: int | None = None
    """Evaluation tasks of each; None: not planned yet, and taken to be the usual number."""

    @property
    def usual_tasks(self) -> int:
        """Of an item of the family of which nobody says otherwise."""
        return amounts().made_item[way_of(self.family)].usual_tasks

    @property
    def least(self) -> "Making":
        """The same with as few tasks as items may have, where their number is not known."""
        return self if self.tasks else self._replace(tasks=FEWEST_TASKS)


class AuthoringRequest(Protocol):
    """An order to author, or what is authored by it."""

    @property
    def author(self) -> str: ...
    @property
    def reference_by(self) -> str: ...
    @property
    def independent_by(self) -> str: ...
    @property
    def with_model(self) -> bool: ...


def authoring_roles(asked: AuthoringRequest) -> tuple[ModelRole, ...]:
    """The roles that models play in authoring it; none where the catalog authors, and nobody reads what it makes."""
    makers: tuple[ModelRole, ...] = ("planner", "generator") if asked.author == "model" else ()
    implements = bool(asked.independent_by) and asks_by_gateway(agent_spec(asked.independent_by))
    coders: tuple[ModelRole, ...] = ("coder",) if asked.reference_by == OWN_CODER or implements else ()
    rules = implements or (bool(asked.independent_by) and asked.author == "model")
    verifiers: tuple[ModelRole, ...] = ("verifier",) if asked.with_model or rules else ()
    evaluators: tuple[ModelRole, ...] = ("evaluator",) if asked.with_model else ()
    return (*makers, *coders, *verifiers, *evaluators)


def of_authoring(making: Making, asked: AuthoringRequest) -> list[Foreseen]:
    """What authoring so much is expected to ask."""
    way, items, taken = way_of(making.family), making.items, amounts()
    turn, independent = taken.turn[way], taken.independent[way]
    roles = authoring_roles(asked)
    found: list[Foreseen] = []
    if "generator" in roles:
        plans = items + (0 if making.has_plan or not items else 1)
        made = taken.made_item[way]
        found += [
            taken.request.times("planner", making.requests),
            taken.plan.times("planner", plans),
            made.times("generator", items, making.tasks or made.usual_tasks),
        ]
    if asked.reference_by == OWN_CODER:
        found.append(turn.times("coder", items))
    if asked.independent_by:
        if asks_by_gateway(agent_spec(asked.independent_by)):
            found.append(turn.times("coder", items * independent.turns))
        if "verifier" in roles:
            found.append(taken.ruling.times("verifier", items * independent.rulings))
    if asked.with_model:
        found += [taken.read_item.times("verifier", items), taken.weighed_item.times("evaluator", items)]
    return _by_role(found)


def item_tokens(family: str, tasks: int | None, asked: AuthoringRequest) -> int:
    """Tokens that one item of so many tasks is expected to take."""
    uses = of_authoring(Making(family, 1, has_plan=True, tasks=tasks), asked)
    return sum(one.tokens.total for one in uses)


def of_solving(instances: Sequence[Instance], solvers: Sequence[PlayedRole], repeats: int) -> list[Foreseen]:
    """What models are asked at least that solve so many instances so often; what one judges of answers is not known."""
    taken = amounts().answer
    letters = sum(len(one.prompt) for one in instances)
    pictures = sum(len(one.media) for one in instances)
    calls = len(instances) * repeats
    tokens = Tokens(
        input=repeats * (letters // taken.letters + pictures * taken.picture), output=calls * taken.output
    )
    return [Foreseen(role="solver", model=one.model, calls=calls, tokens=tokens) for one in solvers]


def _by_role(uses: Iterable[Foreseen]) -> list[Foreseen]:
    """One for each role, in their order."""
    found: dict[ModelRole, Foreseen] = {}
    for one in uses:
        before = found.get(one.role)
        found[one.role] = (
            one
            if before is None
            else one.model_copy(
                update={"calls": before.calls + one.calls, "tokens": before.tokens + one.tokens}
            )
        )
    return list(found.values())


def foresee(model: Model | None, uses: Sequence[Foreseen], say: Callable[[str], object]) -> None:
    """Say what models are going to be asked for at least; raises BudgetError where their budget does not allow it.

    A replay asks nobody, so nothing is said of it.
    """
    left = _left(model, uses)
    if model is None or not left:
        return
    cost = model.foresee(left)
    who, often, tokens, _ = _summed(left)
    say(
        f"Models will be asked {often} at least ({who}), with {tokens.input:,} "
        f"tokens in and {tokens.output:,} out, {_price(cost)}."
    )


def estimate_authoring(
    model: Model | None, making: Making, asked: AuthoringRequest, say: Callable[[str], object]
) -> None:
    """Say what models are expected to be asked for while so much is authored; raises BudgetError where their budget
    does not even allow the low end of it, by items of the fewest tasks where their number is not planned yet.
    """
    left, spread = _left(model, of_authoring(making, asked)), amounts().spread
    if model is None or not left:
        return
    cost = require_least(model, making.least, asked)
    who, often, tokens, total = _summed(left)
    if making.tasks or all(one.role != "generator" for one in left):
        sized = f" Items are expected to have {making.tasks} tasks." if making.tasks else ""
        say(
            f"Models will be asked {often} ({who}), with about {_thousands(total)} tokens ({_range(total)}), of which "
            f"{_thousands(tokens.output)} out, {_price(cost)}.{sized}"
        )
        return
    least = sum(one.tokens.total for one in of_authoring(making.least, asked))
    try:
        usual = _price(require_least(model, making._replace(tasks=making.usual_tasks), asked))
    except BudgetError:
        usual = "more than the budget allows"
    say(
        f"Models will be asked {often} ({who}). Items of {FEWEST_TASKS} tasks, the fewest, take about "
        f"{_thousands(least)} tokens in all, {_price(cost)}; items of {making.usual_tasks}, the usual number, about "
        f"{_thousands(total)}, {usual}; each within a factor of {spread:g}. How many tasks an item gets is told once "
        "it is planned, and an item that the budget does not allow is refused then."
    )


def require_least(model: Model | None, making: Making, asked: AuthoringRequest) -> float | None:
    """What authoring so much is expected to cost in US dollars, None where that is not known; raises BudgetError where
    not even the low end of what it takes may still be used.
    """
    uses, spread = _left(model, of_authoring(making, asked)), amounts().spread
    if model is None or not uses:
        return None
    try:
        cost = model.foresee([_by(one, spread) for one in uses])
    except BudgetError as error:
        total = sum(one.tokens.total for one in uses)
        tasks = f" with {making.tasks} tasks each" if making.tasks else ""
        raise BudgetError(
            f"{error} This is the low end for {count_text(making.items, 'item')}{tasks}: about {_thousands(total)} "
            "tokens are likely. Allow more, or ask for smaller items (in the seed, or in --task: “tiny apps of some "
            "four tasks”)."
        ) from None
    return None if cost is None else cost * spread


class Estimate(Record):
    """What authoring takes where every item has so many tasks, asked of nobody."""

    tasks: int
    calls: int
    tokens: int
    """As is to be expected; what it takes lies mostly within `spread` of it."""
    is_usual: bool
    """Whether items have so many where nobody says otherwise."""


def estimates(making: Making, asked: AuthoringRequest) -> tuple[Estimate, ...]:
    """By the fewest tasks that items may have, the usual number and the most."""
    if not authoring_roles(asked):
        return ()
    found: list[Estimate] = []
    for tasks in (FEWEST_TASKS, making.usual_tasks, MOST_TASKS):
        uses = of_authoring(making._replace(tasks=tasks), asked)
        calls, tokens = sum(one.calls for one in uses), sum(one.tokens.total for one in uses)
        found.append(Estimate(tasks=tasks, calls=calls, tokens=tokens, is_usual=tasks == making.usual_tasks))
    return tuple(found)


def estimate_lines(making: Making, asked: AuthoringRequest) -> Iterator[str]:
    """The same in words."""
    if not (found := estimates(making, asked)):
        yield f"{count_text(making.items, 'item')}: no model is asked."
        return
    spread = amounts().spread
    if asked.author != "model":
        total = found[0].tokens
        yield f"{count_text(making.items, 'item')}: some {found[0].calls:,} calls, {_thousands(total)} tokens."
        return
    yield f"{count_text(making.items, 'item')}, planning included, each figure within a factor of {spread:g}:"
    for one in found:
        usual = ", the usual number" if one.is_usual else ""
        yield (
            f"  {one.tasks} tasks an item{usual}: some {one.calls:,} calls, {_thousands(one.tokens)} tokens "
            f"({_range(one.tokens)})"
        )
    yield "A size in --task or in a seed (“tiny”, “some six tasks”) moves the number; it is told once it is planned."


def _left(model: Model | None, uses: Sequence[Foreseen]) -> list[Foreseen]:
    """What is going to be asked of somebody: in a replay nobody is asked."""
    return [] if model is None or model.usage().is_replay else [one for one in uses if one.calls]


def _by(one: Foreseen, spread: float) -> Foreseen:
    """The low end of a forecast."""
    tokens = Tokens(input=int(one.tokens.input / spread), output=int(one.tokens.output / spread))
    return one.model_copy(update={"calls": max(int(one.calls / spread), 1), "tokens": tokens})


def _summed(uses: Sequence[Foreseen]) -> tuple[str, str, Tokens, int]:
    """Who is asked, how often, with how many tokens, and these in all."""
    tokens = sum((one.tokens for one in uses), Tokens())
    calls = sum(one.calls for one in uses)
    who = ", ".join(f"{one.role} {one.calls:,}" for one in uses)
    return who, "once" if calls == 1 else f"some {calls:,} times", tokens, tokens.total


def _price(cost: float | None) -> str:
    return "at prices that are not known" if cost is None else f"for ${cost:,.2f}"


def _range(tokens: float) -> str:
    """From the low end of a forecast to the high one."""
    spread = amounts().spread
    return f"{_thousands(tokens / spread)} to {_thousands(tokens * spread)}"


def _thousands(tokens: float) -> str:
    return f"{max(round(tokens, -3), 1000):,.0f}"


class GateWork(NamedTuple):
    """What the live gate takes for an item of usual size, as measured; the README says the same."""

    submissions: int
    """Judged: its reference thrice, its alternatives, mutants and attacks."""
    minutes: tuple[int, int]
    """On two cores that do nothing else."""


GATE_WORK = {"browser": GateWork(49, (1, 2)), "commands": GateWork(54, (2, 4))}
"""Family.judge → what the live gate takes with it."""


def planned_work(folder: Path, items: int, gate: GateName, family: str) -> str:
    """`Writes generated/mine-2.0.0: 2 items, some 98 submissions to judge, about …`; AuthorError for no
    family.
    """
    each = GATE_WORK[family_named(family).judge]
    low, high = (items * minutes for minutes in each.minutes)
    takes = (
        f"some {items * each.submissions:,} submissions to judge, about {low}–{high} minutes on two idle cores, "
        "longer on a busy machine"
        if gate == "live"
        else "about a second each"
    )
    return f"Writes {folder}: {count_text(items, 'item')}, {takes}."


def planned_tasks(spec: AuthoringSpec, paths: SuitePaths) -> int | None:
    """Evaluation tasks of an item in the middle of the plan's range; None where no plan stands yet."""
    place = spec.kept_plan(paths) or paths.plan_draft
    if not place.exists():
        return None
    sizes = (one for one in read_record(place, Plan).parameters if one.name == TASKS)
    found = next(sizes, None)
    return None if found is None else round(((found.minimum or 0) + (found.maximum or 0)) / 2) or None


def unverified(spec: AuthoringSpec, paths: SuitePaths) -> int:
    """Items that the gate has not seen yet; of a suite that is published none is left, whatever became of each."""
    if is_published(paths, spec):
        return 0
    items = as_begun(paths, spec).named().assignments
    return sum(not paths.draft(one.id).evidence.exists() for one in items)

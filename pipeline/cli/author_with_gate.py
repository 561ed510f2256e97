"""Authoring behind one of the gates, for every verb that authors: its options, what it is about to do, and the work."""

import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, get_args

import click
from rich.console import Console

from agents.authoring.events import (
    AnswerMisshapen,
    AuthoringEvent,
    Implemented,
    Implementing,
    Mending,
    ModelAsked,
    MutantsTried,
    Planned,
    SentBack,
)
from agents.authoring.planning.reading import TASKS
from agents.coding.roster import agent_spec, is_program
from agents.gateway.budget import AUTHORING, self_grading_models
from pipeline.cli.author_summary import rounded_minutes
from pipeline.cli.cost_estimate import Making, authoring_roles, estimate_authoring, item_tokens
from pipeline.cli.options import ModelOrder, parse_agent
from pipeline.cli.output import echo_error, open_console, warn
from pipeline.cli.progress import Bars, CountLines, ItemsBar, bars, say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.authors import authoring_context
from pipeline.cli.wiring.gates import implementer, open_gate, open_judging
from pipeline.cli.wiring.models import implementing_models, open_models
from pipeline.cli.wiring.playing import as_tried
from pipeline.graph.authoring import author_suite
from pipeline.graph.nodes import TryRefusal
from pipeline.graph.report import AuthoringReport, ending_words
from pipeline.graph.spec import AuthoringSpec, AuthorName, ReferenceBy, as_begun, is_published, under_way
from plans.contracts.authoring import Gate, Implement
from plans.contracts.models import Model
from plans.errors import AuthorError
from plans.families import family_named, generator
from plans.files import read_record
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.model_settings import ModelRole
from plans.records.plan import Plan
from review.checkpoints import Checkpoint, Reviewer, asking_about
from review.terminal import ReviewMode, reviewer_for

Command = TypeVar("Command", bound=Callable[..., Any])
AUTHOR_OPTIONS = ("author", "reference_by", "independent_by", "with_model", "verbose")
"""Options by which models take part in authoring: what `author_options` adds, and --with-model."""


class AuthoredOrder(ModelOrder):
    """What `author_options` adds to the options of a verb, by name."""

    author: AuthorName
    reference_by: ReferenceBy
    independent_by: str = ""
    """Code agent that implements items from what agents under test are told."""
    with_model: bool
    verbose: bool = False
    """Whether every reason is told for which an answer of a model is sent back."""

    def tell_event(self, event: AuthoringEvent) -> None:
        """Say what happens while requests are written, before there is an item, on standard error."""
        for line in event_lines(event, verbose=self.verbose):
            echo_error(line)

    @property
    def is_by_model(self) -> bool:
        """Whether models make the items."""
        return self.author == "model"

    def refuse_unwritten(self) -> None:
        """AuthorError where --reference-by names who writes references and the catalog composes them, or where the code
        agent of --independent-by is not known.
        """
        if self.independent_by:
            parse_agent(self.independent_by)
        if self.reference_by != "generator" and not self.is_by_model:
            raise AuthorError(
                "--reference-by says who writes references, and the catalog composes its own, so nobody would write "
                "any. Leave it out, or author with `--author model`."
            )


@asynccontextmanager
async def open_planner(
    order: AuthoredOrder, paths: SuitePaths, family: str, items: int
) -> AsyncGenerator[Model]:
    """Who writes the requests of so many new items, its replies in the journal of the suite that they are for.

    What they and the items are going to ask of models is said before, and BudgetError raised where it is too much; of a
    work that was begun, what is left of it is said when it goes on.
    """
    async with open_models(("planner",), order, paths.journal) as model:
        if model is None:
            raise AssertionError("a role is asked for, and nobody plays it")
        if under_way(paths) is None:
            making = Making(family, items, has_plan=True, requests=items)
            estimate_authoring(model, making, order, echo_error)
        yield model


def author_options(verb: Command) -> Command:
    """Adds --author, --reference-by, --independent-by and --verbose, which an AuthoredOrder takes."""
    for option in (
        click.option(
            "--verbose",
            is_flag=True,
            help="Print every reason why a model's answer is sent back, not only the first two.",
        ),
        click.option(
            "--independent-by",
            metavar="AGENT",
            default="",
            help="Have this code agent implement each proved item from the request alone: minimal (role `coder`), or "
            "any agent that `run` takes.",
        ),
        click.option(
            "--reference-by",
            type=click.Choice(get_args(ReferenceBy)),
            default="generator",
            show_default=True,
            help="Who writes references with --author model: the role generator in its replies, or minimal, our code "
            "agent (role `coder`), in a sandbox.",
        ),
        click.option(
            "--author",
            type=click.Choice(get_args(AuthorName)),
            default="catalog",
            show_default=True,
            help="Who makes the items: the catalog without a model, or the models of the roles planner and generator.",
        ),
    ):
        verb = option(verb)
    return verb


STEPS = {
    "sample": "planning",
    "prd": "writing its PRD",
    "query": "writing its query",
    "criteria": "writing its criteria",
    "reference": "building its reference",
    "mutants": "planting mutants",
    "verify": "release gate",
    "implement": "independent implementation",
}
"""Node → what is done there, where models author."""


PARTS = {
    "plan": "the plan",
    "replan": "the plan",
    "new_seed": "a new request",
    "seed": "the reading of the seed",
    "prd": "PRD",
    "tests": "the code of the tests",
    "repair": "the repair of the reference",
    "patch": "a patch of what was made before",
    "adjudicate": "rulings",
}
"""Prompt → what is written by it; of others, their own names say it."""


TOLD_APART = ("plan", "replan", "new_seed", "seed", "tests", "adjudicate")
"""Parts for which no step of the graph stands alone."""


REASONS_SHOWN = 2
"""Reasons for which an answer is sent back that are told; with --verbose all are."""


LONGEST_REASON = 180
"""Characters of such a reason."""


class Watched(NamedTuple):
    """How it is told what models do."""

    is_by_model: bool
    """Whether they make the items, so that each step takes its time; else they only implement them independently."""
    verbose: bool
    """Whether every reason is told."""
    tokens: Callable[[int], int]
    """Tasks of an item → tokens that it is expected to take."""
    ending: Callable[[str, str], str] = lambda item, status: status
    """Item and the status with which it ended → how it ended, in words."""


class AuthoringProgress:
    """Hears the graph (SuiteProgress), the agents and the gate; counts every item once, when it has ended."""

    def __init__(self, progress: Bars, items: int, lines: Console, watched: Watched | None = None) -> None:
        """`lines`: where it is said how far an item is and when one has ended, if no bars are drawn. `watched` left
        out: nothing is told of steps.
        """
        self._progress = progress
        self._lines = lines
        self._watched = watched
        self._gate_lines = CountLines(lines)
        self._mutant_lines = {
            is_mechanical: CountLines(lines, noun=noun, doing="trying", done="tried")
            for is_mechanical, noun in ((False, "mutant"), (True, "mechanical mutant"))
        }
        self._planned = items
        self._ended: set[str] = set()
        self._moved: set[str] = set()
        self._items = ItemsBar(progress, "authoring", items)
        self._begun: set[str] = set()
        self._since: dict[str, float] = {}
        self.minutes: dict[str, float] = {}
        """Item that has ended → how long it was worked on in this call."""
        self._known: set[str] = set()
        """Journal keys of answers that were told of: after a stop, or by another id, they are read again."""
        self.sent_back: Counter[str] = Counter()
        """Part → how many answers were sent back."""

    def called(self, seed: str, item: str) -> None:
        """A seed that nobody named becomes this item."""
        if seed != item:
            self._say(f"{item}: made of the seed {seed}")

    def begun(self, thread: str, node: str) -> None:
        """Say what is done with the item."""
        item = thread.removeprefix("item/")
        self._begun.add(item)
        self._since.setdefault(item, time.monotonic())
        if self._watched is None or node not in STEPS:
            return
        if self._watched.is_by_model or node == "implement":
            self._step(item, STEPS[node])

    def left(self, thread: str, node: str) -> None:
        item = thread.removeprefix("item/")
        self._moved.add(item)
        if node in STEPS:
            self._items.leave(item)

    def ended(self, thread: str, status: str) -> None:
        """However it ended, and whenever: no stage waits for it. Of one that had ended before, nothing is said."""
        if not thread.startswith("item/"):
            return
        item = thread.removeprefix("item/")
        self._items.end(item)
        if item not in self._ended:
            self._ended.add(item)
            if item not in self._moved:
                return
            of = f"{len(self._ended)} of {count_text(self._planned, 'item')}"
            if item in self._since:
                self.minutes[item] = (time.monotonic() - self._since[item]) / 60
            if self._watched is not None:
                took = f", {rounded_minutes(self.minutes[item])} min" if item in self.minutes else ""
                self._say(f"{item}: {self._watched.ending(item, status)}{took}; {of}")
            elif self._progress.disable:
                say(self._lines, f"{item}: ended, {of}")

    def refused(self, refusal: TryRefusal) -> None:
        """Told beside bars too: by the time they are gone, so is that try."""
        first = next(iter(refusal.reasons), "no reason was told").rstrip(".")
        more = f" (and {len(refusal.reasons) - 1} more)" if len(refusal.reasons) > 1 else ""
        kept = f"; all of it: {refusal.evidence}" if refusal.evidence else ""
        self._say(f"{refusal.item}: try {refusal.attempt} refused: {first}{more}; {refusal.follows}{kept}")

    def hear(self, event: AuthoringEvent) -> None:
        """What an agent tells: Hear of agents.authoring.events."""
        if self._watched is None:
            return
        match event:
            case MutantsTried(item, is_mechanical, done, planned):
                if self._progress.disable:
                    self._mutant_lines[is_mechanical].tell(item, done, planned)
                elif done < planned:
                    what = count_text(planned, "mechanical mutant" if is_mechanical else "mutant")
                    self._items.tell(item, f"{done:,} of {what} tried")
                return
            case Planned(item, tasks):
                if tasks is not None and self._watched.is_by_model:
                    tokens = round(self._watched.tokens(tasks), -3)
                    self._say(f"{item}: {count_text(tasks, 'task')} planned, some {tokens:,} tokens")
                return
            case SentBack(key=key) | AnswerMisshapen(key=key):
                if key and key in self._known:
                    return
                self._known.add(key)
                self.sent_back[event.part] += event.answers if isinstance(event, AnswerMisshapen) else 1
            case ModelAsked(item=item, part="seed") if item in self._begun:
                # Read before, when the item had no id; or told as its step.
                return
            case Implementing(item, author, number, most) if not self._progress.disable:
                self._step(item, f"{author}, round {number} of {most}")
                return
            case _:
                pass
        for line in event_lines(event, verbose=self._watched.verbose):
            self._say(line)

    def gate(self, item: str, done: int, planned: int) -> None:
        """The gate has judged `done` of `planned` submissions of an item."""
        if self._progress.disable:
            self._gate_lines.tell(item, done, planned)
        self._items.judged(item, done, planned)

    @contextmanager
    def paused(self) -> Generator[None]:
        """No bars while a person is asked."""
        was_shown = self._progress.live.is_started
        self._progress.stop()
        try:
            yield
        finally:
            if was_shown:
                self._progress.start()

    def _step(self, item: str, what: str) -> None:
        if self._progress.disable:
            say(self._lines, f"{item}: {what}")
        self._items.tell(item, what)

    def _say(self, line: str) -> None:
        """A line, above the bars where there are some."""
        say(self._lines if self._progress.disable else self._progress.console, line)


def event_lines(event: AuthoringEvent, *, verbose: bool) -> Iterator[str]:
    """What is said of an event in lines; nothing of what is only counted, or told as a step."""
    match event:
        case ModelAsked(item, part, role):
            if part in TOLD_APART:
                yield f"{_place(item)}asking the {role} for {part_text(part)}"
        case AnswerMisshapen(item, part, answers, _):
            yield (
                f"{_place(item)}{part_text(part)}: {count_text(answers, 'answer')} sent back, not in the form that was "
                "asked for"
            )
        case SentBack(item, part, time, most, problems, _):
            yield from _told(
                f"{_place(item)}{part_text(part)} sent back, {time} of at most {most}",
                problems,
                verbose=verbose,
            )
        case Mending(item, number, most, wrong):
            yield from _told(
                f"{_place(item)}reference does not pass, repair {number} of at most {most}",
                wrong,
                verbose=verbose,
            )
        case Implementing(item, author, number, most):
            yield f"{_place(item)}{author} works on it, round {number} of at most {most}"
        case Implemented(item, number, passed, tasks, missed):
            but = f"; not {', '.join(missed)}" if missed else ""
            yield f"{_place(item)}round {number}: {passed:,} of {count_text(tasks, 'task')} passed{but}"
        case Planned() | MutantsTried():
            return


def part_text(part: str) -> str:
    """What is written by a prompt, in words."""
    return PARTS.get(part, part)


def _told(what: str, reasons: tuple[str, ...], *, verbose: bool) -> Iterator[str]:
    """What happened with the first reasons in one line; all of them in a line each where that is wanted."""
    plain = [" ".join(reason.split()) for reason in reasons]
    if verbose:
        yield f"{what}:"
        yield from (f"  - {reason}" for reason in plain)
        return
    shown = (_short(reason) for reason in plain[:REASONS_SHOWN])
    more = len(plain) - REASONS_SHOWN
    yield f"{what}: {' | '.join(shown)}" + (f" (and {more} more; --verbose tells all)" if more > 0 else "")


def _short(reason: str) -> str:
    return reason if len(reason) <= LONGEST_REASON else f"{reason[:LONGEST_REASON]}…"


def _place(item: str) -> str:
    return f"{item}: " if item else ""


@contextmanager
def authoring_progress(
    console: Console, items: int, watched: Watched | None = None
) -> Generator[AuthoringProgress]:
    """Bars on `console` while the block runs; where it is no terminal, lines on standard error."""
    with bars(console) as progress:
        yield AuthoringProgress(progress, items, open_console(stderr=True), watched)


GateName = Literal["live", "static"]
"""live: the whole matrix in a real browser. static: the program-decided checks alone."""


def gate_option(live: str, unproved: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option `--gate` of a verb that authors.

    `live` says what the live gate does there, `unproved` what becomes of items that no browser has proved.
    """
    return click.option(
        "--gate",
        type=click.Choice(get_args(GateName)),
        default="live",
        show_default=True,
        help=f"live runs {live}. static checks only what needs no browser; {unproved}.",
    )


class AuthoringWork(NamedTuple):
    """What is to be authored, and where."""

    spec: AuthoringSpec
    paths: SuitePaths
    jobs: int
    """Items at once."""
    order: ModelOrder = ModelOrder()
    """What models may use, and whether a journal alone answers for them."""
    verbose: bool = False
    """Whether every reason is told for which an answer of a model is sent back."""


def author_gated(
    work: AuthoringWork,
    console: Console,
    reviewer: ReviewMode | Reviewer,
    *,
    through: Callable[[Gate], Gate] = lambda gate: gate,
    about: Callable[[Checkpoint], bool] = lambda checkpoint: True,
    implement: Implement | None = None,
) -> AuthoringReport:
    """Author, or go on with, what the work's spec asks for, with bars on `console`.

    The bars pause while a person is asked. `through` may put a gate of its own before the one
    that the spec names. `implement` has items implemented independently where the spec names no code
    agent for it. Nobody is asked at checkpoints for which `about` is false: they stay
    parked. The gate's browsers live as long as this takes. Submissions are judged with the packages
    that the suite locks, which are built first where they are missing; InstallFailed where they
    cannot be.
    """
    spec = work.spec

    async def authored() -> AuthoringReport:
        roles = authoring_roles(spec)
        agent = agent_spec(spec.independent_by) if spec.independent_by else None
        models = None if agent is None else implementing_models(work.paths, work.order)
        relayed = models if agent is not None and is_program(agent) else None
        async with (
            AsyncExitStack() as opened,
            open_models(roles, work.order, work.paths.journal, relayed, AUTHORING) as model,
            open_judging(spec, work.paths) as judging,
            open_gate(spec, work.paths, progress.gate, judging, model) as gate,
        ):
            warn(self_grading_models(_models(model, roles)))
            making = Making(
                spec.family,
                unverified(spec, work.paths),
                spec.kept_plan(work.paths) is not None,
                tasks=planned_tasks(spec, work.paths),
            )
            estimate_authoring(model, making, spec, echo_error)
            judge = judging.judge if judging else None
            workspaces = None
            if judging is not None and (agent is not None or "coder" in roles):
                workspaces = await opened.enter_async_context(as_tried(judging.sandbox, spec.family))
            implementing = None
            if agent is not None and models is not None and judging is not None and workspaces is not None:
                family, canary, hear = spec.family, spec.canary, progress.hear
                implementing = implementer(agent, family, canary, judging, workspaces, model, models, hear)
            context = authoring_context(
                spec, work.paths, generator(spec.family), through(gate), model, judge,
                implement=implementing or implement, hear=progress.hear,
                sandbox=workspaces,
            )  # fmt: skip
            asked = (
                reviewer_for(reviewer, console, progress.paused) if isinstance(reviewer, str) else reviewer
            )
            return await author_suite(context, asking_about(asked, about), progress, jobs=work.jobs)

    with authoring_progress(console, len(spec.assignments), _watched(work)) as progress:
        report = run_until_stopped(authored())
    timed = (one.model_copy(update={"minutes": progress.minutes.get(one.item)}) for one in report.items)
    report = report.model_copy(update={"items": tuple(timed)})
    if sent := progress.sent_back:
        told = ", ".join(f"{part_text(part)} {number:,}" for part, number in sent.items())
        echo_error(f"{count_text(sum(sent.values()), 'answer')} sent back to be written better: {told}.")
    return report


def _watched(work: AuthoringWork) -> Watched | None:
    """How it is told what models do: not at all where a catalog authors, whose steps take no time."""
    spec = work.spec
    if spec.author == "catalog" and not spec.independent_by:
        return None

    def tokens(tasks: int) -> int:
        return item_tokens(spec.family, tasks, spec)

    def ending(item: str, status: str) -> str:
        return ending_words(work.paths, item, status)

    return Watched(spec.author == "model", work.verbose, tokens, ending)


def _models(model: Model | None, roles: Iterable[ModelRole]) -> dict[ModelRole, str]:
    """Role → its model, of all that are going to be asked: also of the coder, who is made ready when it begins."""
    return {role: model.ready(role).model for role in roles} if model else {}


class GateWork(NamedTuple):
    """What the live gate takes for an item of usual size, as measured; the README says the same."""

    submissions: int
    """Judged: its reference thrice, its alternatives, mutants and attacks."""
    minutes: tuple[int, int]
    """On two cores that do nothing else."""


GATE_WORK = {"browser": GateWork(49, (1, 2)), "commands": GateWork(54, (2, 4))}
"""Family.judge → what the live gate takes with it."""


def planned_work(folder: Path, items: int, gate: GateName, family: str) -> str:
    """`Writes generated/mine-2.0.0: 2 items, some 86 submissions to judge, which takes …`; AuthorError for no
    family.
    """
    each = GATE_WORK[family_named(family).judge]
    low, high = (items * minutes for minutes in each.minutes)
    takes = (
        f"some {items * each.submissions:,} submissions to judge, which takes two idle cores about {low} to {high} "
        "minutes, and busy ones as much longer as they have other work"
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

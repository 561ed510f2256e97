"""What is told while items are authored: bars, a line for each step, and the words for what models do."""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import NamedTuple

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
from pipeline.cli.author_summary import rounded_minutes
from pipeline.cli.output import open_console
from pipeline.cli.progress import Bars, CountLines, ItemsBar, bars, say
from pipeline.graph.nodes import TryRefusal
from plans.plain_text import count_text

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


@contextmanager
def authoring_progress(
    console: Console, items: int, watched: Watched | None = None
) -> Generator[AuthoringProgress]:
    """Bars on `console` while the block runs; where it is no terminal, lines on standard error."""
    with bars(console) as progress:
        yield AuthoringProgress(progress, items, open_console(stderr=True), watched)


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

"""Progress bars for long work."""

import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from agents.authoring.verification.gate import GateProgress
from pipeline.cli.output import open_console
from pipeline.runner.reader import Advance
from pipeline.runner.reader import Progress as RunProgress
from plans.errors import verdicts_to_rejudge
from plans.plain_text import count_text
from plans.records.verdict import Judgement, Status

MOST_LINES = 300
"""Lines about rounds in one run: of longer runs only some are told."""
PERIOD = 20.0
"""Seconds after which it is told again how far an item in the gate is."""


def bars(console: Console) -> Progress:
    """Bars with name, count and time; nothing is drawn where the output is no terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )


@contextmanager
def gate_progress(console: Console) -> Generator[GateProgress]:
    """A bar for each item in the gate, in submissions judged; where nothing is drawn, lines."""
    shown: dict[str, TaskID] = {}
    lines = CountLines(console)
    with bars(console) as progress:

        def show(item: str, done: int, planned: int) -> None:
            if progress.disable:
                lines.tell(item, done, planned)
            if item not in shown:
                shown[item] = progress.add_task(f"gate {item}", total=planned)
            progress.update(shown[item], completed=done, total=planned)

        yield show


class CountLines:
    """Tells how far the work on an item is where no bar can: when it begins, now and then, and when it is over."""

    def __init__(
        self,
        console: Console,
        now: Callable[[], float] = time.monotonic,
        *,
        noun: str = "submission",
        doing: str = "judging",
        done: str = "judged",
    ) -> None:
        self._console = console
        self._now = now
        self._noun, self._doing, self._done = noun, doing, done
        self._told: dict[str, float] = {}
        """Item → when it was last told of."""

    def tell(self, item: str, done: int, planned: int) -> None:
        """`done` of `planned` are done of an item; a line, unless there was one within the period."""
        now = self._now()
        if done in (0, planned) or now - self._told.get(item, now) >= PERIOD:
            self._told[item] = now
            say(self._console, self._line(item, done, planned))

    def _line(self, item: str, done: int, planned: int) -> str:
        all_of_them = count_text(planned, self._noun)
        if done == 0:
            return f"{item}: {self._doing} {all_of_them}"
        part = all_of_them if done == planned else f"{done:,} of {all_of_them}"
        return f"{item}: {part} {self._done}"


def round_line(advance: Advance) -> str:
    """What is said of a round where no bar can show it: `plant-shop, oracle, round 1: 16 of 16 tasks passed (…)`."""
    repeat = f", repeat {advance.repeat}" if advance.repeat > 1 else ""
    far = f"{advance.done:,} of {count_text(advance.planned, 'round')}"
    over = f"; over, {count_text(advance.skipped, 'round')} not played" if advance.skipped else ""
    kept = "" if advance.is_new else ", as before"
    standing = f"{_standing(advance.judgement)}{kept}{over}"
    return f"{advance.project}, {advance.agent}{repeat}, round {advance.round}: {standing} ({far})"


def _standing(judgement: Judgement | None) -> str:
    if judgement is None:
        return "nothing to judge"
    statuses = Counter(task.status for task in judgement.tasks)
    unresolved = statuses[Status.UNRESOLVED]
    passed = f"{statuses[Status.PASSED]} of {count_text(len(judgement.tasks), 'task')} passed"
    events = sorted({verdict.event.value for verdict in verdicts_to_rejudge(judgement) if verdict.event})
    faults = f" ({', '.join(events)})" if events else ""
    return f"{passed}, {unresolved} unresolved{faults}" if unresolved else passed


def say(console: Console, text: str) -> None:
    """A plain line."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def run_progress(console: Console) -> Generator[RunProgress]:
    """One bar over all rounds of all trials, saying what was finished last; where none is drawn, lines."""
    lines = open_console(stderr=True)
    with bars(console) as progress:
        bar = progress.add_task("run", total=None)
        told = 0

        def show(advance: Advance) -> None:
            nonlocal told
            if progress.disable and (due := advance.done * MOST_LINES // advance.planned) > told:
                told = due
                say(lines, round_line(advance))
            last = f"{advance.agent} on {advance.project}, round {advance.round}"
            progress.update(bar, description=last, completed=advance.done, total=advance.planned)

        yield show

"""Progress bars for long work."""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from typing import NamedTuple, TypeVar

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TextColumn, TimeElapsedColumn
from rich.text import Text

from pipeline.cli.output import open_console
from pipeline.runner.driver import Advance
from pipeline.runner.driver import Progress as RunProgress
from plans.contracts.authoring import Gate
from plans.errors import verdicts_to_rejudge
from plans.plain_text import count_text
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.verdict import Judgement, Status

MOST_LINES = 300
"""Lines about rounds in one run: of longer runs only some are told."""
PERIOD = 20.0
"""Seconds after which it is told again how far an item in the gate is."""


class Bars(Progress):
    """Bars that say what they count, and beneath them lines in words for what is at work."""

    def get_renderables(self) -> Iterable[RenderableType]:
        yield self.make_tasks_table([task for task in self.tasks if task.fields.get(NOUN)])
        for task in self.tasks:
            if not task.fields.get(NOUN):
                since = timedelta(seconds=int(task.elapsed or 0))
                yield Text(f"  {task.description} ({since})", no_wrap=True, overflow="ellipsis")

    def add_bar(self, description: str, noun: str, total: float | None = None) -> TaskID:
        """A bar; `noun`: what it counts, in the singular."""
        return self.add_task(description, total=total, noun=noun)


NOUN = "noun"
"""Field of a task: what its bar counts. A line has none."""


class _Count(ProgressColumn):
    """`12 of 53 submissions`, `1 of 1 item`."""

    def render(self, task: Task) -> Text:
        if task.total is None:
            return Text("")
        of_all = count_text(int(task.total), str(task.fields[NOUN]))
        return Text(f"{int(task.completed):,} of {of_all}", "progress.download")


def bars(console: Console) -> Bars:
    """Bars with name, count and time; nothing is drawn where the output is no terminal."""
    return Bars(
        TextColumn("{task.description}"),
        BarColumn(),
        _Count(),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )


class ItemsBar:
    """One bar over all items, and a line for each item at work: how far it is moves the bar too."""

    def __init__(self, progress: Bars, doing: str, items: int) -> None:
        self._progress = progress
        self._bar = progress.add_bar(doing, "item", items)
        self._lines: dict[str, TaskID] = {}
        self._parts: dict[str, float] = {}
        """Item → how much of it is done; 1 when it has ended."""

    def tell(self, item: str, what: str, part: float = 0.0) -> None:
        """Say in the item's line what is done; `part`: how much of the item that is, as far as it is known."""
        if self._parts.get(item) == 1:
            return
        told = f"{item}: {what}"
        if item in self._lines:
            self._progress.update(self._lines[item], description=told)
        else:
            self._lines[item] = self._progress.add_task(told, total=None)
        # An item counts when it has ended, not when all of it is judged.
        self._parts[item] = max(self._parts.get(item, 0.0), min(part, 0.99))
        self._move()

    def judged(self, item: str, done: int, planned: int) -> None:
        """Say how far it is in the release gate, in submissions."""
        what = f"release gate, {done:,} of {count_text(planned, 'submission')} judged"
        self.tell(item, what, done / max(planned, 1))

    def leave(self, item: str) -> None:
        """Say no more what is done with the item."""
        if item in self._lines:
            self._progress.remove_task(self._lines.pop(item))

    def end(self, item: str) -> None:
        """However it ended."""
        self.leave(item)
        self._parts[item] = 1
        self._move()

    def _move(self) -> None:
        self._progress.update(self._bar, completed=sum(self._parts.values()))


class GateBar:
    """How far the release gate is, over so many items: a bar, or lines where nothing is drawn."""

    def __init__(self, progress: Bars, items: int, console: Console) -> None:
        self._progress = progress
        self._items = ItemsBar(progress, "verifying", items)
        self._lines = CountLines(console)

    def __call__(self, item: str, done: int, planned: int) -> None:
        """As GateProgress."""
        if self._progress.disable:
            self._lines.tell(item, done, planned)
        self._items.judged(item, done, planned)

    def through(self, gate: Gate) -> Gate:
        """The gate, whose items are counted when it has decided them."""
        return _Counted(gate, self._items)


class _Counted:
    """Implements plans.contracts.authoring.Gate around another one, and counts its items."""

    def __init__(self, gate: Gate, items: ItemsBar) -> None:
        self._gate = gate
        self._items = items

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        evidence = await self._gate.verify(project, plan, known)
        self._items.end(project.id)
        return evidence


@contextmanager
def gate_progress(console: Console, items: int) -> Generator[GateBar]:
    """One bar over so many items in the gate; where nothing is drawn, lines."""
    with bars(console) as progress:
        yield GateBar(progress, items, console)


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
        self._planned: dict[str, int] = {}

    def tell(self, item: str, done: int, planned: int) -> None:
        """`done` of `planned` are done of an item; a line, unless there was one within the period."""
        now = self._now()
        more = planned - self._planned.get(item, planned)
        self._planned[item] = planned
        if done and more > 0:
            self._told[item] = now
            say(self._console, f"{item}: {self._doing} {count_text(more, f'more {self._noun}')}")
        elif done in (0, planned) or now - self._told.get(item, now) >= PERIOD:
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


class PieceDone(NamedTuple):
    """One more piece of a run is done, as a bar or a line shows it."""

    done: int
    planned: int
    last: str
    """What was finished last."""
    line: str
    """The same where no bar can show it."""
    noun: str
    """What is counted, in the singular."""
    stage: str = ""
    """Part of the run of which it is counted."""


Step = TypeVar("Step")


@contextmanager
def pieces_progress(
    console: Console, doing: str, noun: str, most_lines: int, shown: Callable[[Step], PieceDone]
) -> Generator[Callable[[Step], None]]:
    """One bar over all pieces of a run, saying what was finished last; where none is drawn, at most so many lines of
    each stage.
    """
    lines = open_console(stderr=True)
    told: Counter[str] = Counter()
    with bars(console) as progress:
        bar = progress.add_bar(doing, noun)

        def show(step: Step) -> None:
            now = shown(step)
            if progress.disable and (due := now.done * most_lines // max(now.planned, 1)) > told[now.stage]:
                told[now.stage] = due
                say(lines, now.line)
            progress.update(bar, description=now.last, completed=now.done, total=now.planned, noun=now.noun)

        yield show


def run_progress(console: Console) -> AbstractContextManager[RunProgress]:
    """Over all rounds of all trials."""

    def shown(advance: Advance) -> PieceDone:
        last = f"{advance.agent} on {advance.project}, round {advance.round}"
        return PieceDone(advance.done, advance.planned, last, round_line(advance), "round")

    return pieces_progress(console, "run", "round", MOST_LINES, shown)

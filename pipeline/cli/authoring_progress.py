"""Progress of authoring: a bar for each stage, and one for each item in the gate."""

from collections.abc import Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, TaskID

from pipeline.cli.output import open_console
from pipeline.cli.progress import GateLines, bars, say
from pipeline.graph.driver import Refusal
from plans.plurals import count_text

STAGES = {
    "sample": "planned",
    "mutants": "generated",
    "review_generation": "reviewed",
    "verify": "verified",
    "evaluate": "evaluated",
    "ready": "ready",
}
"""Node → what an item is once it has left it."""


class AuthoringProgress:
    """Hears the graph (ProgressSink) and the gate; counts every item once a stage, however often it comes back."""

    def __init__(self, progress: Progress, items: int, lines: Console) -> None:
        """`lines`: where it is said how far an item in the gate is and when one has ended, if no bars are drawn."""
        self._progress = progress
        self._lines = lines
        self._gate_lines = GateLines(lines)
        self._planned = items
        self._ended: set[str] = set()
        self._moved: set[str] = set()
        self._bars = {node: progress.add_task(label, total=items) for node, label in STAGES.items()}
        self._passed: dict[str, set[str]] = {node: set() for node in STAGES}
        self._gates: dict[str, TaskID] = {}

    def left(self, thread: str, node: str) -> None:
        item = thread.removeprefix("item/")
        self._moved.add(item)
        if node in self._bars:
            self._count(item, node)
        if node == "verify" and item in self._gates:
            self._progress.remove_task(self._gates.pop(item))

    def ended(self, thread: str) -> None:
        """However it ended, and whenever: no stage waits for it. Of one that had ended before, nothing is said."""
        if not thread.startswith("item/"):
            return
        item = thread.removeprefix("item/")
        for node in STAGES:
            self._count(item, node)
        if item not in self._ended:
            self._ended.add(item)
            if item in self._moved:
                self._tell(f"{item}: ended, {len(self._ended)} of {count_text(self._planned, 'item')}")

    def refused(self, refusal: Refusal) -> None:
        """Told beside bars too: by the time they are gone, so is that try."""
        first = next(iter(refusal.reasons), "no reason was told").rstrip(".")
        more = f" (and {len(refusal.reasons) - 1} more)" if len(refusal.reasons) > 1 else ""
        kept = f"; all of it: {refusal.evidence}" if refusal.evidence else ""
        line = f"{refusal.item}: try {refusal.attempt} refused: {first}{more}; {refusal.follows}{kept}"
        if self._progress.disable:
            say(self._lines, line)
        else:
            self._progress.console.print(line, markup=False, highlight=False)

    def _tell(self, line: str) -> None:
        if self._progress.disable:
            say(self._lines, line)

    def _count(self, item: str, node: str) -> None:
        self._passed[node].add(item)
        self._progress.update(self._bars[node], completed=len(self._passed[node]))

    def gate(self, item: str, done: int, planned: int) -> None:
        """The gate has judged `done` of `planned` hand-ins of an item."""
        if self._progress.disable:
            self._gate_lines.tell(item, done, planned)
        if item not in self._gates:
            self._gates[item] = self._progress.add_task(f"  gate: {item}", total=planned)
        self._progress.update(self._gates[item], completed=done, total=planned)

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


@contextmanager
def authoring_progress(console: Console, items: int) -> Generator[AuthoringProgress]:
    """Bars on `console` while the block runs; where it is no terminal, lines on standard error."""
    with bars(console) as progress:
        yield AuthoringProgress(progress, items, open_console(stderr=True))

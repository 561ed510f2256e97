"""Progress bars for long work."""

from collections.abc import Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from agents.authoring.verification.gate import Progress as GateProgress
from pipeline.runner.progress import Advance
from pipeline.runner.progress import Progress as RunProgress
from plans.plurals import count_text


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
    """A bar for each item in the gate, in hand-ins judged; where nothing is drawn, a line when one begins and ends."""
    shown: dict[str, TaskID] = {}
    with bars(console) as progress:

        def show(item: str, done: int, planned: int) -> None:
            if progress.disable and done in (0, planned):
                say(console, gate_line(item, done, planned))
            if item not in shown:
                shown[item] = progress.add_task(f"gate {item}", total=planned)
            progress.update(shown[item], completed=done, total=planned)

        yield show


def gate_line(item: str, done: int, planned: int) -> str:
    """What is said of an item in the gate where no bar can show it."""
    hand_ins = count_text(planned, "hand-in")
    return f"{item}: judging {hand_ins}" if done < planned else f"{item}: {hand_ins} judged"


def say(console: Console, text: str) -> None:
    """A plain line."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def run_progress(console: Console) -> Generator[RunProgress]:
    """One bar over all rounds of all trials, saying what was finished last."""
    with bars(console) as progress:
        bar = progress.add_task("run", total=None)

        def show(advance: Advance) -> None:
            last = f"{advance.agent} on {advance.project}, round {advance.round}"
            progress.update(bar, description=last, completed=advance.done, total=advance.planned)

        yield show

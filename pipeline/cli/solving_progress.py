"""How far a run of solvers is, on the terminal."""

from collections.abc import Generator
from contextlib import contextmanager

from rich.console import Console

from pipeline.cli.output import open_console
from pipeline.cli.progress import bars, say
from pipeline.solving.reader import Answering, AnswerProgress
from plans.plurals import count_text

LINES = 20
"""Lines about answers in one run, where no bar can be drawn."""


@contextmanager
def answer_progress(console: Console) -> Generator[AnswerProgress]:
    """One bar over all answers, then one over what a model decides of them; where none is drawn, lines."""
    lines = open_console(stderr=True)
    told: dict[str, int] = {}
    with bars(console) as progress:
        bar = progress.add_task("answers", total=None)

        def show(now: Answering) -> None:
            due = now.done * LINES // max(now.planned, 1)
            if progress.disable and due > told.get(now.stage, 0):
                told[now.stage] = due
                what = "answer" if now.stage == "answers" else "question about answers"
                plural = None if now.stage == "answers" else "questions about answers"
                say(lines, f"{now.solver}: {now.done:,} of {count_text(now.planned, what, plural)}")
            last = f"{now.solver}, repeat {now.repeat}" if now.stage == "answers" else f"judging {now.solver}"
            progress.update(bar, description=last, completed=now.done, total=now.planned)

        yield show

"""How far the judge agrees with people on labelled apps, by default on those it may be tuned on: `make judge-report`.

Every task is judged on its own, without waiting for what it builds on, as it was labelled. Intervals are clustered by
app. A look at the half that is set aside is written down in RUNS.jsonl before its figures are shown.
"""

import argparse
import asyncio
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from rich.console import Console
from rich.table import Table

from agents.judging.programmatic import ProgrammaticJudge
from pipeline.cli.output import open_console, plain_table
from plans.contracts.runs import Judge
from plans.plain_text import count_text
from plans.records.verdict import Judgement
from plans.settings import read_settings
from tests.corpus.bounds import Floor, Standing, floors_broken, goals_missed, read_floor, standings
from tests.corpus.figures import MEASURES, Difference, HalfFigures
from tests.corpus.judging import judge_apps
from tests.corpus.looks import write_down
from tests.corpus.material import HALVES, HERE, App, Half, apps, written
from tests.corpus.page import cell, write_page

FURTHER = 1
"""Extra browsers: on apps that do nothing, tasks mostly wait."""


@dataclass(frozen=True)
class Asked:
    """What is judged, what it is held to, and where the report goes."""

    half: Half | None = None
    """One half alone; None: both."""
    only: str = ""
    """Letters that the names of the judged apps hold."""
    small: bool = False
    """The few apps of the tuned half that FLOOR.yaml names under `small`."""
    hold: Literal["goals", "floor"] = "goals"
    out: Path = Path("runs/judge-report")
    wrong: bool = False
    """Whether each wrong and each undecided task is listed in the terminal too."""
    root: Path = HERE
    """Folder of the corpus."""


def main(arguments: list[str]) -> int:
    """Judge, compare, report; 0 when what was asked for holds, 1 otherwise."""
    asked = _parsed(arguments)
    settings = read_settings()
    judge = ProgrammaticJudge(settings.chromium, workers=settings.worker_count + FURTHER)

    async def warm() -> int:
        async with judge:
            return await report(judge, asked, open_console())

    return asyncio.run(warm())


async def report(judge: Judge, asked: Asked, console: Console) -> int:
    """Judge the labelled apps, compare, write `report.html` and say what is not reached.

    Returns 0 when the goals are reached, or, held to the floor, when no figure fell beneath it; else 1, and so too
    when nothing could be held to either.
    """
    began = time.perf_counter()
    floor = read_floor(asked.root)
    wanted = [app for app in apps(asked.half, asked.root) if asked.only in app.name]
    if asked.small:
        small = floor.small.apps if floor.small else ()
        wanted = [app for app in wanted if app.name in small]
    if not wanted:
        where = f" with {asked.only!r} in its name" if asked.only else f" in {asked.half or 'either'} half"
        console.print(f"Error: no labelled app{where}: nothing was judged, goals not tested.", markup=False)
        return 1
    folder = asked.out / judge.digest[:24]
    console.print(
        f"{count_text(len(wanted), 'app')}, judge {judge.digest[:20]}, judgements in {folder}",
        highlight=False,
    )

    def tell(app: App, judgement: Judgement) -> None:
        console.print(f"  {app.name}: {judgement.seconds:.1f} s", highlight=False)

    judged = await judge_apps(judge, wanted, folder, tell)
    halves = [_figures(half, judged, asked) for half in HALVES if asked.half in (None, half)]
    for figures in halves:
        if figures.half == "aside" and figures.judged:
            write_down(judge.digest, figures, asked.root)
    missed, broken = goals_missed(halves), floors_broken(halves, floor)
    page = asked.out / "report.html"
    write_page(page, judge.digest, halves, floor, [*missed, *broken])
    _show(console, halves, floor, asked)
    _list(console, "Goals not reached or not tested" if missed else "All goals are reached.", missed)
    _list(console, "Floor not held or not tested" if broken else "No figure is beneath its floor.", broken)
    console.print(f"{page}, {time.perf_counter() - began:.0f} s in all", highlight=False)
    return 1 if (missed if asked.hold == "goals" else broken) else 0


def _parsed(arguments: list[str]) -> Asked:
    parser = argparse.ArgumentParser(prog="python -m tests.corpus.report", description=__doc__)
    parser.add_argument(
        "--half",
        choices=(*HALVES, "both"),
        default="tuned",
        help="left out: the one that may be tuned on. A look at the one set aside is for a judge that is finished: "
        "a change that is learnt from it retires that half",
    )
    parser.add_argument("--only", default="", help="apps whose project/style holds these letters")
    parser.add_argument(
        "--small",
        action="store_true",
        help="judge only the few apps that FLOOR.yaml names under `small`, in some two minutes",
    )
    parser.add_argument(
        "--hold",
        choices=("goals", "floor"),
        default="goals",
        help="what decides the exit code: the goals, on the half set aside, or FLOOR.yaml; left out: the goals",
    )
    parser.add_argument("--out", type=Path, default=Asked.out, help="folder of report.html and judgements")
    parser.add_argument(
        "--wrong", action="store_true", help="list each wrong and each undecided task here too"
    )
    chosen = parser.parse_args(arguments)
    return Asked(
        half=None if chosen.half == "both" else cast("Half", chosen.half),
        only=chosen.only,
        small=chosen.small,
        hold=cast('Literal["goals", "floor"]', chosen.hold),
        out=chosen.out,
        wrong=chosen.wrong,
    )


def _figures(half: Half, judged: dict[App, Judgement], asked: Asked) -> HalfFigures:
    labelled = set(apps(half, asked.root))
    return HalfFigures(
        half=half,
        judged={app: judgement for app, judgement in judged.items() if app.half == half},
        unlabelled=sum(app not in labelled for app in written(half, asked.root)),
        only=asked.only,
        small=asked.small and half == "tuned",
    )


def _show(console: Console, halves: list[HalfFigures], floor: Floor, asked: Asked) -> None:
    for figures in halves:
        if not figures.judged:
            continue
        console.print(_agreement_table(figures), "", _bounds_table(standings(figures, floor)), "")
        _list(
            console,
            "Not earned" if figures.unearned else "Nothing unearned.",
            [str(one) for one in figures.unearned],
        )
        if asked.wrong:
            for one in figures.differences:
                _list(console, *_told(one))


def _agreement_table(figures: HalfFigures) -> Table:
    title = f"{figures.half} half, {count_text(len(figures.judged), 'app')}"
    table = plain_table(title, "labelled", *MEASURES, "falsely passed", "falsely failed")
    for row in figures.rows:
        counts = row.counts
        table.add_row(
            row.part,
            str(counts.decided + counts.undecided),
            *(cell(name, measured) for name, measured in row.measured.items()),
            str(counts.judge_only),
            str(counts.people_only),
        )
    return table


def _bounds_table(lines: tuple[Standing, ...]) -> Table:
    table = plain_table("figure", "measured", "floor", "goal", "")
    for one in lines:
        table.add_row(one.figure, one.text(one.value), one.text(one.floor), one.text(one.goal), one.word)
    return table


def _told(one: Difference) -> tuple[str, list[str]]:
    lines = [
        line
        for seen in one.outcomes
        for line in (
            f"{seen.outcome}: {seen.judge.value}: {seen.reason[:400]}",
            f"  people {seen.people}{': ' if seen.why else ''}{seen.why[:200]}",
        )
    ]
    return f"{one.app.name} {one.task}: judge {one.judge.value}, people {one.people}", lines


def _list(console: Console, title: str, lines: list[str] | tuple[str, ...]) -> None:
    console.print(f"{title}:" if lines else title, highlight=False, markup=False)
    for line in lines:
        console.print(f"  {line}", highlight=False, markup=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

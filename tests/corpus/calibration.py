"""How often the judge is wrong, as data that reports correct rates by: `make calibration`.

Apps are judged as for `make judge-report`, and what that has judged already is not judged again. The half set aside is
the one to use: on apps that the judge was tuned on it is right more often than on submissions. Looking at it is written
down in RUNS.jsonl.
"""

import argparse
import asyncio
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import cast, get_args

from rich.console import Console
from rich.table import Table

from agents.judging.programmatic import ProgrammaticJudge
from pipeline.cli.output import open_console, plain_table
from pipeline.report.words import accuracy_text, proportion_text
from pipeline.runner.scoring.calibration import SHIPPED, calibration_file, judge_accuracy
from plans.contracts.runs import Judge
from plans.digests import folder_digest, record_digest, value_digest
from plans.errors import needs_rejudging
from plans.files import write_record
from plans.plain_text import count_text
from plans.records.criteria import Level
from plans.records.result import AppCounts, Calibration, CauseCounts, CorpusHalf, JudgeAccuracy
from plans.records.verdict import Judgement, OutcomeCause, Status, TaskVerdict, World
from plans.settings import read_settings
from tests.corpus.figures import HOLDS, HalfFigures
from tests.corpus.judging import judge_apps
from tests.corpus.looks import write_down
from tests.corpus.material import HERE, App, apps
from tests.corpus.report import FURTHER, Asked

FAMILY = "webapp"
"""Family of the corpus's apps."""


async def calibrate(
    judge: Judge,
    console: Console,
    *,
    half: CorpusHalf = "aside",
    judgements: Path = Asked.out,
    out: Path = SHIPPED,
    root: Path = HERE,
) -> Calibration:
    """Judge the labelled apps of a half, write the judge's calibration into `out`, and print what it says.

    `judgements` is the folder of `make judge-report`; `root` is the corpus. Raises what the judge raises.
    """
    wanted = list(apps(None if half == "both" else half, root))
    console.print(f"{count_text(len(wanted), 'app')}, judge {judge.digest[:20]}", highlight=False)

    def tell(app: App, judgement: Judgement) -> None:
        console.print(f"  {app.name}: {judgement.seconds:.1f} s", highlight=False)

    judged = await judge_apps(judge, wanted, judgements / judge.digest[:24], tell)
    aside = {app: judgement for app, judgement in judged.items() if app.half == "aside"}
    if aside:
        write_down(judge.digest, HalfFigures("aside", aside, unlabelled=0), root)
    made = calibration(judge, judged, half, datetime.now(UTC).date())
    path = out / calibration_file(made.mode, made.judge_digest)
    write_record(path, made)
    accuracy = judge_accuracy(made)
    console.print("", _levels(accuracy), "", _causes(accuracy), "", accuracy_text(accuracy), highlight=False)
    console.print(f"Calibration: {path}", markup=False, highlight=False, soft_wrap=True)
    return made


def calibration(
    judge: Judge, judged: Mapping[App, Judgement], half: CorpusHalf, made_on: date
) -> Calibration:
    """The judge's calibration from its judgements of labelled apps."""
    return Calibration(
        mode=judge.name,
        judge_digest=judge.digest,
        family=FAMILY,
        world=World.OPEN,
        half=half,
        corpus_digest=corpus_digest(judged),
        made_on=made_on,
        apps=tuple(
            counts for app in sorted(judged, key=lambda app: app.name) for counts in _counts(app, judged[app])
        ),
    )


def corpus_digest(labelled: Sequence[App] | Mapping[App, Judgement]) -> str:
    """Digest of the apps, their criteria and their labels."""
    return value_digest(
        {
            app.name: [folder_digest(app.site), record_digest(app.criteria()), record_digest(app.labels())]
            for app in labelled
        }
    )


def _counts(app: App, judgement: Judgement) -> Iterator[AppCounts]:
    """The app's labelled tasks, level by level; levels of which nothing is labelled are left out.

    A task that could not be judged because the judge or this machine failed says nothing about the judge's error, and
    counts nowhere, as in the rates that are corrected.
    """
    labels, criteria = app.labels(), app.criteria()
    statuses: defaultdict[Level, Counter[tuple[bool, Status]]] = defaultdict(Counter)
    causes: defaultdict[Level, Counter[tuple[OutcomeCause, bool]]] = defaultdict(Counter)
    for task in labels.tasks:
        answer, verdict = labels.of_task(task), judgement.of(task)
        if answer not in HOLDS or needs_rejudging(verdict.event):
            continue
        level, is_fulfilled = criteria.task(task).level, HOLDS[answer]
        statuses[level][is_fulfilled, verdict.status] += 1
        cause = _cause(verdict)
        if cause is not None:
            causes[level][cause, is_fulfilled] += 1
    for level in Level:
        if counted := statuses[level]:
            of_level = causes[level]
            yield AppCounts(
                project=app.project,
                app=app.style,
                level=level,
                is_adversarial=app.is_adversarial,
                fulfilled=sum(counted[True, status] for status in Status),
                fulfilled_passed=counted[True, Status.PASSED],
                fulfilled_failed=counted[True, Status.FAILED],
                unfulfilled=sum(counted[False, status] for status in Status),
                unfulfilled_passed=counted[False, Status.PASSED],
                causes={
                    cause: CauseCounts(fulfilled=of_level[cause, True], unfulfilled=of_level[cause, False])
                    for cause in OutcomeCause
                    if of_level[cause, True] or of_level[cause, False]
                },
            )


def _cause(verdict: TaskVerdict) -> OutcomeCause | None:
    """Why a task did not pass; None where it passed, and where no outcome names a cause."""
    if verdict.status is Status.PASSED:
        return None
    decisive = (one for one in verdict.outcomes if one.status is verdict.status)
    return next((one.cause for one in decisive if one.cause is not None), None)


def _levels(accuracy: JudgeAccuracy) -> Table:
    table = plain_table("tasks", "fulfilled", "passed", "failed", "unfulfilled", "not passed")
    parts = {"all": accuracy, **{level.value: one for level, one in accuracy.by_level.items()}}
    for part, one in parts.items():
        table.add_row(
            part,
            str(one.fulfilled),
            proportion_text(one.sensitivity),
            proportion_text(one.false_fails),
            str(one.unfulfilled),
            proportion_text(one.specificity),
        )
    return table


def _causes(accuracy: JudgeAccuracy) -> Table:
    table = plain_table("not passed, of honest apps", "fulfilled", "unfulfilled")
    for cause, counts in accuracy.by_cause.items():
        table.add_row(cause.value, str(counts.fulfilled), str(counts.unfulfilled))
    return table


def main(arguments: list[str]) -> int:
    """Calibrate the judge that asks no model."""
    parser = argparse.ArgumentParser(prog="python -m tests.corpus.calibration", description=__doc__)
    parser.add_argument(
        "--half",
        choices=get_args(CorpusHalf),
        default="aside",
        help="left out: the one set aside, as the judge is right more often on apps that it was tuned on",
    )
    parser.add_argument(
        "--judgements",
        type=Path,
        default=Asked.out,
        help="folder of `make judge-report`, whose judgements are kept",
    )
    parser.add_argument("--out", type=Path, default=SHIPPED, help="folder that the calibration is written to")
    chosen = parser.parse_args(arguments)
    settings = read_settings()
    judge = ProgrammaticJudge(settings.chromium, workers=settings.worker_count + FURTHER)

    async def warm() -> None:
        async with judge:
            half = cast("CorpusHalf", chosen.half)
            await calibrate(judge, open_console(), half=half, judgements=chosen.judgements, out=chosen.out)

    asyncio.run(warm())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

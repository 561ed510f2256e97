"""How far the judge agrees with people on apps that it has never seen: `make judge-report`.

Every task is judged on its own, without waiting for what it builds on, as it was labelled. Intervals are clustered by
app. A run on the half that is set aside is written down in RUNS.jsonl.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from rich.table import Table

from agents.judging.programmatic import ProgrammaticJudge
from pipeline.cli.output import open_console, plain_table
from plans.files import write_text
from plans.records.criteria import Criteria, Level
from plans.records.labels import Answer
from plans.records.verdict import Judgement, Status
from plans.settings import read_settings
from review.agreement import Agreement, clustered_interval, tally
from tests.corpus.judging import judge_apps
from tests.corpus.material import HERE, App, Half, apps

RUNS = HERE / "RUNS.jsonl"
DECIDED = {Status.PASSED: True, Status.FAILED: False}
HOLDS: dict[Answer, bool] = {"yes": True, "no": False}
Judged = Mapping[App, Judgement]
GOALS = {"decided_share": 0.85, "accuracy": 0.97, "f1": 0.97, "kappa": 0.90}
"""What the judge must reach on tasks of the half that is set aside."""


def main(arguments: list[str]) -> int:
    """Judge, compare, print; 0 when the goals are reached and no adversarial app gained a pass, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="make judge-report", description=__doc__)
    parser.add_argument("--half", choices=("tuned", "aside"), help="one half alone; left out: both")
    parser.add_argument("--out", type=Path, default=Path("runs/judge-report"), help="folder of judgements")
    parser.add_argument("--only", default="", help="apps whose project/style holds these letters")
    parser.add_argument("--wrong", action="store_true", help="list each wrong and each undecided task")
    chosen = parser.parse_args(arguments)
    began = time.perf_counter()
    settings = read_settings()
    judge = ProgrammaticJudge(settings.chromium, workers=settings.worker_count)
    wanted = [app for app in apps(chosen.half) if chosen.only in f"{app.project}/{app.style}"]
    folder = chosen.out / judge.digest.replace(":", "-")[:24]
    console = open_console()
    console.print(f"{len(wanted)} apps, judge {judge.digest[:20]}, judgements in {folder}")

    def tell(app: App, judgement: Judgement) -> None:
        console.print(f"  {app.project}/{app.style}: {judgement.seconds:.1f} s", highlight=False)

    judged = asyncio.run(judge_apps(judge, wanted, folder, tell))
    reached = True
    for half in sorted({app.half for app in judged}):
        of_half = {app: judgement for app, judgement in judged.items() if app.half == half}
        for table in tables(half, of_half):
            console.print(table)
            console.print()
        whole = total(of_half, by_task)
        earned = list(unearned(of_half))
        console.print(*(f"not earned: {line}" for line in earned), sep="\n", highlight=False)
        if chosen.wrong:
            console.print(*differences(of_half), sep="\n", highlight=False, markup=False)
        if half == "aside" and not chosen.only:
            write_down(judge.digest, whole, total(of_half, by_outcome), earned)
        if half == "aside" or chosen.half == "tuned":
            reached &= not earned and all((getattr(whole, name) or 0) >= goal for name, goal in GOALS.items())
    console.print(f"{time.perf_counter() - began:.0f} s in all")
    return 0 if reached else 1


def by_task(app: App, judgement: Judgement, within: Callable[[str], bool] = lambda _: True) -> Agreement:
    """The judge's verdicts of an app's tasks against its labels; what people call unclear counts nowhere."""
    labels = app.labels()
    return tally(
        [
            (DECIDED.get(judgement.of(task).status), HOLDS[answer])
            for task in labels.tasks
            if within(task) and (answer := labels.of_task(task)) in HOLDS
        ]
    )


def by_outcome(app: App, judgement: Judgement) -> Agreement:
    """The same of single outcomes."""
    pairs = [
        (DECIDED.get(verdict.status), HOLDS[label.holds])
        for task, outcomes in app.labels().tasks.items()
        for verdict in judgement.of(task).outcomes
        if (label := outcomes[verdict.outcome]).holds in HOLDS
    ]
    return tally(pairs)


def total(judged: Judged, count: Callable[[App, Judgement], Agreement]) -> Agreement:
    """All apps together."""
    return sum((count(app, judgement) for app, judgement in judged.items()), Agreement())


def tables(half: Half, judged: Judged) -> Iterator[Table]:
    """Agreement as a whole, by level, by style and by project."""
    table = _agreement_table(f"{half} half, {len(judged)} apps")
    _row(table, "tasks", [by_task(*pair) for pair in judged.items()])
    _row(table, "outcomes", [by_outcome(*pair) for pair in judged.items()])
    for level in Level:
        _row(
            table,
            f"  {level.value}",
            [by_task(*pair, _of_level(pair[0].criteria(), level)) for pair in judged.items()],
        )
    for value in sorted({app.style for app in judged}):
        _row(table, f"  style {value}", [by_task(*pair) for pair in judged.items() if pair[0].style == value])
    for value in sorted({app.project for app in judged}):
        of_project = [by_task(*pair) for pair in judged.items() if pair[0].project == value]
        _row(table, f"  project {value}", of_project)
    yield table


def unearned(judged: Judged) -> Iterator[str]:
    """Tasks that an adversarial app passes, and that people say it does not fulfil."""
    for app, judgement in judged.items():
        if app.is_adversarial:
            labels = app.labels()
            for task in labels.tasks:
                if labels.of_task(task) == "no" and judgement.of(task).status is Status.PASSED:
                    yield f"{app.project}/{app.style} {task}"


def differences(judged: Judged) -> Iterator[str]:
    """Each task on which the judge is wrong or silent: what it saw and what people say."""
    for app, judgement in judged.items():
        labels = app.labels()
        for task, outcomes in labels.tasks.items():
            answer, verdict = labels.of_task(task), judgement.of(task)
            said = DECIDED.get(verdict.status)
            if answer not in HOLDS or said == HOLDS[answer]:
                continue
            yield f"{app.project}/{app.style} {task}: judge {verdict.status.value}, people {answer}"
            for seen in verdict.outcomes:
                label = outcomes[seen.outcome]
                if DECIDED.get(seen.status) != HOLDS.get(label.holds):
                    yield f"    {seen.outcome}: {seen.status.value}: {seen.reason[:400]}"
                    yield f"      people {label.holds}: {label.why[:200]}"


def write_down(digest: str, tasks: Agreement, outcomes: Agreement, gained: Iterable[str]) -> None:
    """A line of RUNS.jsonl: every look at the half that is set aside is on record."""
    line = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "judge": digest,
        "tasks": tasks.model_dump(),
        "outcomes": outcomes.model_dump(),
        "not_earned": list(gained),
    }
    before = RUNS.read_text(encoding="utf-8") if RUNS.exists() else ""
    text = json.dumps(line) + "\n"
    if text not in before:
        write_text(RUNS, before + text)


def _agreement_table(title: str) -> Table:
    table = plain_table(
        title, "labelled", "decided", "right", "F1", "kappa", "falsely passed", "falsely failed"
    )
    table.title = None
    return table


def _row(table: Table, name: str, clusters: list[Agreement]) -> None:
    whole = sum(clusters, Agreement())
    if not whole.decided + whole.undecided:
        return
    table.add_row(
        name,
        str(whole.decided + whole.undecided),
        _measured(clusters, whole, lambda seen: seen.decided_share),
        _measured(clusters, whole, lambda seen: seen.accuracy),
        _measured(clusters, whole, lambda seen: seen.f1),
        _measured(clusters, whole, lambda seen: seen.kappa, scale=1, digits=2),
        str(whole.judge_only),
        str(whole.people_only),
    )


def _measured(
    clusters: list[Agreement],
    whole: Agreement,
    measure: Callable[[Agreement], float | None],
    *,
    scale: float = 100,
    digits: int = 1,
) -> str:
    value, interval = measure(whole), clustered_interval(clusters, measure)
    if value is None:
        return "-"
    said = f"{value * scale:.{digits}f}"
    return (
        said
        if interval is None
        else f"{said} [{interval[0] * scale:.{digits}f}, {interval[1] * scale:.{digits}f}]"
    )


def _of_level(criteria: Criteria, level: Level) -> Callable[[str], bool]:
    return lambda task: criteria.task(task).level is level


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

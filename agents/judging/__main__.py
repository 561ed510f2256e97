"""For those who write criteria: `python -m agents.judging FOLDER CRITERIA.yaml [--only TASK] [--evidence DIR]`."""

import argparse
import asyncio
import sys
from pathlib import Path

from agents.judging.programmatic import ProgrammaticJudge
from plans.errors import EXIT_CODE, BenchwrightError
from plans.files import read_record
from plans.records.criteria import Criteria
from plans.records.verdict import Judgement, Status
from plans.settings import read_settings


def main() -> int:
    """Print the verdicts of a folder; 0 when all tasks passed, 1 when not."""
    parser = argparse.ArgumentParser(prog="python -m agents.judging", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("criteria", type=Path)
    parser.add_argument("--only", action="append", metavar="TASK", help="this task and its prerequisites")
    parser.add_argument("--evidence", type=Path, metavar="DIR", help="folder for screenshots of failures")
    parser.add_argument("--seed", type=int, default=0, help="varies generated values")
    given = parser.parse_args()
    settings = read_settings()
    judge = ProgrammaticJudge(settings.chromium, workers=settings.worker_count)
    try:
        criteria = read_record(given.criteria, Criteria)
        judgement = asyncio.run(
            judge.judge(
                given.folder.name, given.folder, criteria,
                evidence=given.evidence, only=given.only, random_seed=given.seed,
            )
        )  # fmt: skip
    except BenchwrightError as error:
        print(error, file=sys.stderr)
        return EXIT_CODE[error.cause]
    _show(judgement)
    return 0 if all(task.status is Status.PASSED for task in judgement.tasks) else 1


def _show(judgement: Judgement) -> None:
    for task in judgement.tasks:
        marks = f" [{', '.join(task.marks)}]" if task.marks else ""
        print(
            f"{task.status.value.upper():10} {task.task} ({task.seconds:.2f} s, {task.attempts} attempts){marks}"
        )
        for outcome in task.outcomes:
            print(f"    {outcome.status.value:10} {outcome.outcome}: {outcome.reason}")
    print(f"{judgement.seconds:.2f} s, in browsers {judgement.browser_seconds:.2f} s")


if __name__ == "__main__":
    sys.exit(main())

"""A made-up calibration, from counts."""

from datetime import date
from pathlib import Path

from pipeline.runner.scoring.calibration import calibration_file
from plans.files import write_record
from plans.records.criteria import Level
from plans.records.result import AppCounts, Calibration, CauseCounts
from plans.records.run import JudgeRef
from plans.records.verdict import OutcomeCause, World


def app(
    name: str, fulfilled: tuple[int, int, int], unfulfilled: tuple[int, int], *, is_adversarial: bool = False
) -> AppCounts:
    """Counts of an app: fulfilled tasks, those passed and failed; unfulfilled tasks and those passed."""
    whole, passed, failed = fulfilled
    return AppCounts(
        project=name.partition("/")[0],
        app=name.partition("/")[2],
        level=Level.FUNCTIONALITY,
        is_adversarial=is_adversarial,
        fulfilled=whole,
        fulfilled_passed=passed,
        fulfilled_failed=failed,
        unfulfilled=unfulfilled[0],
        unfulfilled_passed=unfulfilled[1],
        causes={OutcomeCause.NOT_BOUND: CauseCounts(fulfilled=whole - passed - failed)},
    )


APPS = (
    *(app(f"shop-{number}/plain", (20, passed, 2), (4, 0)) for number, passed in enumerate((14, 16, 18, 16))),
    *(app(f"shop-{number}/sly", (10, 0, 10), (20, 4), is_adversarial=True) for number in range(4)),
)
"""Four honest apps with a sensitivity of 80%, and four adversarial ones; together a specificity of 5/6."""


def calibrated(judge: JudgeRef, apps: tuple[AppCounts, ...] = APPS) -> Calibration:
    return Calibration(
        mode=judge.name,
        judge_digest=judge.digest,
        family="webapp",
        world=World.OPEN,
        half="aside",
        corpus_digest="c" * 64,
        made_on=date(2026, 11, 28),
        apps=apps,
    )


def keep(folder: Path, calibration: Calibration) -> Path:
    """Write it where a judge's calibration is looked for; returns the folder."""
    write_record(folder / calibration_file(calibration.mode, calibration.judge_digest), calibration)
    return folder

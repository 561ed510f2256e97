"""`summary.json` of a run of solvers: its numbers by split, for scripts."""

import json
from pathlib import Path

from pydantic import JsonValue

from plans.files import write_text
from plans.records.run_times import RunTimes
from plans.records.scored_result import ScoredResult, SplitScore


def write_summary(path: Path, result: ScoredResult, times: RunTimes) -> None:
    """Write `instances` by split, `seconds` of work and, per solver, what it used and its rates on each split.

    Rates are from 0 to 1, with unresolved as not passed. What is not known of times, tokens and cost is null.
    """
    summary: JsonValue = {
        "instances": dict(result.planned),
        "seconds": None if times.worked is None else round(times.worked, 1),
        "solvers": {
            score.solver.name: {
                "used": score.used.model_dump(),
                "splits": {one.split: _rates(one) for one in score.splits},
            }
            for score in result.solvers
        },
    }
    write_text(path, json.dumps(summary, indent=1, ensure_ascii=False) + "\n")


def _rates(one: SplitScore) -> JsonValue:
    return {
        "pass_all": one.whole.pass_all.low,
        "fraction_passed": one.whole.fraction_passed.low,
        "refusal": one.whole.refusal.low,
        "best": one.repeats.best.low,
        "worst": one.repeats.worst.low,
        "majority": one.repeats.majority.low,
        "standard_deviation": one.repeats.standard_deviation,
        "unresolved": one.failed + one.missing + one.undecided,
    }

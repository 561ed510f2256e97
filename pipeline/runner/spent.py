"""What the rounds of a run have used of models, as its folder tells."""

from plans.files import read_own_record
from plans.paths import RoundPaths, RunPaths
from plans.records.round import RoundRecord
from plans.records.usage import Usage


def spent_in(paths: RunPaths) -> Usage:
    """Of all rounds that stand; those that will be played again included, as what they used is paid for."""
    spent = Usage()
    for folder in sorted(paths.trials.glob("*/*/*/round-*")):
        record = RoundPaths(folder).record
        if record.is_file():
            spent += read_own_record(record, RoundRecord).report.usage or Usage()
    return spent

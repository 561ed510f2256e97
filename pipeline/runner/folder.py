"""The run's folder: made once, and taken up again only by the run that it belongs to."""

from collections.abc import Sequence
from datetime import UTC, datetime

from pipeline.runner.mismatch import differing_settings
from pipeline.runner.planning import run_project
from plans.errors import RunMismatch
from plans.files import read_record, write_record
from plans.paths import RunPaths
from plans.records.project import Project
from plans.records.run_spec import RunSpec
from plans.records.run_times import RunTimes

OF_ITS_BEGIN = frozenset({"evidence_judges", "unproved", "outdated"})
"""Settings that say how things stood when the run began: no verdict depends on them, so they may have changed."""


def open_run(paths: RunPaths, spec: RunSpec, items: Sequence[Project]) -> None:
    """Make the folder, or check that it is this run's; raises RunMismatch with every setting that differs."""
    _check_items(spec, items)
    if paths.spec.exists():
        _check_same(paths, read_record(paths.spec, RunSpec), spec)
        return
    for item in items:
        write_record(paths.project(item.id), run_project(item, spec))
    write_record(paths.times, RunTimes(started=datetime.now(UTC)))
    # Last, because a folder with it counts as made.
    write_record(paths.spec, spec)


def close_run(paths: RunPaths) -> None:
    """Note when the run ended."""
    times = read_record(paths.times, RunTimes)
    write_record(paths.times, times.model_copy(update={"ended": datetime.now(UTC)}))


def _check_items(spec: RunSpec, items: Sequence[Project]) -> None:
    if [item.id for item in items] != list(spec.items):
        raise RunMismatch(
            f"The run names the items {', '.join(spec.items)}, but was given {', '.join(i.id for i in items)}. "
            "Plan the run from the items that it is to run."
        )


def _check_same(paths: RunPaths, there: RunSpec, asked: RunSpec) -> None:
    if differing := differing_settings(there, asked, but=OF_ITS_BEGIN):
        listed = "".join(f"\n  {line}" for line in differing)
        raise RunMismatch(
            f"{paths.root} holds a run with other settings, and results of both would be mixed:{listed}\n"
            "Either go on with that run's settings, or make a new run with --out in another folder."
        )

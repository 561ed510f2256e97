"""The run's folder: made once, and taken up again only by the run that it belongs to."""

from collections.abc import Sequence

from pipeline.runner.clock import begin_times
from pipeline.runner.mismatch import differing_settings, differing_words
from pipeline.runner.planning import run_project
from plans.clearing import clear
from plans.errors import RunMismatch
from plans.files import read_own_record, read_record, write_record
from plans.items import write_grader
from plans.paths import RunPaths
from plans.records.project import Project
from plans.records.run_project import RunProject
from plans.records.run_spec import RunSpec

OF_ITS_BEGIN = frozenset(
    {
        "name",
        "proof.judges",
        "proof.unproved",
        "proof.refused",
        "proof.outdated",
        "proof.shown_fair",
        "proof.never_shown_fair",
        "place.budget",
    }
)
"""Settings that say how things stood when the run began: no verdict depends on them, so they may have changed. The name
is what the folder was called then; what one turn may use is among the options of each agent."""


def open_run(paths: RunPaths, spec: RunSpec, items: Sequence[Project]) -> None:
    """Make the folder, or check that it is this run's; raises RunMismatch with everything that differs.

    Words are compared too, which the spec's digests leave out: agents would get one request before and another after.
    """
    _check_items(spec, items)
    if paths.spec.exists():
        _check_same(paths, spec, items)
        return
    for item in items:
        write_record(paths.project(item.id), run_project(item, spec))
        # All that lies there is laid beside a submission: a process that was killed here left what is no grader file.
        clear(paths.grader(item.id))
        write_grader(paths.grader(item.id), item.grader)
    begin_times(paths)
    # Last, because a folder with it counts as made.
    write_record(paths.spec, spec)


def _check_items(spec: RunSpec, items: Sequence[Project]) -> None:
    if [item.id for item in items] != list(spec.suite.items):
        raise RunMismatch(
            f"The run names the items {', '.join(spec.suite.items)}, but was given {', '.join(i.id for i in items)}. "
            "Plan the run from the items that it is to run."
        )


def _check_same(paths: RunPaths, asked: RunSpec, items: Sequence[Project]) -> None:
    differing = differing_settings(read_record(paths.spec, RunSpec), asked, but=OF_ITS_BEGIN)
    if not differing:
        kept = ((item, read_own_record(paths.project(item.id), RunProject)) for item in items)
        differing = [
            line for item, there in kept for line in differing_words(there, run_project(item, asked))
        ]
    if differing:
        listed = "".join(f"\n  {line}" for line in differing)
        raise RunMismatch(
            f"{paths.root} holds another run, and results of both would be mixed:{listed}\n"
            "Either go on as that run began, or make a new run with --out in another folder."
        )

"""A round's folder: what stands in it counts, so nothing may stand there that this run did not put there.

An agent that found the folder could write its own verdict into it, or lead what is written through a link elsewhere.
"""

from pathlib import Path

from plans.errors import RunMismatch
from plans.files import storage_errors
from plans.paths import RoundPaths, RunPaths

OF_A_TURN = ("message.md", "transcript.txt", "trajectory.json", "uses.json", "packages.json", "round.json")
"""What a turn that did not end, or whose end says nothing about the agent, may have left. What it used stands in the
run's book."""
AFTER_A_TURN = ("judgements", "feedback.json")
"""What is written only once a turn has ended."""


def make_afresh(round: RoundPaths, run: RunPaths) -> None:
    """A folder for a turn that is about to begin, without what an earlier try left; RunMismatch as `refuse_foreign`."""
    with storage_errors(round.root):
        refuse_foreign(round, run)
        round.root.mkdir(parents=True, exist_ok=True)
        for entry in round.root.iterdir():
            if any(entry.name == name or entry.name.startswith(f".{name}.") for name in OF_A_TURN):
                entry.unlink()


def refuse_links(path: Path, run: RunPaths) -> None:
    """RunMismatch where a link stands for anything between the run's folder and `path`, itself included."""
    for place in (*reversed(path.parents), path):
        if place != run.root and place.is_relative_to(run.root) and place.is_symlink():
            raise _foreign(place, "is a link, and what the run writes would lie elsewhere")


def refuse_foreign(round: RoundPaths, run: RunPaths) -> None:
    """RunMismatch where a link, a verdict or feedback lies before the round was judged."""
    refuse_links(round.root, run)
    if not round.root.is_dir():
        return
    for entry in sorted(round.root.iterdir()):
        if entry.is_symlink():
            raise _foreign(entry, "is a link, and what the run writes would lie elsewhere")
        if entry.name in AFTER_A_TURN:
            raise _foreign(entry, "lies there before this round was judged, and would count as its verdict")


def refuse_record(round: RoundPaths, run: RunPaths) -> None:
    """RunMismatch as `refuse_foreign`, and where a round that was never played has a record that would be scored."""
    refuse_foreign(round, run)
    if round.record.exists():
        raise _foreign(round.record, "is the record of a round that was not played, and would be scored")


def _foreign(path: Path, what: str) -> RunMismatch:
    return RunMismatch(
        f"{path} {what}: this run did not put it there, an agent may have. Remove it and give the same command again."
    )

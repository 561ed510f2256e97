"""What the agents of a run have used of models, as its folder tells: all of it, whatever became of their rounds."""

from plans.booking import EARLIER, Book, booked, mend_torn
from plans.files import read_own_record, read_record
from plans.model_settings import OWN_CODER
from plans.paths import RoundPaths, RunPaths
from plans.records.relayed_call import RelayedCall
from plans.records.round import RoundRecord
from plans.records.run_spec import RunSpec
from plans.records.usage import Usage


def spent_in(paths: RunPaths) -> Usage:
    """Of all calls by way of our relay, by the run's book; by its rounds where the book is missing or empty.

    But for those of our own code agent, whose calls are in the run's journal: who reads that charges them. Raises
    InvalidFile.
    """
    book = booked(paths.spending)
    return _in_rounds(paths) if book == Usage() else book


def keep_spent(paths: RunPaths) -> None:
    """Begin a book that is missing or empty with what the rounds tell, as rounds that are played again lose their
    records; raises InvalidFile and StorageFailed.
    """
    if paths.spending.exists():
        mend_torn(paths.spending)
    if booked(paths.spending) == Usage() and (earlier := _in_rounds(paths)) != Usage():
        Book(paths.spending).write(RelayedCall(call=EARLIER, usage=earlier))


def _in_rounds(paths: RunPaths) -> Usage:
    # A run of solvers has no rounds, and another record.
    if not paths.trials.is_dir():
        return Usage()
    journaled = _journaled(paths)
    spent = Usage()
    for folder in sorted(paths.trials.glob("*/*/*/round-*")):
        record = RoundPaths(folder).record
        if record.is_file() and folder.parent.parent.name not in journaled:
            spent += read_own_record(record, RoundRecord).report.usage or Usage()
    return spent


def _journaled(paths: RunPaths) -> set[str]:
    """Names of the agents that our gateway asks for; none in a run that has not begun."""
    if not paths.spec.exists():
        return set()
    agents = read_record(paths.spec, RunSpec).play.agents
    return {agent.name for agent in agents if agent.kind == OWN_CODER}

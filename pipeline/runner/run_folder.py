"""What every run has, of agents or of solvers: a folder that is made once and resumed by its own run alone; choices,
times, usage and numbers.
"""

import json
import platform
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, Generic, Literal, TypeVar, cast

from pydantic import Field, JsonValue

from plans.contracts.models import Model
from plans.errors import AuthorError, InvalidFile, RunMismatch
from plans.families import family_named
from plans.files import read_own_record, read_record, write_record, write_text
from plans.model_settings import OWN_CODER
from plans.paths import RoundPaths, RunPaths
from plans.records.base import FileRecord, Record
from plans.records.model_settings import Endpoint, ModelBudget
from plans.records.run import RoundRecord, RunSpec, RunTimes
from plans.records.usage import ModelUsage, ModelUsageFile, RelayedCall, Usage
from plans.spend_log import EARLIER, SpendLog, booked, mend_torn

S = TypeVar("S", bound=FileRecord)
R = TypeVar("R", bound=FileRecord)
PlayMode = Literal["query", "full-prd"]
"""Whether agents get a request, or the whole specification."""


def usual_mode(family: str) -> PlayMode:
    """What opens a trial where nobody says: that by which the release gate shows that the family's criteria are fair.

    Criteria of programs follow the PRD in the words and files that it states, and a request leaves some of them unsaid.
    Criteria of web apps expect relations, which a request gives away.
    """
    return "full-prd" if family_named(family).is_tried_by_commands else "query"


def asks_for_unsaid(spec: RunSpec) -> bool:
    """Whether agents get a request although the criteria follow the specification."""
    return spec.play.mode == "query" and usual_mode(spec.suite.family) == "full-prd"


def own_versions() -> dict[str, str]:
    """What benchwright itself is run with, as every run names it."""
    return {"benchwright": version("benchwright"), "python": platform.python_version()}


def refuse_doubles(names: Sequence[str], what: str, mend: str) -> None:
    """AuthorError where two players of a run have one name."""
    for name in names:
        if names.count(name) > 1:
            raise AuthorError(f"Two {what}s are called {name!r}, and their {mend}")


class Choices(Record):
    """What the person who starts a run chooses, whoever plays."""

    name: str
    repeats: int = Field(default=1, ge=1, le=100)


class ModelAccess(Record):
    """Where models are asked when a run begins, and what may be used of them."""

    endpoints: tuple[Endpoint, ...] = ()
    budget: ModelBudget | None = None


LONGEST = 60
"""Characters of a value that are shown; digests are told apart by far fewer."""

NOTHING = "not there"

OPTION = {
    "play.rounds": "--rounds",
    "play.repeats": "--repeats",
    "play.underspecification": "--level",
    "play.leak_policy": "--leak-policy",
    "play.random_seed": "--random-seed",
    "place.sandbox": "--sandbox",
    "place.passed_on": "--pass-env",
    "play.time_limit": "--time-limit",
    "play.agents": "--agent",
    "play.mode": "--full-prd or --level",
    "play.interface": "--interface",
    "play.later": "--debug",
    "play.simulator": "--user",
    "play.persona": "--user",
    "judge.manner": "--manner",
    "models.is_replay": "--replay",
    "is_replay": "--replay",
    "play.limit": "--limit",
    "metering.variant": "--metrics",
    "metering.judge": "--judge-model",
}
"""Setting → the option of `run`, or of `instances run`, that sets it."""

NOT_ASKED_FOR = {
    "suite.items": "the suite's criteria or the choice of items are others by now: --item chooses, and --rejudge "
    "judges what the run's agents submitted by the run's own criteria",
    "suite.name": "it is another suite: use another --out",
    "suite.version": "the suite has a new version: use another --out",
    "suite.digest": "suite.yaml was edited: restore it, or use another --out",
    "suite.plan_digest": "the suite was made of another plan: use another --out",
    "suite.splits": "the suite's instances are others by now: restore them, or use another --out",
    "judge.digest": "the judge is another by now: --rejudge judges what the run's agents submitted by it",
    "place.runtime": "the suite's runtime/ locks other packages by now: restore it, or use another --out",
    "place.endpoints": "benchwright.toml or BENCHWRIGHT_ENDPOINT names another: restore it, or use another --out",
    "models.roles": "benchwright.toml or BENCHWRIGHT_… names another model, or other parameters, for a role: restore "
    "it, or use another --out",
    "place.mirror": "say --mirror, or leave it out, as before, with benchwright.toml or BENCHWRIGHT_MIRROR_… naming "
    "what it named then, or use another --out",
    "play.solvers": "name --model and --solver as before; benchwright.toml or BENCHWRIGHT_… may name other parameters",
    "metering.family_digest": "the family's code or plan is another by now, and would score otherwise: use another "
    "--out",
    "endpoints": "benchwright.toml or BENCHWRIGHT_ENDPOINT names another: restore it, or use another --out",
    "tools.versions": "this machine has other versions than the run was made with: use another --out",
}
"""Setting that no option sets → what to do."""

ELSE = "it comes with benchwright itself: use another --out"


def differing_settings(before: Record, now: Record, *, but: frozenset[str] | None = None) -> list[str]:
    """One line for each setting that differs: its name, what it was, what it is, what to do.

    Names in `but` may differ; left out, those in OF_ITS_BEGIN.
    """
    but = OF_ITS_BEGIN if but is None else but
    old, new = settings(before), settings(now)
    names = [name for name in new if name not in but and old[name] != new[name]]
    return [line for name in names for line in _lines(name, old[name], new[name])]


def settings(spec: Record) -> dict[str, Any]:
    """What a run's record says, by names as in `play.rounds`."""
    found: dict[str, Any] = {}
    for name, value in spec:
        if isinstance(value, Record):
            found |= {f"{name}.{inner}": one for inner, one in value.model_dump(mode="json").items()}
        else:
            found[name] = value
    return found


def _lines(name: str, old: object, new: object) -> Iterator[str]:
    """A setting with entries, such as the items, has a line for each entry that differs, and the advice once."""
    advice = f"say {OPTION[name]} as before" if name in OPTION else NOT_ASKED_FOR.get(name, ELSE)
    was, present = _entries(old), _entries(new)
    if was is None or present is None:
        yield f"{name}: was {shown_value(old)}, is {shown_value(new)} — {advice}"
        return
    keys = [key for key in dict.fromkeys([*was, *present]) if was.get(key) != present.get(key)]
    if not keys:
        yield f"{name}: was {', '.join(was)}, is {', '.join(present)} — {advice}"
    for key in keys:
        end = f" — {advice}" if key == keys[-1] else ""
        yield f"{name}, {key}: was {shown_value(was.get(key))}, is {shown_value(present.get(key))}{end}"


def _entries(value: object) -> Mapping[str, Any] | None:
    """Key → value of a table, name → the rest of a list of agents, None of anything else."""
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    if isinstance(value, list) and all(isinstance(one, dict) for one in cast("Sequence[object]", value)):
        return {one["name"]: one for one in cast("list[dict[str, Any]]", value)}
    return None


def shown_value(value: object) -> str:
    """A setting, as a message tells of it."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, dict):
        known = cast("dict[str, Any]", value)
        value = ", ".join(f"{key} {shown_value(one)}" for key, one in known.items() if key != "name" and one)
    elif isinstance(value, list):
        value = ", ".join(str(one) for one in cast("list[object]", value)) or "none"
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


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
        "budget",
    }
)
"""Settings that say how things stood when the run began: no verdict depends on them, so they may have changed. The name
is what the folder was called then; what one turn may use is among the options of each agent."""


def refuse_other_run(paths: RunPaths, differing: Sequence[str]) -> None:
    """Raise RunMismatch where anything differs from the run in the folder."""
    if differing:
        listed = "".join(f"\n  {line}" for line in differing)
        raise RunMismatch(
            f"{paths.root} holds another run, and results of both would be mixed:{listed}\n"
            "Either go on as that run began, or make a new run with --out in another folder."
        )


def begin_run(paths: RunPaths, spec: FileRecord) -> None:
    """Note that the run begins now, once all else of its folder is made."""
    write_record(paths.times, RunTimes(started=datetime.now(UTC), seconds=0.0))
    # Last, because a folder with it counts as made.
    write_record(paths.spec, spec)


def read_times(paths: RunPaths) -> RunTimes:
    """When the run was made; all of it unknown where the file is missing or cannot be read, since no number of the run
    depends on it.
    """
    try:
        return read_record(paths.times, RunTimes)
    except InvalidFile:
        return RunTimes()


class RunReading(ABC, Generic[S, R]):
    """What the folder of a run says, finished or not; all raise InvalidFile where a file is broken."""

    def __init__(self, paths: RunPaths, kind: type[S]) -> None:
        """`kind`: of the run's record."""
        self.paths = paths
        self._spec = read_record(paths.spec, kind)

    def spec(self) -> S:
        """What was asked for."""
        return self._spec

    def times(self) -> RunTimes:
        """When the run was made, as far as that is known."""
        return read_times(self.paths)

    @abstractmethod
    def result(self) -> R:
        """The numbers so far; what was planned and not reached counts as unresolved."""

    def write_numbers(self, summary_of: Callable[[R, float | None], Mapping[str, JsonValue]]) -> R:
        """Draw the numbers, and write RESULT.json and, with the seconds of work, summary.json."""
        result = self.result()
        write_record(self.paths.result, result)
        write_summary(self.paths, summary_of(result, worked_seconds(self.times())))
        return result


class RunClock:
    """Counts the time of one session on top of that of earlier ones; a sum stays unknown where theirs is."""

    def __init__(self, paths: RunPaths) -> None:
        self._path = paths.times
        self._before = read_times(paths)
        self._began = time.monotonic()
        self._has_played = False

    def note(self) -> None:
        """A round was played just now: all time until here was worked, and the run has not ended before."""
        self._has_played = True
        self._write(ended=None)

    def stop(self) -> None:
        """All rounds stand. A run that had ended before, and of which nothing was played now, keeps its times; so does
        one of which it is not known when it ended.
        """
        if self._has_played or (self._before.started is not None and self._before.ended is None):
            self._write(ended=datetime.now(UTC))

    def _write(self, *, ended: datetime | None) -> None:
        worked = self._before.worked
        seconds = None if worked is None else round(worked + time.monotonic() - self._began, 3)
        write_record(self._path, self._before.model_copy(update={"ended": ended, "seconds": seconds}))


def read_usage(paths: RunPaths, *, is_due: bool) -> ModelUsage | None:
    """What models were used for by now, nothing where none was asked; None where the record of it cannot be read, or
    is missing though it `is_due`. No other number depends on it.
    """
    if not paths.models.exists():
        return None if is_due else ModelUsage()
    try:
        return read_own_record(paths.models, ModelUsageFile).usage
    except InvalidFile:
        return None


def write_usage(paths: RunPaths, model: Model | None) -> None:
    """Write what models of ours were used for."""
    if model is not None:
        write_record(paths.models, ModelUsageFile(usage=model.usage()))


@contextmanager
def used_models(paths: RunPaths, model: Model | None) -> Generator[None]:
    """Writes what models of ours were used for in the end; also of a run that is stopped, as it is paid for."""
    try:
        yield
    finally:
        write_usage(paths, model)


def write_summary(paths: RunPaths, summary: Mapping[str, JsonValue]) -> None:
    """Write summary.json alone."""
    write_text(paths.summary, json.dumps(summary, indent=1, ensure_ascii=False) + "\n")


def worked_seconds(times: RunTimes) -> float | None:
    """Seconds of work, as summaries tell them; None where they are not known."""
    return None if times.worked is None else round(times.worked, 1)


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
        SpendLog(paths.spending).write(RelayedCall(call=EARLIER, usage=earlier))


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

"""The folder of a run of solvers: made once, resumed only by its own run; its answers."""

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, cast

from pipeline.runner.run_records import begin_times
from pipeline.solving.scoring.cards import applied_of
from pipeline.solving.suite import FILE_LIMIT, InstanceSuite
from plans.contracts.instances import Answered, InstanceFamily
from plans.dialect import load_yaml
from plans.errors import AuthorError, InvalidFile, RunMismatch
from plans.files import (
    YAML_LIMIT,
    read_bytes,
    read_lines,
    read_record,
    read_text,
    write_bytes,
    write_record,
    write_text,
)
from plans.paths import RunPaths
from plans.records.base import FileRecord, Record
from plans.records.instance import Response
from plans.records.problem import Problem
from plans.records.scored_run import ScoredInstance, ScoredRun


def line_of(record: FileRecord) -> str:
    """A record as its line, without fields at their default."""
    return record.model_dump_json(exclude_defaults=True)


def write_lines(path: Path, records: Iterable[FileRecord]) -> None:
    """Write records, a line each; whole or not at all."""
    write_text(path, "".join(f"{line_of(record)}\n" for record in records))


PERIOD = 2.0
"""Seconds between two writings, or longer where one takes long: what lies between is lost to a kill, but that replies
of models are in the journal."""
SHARE = 20
"""A writing may take one of so many parts of the time."""


class AnswerFile:
    """`responses/<solver>/<repeat>.jsonl`, in the order of the instances."""

    def __init__(self, path: Path, instances: Sequence[str]) -> None:
        """Read what is there; raises InvalidFile for a torn line, an instance that there is not, or one twice."""
        self._path = path
        self._order = {id: place for place, id in enumerate(instances)}
        self.kept: dict[str, Response] = {}
        self._lines: dict[str, str] = {}
        self._is_written = True
        self._written = time.monotonic()
        self._took = 0.0
        for one in read_lines(path, Response, FILE_LIMIT):
            if one.instance not in self._order or one.instance in self.kept:
                what = "is there twice" if one.instance in self.kept else "is none of the run"
                raise InvalidFile(
                    [
                        Problem(
                            where=str(path),
                            message=f"instance {one.instance!r} {what}.",
                            mend="Delete the line.",
                        )
                    ]
                )
            self._keep(one)

    def waiting(self) -> list[str]:
        """Instances that are still to be asked: never asked, or without an answer for no fault of the solver's."""
        return [id for id in self._order if id not in self.kept or self.kept[id].failed]

    def add(self, response: Response) -> None:
        """Keep an answer; the file is written when it is time."""
        self._keep(response)
        self._is_written = False
        if time.monotonic() - self._written > max(PERIOD, SHARE * self._took):
            self.write()

    def write(self) -> None:
        """Write the file, where it is not as what is kept; raises StorageFailed."""
        if self._is_written:
            return
        began = time.monotonic()
        ordered = sorted(self._lines, key=self._order.__getitem__)
        write_text(self._path, "".join(f"{self._lines[id]}\n" for id in ordered))
        self._written = time.monotonic()
        self._took = self._written - began
        self._is_written = True

    def _keep(self, response: Response) -> None:
        self.kept[response.instance] = response
        self._lines[response.instance] = line_of(response)


OF_ITS_BEGIN = frozenset({"name", "budget"})
"""Settings that say how things stood when the run began: no number depends on them, so they may have changed. The name
is what the folder was called then."""
ADVICE = {
    "play.repeats": "say --repeats as before",
    "play.limit": "say --limit as before",
    "play.solvers": "name --model and --solver as before; benchwright.toml or BENCHWRIGHT_… may name other parameters",
    "metering.variant": "say --metrics as before",
    "metering.judge": "say --judge-model as before",
    "metering.family_digest": "the family's code or plan is another by now, and would score otherwise",
    "is_replay": "say --replay as before",
    "endpoints": "benchwright.toml or BENCHWRIGHT_ENDPOINT names another: restore it",
}
"""Setting → what to do."""
LONGEST = 80
"""Letters of a setting that a message shows."""


def is_scored_run(paths: RunPaths) -> bool:
    """Whether the run in a folder is one of solvers; its run.yaml says so, whatever else is wrong with it."""
    if not paths.spec.is_file():
        return False
    value = _table(load_yaml(read_text(paths.spec, YAML_LIMIT)))
    return _table(value.get("play")).get("kind") == "solvers"


async def open_scored_run(
    paths: RunPaths, spec: ScoredRun, suite: InstanceSuite, family: InstanceFamily
) -> None:
    """Make the folder, or check that it is this run's; raises RunMismatch with everything that differs, and what
    InstanceFamily does.
    """
    if paths.spec.exists():
        _check_same(paths, spec)
        return
    shown = await _shown(suite, family, spec.metering.variant)
    for digest, picture in suite.media.items():
        write_bytes(paths.picture(digest), read_bytes(picture))
    write_lines(paths.instances, shown)
    begin_times(paths)
    # Last, because a folder with it counts as made.
    write_record(paths.spec, spec)


async def _shown(suite: InstanceSuite, family: InstanceFamily, variant: str) -> list[ScoredInstance]:
    labels = await family.labels(suite.instances)
    unanswered = await family.evaluate([Answered(one, "") for one in suite.instances], variant)
    split_of = {one.id: split for split, instances in suite.splits.items() for one in instances}
    return [
        ScoredInstance(
            id=one.id,
            split=split_of[one.id],
            prompt=one.prompt,
            media=one.media,
            kinds=tuple(dict.fromkeys(str(constraint["kind"]) for constraint in one.constraints)),
            labels=dict(label),
            applied=applied_of(evaluated),
        )
        for one, label, evaluated in zip(suite.instances, labels, unanswered, strict=True)
    ]


def _check_same(paths: RunPaths, asked: ScoredRun) -> None:
    if not is_scored_run(paths):
        raise AuthorError(
            f"{paths.root} holds a run of code agents, and one of solvers would mix with it. Choose another --out."
        )
    before, now = _settings(read_record(paths.spec, ScoredRun)), _settings(asked)
    names = [name for name in now if name not in OF_ITS_BEGIN and before[name] != now[name]]
    if names:
        listed = "".join(
            f"\n  {name}: was {_told(before[name])}, is {_told(now[name])} — {ADVICE.get(name, 'use another --out')}"
            for name in names
        )
        raise RunMismatch(
            f"{paths.root} holds another run, and results of both would be mixed:{listed}\n"
            "Either go on as that run began, or make a new run with --out in another folder."
        )


def _settings(spec: ScoredRun) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in spec:
        if isinstance(value, Record):
            found |= {f"{name}.{inner}": one for inner, one in value.model_dump(mode="json").items()}
        else:
            found[name] = value
    return found


def _table(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _told(value: object) -> str:
    if isinstance(value, list):
        parts = cast("list[object]", value)
        value = ", ".join(str(_table(one).get("name", one)) for one in parts)
    text = "not there" if value in (None, "") else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"

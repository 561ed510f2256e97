"""The folder of a run of solvers: made once, and taken up again only by the run that it belongs to."""

from typing import Any, cast

from pipeline.runner.run_records import begin_times
from pipeline.solving.lines import write_lines
from pipeline.solving.scoring.shapes import applied_of
from pipeline.solving.suite import InstanceSuite
from plans.contracts.instances import Answered, InstanceFamily
from plans.dialect import load_yaml
from plans.errors import AuthorError, RunMismatch
from plans.files import YAML_LIMIT, read_bytes, read_record, read_text, write_bytes, write_record
from plans.paths import RunPaths
from plans.records.base import Record
from plans.records.scored_answer import ScoredInstance
from plans.records.scored_run import ScoredRun

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

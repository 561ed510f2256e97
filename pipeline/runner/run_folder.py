"""The folder of a run: made once, and resumed only by the run that it belongs to."""

from collections.abc import Iterator, Mapping, Sequence
from os.path import commonprefix
from typing import Any, cast

from pipeline.runner.planning import run_project
from pipeline.runner.run_records import begin_times
from plans.errors import RunMismatch
from plans.files import clear, read_own_record, read_record, write_record
from plans.items import write_grader
from plans.paths import RunPaths
from plans.records.base import Record
from plans.records.project import Project
from plans.records.run import RunProject, RunSpec

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
    "play.mode": "--full-prd",
    "play.interface": "--interface",
    "play.later": "--debug",
    "play.simulator": "--user",
    "play.persona": "--user",
    "judge.manner": "--manner",
    "models.is_replay": "--replay",
}
"""Setting → the option of `run` that sets it."""

NOT_ASKED_FOR = {
    "suite.items": "the suite's criteria or the choice of items are others by now: --item chooses, and --rejudge "
    "judges what the run's agents submitted by the run's own criteria",
    "suite.name": "it is another suite: use another --out",
    "suite.version": "the suite has a new version: use another --out",
    "suite.digest": "the suite's list of items was edited: use another --out",
    "judge.digest": "the judge is another by now: --rejudge judges what the run's agents submitted by it",
    "place.runtime": "the suite's runtime/ locks other packages by now: restore it, or use another --out",
    "place.endpoints": "benchwright.toml or BENCHWRIGHT_ENDPOINT names another: restore it, or use another --out",
    "models.roles": "benchwright.toml or BENCHWRIGHT_… names another model, or other parameters, for a role: restore "
    "it, or use another --out",
    "place.mirror": "say --mirror, or leave it out, as before, with benchwright.toml or BENCHWRIGHT_MIRROR_… naming "
    "what it named then, or use another --out",
    "tools.versions": "this machine has other versions than the run was made with: use another --out",
}
"""Setting that no option sets → what to do."""

REWORDED = "the item was edited: restore it, or use another --out"

ELSE = "it comes with benchwright itself: use another --out"


def differing_settings(before: RunSpec, now: RunSpec, *, but: frozenset[str]) -> list[str]:
    """One line for each setting that differs: its name, what it was, what it is, what to do. Names in `but` may."""
    old, new = settings(before), settings(now)
    names = [name for name in new if name not in but and old[name] != new[name]]
    return [line for name in names for line in _lines(name, old[name], new[name])]


def settings(spec: RunSpec) -> dict[str, Any]:
    """What a run's record says, by names as in `play.rounds`."""
    found: dict[str, Any] = {}
    for name, value in spec:
        if isinstance(value, Record):
            found |= {f"{name}.{inner}": one for inner, one in value.model_dump(mode="json").items()}
        else:
            found[name] = value
    return found


def differing_words(before: RunProject, now: RunProject) -> list[str]:
    """One line for each part of an item that the run keeps and that is another by now, with what to do."""
    old, new = before.model_dump(mode="json"), now.model_dump(mode="json")
    return [
        f"item {before.id}, {name}: {_told_apart(old[name], new[name])} — {REWORDED}"
        for name in new
        if old[name] != new[name]
    ]


def _lines(name: str, old: object, new: object) -> Iterator[str]:
    """A setting with entries, such as the items, has a line for each entry that differs, and the advice once."""
    advice = f"say {OPTION[name]} as before" if name in OPTION else NOT_ASKED_FOR.get(name, ELSE)
    was, present = _entries(old), _entries(new)
    if was is None or present is None:
        yield f"{name}: was {_told(old)}, is {_told(new)} — {advice}"
        return
    keys = [key for key in dict.fromkeys([*was, *present]) if was.get(key) != present.get(key)]
    if not keys:
        yield f"{name}: was {', '.join(was)}, is {', '.join(present)} — {advice}"
    for key in keys:
        end = f" — {advice}" if key == keys[-1] else ""
        yield f"{name}, {key}: was {_told(was.get(key))}, is {_told(present.get(key))}{end}"


def _entries(value: object) -> Mapping[str, Any] | None:
    """Key → value of a table, name → the rest of a list of agents, None of anything else."""
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    if isinstance(value, list) and all(isinstance(one, dict) for one in cast("Sequence[object]", value)):
        return {one["name"]: one for one in cast("list[dict[str, Any]]", value)}
    return None


def _told_apart(old: object, new: object) -> str:
    """Two texts, long ones from shortly before they part; of anything else only that it changed."""
    if not isinstance(old, str) or not isinstance(new, str):
        return "is not what it was"
    start = max(len(commonprefix([old, new])) - LONGEST // 3, 0)
    is_short = max(len(old), len(new)) <= LONGEST
    was, present = (text if is_short else f"…{text[start:]}" if start else text for text in (old, new))
    return f"was {_told(was)}, is {_told(present)}"


def _told(value: object) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, dict):
        known = cast("dict[str, Any]", value)
        value = ", ".join(f"{key} {_told(one)}" for key, one in known.items() if key != "name" and one)
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

"""Where a run that lies in a folder and a run that is asked for are not the same run, told line by line."""

from collections.abc import Iterator, Mapping, Sequence
from os.path import commonprefix
from typing import Any, cast

from plans.records.base import Record
from plans.records.run_project import RunProject
from plans.records.run_spec import RunSpec

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
    "judges what the run's agents handed in by the run's own criteria",
    "suite.name": "it is another suite: use another --out",
    "suite.version": "the suite has a new version: use another --out",
    "suite.digest": "the suite's list of items was edited: use another --out",
    "judge.digest": "the judge is another by now: --rejudge judges what the run's agents handed in by it",
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

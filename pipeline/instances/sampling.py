"""From numbers to instances: parameters sampled, drawn, checked, kept in batches, and read back from a suite."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from pydantic import JsonValue

from plans.contracts.instances import Asker, InstanceFamily, Wanted
from plans.digests import value_digest
from plans.errors import AuthorError, InvalidFile
from plans.files import read_lines, read_own_record, write_record
from plans.paths import SuitePaths
from plans.records.base import FileRecord, Problem, Record
from plans.records.instance import DrawnInstance, Instance, QuestionReading
from plans.records.plan import Parameter, Plan
from plans.records.suite import Suite
from plans.stratified import OUTSIDE, sampled, seed_of, strata, stratum

REASON = 200
"""Letters of a reason that are kept."""


class Draw(Record):
    """What was drawn for a number once."""

    split: str
    wrong: dict[str, str] = {}
    """Check by program → what is wrong, of those that do not pass."""
    readings: dict[str, QuestionReading] = {}
    """Check by model → what it said."""
    alike: str = ""
    """Id of the instance that it has the prompt and the pictures of."""

    @property
    def passes(self) -> bool:
        """Whether every check that was put to it passes."""
        return not self.wrong and all(reading.holds for reading in self.readings.values())


class NumberOutcome(Record):
    """What became of a number."""

    number: int
    parameters: dict[str, JsonValue]
    attempts: tuple[Draw, ...]
    instance: Instance | None
    """None: the number is given up."""

    @property
    def split(self) -> str:
        """Of the instance."""
        return self.attempts[-1].split

    @property
    def reasons(self) -> tuple[str, ...]:
        """What was wrong with what was drawn, each reason once."""
        found: dict[str, None] = {}
        for one in self.attempts:
            found |= {f"{check}: {said}"[:REASON]: None for check, said in one.wrong.items()}
            for check, reading in one.readings.items():
                if not reading.holds:
                    found[f"{check}: {' '.join(reading.reasons)}"[:REASON]] = None
            if one.alike:
                found[f"alike to {one.alike}"] = None
        return tuple(found)


class Batch(FileRecord):
    """`.authoring/batches/<first number>.json`."""

    SCHEMA: ClassVar[str] = "batch"

    outcomes: tuple[NumberOutcome, ...]


def kept_outcomes(paths: SuitePaths, first: int) -> list[NumberOutcome]:
    """What there is of the work that begins with number `first`, in order and without gaps; raises InvalidFile."""
    found: list[NumberOutcome] = []
    while (file := paths.batch(first + len(found))).exists():
        found += read_own_record(file, Batch).outcomes
    return found


def keep_outcomes(paths: SuitePaths, outcomes: tuple[NumberOutcome, ...]) -> None:
    """Write a batch down."""
    write_record(paths.batch(outcomes[0].number), Batch(outcomes=outcomes))


LIMIT = 1_000_000_000
"""Bytes of the largest file of instances that is read: states of a simulation are many."""


def read_instances(paths: SuitePaths, suite: Suite) -> dict[str, list[Instance]]:
    """Split → its instances, in the order of suite.yaml; InvalidFile with what is wrong in any of the files."""
    found: dict[str, list[Instance]] = {}
    problems: list[Problem] = []
    for split in suite.splits:
        try:
            found[split.name] = read_split(paths.split(split.name))
        except InvalidFile as error:
            problems += error.problems
    if problems:
        raise InvalidFile(problems)
    return found


def read_split(file: Path) -> list[Instance]:
    """The instances in a file; InvalidFile where it is missing, and with every problem of every line."""
    if not file.exists():
        raise InvalidFile([Problem(where=str(file), message="is missing.", mend="Restore the file.")])
    return read_lines(file, Instance, LIMIT)


def lines_text(records: Iterable[FileRecord]) -> str:
    """A file of records, a line each, without fields at their default."""
    return "".join(f"{_line(record)}\n" for record in records)


def _line(record: FileRecord) -> str:
    value = {"schema_version": record.schema_version, **record.model_dump(mode="json", exclude_defaults=True)}
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def number_of(instance: Instance) -> int:
    """The number that an instance was made of, by its id."""
    return int(instance.id.rpartition("-")[2]) - 1


ATTEMPTS = 20
"""Times that an instance is drawn for a number before that is given up."""
IDLE = 200
"""Numbers given up one after the other from which on nothing more is looked for."""
BATCH = 100
"""Numbers worked on at once, and kept in one file."""

Keeps = Callable[[Sequence[NumberOutcome], Mapping[str, bytes]], None]
"""Takes a batch of outcomes, and digest → picture of their instances."""


@dataclass(frozen=True)
class InstanceSampling:
    """What decides the instances."""

    family: InstanceFamily
    plan: Plan
    random_seed: int
    settings: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """Parameters that are not sampled."""
    asker: Asker | None = None

    def parameters(self, number: int) -> dict[str, JsonValue]:
        """The values for a number, in the order of the plan.

        What the developer provides has none where it is not set: the family then takes what fits.
        """
        values = {**sampled(self.plan, self.random_seed, number), **self.settings}
        names = (parameter.name for parameter in self.plan.parameters)
        return {name: values[name] for name in names if name in values}


async def make(
    sampling: InstanceSampling,
    n: int,
    *,
    first: int,
    before: Sequence[NumberOutcome],
    taken: Mapping[str, str],
    keep: Keeps,
    batch: int = BATCH,
) -> list[NumberOutcome]:
    """Outcomes of the numbers from `first` on until there are `n` instances, or nothing more is found.

    `before`: those that are there already, of the first numbers; `taken`: key → id of instances that nothing may be
    alike to. `keep` is called with each batch as it is done. Raises AuthorError where the family's code fails.
    """
    outcomes = list(before)
    held = {**taken, **{key_of(one.instance): one.instance.id for one in outcomes if one.instance}}
    while (lacking := n - sum(one.instance is not None for one in outcomes)) > 0 and _idle(outcomes) < IDLE:
        start = first + len(outcomes)
        # No more than may be needed, or the numbers worked on would depend on the size of batches.
        numbers = range(start, start + min(batch, lacking))
        made, pictures = await _worked(sampling, numbers, held)
        made = _until_idle(outcomes, made)
        keep(tuple(made), {d: pictures[d] for one in made if one.instance for d in one.instance.media})
        outcomes += made
        held |= {key_of(one.instance): one.instance.id for one in made if one.instance}
    return outcomes


def key_of(instance: Instance) -> str:
    """Two instances with the same key ask the same: by prompt and pictures."""
    return value_digest([instance.prompt, list(instance.media)])


def instance_of(family: str, number: int, random_seed: int, drawn: DrawnInstance) -> Instance:
    """What was drawn, as a line of its file; AuthorError for what a file of JSON cannot hold."""
    id = f"{family.replace('_', '-')}-{number + 1:05d}"
    try:
        instance = Instance(
            id=id,
            random_seed=random_seed,
            prompt=drawn.prompt,
            parameters=drawn.parameters,
            constraints=drawn.constraints,
            media=tuple(hashlib.sha256(picture).hexdigest() for picture in drawn.pictures),
            metadata=drawn.metadata,
        )
        is_whole = Instance.model_validate_json(instance.model_dump_json()) == instance
    except ValueError as error:
        raise _unwritable(family, id, random_seed, str(error)) from None
    if not is_whole:
        raise _unwritable(family, id, random_seed, "it holds a number that is none, or infinite")
    return instance


def checked_settings(plan: Plan, asked: Mapping[str, str]) -> dict[str, JsonValue]:
    """The parameters that are not sampled; `asked`: name → value in words.

    Raises AuthorError for a name or value that the plan has not.
    """
    names = {parameter.name: parameter for parameter in plan.parameters}
    if unknown := [name for name in asked if name not in names]:
        raise AuthorError(
            f"The plan of {plan.family} has no parameter {unknown[0]!r}, so nothing would be set. It has: "
            f"{', '.join(names)}."
        )
    return {name: _meant(names[name], text) for name, text in asked.items()}


def _meant(parameter: Parameter, text: str) -> JsonValue:
    """The value of a parameter that a text means."""
    if parameter.values is not None:
        known = {json.dumps(value): value for value in parameter.values}
        known |= {str(value): value for value in parameter.values}
        if text in known:
            return known[text]
    else:
        try:
            value = int(text) if parameter.integer else float(text)
        except ValueError:
            value = None
        if stratum(parameter, value) != OUTSIDE:
            return value
    raise AuthorError(
        f"{parameter.name} = {text!r} is outside of the plan, and no instance may be. It takes: "
        f"{', '.join(strata(parameter))}."
    )


def _unwritable(family: str, id: str, random_seed: int, said: str) -> AuthorError:
    return AuthorError(
        f"`draw` of the family {family!r} gave what no file can hold, for instance {id} (random seed {random_seed}): "
        f"{said}. Mend the family's code."
    )


@dataclass
class _Trial:
    """A number that is being worked on."""

    number: int
    parameters: dict[str, JsonValue]
    attempts: list[Draw] = field(default_factory=list[Draw])
    candidate: Instance | None = None
    """What was drawn last, where every check passes."""
    pictures: dict[str, bytes] = field(default_factory=dict[str, bytes])

    @property
    def is_open(self) -> bool:
        return self.candidate is None and len(self.attempts) < ATTEMPTS


async def _worked(
    sampling: InstanceSampling, numbers: Sequence[int], held: Mapping[str, str]
) -> tuple[list[NumberOutcome], dict[str, bytes]]:
    trials = [_Trial(number, sampling.parameters(number)) for number in numbers]
    while waiting := [trial for trial in trials if trial.is_open]:
        await _drawn(sampling, waiting)
        _refuse_alike(trials, held)
    outcomes = [
        NumberOutcome(
            number=t.number, parameters=t.parameters, attempts=tuple(t.attempts), instance=t.candidate
        )
        for t in trials
    ]
    return outcomes, {digest: picture for trial in trials for digest, picture in trial.pictures.items()}


async def _drawn(sampling: InstanceSampling, trials: Sequence[_Trial]) -> None:
    """One more attempt at each."""
    family = sampling.family
    seeds = [seed_of(sampling.random_seed, trial.number, len(trial.attempts)) for trial in trials]
    wanted = [Wanted(trial.parameters, seed) for trial, seed in zip(trials, seeds, strict=True)]
    drawn = await family.draw(wanted)
    instances = [
        instance_of(family.name, trial.number, seed, one)
        for trial, seed, one in zip(trials, seeds, drawn, strict=True)
    ]
    found = await family.check(instances)
    passing = [one for one, checked in zip(instances, found, strict=True) if not any(checked.values())]
    readings = await _readings(sampling, passing)
    for trial, one, instance, checked in zip(trials, drawn, instances, found, strict=True):
        attempt = Draw(
            split=one.split,
            wrong={check: said for check, said in checked.items() if said},
            readings=dict(readings.get(instance.id, {})),
        )
        trial.attempts.append(attempt)
        if attempt.passes:
            trial.candidate = instance
            trial.pictures = dict(zip(instance.media, one.pictures, strict=True))


async def _readings(
    sampling: InstanceSampling, instances: Sequence[Instance]
) -> dict[str, Mapping[str, QuestionReading]]:
    """Id → what a model said of it."""
    if sampling.asker is None or not instances:
        return {}
    questions = await sampling.family.questions(instances)
    said = await sampling.asker.ask(instances, questions)
    return {instance.id: readings for instance, readings in zip(instances, said, strict=True)}


def _refuse_alike(trials: Sequence[_Trial], held: Mapping[str, str]) -> None:
    """Whatever is alike to an instance of a lower number is to be drawn again.

    A lower number that is drawn again later can only take what a higher one has now, and never give anything free, so
    what is refused here would be refused in any other order of work.
    """
    seen = dict(held)
    for trial in trials:
        if trial.candidate is None:
            continue
        key = key_of(trial.candidate)
        if key in seen:
            trial.attempts[-1] = trial.attempts[-1].model_copy(update={"alike": seen[key]})
            trial.candidate, trial.pictures = None, {}
        else:
            seen[key] = trial.candidate.id


def _until_idle(before: Sequence[NumberOutcome], made: list[NumberOutcome]) -> list[NumberOutcome]:
    """What was made, up to where nothing more would have been looked for in the smallest batches."""
    idle = _idle(before)
    for place, one in enumerate(made, 1):
        idle = 0 if one.instance else idle + 1
        if idle == IDLE:
            return made[:place]
    return made


def _idle(outcomes: Sequence[NumberOutcome]) -> int:
    """Numbers at the end that are given up."""
    for place, one in enumerate(reversed(outcomes)):
        if one.instance is not None:
            return place
    return len(outcomes)

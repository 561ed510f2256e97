"""The choices of one Python project: everything that plan and seed leave open, drawn."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from plans.catalog.choosing import (
    Goal,
    Ranges,
    Selection,
    asked_for,
    filled_up,
    flat,
    numbers_of,
    preferred,
)
from plans.catalog.contents import task_count, with_requirements
from plans.errors import AuthorError
from plans.python_project.catalog.library import ProgramCatalog, ProgramDomain
from plans.records.plan import Plan

TASKS = tuple(range(22, 28))
"""Evaluation tasks that a project aims at; the published mean is 25.2."""
MOST_TASKS = 42
"""Evaluation tasks beyond which even asked-for features are left out: four of them find room."""
SLACK = 3
"""Tasks by which a project may exceed those that are aimed at before it is large: each feature brings four or more."""
RECORDS = tuple(range(8, 13))
"""Sample records that a reference brings."""
MOST_RECORDS = 14
"""The fewest that a domain of the catalog has."""


class ProgramSelection(Selection):
    """The choices of one Python project."""

    record_count: int
    """Sample records of the reference."""
    left_out_tasks: tuple[str, ...] = ()
    """`feature.task` that a large project does without."""

    def values(self, category: str) -> dict[str, JsonValue]:
        """As the flat table of `parameters.yaml`."""
        table: dict[str, JsonValue] = {
            "category": category,
            "domain": self.domain,
            "brand": self.brand,
            "features": list(self.features),
            "sample_records": self.record_count,
        }
        if self.left_out_tasks:
            table["left_out_tasks"] = list(self.left_out_tasks)
        return table | flat(self.parameters)

    @staticmethod
    def own(values: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "record_count": values["sample_records"],
            "left_out_tasks": tuple(values.get("left_out_tasks", ())),
        }


@dataclass(frozen=True)
class ProgramRanges(Ranges):
    """What numbers may be drawn from. As it stands by default: all that the author takes by itself."""

    tasks: tuple[int, ...] = TASKS
    most_tasks: int = MOST_TASKS
    records: tuple[int, ...] = RECORDS

    @property
    def usual(self) -> int:
        """Evaluation tasks beyond which a project is large, so that it gets nothing which nobody asked for."""
        return max(self.tasks) + SLACK


OPEN = ProgramRanges()


def ranges_of(plan: Plan) -> ProgramRanges:
    """What the plan's parameters leave; AuthorError for a parameter that leaves nothing which the author can make.

    A parameter that the plan does not name is not limited.
    """
    tasks, records = numbers_of(plan, "evaluation_tasks"), numbers_of(plan, "sample_records")
    makeable = tuple(number for number in records if 1 <= number <= MOST_RECORDS)
    if records and not makeable:
        raise AuthorError(
            f"The plan's 'sample_records' has no number from 1 to {MOST_RECORDS}, and no domain of the catalog brings "
            "more, so nothing can be sampled. Widen it."
        )
    return ProgramRanges(
        tasks=preferred(TASKS, tasks),
        most_tasks=min(MOST_TASKS, max(tasks, default=MOST_TASKS)),
        records=preferred(RECORDS, makeable),
    )


def selection_for(
    library: ProgramCatalog,
    domain: ProgramDomain,
    wanted: Sequence[str],
    random_seed: int,
    *,
    tasks: int | None = None,
    brand: str | None = None,
    weights: Mapping[str, float] | None = None,
    ranges: ProgramRanges = OPEN,
) -> ProgramSelection:
    """A selection that has the wanted features, as far as they are legal together, and sampled ones up to `tasks`.

    `tasks` None: the base, the wanted features and what they require, nothing else. Otherwise it has what changes
    records, and a feature by which a file is written, where the library has one that is legal and that the wanted
    features leave room for. Of what every project has, a large one does without those tasks that it can spare.
    `weights` says how much likelier one feature is drawn than another; the library holds those that may be chosen.
    Raises AuthorError for an unknown feature.
    """
    if tasks is None:
        features, spared = asked_for(library, domain, wanted, None), ()
    else:
        features = _sized(library, domain, wanted, random_seed, tasks, ranges, weights or {})
        spared = _spared(library, features, wanted, random_seed, ranges.usual)
    return ProgramSelection(
        random_seed=random_seed,
        domain=domain.id,
        brand=brand or random.Random(f"{random_seed}:selection").choice(domain.brands),
        features=tuple(features),
        record_count=random.Random(f"{random_seed}:amount").choice(ranges.records),
        left_out_tasks=spared,
        parameters=_parameters(library, features, random_seed),
    )


def writers(library: ProgramCatalog, domain: ProgramDomain) -> list[str]:
    """The features by which a file is written and that are legal in the domain, but for those of every project."""
    return [
        id
        for id, feature in library.features.items()
        if feature.writes_a_file
        and id not in library.fixed
        and with_requirements(library, domain, id, library.fixed)
    ]


def _sized(
    library: ProgramCatalog,
    domain: ProgramDomain,
    wanted: Sequence[str],
    random_seed: int,
    tasks: int,
    ranges: ProgramRanges,
    weights: Mapping[str, float],
) -> list[str]:
    """Base, what changes records, the wanted features and drawn ones."""
    rng = random.Random(f"{random_seed}:features")

    def weight(id: str) -> float:
        return weights.get(id, 1.0)

    writer = _writer(library, domain, wanted, rng, weight)
    if not set(writer) <= set(wanted):
        whole = asked_for(library, domain, [*library.always, *wanted, *writer], None)
        writer = writer if task_count(library, whole) <= ranges.usual else []
    # What writes a file finds room before the others, since one of them has to; they stand as they were asked for.
    found = asked_for(library, domain, [*library.always, *writer, *wanted], ranges.most_tasks)
    ordered = [*library.always, *(id for id in wanted if id in found), *writer]
    chosen = asked_for(library, domain, list(dict.fromkeys(ordered)), None)
    return filled_up(library, domain, chosen, Goal(tasks, min(tasks + SLACK, ranges.most_tasks)), rng, weight)


def _writer(
    library: ProgramCatalog,
    domain: ProgramDomain,
    wanted: Sequence[str],
    rng: random.Random,
    weight: Callable[[str], float],
) -> list[str]:
    """The first wanted feature that writes a file, else a drawn one; none where none is legal."""
    legal = writers(library, domain)
    if asked := [id for id in wanted if id in legal]:
        return asked[:1]
    return rng.choices(legal, [weight(id) for id in legal]) if legal else []


def _spared(
    library: ProgramCatalog, features: Sequence[str], wanted: Sequence[str], random_seed: int, usual: int
) -> tuple[str, ...]:
    """As many tasks of what every project has as are too many, drawn from those that can be spared, in their order.

    None is of a feature that was asked for.
    """
    spare = [
        f"{id}.{task.id}"
        for id in features
        if id in library.fixed and id not in wanted
        for task in library.features[id].tasks
        if task.spare
    ]
    beyond = max(0, task_count(library, features) - usual)
    drawn = random.Random(f"{random_seed}:spared").sample(spare, min(beyond, len(spare)))
    return tuple(key for key in spare if key in drawn)


def _parameters(
    library: ProgramCatalog, features: Sequence[str], random_seed: int
) -> dict[str, dict[str, JsonValue]]:
    """Feature → parameter → drawn value; what two features call the same, as the separator of CSV, is the same."""
    left: dict[str, tuple[JsonValue, ...]] = {}
    for id in features:
        for name, parameter in library.features[id].parameters.items():
            common = tuple(
                value for value in left.get(name, parameter.choices()) if value in parameter.choices()
            )
            if not common:
                raise AuthorError(
                    f"The plan leaves {id}.{name} no value that the other features called {name!r} may have too, and "
                    "it is one in all of a project. Widen one of them."
                )
            left[name] = common
    drawn = {name: random.Random(f"{random_seed}:{name}").choice(values) for name, values in left.items()}
    return {
        id: {name: drawn[name] for name in library.features[id].parameters}
        for id in features
        if library.features[id].parameters
    }

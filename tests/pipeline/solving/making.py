"""A suite of sums on disk, as `author` lays one down, and solvers of sums."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.instances.built_in import BuiltInFamily
from pipeline.solving.planning import (
    Entrant,
    InstanceSuite,
    ModelAccessPlan,
    ScoredChoices,
    Scorers,
    plan_scored_run,
    read_instance_suite,
)
from plans.contracts.instances import AnswerJudge
from plans.contracts.models import Model
from plans.digests import record_digest
from plans.files import read_record, write_bytes, write_record, write_text
from plans.paths import SuitePaths
from plans.records.instance import DrawnInstance, Instance, Response
from plans.records.plan import Plan
from plans.records.scored_run import ScoredRun, SolverSpec
from plans.records.suite import Suite, SuiteSplit
from tests.pipeline.solving.sums import generator

FAMILY = "tests.pipeline.solving.sums"
HOME = Path(generator.__file__).parent
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cf50"
    "0f00030a01014f8b3d440000000049454e44ae426082"
)
"""A PNG of one pixel."""


def sums_family() -> BuiltInFamily:
    return BuiltInFamily(FAMILY)


def sums_suite(
    folder: Path, count: int = 12, *, pictured: bool = False, sizes: tuple[int, ...] = (1, 2, 3)
) -> InstanceSuite:
    """`count` sums, every sixth of them one that nobody can tell."""
    paths = SuitePaths(folder)
    splits: dict[str, list[Instance]] = {}
    media: tuple[str, ...] = ()
    if pictured:
        media = (hashlib.sha256(PICTURE).hexdigest(),)
        write_bytes(paths.picture(media[0]), PICTURE)
    for number in range(count):
        parameters = {"size": sizes[number % len(sizes)], "told": number % 3 != 2 or number % 2 == 0}
        drawn = DrawnInstance.model_validate(generator.draw(parameters, number))
        splits.setdefault(drawn.split, []).append(
            Instance(
                id=f"sum-{number:04}",
                random_seed=number,
                prompt=drawn.prompt,
                parameters=drawn.parameters,
                constraints=drawn.constraints,
                media=media,
                metadata=drawn.metadata,
            )
        )
    listed: list[SuiteSplit] = []
    for name, instances in sorted(splits.items()):
        text = "".join(f"{one.model_dump_json(exclude_defaults=True)}\n" for one in instances)
        write_text(paths.split(name), text)
        digest = hashlib.sha256(text.encode()).hexdigest()
        listed.append(SuiteSplit(name=name, instances=len(instances), digest=digest))
    plan = read_record(HOME / "plan.yaml", Plan)
    write_record(paths.plan, plan)
    write_record(
        paths.suite,
        Suite(
            name="sums",
            family="sums",
            version="1.0.0",
            plan_digest=record_digest(plan),
            canary="benchwright-canary-sums",
            licence="MIT",
            splits=tuple(listed),
            family_digest=sums_family().digest,
        ),
    )
    return read_instance_suite(folder)


def right_answer(prompt: str) -> str:
    """What is right, read from the prompt."""
    found = re.search(r"What is (\d+) \+ (\d+)\?", prompt)
    return f"Answer: {int(found[1]) + int(found[2])}" if found else "Answer: none"


@dataclass
class Adder:
    """Adds, wrongly where it is told to; notes what it was asked."""

    name: str = "adder"
    wrong: frozenset[str] = frozenset()
    version: str = "1"
    families: tuple[str, ...] | None = None
    asked: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    says: str = ""
    """Before its answer."""

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        self.asked.append((instance.id, repeat))
        answer = "Answer: 0000" if instance.id in self.wrong else right_answer(instance.prompt)
        return Response(instance=instance.id, text=f"{self.says}{answer}", seconds=0.5)


def entrant(solver: Adder, *, is_baseline: bool = False) -> Entrant:
    return Entrant(
        SolverSpec(name=solver.name, kind="built-in", version="1", is_baseline=is_baseline), solver
    )


def planned(
    suite: InstanceSuite,
    *entrants: Entrant,
    repeats: int = 1,
    variant: str = "",
    limit: int | None = None,
    judge: AnswerJudge | None = None,
    model: Model | None = None,
) -> tuple[ScoredRun, Scorers]:
    """A run's record, and what scores it."""
    scorers = Scorers(sums_family(), judge, model)
    choices = ScoredChoices(name="mine", repeats=repeats, limit=limit, variant=variant)
    return plan_scored_run(choices, suite, entrants, scorers, ModelAccessPlan()), scorers


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]

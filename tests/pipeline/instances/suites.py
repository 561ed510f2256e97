"""Suites of sums, made as the command makes them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.instances.built_in import open_built_in
from pipeline.instances.making import MadeSuite, make_suite
from pipeline.instances.spec import InstancesSpec
from plans.contracts.instances import Asker, InstanceFamily
from plans.digests import record_digest
from plans.paths import SuitePaths


def spec_of(family: InstanceFamily, n: int, **changes: Any) -> InstancesSpec:
    """A new suite of so many instances."""
    return InstancesSpec.model_validate(
        {
            "name": "sums",
            "version": "1.0.0",
            "family": family.name,
            "family_digest": "f" * 64,
            "plan_digest": record_digest(family.plan),
            "licence": "CC-BY-4.0",
            "random_seed": 0,
            "n": n,
            **changes,
        }
    )


async def made(
    package: str, folder: Path, n: int, *, jobs: int = 1, asker: Asker | None = None, **changes: Any
) -> MadeSuite:
    """A suite of so many instances, made in `folder`."""
    with open_built_in(package, jobs) as family:
        spec = spec_of(family, n, **changes)
        return await make_suite(
            SuitePaths(folder), spec, family.plan, family, asker=asker, advance=lambda there, wanted: None
        )


def files_of(folder: Path) -> Mapping[str, bytes]:
    """What lies in a suite, but for what is no part of it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".authoring" not in path.parts
    }

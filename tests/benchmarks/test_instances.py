"""2,000 instances sampled, drawn, checked and published: at most 20 seconds on a quiet machine with two cores.

Held against the processor's time of all processes shared by two cores, which neighbours disturb less than the clock.
"""

import os
import resource
from pathlib import Path
from time import perf_counter

import pytest

from pipeline.instances.built_in import open_built_in
from pipeline.instances.checking import verify_instances
from pipeline.instances.making import make_suite
from pipeline.instances.sampling import checked_settings
from pipeline.instances.spec import InstancesSpec
from plans.digests import record_digest
from plans.families import instance_families, package_of
from plans.paths import SuitePaths
from tests.benchmarks.figures import Figures

INSTANCES = 2_000
CORES = 2
LIMIT = 20.0
"""Seconds."""


def processor() -> float:
    """Seconds of this process, and of those that it started and that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


@pytest.mark.parametrize("name", ["calendar", "text"])
async def test_two_thousand_instances(name: str, tmp_path: Path, figures: Figures) -> None:
    if name not in instance_families():
        pytest.skip(f"there is no family {name!r} yet")
    paths = SuitePaths(tmp_path / name)
    began, worked = perf_counter(), processor()
    with open_built_in(package_of(name), min(CORES, os.cpu_count() or 1)) as family:
        spec = InstancesSpec(
            name=name,
            version="1.0.0",
            family=name,
            family_digest=family.digest,
            plan_digest=record_digest(family.plan),
            licence="CC-BY-4.0",
            random_seed=0,
            settings=checked_settings(family.plan, {}),
            n=INSTANCES,
        )
        made = await make_suite(paths, spec, family.plan, family, advance=lambda there, wanted: None)
    seconds, used = perf_counter() - began, processor() - worked
    figures.note(f"{INSTANCES} instances of {name}, processor / {CORES} cores", used / CORES, "s", LIMIT)
    figures.note(f"{INSTANCES} instances of {name}, clock", seconds, "s")
    assert made.added == INSTANCES

    began, worked = perf_counter(), processor()
    with open_built_in(package_of(name), min(CORES, os.cpu_count() or 1)) as family:
        verified = await verify_instances(paths, family)
    figures.note(
        f"  drawn again and compared, processor / {CORES} cores", (processor() - worked) / CORES, "s"
    )
    figures.note("  drawn again and compared, clock", perf_counter() - began, "s")
    assert verified.problems == ()
    assert used / CORES <= LIMIT

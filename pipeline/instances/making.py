"""Making a suite of instances: taken up where it was left, and published when it is done."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pipeline.instances.batches import Outcome, keep_outcomes, kept_outcomes
from pipeline.instances.publishing import publish
from pipeline.instances.reading import number_of, read_instances
from pipeline.instances.sampling import Sampling, key_of, make
from pipeline.instances.spec import InstancesSpec, begin, clear_batches, is_published, parent_paths
from plans.contracts.instances import Asker, InstanceFamily
from plans.errors import AuthorError
from plans.files import read_own_record, write_bytes
from plans.items import held_suite, read_suite
from plans.paths import SuitePaths
from plans.plurals import count_text
from plans.records.coverage import Coverage
from plans.records.plan import Plan
from plans.records.suite import Suite

Advance = Callable[[int, int], None]
"""Takes how many instances there are, and how many are wanted."""
REASONS = 5
"""Reasons told where nothing was found."""


class Made(NamedTuple):
    """A suite that was made."""

    suite: Suite
    coverage: Coverage
    added: int
    """Instances that this work added."""
    wanted: int


async def make_suite(
    paths: SuitePaths,
    spec: InstancesSpec,
    plan: Plan,
    family: InstanceFamily,
    *,
    advance: Advance,
    asker: Asker | None = None,
) -> Made:
    """Make what `spec` asks for, or go on with it, and publish it.

    Fewer instances than were wanted are no error, and told by what is returned; that there are none at all is an
    AuthorError, as is whatever the family's code fails of. Raises RunMismatch, StorageFailed and Busy too.
    """
    with held_suite(paths):
        begin(paths, spec)
        if not is_published(paths, spec):
            outcomes = await _outcomes(paths, spec, plan, family, asker, advance)
            publish(paths, spec, plan, outcomes, family.checks)
        made = _made(paths, spec)
        clear_batches(paths)
        return made


async def _outcomes(
    paths: SuitePaths,
    spec: InstancesSpec,
    plan: Plan,
    family: InstanceFamily,
    asker: Asker | None,
    advance: Advance,
) -> Sequence[Outcome]:
    before = kept_outcomes(paths, spec.first)
    there = sum(one.instance is not None for one in before)
    advance(there, spec.n)

    def keep(made: Sequence[Outcome], pictures: Mapping[str, bytes]) -> None:
        nonlocal there
        for digest, picture in pictures.items():
            if not paths.picture(digest).exists():
                write_bytes(paths.picture(digest), picture)
        # Last, so that the pictures of what it names are there.
        keep_outcomes(paths, tuple(made))
        there += sum(one.instance is not None for one in made)
        advance(there, spec.n)

    sampling = Sampling(family, plan, spec.random_seed, spec.settings, asker)
    outcomes = await make(
        sampling, spec.n, first=spec.first, before=before, taken=_taken(paths, spec), keep=keep
    )
    if not any(one.instance for one in outcomes):
        raise _fruitless(spec, outcomes)
    return outcomes


def _taken(paths: SuitePaths, spec: InstancesSpec) -> dict[str, str]:
    """Key → which instance has it, of those that nothing may be alike to."""
    taken: dict[str, str] = {}
    if spec.kind == "grown":
        for instances in read_instances(paths, read_suite(paths)).values():
            taken |= {key_of(one): one.id for one in instances if number_of(one) < spec.first}
    if (parent := parent_paths(spec)) is not None:
        for instances in read_instances(parent, read_suite(parent)).values():
            taken |= {key_of(one): f"{one.id} of {spec.parent}" for one in instances}
    return taken


def _made(paths: SuitePaths, spec: InstancesSpec) -> Made:
    suite, coverage = read_suite(paths), read_own_record(paths.coverage, Coverage)
    instances = read_instances(paths, suite)
    added = sum(number_of(one) >= spec.first for split in instances.values() for one in split)
    return Made(suite, coverage, added, spec.n)


def _fruitless(spec: InstancesSpec, outcomes: Sequence[Outcome]) -> AuthorError:
    reasons = dict.fromkeys(reason for one in outcomes for reason in one.reasons)
    shown = "".join(f"\n  {reason}" for reason in list(reasons)[:REASONS])
    return AuthorError(
        f"No instance of {spec.family} was found: {count_text(len(outcomes), 'number')} were drawn for, and everything "
        f"was refused, so there is nothing to publish. What was said of them:{shown}\nMend the family's generator or "
        "checks, or set other parameters."
    )

"""Makes a suite of instances: sampled, reviewed, published, renewed, and resumed where it stopped."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pipeline.graph.spec import is_published
from pipeline.instances.coverage import covered, render
from pipeline.instances.sampling import (
    InstanceSampling,
    NumberOutcome,
    keep_outcomes,
    kept_outcomes,
    key_of,
    lines_text,
    make,
    number_of,
    read_instances,
)
from pipeline.instances.spec import InstancesSpec, begin, clear_batches, kept_spec, parent_paths
from pipeline.templates import changelog_text, render_plain
from plans.contracts.instances import Asker, InstanceFamily
from plans.digests import record_digest, text_digest
from plans.errors import AuthorError
from plans.files import (
    read_lines,
    read_own_record,
    read_record,
    remove_torn,
    storage_errors,
    write_bytes,
    write_record,
    write_text,
)
from plans.items import held_suite, read_suite, write_suite
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.instance import AskedInstance, Instance, SuiteCoverage
from plans.records.plan import Plan
from plans.records.suite import Suite, SuiteSplit


def publish(
    paths: SuitePaths,
    spec: InstancesSpec,
    plan: Plan,
    outcomes: Sequence[NumberOutcome],
    checks: Sequence[str],
) -> Suite:
    """Publish these outcomes as the suite's new version; raises StorageFailed, and then may be called again.

    `checks`: those that programs decide.
    """
    splits = _splits(paths, spec, outcomes)
    before = _coverage_before(paths, spec)
    coverage = covered(
        plan,
        splits,
        outcomes,
        random_seed=spec.random_seed,
        settings=spec.settings,
        checks=checks,
        before=before,
    )
    texts = {name: lines_text(instances) for name, instances in splits.items()}
    suite = Suite(
        name=spec.name,
        family=spec.family,
        version=spec.version,
        plan_digest=record_digest(plan),
        canary=spec.canary,
        licence=spec.licence,
        splits=tuple(
            SuiteSplit(name=name, instances=len(splits[name]), digest=text_digest(text))
            for name, text in texts.items()
        ),
        family_digest=spec.family_digest,
        parent=spec.parent or (read_suite(paths).parent if paths.suite.exists() else ""),
    )
    for name, text in texts.items():
        write_text(paths.split(name), text)
    _sweep(paths, splits)
    _keep_asked(paths, outcomes)
    write_record(paths.plan, plan)
    write_record(paths.coverage, coverage)
    write_text(paths.coverage_page, render(suite, plan, coverage))
    card = render_plain("pipeline.instances", "card.md.j2", suite=suite, plan=plan, coverage=coverage)
    write_text(paths.card, card)
    told = {"suite": suite, "spec": spec, "added": sum(one.instance is not None for one in outcomes)}
    write_text(paths.changelog, changelog_text(paths.changelog, suite.version, "pipeline.instances", **told))
    remove_torn(paths.root)
    write_suite(paths, suite)
    return suite


def _splits(
    paths: SuitePaths, spec: InstancesSpec, outcomes: Sequence[NumberOutcome]
) -> dict[str, list[Instance]]:
    """Split, in order of names → its instances, those that were there before first."""
    found: dict[str, list[Instance]] = defaultdict(list)
    if spec.kind == "grown":
        # A step that was killed may have written the new ones already.
        for name, instances in read_instances(paths, read_suite(paths)).items():
            found[name] += [one for one in instances if number_of(one) < spec.first]
    for one in outcomes:
        if one.instance is not None:
            found[one.split].append(one.instance)
    return {name: found[name] for name in sorted(found) if found[name]}


def _coverage_before(paths: SuitePaths, spec: InstancesSpec) -> SuiteCoverage | None:
    """What a suite that grows covered; kept aside, since it is written over before suite.yaml is."""
    if spec.kind != "grown":
        return None
    if not paths.coverage_before.exists():
        write_record(paths.coverage_before, read_own_record(paths.coverage, SuiteCoverage))
    return read_own_record(paths.coverage_before, SuiteCoverage)


def _sweep(paths: SuitePaths, splits: Mapping[str, Sequence[Instance]]) -> None:
    """Remove files of splits and pictures that no instance is in, or names: earlier work was ended by a kill."""
    named = {digest for instances in splits.values() for one in instances for digest in one.media}
    kept = {*(paths.split(name) for name in splits), *(paths.picture(digest) for digest in named)}
    with storage_errors(paths.root):
        for folder in (paths.instances, paths.media):
            for file in folder.iterdir() if folder.is_dir() else ():
                if file not in kept:
                    file.unlink()


def _keep_asked(paths: SuitePaths, outcomes: Sequence[NumberOutcome]) -> None:
    said = [
        AskedInstance(instance=one.instance.id, readings=one.attempts[-1].readings)
        for one in outcomes
        if one.instance is not None and one.attempts[-1].readings
    ]
    if not said:
        return
    new = {one.instance for one in said}
    kept = [one for one in read_lines(paths.asked, AskedInstance) if one.instance not in new]
    write_text(paths.asked, lines_text([*kept, *said]))


Advance = Callable[[int, int], None]
"""Takes how many instances there are, and how many are wanted."""
REASONS = 5
"""Reasons told where nothing was found."""


class MadeSuite(NamedTuple):
    """A suite that was made."""

    suite: Suite
    coverage: SuiteCoverage
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
) -> MadeSuite:
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
) -> Sequence[NumberOutcome]:
    before = kept_outcomes(paths, spec.first)
    there = sum(one.instance is not None for one in before)
    advance(there, spec.n)

    def keep(made: Sequence[NumberOutcome], pictures: Mapping[str, bytes]) -> None:
        nonlocal there
        for digest, picture in pictures.items():
            if not paths.picture(digest).exists():
                write_bytes(paths.picture(digest), picture)
        # Last, so that the pictures of what it names are there.
        keep_outcomes(paths, tuple(made))
        there += sum(one.instance is not None for one in made)
        advance(there, spec.n)

    sampling = InstanceSampling(family, plan, spec.random_seed, spec.settings, asker)
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


def _made(paths: SuitePaths, spec: InstancesSpec) -> MadeSuite:
    suite, coverage = read_suite(paths), read_own_record(paths.coverage, SuiteCoverage)
    instances = read_instances(paths, suite)
    added = sum(number_of(one) >= spec.first for split in instances.values() for one in split)
    return MadeSuite(suite, coverage, added, spec.n)


def _fruitless(spec: InstancesSpec, outcomes: Sequence[NumberOutcome]) -> AuthorError:
    reasons = dict.fromkeys(reason for one in outcomes for reason in one.reasons)
    shown = "".join(f"\n  {reason}" for reason in list(reasons)[:REASONS])
    return AuthorError(
        f"No instance of {spec.family} was found: {count_text(len(outcomes), 'number')} were drawn for, and everything "
        f"was refused, so there is nothing to publish. What was said of them:{shown}\nMend the family's generator or "
        "checks, or set other parameters."
    )


def grown(paths: SuitePaths, family: InstanceFamily, n: int, *, with_model: bool) -> InstancesSpec:
    """`n` more of the suite, by its own random seed, after the number that it has come to; its minor version rises.

    A growth that was killed is finished when the same is asked for again. Raises AuthorError where the family's code
    is another than the suite was made by: its instances would be of two kinds.
    """
    before = kept_spec(paths)
    # They are cleared away last, also after the suite's new version is there.
    if before is not None and before.kind == "grown" and any(paths.batches.glob("*.json")):
        asked = (n, with_model, family.digest)
        if (before.n, before.with_model, before.family_digest) == asked:
            return before
    return _more(paths, family, n, with_model)


def refreshed(
    old: SuitePaths, family: InstanceFamily, version: str, random_seed: int | None, with_model: bool
) -> InstancesSpec:
    """As many as the suite has, by another random seed (None: the next one) and of none that it has.

    Raises AuthorError for a version that is not above the old one, and for the old random seed.
    """
    suite, coverage = read_suite(old), read_own_record(old.coverage, SuiteCoverage)
    if _numbers(version) <= _numbers(suite.version):
        raise AuthorError(
            f"Version {version} is not above {suite.version}, and scores of the two would be taken for each other's. "
            "Choose a higher one with --version, or leave it out."
        )
    seed = coverage.random_seed + 1 if random_seed is None else random_seed
    if seed == coverage.random_seed:
        raise AuthorError(
            f"{suite.name} {suite.version} was made by random seed {seed}, and the same instances would come. Choose "
            "another one with --seed, or leave it out."
        )
    return InstancesSpec(
        name=suite.name,
        version=version,
        family=family.name,
        family_digest=family.digest,
        plan_digest=suite.plan_digest,
        licence=suite.licence,
        random_seed=seed,
        settings=coverage.settings,
        n=sum(split.instances for split in suite.splits),
        with_model=with_model,
        kind="refreshed",
        parent=f"{suite.name} {suite.version}",
        parent_folder=str(old.root.resolve()),
    )


def plan_of(paths: SuitePaths) -> Plan:
    """The plan that a suite was made of; AuthorError where plan.yaml is another by now."""
    suite, plan = read_suite(paths), read_record(paths.plan, Plan)
    if record_digest(plan) != suite.plan_digest:
        raise AuthorError(
            f"{paths.plan} is not the plan that {suite.name} {suite.version} was made of, and instances of two plans "
            "cannot be one suite. Restore it; a suite of another plan is made with `benchwright instances author "
            "--review ask`."
        )
    return plan


def next_major(version: str) -> str:
    """`2.0.0` after `1.4.2`."""
    return f"{_numbers(version)[0] + 1}.0.0"


def _more(paths: SuitePaths, family: InstanceFamily, n: int, with_model: bool) -> InstancesSpec:
    suite, coverage = read_suite(paths), read_own_record(paths.coverage, SuiteCoverage)
    if family.digest != suite.family_digest:
        raise AuthorError(
            f"The code of the family {family.name} has changed since {suite.name} {suite.version} was made, and one "
            "suite would hold instances of two kinds. Make a new version with `benchwright instances refresh`, or grow "
            "it with the code that made it."
        )
    major, minor, _ = _numbers(suite.version)
    return InstancesSpec(
        name=suite.name,
        version=f"{major}.{minor + 1}.0",
        family=family.name,
        family_digest=family.digest,
        plan_digest=suite.plan_digest,
        licence=suite.licence,
        random_seed=coverage.random_seed,
        settings=coverage.settings,
        n=n,
        with_model=with_model,
        kind="grown",
        first=coverage.numbers,
    )


def _numbers(version: str) -> tuple[int, int, int]:
    major, minor, patch = map(int, version.split("."))
    return major, minor, patch

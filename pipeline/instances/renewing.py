"""What is to be made of a suite that is there: more of it, or all of it afresh."""

from pipeline.instances.spec import InstancesSpec, kept_spec
from plans.contracts.instances import InstanceFamily
from plans.digests import record_digest
from plans.errors import AuthorError
from plans.files import read_own_record, read_record
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.coverage import Coverage
from plans.records.plan import Plan


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
    suite, coverage = read_suite(old), read_own_record(old.coverage, Coverage)
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
            "cannot be one suite. Restore it; a suite of another plan is made with `benchwright author --review ask`."
        )
    return plan


def next_major(version: str) -> str:
    """`2.0.0` after `1.4.2`."""
    return f"{_numbers(version)[0] + 1}.0.0"


def _more(paths: SuitePaths, family: InstanceFamily, n: int, with_model: bool) -> InstancesSpec:
    suite, coverage = read_suite(paths), read_own_record(paths.coverage, Coverage)
    if family.digest != suite.family_digest:
        raise AuthorError(
            f"The code of the family {family.name} has changed since {suite.name} {suite.version} was made, and one "
            "suite would hold instances of two kinds. Make a new version with `benchwright refresh`, or grow it with "
            "the code that made it."
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

"""Check of a suite of instances: files, digests and checks again, and every instance drawn again."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from pipeline.instances.sampling import LIMIT, instance_of, key_of, read_split
from plans.contracts.instances import InstanceFamily, Wanted
from plans.digests import record_digest
from plans.errors import InvalidFile
from plans.files import read_bytes, read_own_record, read_record, read_text
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.base import Problem, Record
from plans.records.instance import DrawnInstance, Instance, SuiteCoverage
from plans.records.plan import Plan, ProvidedBy
from plans.records.suite import Suite, SuiteSplit
from plans.stratified import OUTSIDE, strata, stratum

BATCH = 500
"""Instances drawn and checked at once."""

Splits = Mapping[str, Sequence[Instance]]


class CheckedInstances(Record):
    """What was found."""

    suite: str
    version: str
    instances: dict[str, int]
    """Split → how many could be read."""
    drawn_again: int = 0
    """Instances that were drawn again and compared."""
    errors: int
    problems: tuple[Problem, ...]


async def check_instances(paths: SuitePaths, family: InstanceFamily) -> CheckedInstances:
    """All problems of a suite, the family's own checks included; InvalidFile when suite.yaml or plan.yaml cannot be
    read, and AuthorError where the family's code fails.
    """
    suite, splits, problems = _files(paths, family)
    problems += await _refused(paths, family, splits)
    return _checked(suite, splits, problems)


async def verify_instances(
    paths: SuitePaths, family: InstanceFamily, parent: SuitePaths | None = None
) -> CheckedInstances:
    """What `check_instances` finds, and every instance that is another when it is drawn again, bit by bit.

    `parent`: the suite that this one was refreshed from, of which it may share no instance.
    """
    suite, splits, problems = _files(paths, family)
    plan = read_record(paths.plan, Plan)
    problems += await _unlike(paths, family, plan, splits)
    problems += await _refused(paths, family, splits)
    if parent is not None:
        problems += _shared(paths, splits, parent)
    found = _checked(suite, splits, problems)
    return found.model_copy(update={"drawn_again": sum(map(len, splits.values()))})


def _checked(suite: Suite, splits: Splits, problems: Sequence[Problem]) -> CheckedInstances:
    return CheckedInstances(
        suite=suite.name,
        version=suite.version,
        instances={name: len(instances) for name, instances in splits.items()},
        errors=sum(problem.severity == "error" for problem in problems),
        problems=tuple(problems),
    )


def _files(paths: SuitePaths, family: InstanceFamily) -> tuple[Suite, Splits, list[Problem]]:
    """The suite and what can be read of it, with all that is wrong with its files."""
    suite = read_suite(paths)
    plan = read_record(paths.plan, Plan)
    problems: list[Problem] = []
    splits: dict[str, list[Instance]] = {}
    for split in suite.splits:
        try:
            splits[split.name] = read_split(paths.split(split.name))
            problems += _split_problems(paths, split, splits[split.name])
        except InvalidFile as error:
            problems += error.problems
    problems += _strays(paths, suite)
    problems += _doubles(paths, splits)
    problems += _pictures(paths, splits, is_all=len(splits) == len(suite.splits))
    problems += _parameters(paths, plan, splits)
    problems += _digests(paths, suite, plan, family)
    problems += _coverage(paths, splits)
    problems += _canary(paths, suite)
    return suite, splits, problems


def _split_problems(paths: SuitePaths, split: SuiteSplit, found: Sequence[Instance]) -> Iterator[Problem]:
    file = paths.split(split.name)
    digest = hashlib.sha256(read_bytes(file, LIMIT)).hexdigest()
    if digest != split.digest:
        yield Problem(
            where=str(file),
            message="is not the file that suite.yaml names by digest: it was edited.",
            mend="Restore it; a changed instance is drawn anew with `benchwright instances refresh`, under a new "
            "version.",
        )
    if len(found) != split.instances:
        yield Problem(
            where=str(file),
            message=f"holds {count_text(len(found), 'instance')}, and suite.yaml says {split.instances:,}.",
            mend="Restore it.",
        )


def _strays(paths: SuitePaths, suite: Suite) -> Iterator[Problem]:
    named = {paths.split(split.name) for split in suite.splits}
    for file in sorted(paths.instances.iterdir()) if paths.instances.is_dir() else ():
        if file not in named:
            yield Problem(
                where=str(file),
                message="is no split that suite.yaml names, and nothing in it is scored.",
                mend="Remove it.",
                severity="warning",
            )


def _doubles(paths: SuitePaths, splits: Splits) -> Iterator[Problem]:
    ids: dict[str, str] = {}
    keys: dict[str, str] = {}
    for split, instances in splits.items():
        for one in instances:
            where = f"{paths.split(split)}: {one.id}"
            if one.id in ids:
                mend = "Give each an id of its own: answers are kept by it."
                yield Problem(where=where, message=f"its id stands in {ids[one.id]} too.", mend=mend)
            elif (other := keys.get(key_of(one))) is not None:
                mend = "Draw the suite anew: one of them would count twice."
                yield Problem(where=where, message=f"has the prompt and pictures of {other}.", mend=mend)
            ids.setdefault(one.id, split)
            keys.setdefault(key_of(one), one.id)


def _pictures(paths: SuitePaths, splits: Splits, *, is_all: bool) -> Iterator[Problem]:
    """`is_all`: whether every split could be read, so that all pictures that are shown are known."""
    named = dict.fromkeys(
        digest for instances in splits.values() for one in instances for digest in one.media
    )
    for digest in named:
        file = paths.picture(digest)
        if not file.is_file():
            yield Problem(where=str(file), message="is missing, and a prompt shows it.", mend="Restore it.")
        elif hashlib.sha256(read_bytes(file)).hexdigest() != digest:
            message = "is another picture than its name says: it was edited."
            yield Problem(where=str(file), message=message, mend="Restore it.")
    known = {paths.picture(digest) for digest in named}
    for file in sorted(paths.media.iterdir()) if is_all and paths.media.is_dir() else ():
        if file not in known:
            message = "is a picture that no prompt shows."
            yield Problem(where=str(file), message=message, mend="Remove it.", severity="warning")


def _parameters(paths: SuitePaths, plan: Plan, splits: Splits) -> Iterator[Problem]:
    for split, instances in splits.items():
        for one in instances:
            for parameter in plan.parameters:
                value = one.parameters.get(parameter.name)
                if value is None and parameter.provided_by is ProvidedBy.DEVELOPER:
                    continue
                if stratum(parameter, value) == OUTSIDE:
                    yield Problem(
                        where=f"{paths.split(split)}: {one.id}",
                        message=f"{parameter.name} = {value!r} is outside of the plan, which takes "
                        f"{', '.join(strata(parameter))}.",
                        mend="Restore the file, or the plan that it was drawn from.",
                    )


def _digests(paths: SuitePaths, suite: Suite, plan: Plan, family: InstanceFamily) -> Iterator[Problem]:
    if record_digest(plan) != suite.plan_digest:
        yield Problem(
            where=str(paths.plan),
            message="is not the plan that suite.yaml names by digest.",
            mend="Restore it.",
        )
    if family.digest != suite.family_digest:
        yield Problem(
            where=str(paths.suite),
            message=f"was made by other code of the family {family.name} than is here.",
            mend="`benchwright instances verify` says whether it draws the same instances; scores may be others too.",
            severity="warning",
        )


def _coverage(paths: SuitePaths, splits: Splits) -> Iterator[Problem]:
    try:
        coverage = read_own_record(paths.coverage, SuiteCoverage)
    except InvalidFile as error:
        yield from error.problems
        return
    if coverage.instances != {name: len(instances) for name, instances in splits.items()}:
        yield Problem(
            where=str(paths.coverage),
            message="counts other instances than lie here.",
            mend="Restore it, or the files of instances.",
        )


def _canary(paths: SuitePaths, suite: Suite) -> Iterator[Problem]:
    try:
        is_there = suite.canary in read_text(paths.card)
    except InvalidFile as error:
        yield from error.problems
        return
    if not is_there:
        yield Problem(
            where=str(paths.card),
            message="does not hold the canary, by which training data are searched for this suite.",
            mend=f"Add it: {suite.canary}",
        )


async def _refused(paths: SuitePaths, family: InstanceFamily, splits: Splits) -> list[Problem]:
    """What the family's own checks have against instances."""
    return [
        Problem(
            where=f"{paths.split(split)}: {one.id}",
            message=f"{check}: {said}",
            mend="Restore the file; what was edited is drawn anew with `benchwright instances refresh`.",
        )
        for split, part in _parts(splits)
        for one, checked in zip(part, await family.check(part), strict=True)
        for check, said in checked.items()
        if said
    ]


async def _unlike(paths: SuitePaths, family: InstanceFamily, plan: Plan, splits: Splits) -> list[Problem]:
    names = [parameter.name for parameter in plan.parameters]
    found: list[Problem] = []
    for split, part in _parts(splits):
        wanted = [
            Wanted({name: one.parameters[name] for name in names if name in one.parameters}, one.random_seed)
            for one in part
        ]
        for one, drawn in zip(part, await family.draw(wanted), strict=True):
            if differing := _differing(family.name, split, one, drawn):
                found.append(
                    Problem(
                        where=f"{paths.split(split)}: {one.id}",
                        message=f"is another when it is drawn again: {', '.join(differing)}.",
                        mend="Restore the file, or the code of the family that drew it; "
                        "pictures are the same only with the same versions of what draws them.",
                    )
                )
    return found


def _differing(family: str, split: str, one: Instance, drawn: DrawnInstance) -> list[str]:
    """Names of what is not the same."""
    again = instance_of(family, 0, one.random_seed, drawn)
    fields = ("prompt", "parameters", "constraints", "media", "metadata")
    return [
        *(["split"] if drawn.split != split else []),
        *(name for name in fields if _exactly(again, name) != _exactly(one, name)),
    ]


def _exactly(instance: Instance, field: str) -> str:
    """A field so that 1 and 1.0, and another order of names, are not the same."""
    return instance.model_dump_json(include={field})


def _shared(paths: SuitePaths, splits: Splits, parent: SuitePaths) -> list[Problem]:
    old = {
        key_of(one): one.id
        for split in read_suite(parent).splits
        for one in read_split(parent.split(split.name))
    }
    return [
        Problem(
            where=f"{paths.split(split)}: {one.id}",
            message=f"is alike to {old[key]} of {parent.root}, which it was to replace.",
            mend="Make the new version again with `benchwright instances refresh`.",
        )
        for split, instances in splits.items()
        for one in instances
        if (key := key_of(one)) in old
    ]


def _parts(splits: Splits) -> Iterator[tuple[str, Sequence[Instance]]]:
    for split, instances in splits.items():
        for start in range(0, len(instances), BATCH):
            yield split, instances[start : start + BATCH]

"""The publish step: outcomes become files of instances; suite.yaml, card, changelog and coverage are written.

Call it under the suite's lock. It may be repeated after a kill: suite.yaml is written last, so that a suite which has
one is whole.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pipeline.instances.batches import Outcome
from pipeline.instances.coverage_page import render
from pipeline.instances.covering import covered
from pipeline.instances.reading import lines_text, number_of, read_instances
from pipeline.instances.spec import InstancesSpec
from pipeline.templates import render_plain
from pipeline.torn import remove_torn
from plans.digests import record_digest, text_digest
from plans.files import read_lines, read_own_record, read_text, storage_errors, write_record, write_text
from plans.items import read_suite, write_suite
from plans.paths import SuitePaths
from plans.records.asked import AskedInstance
from plans.records.coverage import Coverage
from plans.records.instance import Instance
from plans.records.plan import Plan
from plans.records.suite import Suite, SuiteSplit


def publish(
    paths: SuitePaths,
    spec: InstancesSpec,
    plan: Plan,
    outcomes: Sequence[Outcome],
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
    write_text(paths.card, _rendered("card.md.j2", suite=suite, plan=plan, coverage=coverage))
    write_text(paths.changelog, _changelog(paths, suite, spec, outcomes))
    remove_torn(paths.root)
    write_suite(paths, suite)
    return suite


def _splits(paths: SuitePaths, spec: InstancesSpec, outcomes: Sequence[Outcome]) -> dict[str, list[Instance]]:
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


def _coverage_before(paths: SuitePaths, spec: InstancesSpec) -> Coverage | None:
    """What a suite that grows covered; kept aside, since it is written over before suite.yaml is."""
    if spec.kind != "grown":
        return None
    if not paths.coverage_before.exists():
        write_record(paths.coverage_before, read_own_record(paths.coverage, Coverage))
    return read_own_record(paths.coverage_before, Coverage)


def _sweep(paths: SuitePaths, splits: Mapping[str, Sequence[Instance]]) -> None:
    """Remove files of splits and pictures that no instance is in, or names: earlier work was ended by a kill."""
    named = {digest for instances in splits.values() for one in instances for digest in one.media}
    kept = {*(paths.split(name) for name in splits), *(paths.picture(digest) for digest in named)}
    with storage_errors(paths.root):
        for folder in (paths.instances, paths.media):
            for file in folder.iterdir() if folder.is_dir() else ():
                if file not in kept:
                    file.unlink()


def _keep_asked(paths: SuitePaths, outcomes: Sequence[Outcome]) -> None:
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


def _changelog(paths: SuitePaths, suite: Suite, spec: InstancesSpec, outcomes: Sequence[Outcome]) -> str:
    """The changelog with this version on top, once."""
    title = "# Changelog\n"
    before = read_text(paths.changelog) if paths.changelog.exists() else title
    if f"\n## {suite.version}\n" in before:
        return before
    added = sum(one.instance is not None for one in outcomes)
    entry = _rendered("changelog.md.j2", suite=suite, spec=spec, added=added)
    return f"{title}\n{entry}{before.removeprefix(title)}"


def _rendered(template: str, **values: object) -> str:
    return render_plain("pipeline.instances", template, **values)

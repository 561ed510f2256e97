"""The publish step: released drafts become items, and the suite's table, card and changelog are written.

Call it under the suite's lock. It may be repeated after a kill: what has been moved is left alone, and suite.yaml is
written last, so that a suite which has one is whole.
"""

import shutil
from collections import Counter
from collections.abc import Iterable, Sequence

from pipeline.graph.described import Described, described
from pipeline.graph.proof import proof_text
from pipeline.graph.spec import AuthoringSpec
from pipeline.graph.state import Released
from pipeline.templates import render_plain
from pipeline.torn import remove_torn
from plans.digests import record_digest
from plans.files import read_record, read_text, storage_errors, write_record, write_text
from plans.items import read_suite, write_suite
from plans.paths import SuitePaths
from plans.records.plan import Plan
from plans.records.project import MAKERS, Provenance
from plans.records.seed import ItemSeed, SeedFile
from plans.records.suite import Lineage, Suite, SuiteItem


def publish_suite(paths: SuitePaths, spec: AuthoringSpec, released: Sequence[Released]) -> Suite:
    """Publish `released` as the suite's new version; raises StorageFailed, and then may be called again."""
    earlier = earlier_items(paths, spec)
    for entry in released:
        _move(paths, entry["item"])
    added = [described(paths.item(entry["item"]), lineage_of(entry)) for entry in released]
    plan = read_record(paths.plan_draft, Plan)
    suite = Suite(
        name=spec.name,
        family=spec.family,
        version=spec.version,
        plan_digest=record_digest(plan),
        canary=spec.canary,
        licence=spec.licence,
        items=(*earlier, *(entry.line for entry in added)),
    )
    write_record(paths.plan, plan)
    if paths.provenance_draft.exists():
        write_record(paths.provenance, read_record(paths.provenance_draft, Provenance))
    write_record(paths.seeds, _seeds(paths, spec, added))
    write_text(paths.card, _card(paths, suite, plan, earlier, added))
    write_text(paths.changelog, _changelog(paths, suite, spec, added, len(earlier)))
    remove_torn(paths.root)
    remove_torn(paths.authoring)
    write_suite(paths, suite)
    return suite


def earlier_items(paths: SuitePaths, spec: AuthoringSpec) -> tuple[SuiteItem, ...]:
    """The items that lie there already and stay: those of a suite that is extended."""
    if not (spec.extends and paths.suite.exists()):
        return ()
    new = {assignment.id for assignment in spec.assignments}
    return tuple(item for item in read_suite(paths).items if item.id not in new)


def lineage_of(entry: Released) -> Lineage | None:
    """Where the item comes from; None where it is no variant."""
    return Lineage.model_validate(entry["lineage"]) if entry["lineage"] else None


def _move(paths: SuitePaths, item: str) -> None:
    draft, target = paths.draft(item).root, paths.item(item).root
    if not draft.exists():
        return
    remove_torn(draft)
    with storage_errors(target):
        # They are of the scaffold, which a released item has no more: what was built is its sealed reference.
        paths.draft(item).inspection.unlink(missing_ok=True)
        if (scheme := paths.draft(item).scheme).exists():
            shutil.rmtree(scheme)
        if target.exists():
            shutil.rmtree(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        draft.rename(target)


def _seeds(paths: SuitePaths, spec: AuthoringSpec, added: Sequence[Described]) -> SeedFile:
    """The seeds of the released items, after those of the items that were there."""
    new = {entry.line.id for entry in added}
    kept = read_record(paths.seeds, SeedFile).seeds if spec.extends and paths.seeds.exists() else ()
    # An item that was made again may be about something else than the seed that was assigned at first.
    mine = (read_record(paths.item(a.id).seed, ItemSeed).seed for a in spec.assignments if a.id in new)
    return SeedFile(seeds=(*(seed for seed in kept if seed.id not in new), *mine))


def _card(
    paths: SuitePaths,
    suite: Suite,
    plan: Plan,
    earlier: Sequence[SuiteItem],
    added: Sequence[Described],
) -> str:
    items = [*(described(paths.item(item.id), item.lineage) for item in earlier), *added]
    read = {entry.line.id: read_record(paths.item(entry.line.id).seed, ItemSeed).coverage for entry in items}
    categories = Counter(entry.category for entry in items)
    return _render(
        "card.md.j2",
        suite=suite,
        plan=plan,
        proof=proof_text(paths, suite, [entry.line.id for entry in added]),
        items=items,
        read=read,
        categories=sorted(categories.items()),
        **_models(paths, [entry.line.id for entry in items]),
        tasks=sum(len(entry.tasks) for entry in items),
        outcomes=sum(entry.outcomes for entry in items),
        mutants=sum(entry.mutants for entry in items),
    )


def _models(paths: SuitePaths, items: Iterable[str]) -> dict[str, list[str]]:
    """The models that planned and made the suite, and those that weighed it, as they called themselves; no maker where
    a catalog made it.
    """
    places = [paths.provenance, *(paths.item(item).provenance for item in items)]
    records = [read_record(place, Provenance) for place in places if place.exists()]
    uses = [use for record in records for use in record.uses]
    made = {use.answered_by or use.model for use in uses if use.role in MAKERS}
    weighed = {use.answered_by or use.model for use in uses if use.role == "evaluator"}
    return {"makers": sorted(made), "weighers": sorted(weighed)}


def _changelog(
    paths: SuitePaths, suite: Suite, spec: AuthoringSpec, added: Sequence[Described], kept: int
) -> str:
    """The changelog with this version on top, once."""
    title = "# Changelog\n"
    before = read_text(paths.changelog) if paths.changelog.exists() else title
    if f"\n## {suite.version}\n" in before:
        return before
    entry = _render("changelog.md.j2", suite=suite, spec=spec, added=added, kept=kept)
    return f"{title}\n{entry}{before.removeprefix(title)}"


def _render(template: str, **values: object) -> str:
    return render_plain("pipeline.graph", template, **values)

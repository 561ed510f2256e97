"""The publish step: drafts become items; card, changelog and table are drawn; near-duplicates stay out."""

import re
import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from agents.authoring.verification.duplicates import Compared, first_alike, is_by_same_model, sorted_words
from agents.authoring.verification.edges import widest_prerequisites
from agents.authoring.verification.matrix import of_alternative, unfailed_outcomes
from agents.authoring.verification.release_status import standing, told
from pipeline.graph.drafts import place_of
from pipeline.graph.report import Ending
from pipeline.graph.spec import AuthoringSpec
from pipeline.graph.state import NodeContext, Released
from pipeline.templates import changelog_text, render_plain
from plans.digests import graded_digest, prose_digest, record_digest
from plans.files import read_record, read_text, remove_torn, storage_errors, write_record, write_text
from plans.items import read_evidence, read_project, read_suite, write_suite
from plans.paths import ItemPaths, SuitePaths
from plans.records.criteria import Criteria
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import MAKERS, Project, Provenance
from plans.records.seed import ItemSeed, SeedFile
from plans.records.specification import PRD
from plans.records.suite import Lineage, Suite, SuiteItem
from plans.records.verdict import Status
from plans.variations import lacks

BLOCK = re.compile(r"<!-- evidence: begin.*?<!-- evidence: end -->", re.DOTALL)


def proof_text(paths: SuitePaths, suite: Suite, fresh: Collection[str]) -> str:
    """Which items are proved, and by which judge; `fresh` are those whose evidence the present judge made or confirmed.

    Raises InvalidFile for an item or evidence that cannot be read.
    """
    by_judge: dict[str, list[str]] = {}
    unproved: list[str] = []
    refused: list[str] = []
    tried, unfailed = 0, dict[str, list[str]]()
    facts: list[dict[str, object]] = []
    independents: list[tuple[str, Project, Evidence]] = []
    varied: list[tuple[str, dict[str, str]]] = []
    for item in (listed.id for listed in suite.items):
        evidence = read_evidence(paths.item(item))
        if evidence is None or not evidence.cells:
            unproved.append(item)
            continue
        project = read_project(paths.item(item))
        proof = standing(paths, suite, project)
        if proof is None or told(proof):
            refused.append(item)
        else:
            by_judge.setdefault(evidence.digests.judge, []).append(item)
            if project.is_specified_by_model:
                varied.append((item, _varied(paths.item(item), project, evidence)))
            if proof.independents:
                independents.append((item, project, proof))
            tried += sum(len(task.outcomes) for task in project.criteria.tasks)
            facts.append(_facts(item, project, proof))
            if found := unfailed_outcomes(project, evidence.cells):
                unfailed[item] = list(found)
    groups = {
        "proved": list(by_judge.items()),
        "unproved": unproved,
        "refused": refused,
        "tried": tried,
        "unfailed": unfailed,
        "independents": independents,
        "by_same_model": is_by_same_model,
        "facts": facts,
        "varied": varied,
    }
    return render_plain("pipeline.graph", "proof.md.j2", names=_names(by_judge, fresh), **groups).rstrip("\n")


def _facts(item: str, project: Project, evidence: Evidence) -> dict[str, object]:
    """What is to be known of a proved item's edges, prerequisites and clauses."""
    widest = next(iter(widest_prerequisites(project.criteria, evidence)), None)
    return {
        "item": item,
        "edges": len(evidence.edges),
        "on_empty": sum(edge.rests_on_empty for edge in evidence.edges),
        "widest": str(widest) if widest else "none blocks half of the others",
        "untested": None
        if evidence.untested is None
        else [f"{one.requirement} “{one.words}”" for one in evidence.untested],
    }


def _varied(place: ItemPaths, project: Project, evidence: Evidence) -> dict[str, str]:
    """What stands for each kind of alternative of an item by a model: that it passes, or why there is none."""
    passed = {cell.submission for cell in evidence.cells if set(cell.task_status.values()) == {Status.PASSED}}
    told = {
        one.alternative.kind: f"passes: {one.alternative.description}"
        if of_alternative(one.alternative.name) in passed
        else "does not pass"
        for one in project.alternatives
    }
    return {**{lack.kind: f"none ({lack.code}: {lack.detail})" for lack in lacks(place, project)}, **told}


def _names(by_judge: Mapping[str, Collection[str]], fresh: Collection[str]) -> dict[str, str]:
    """What each judge is called; which is the present one shows in what it judged just now, if it judged anything."""
    present = next((judge for judge, proved in by_judge.items() if set(fresh) & set(proved)), None)
    if present is None:
        return dict.fromkeys(by_judge, "the judge" if len(by_judge) == 1 else "a judge")
    return {judge: "the judge" if judge == present else "an earlier judge" for judge in by_judge}


def renew_proof(paths: SuitePaths, suite: Suite, fresh: Collection[str]) -> None:
    """Bring that part of the card up to date; a card that was rewritten by hand and has no such part is left alone."""
    if not paths.card.exists():
        return
    card = read_text(paths.card)
    renewed = BLOCK.sub(lambda _: proof_text(paths, suite, fresh), card)
    if renewed != card:
        write_text(paths.card, renewed)


@dataclass(frozen=True)
class Described:
    """Nothing of it is remembered: whoever edits an item changes what is said of it."""

    line: SuiteItem
    category: str
    domain: str
    tasks: tuple[str, ...]
    """Ids of its evaluation tasks."""
    outcomes: int
    mutants: int


def _described(place: ItemPaths, lineage: Lineage | None) -> Described:
    """The item in a folder; raises InvalidFile."""
    project = read_project(place)
    tasks, coverage = project.criteria.tasks, project.seed.coverage
    return Described(
        line=SuiteItem(
            id=project.id,
            graded_digest=graded_digest(project.criteria, project.grader),
            prose_digest=prose_digest(project.prd, project.query, project.criteria),
            lineage=lineage,
        ),
        category=coverage.category,
        domain=coverage.domain,
        tasks=tuple(task.id for task in tasks),
        outcomes=sum(len(task.outcomes) for task in tasks),
        mutants=len(project.mutants),
    )


def publish_suite(paths: SuitePaths, spec: AuthoringSpec, released: Sequence[Released]) -> Suite:
    """Publish `released` as the suite's new version; raises StorageFailed, and then may be called again."""
    earlier = _earlier_items(paths, spec)
    for entry in released:
        _move(paths, entry["item"])
    added = [_described(paths.item(entry["item"]), _lineage_of(entry)) for entry in released]
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
    told = {"suite": suite, "spec": spec, "added": added, "kept": len(earlier)}
    write_text(paths.changelog, changelog_text(paths.changelog, suite.version, "pipeline.graph", **told))
    remove_torn(paths.root)
    remove_torn(paths.authoring)
    write_suite(paths, suite)
    return suite


def _earlier_items(paths: SuitePaths, spec: AuthoringSpec) -> tuple[SuiteItem, ...]:
    """The items that lie there already and stay: those of a suite that is extended."""
    if not (spec.extends and paths.suite.exists()):
        return ()
    new = {assignment.id for assignment in spec.assignments}
    return tuple(item for item in read_suite(paths).items if item.id not in new)


def _lineage_of(entry: Released) -> Lineage | None:
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
    items = [*(_described(paths.item(item.id), item.lineage) for item in earlier), *added]
    read = {entry.line.id: read_record(paths.item(entry.line.id).seed, ItemSeed).coverage for entry in items}
    categories = Counter(entry.category for entry in items)
    return render_plain(
        "pipeline.graph",
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


def as_verified(context: NodeContext, endings: Sequence[Ending]) -> list[Ending]:
    """The endings; items whose files were changed after they were verified are turned into some that are not released.

    They may have waited for days until others were decided.
    """
    kept: list[Ending] = []
    for ending in endings:
        is_ready = ending.state.get("status") == "ready"
        if is_ready and (changed := context.drafts.changed_since_verified(ending.item)):
            reason = (
                f"changed after it was verified ({', '.join(changed)}), so its evidence no longer "
                f"holds. Restore {context.paths.draft(ending.item).root} before the suite is published, or author its "
                "seed again."
            )
            ending = _turned_down(ending, reason)
        kept.append(ending)
    return kept


def without_near_duplicates(context: NodeContext, endings: Sequence[Ending]) -> list[Ending]:
    """The endings, near-duplicates turned into items that are not released; nothing while any item is unfinished."""
    if any("status" not in ending.state for ending in endings):
        return list(endings)
    paths = context.paths
    earlier = [item.id for item in _earlier_items(paths, context.spec)]
    ready = [ending.item for ending in endings if ending.state.get("status") == "ready"]
    reads = any(_is_written(place_of(paths, item)) for item in (*earlier, *ready))
    kept = [_compared(paths.item(item), reads=reads) for item in earlier]
    judged: list[Ending] = []
    for ending in endings:
        if ending.state.get("status") == "ready":
            entry = _compared(place_of(paths, ending.item), reads=reads)
            other = first_alike(entry, kept)
            if other is None:
                kept.append(entry)
            else:
                reason = f"near-duplicate of {other}. Author it from another seed, or drop one of the two."
                ending = _turned_down(ending, reason)
        judged.append(ending)
    return judged


def _compared(place: ItemPaths, *, reads: bool) -> Compared:
    """`reads`: texts are compared as well, since a model wrote some item."""
    return Compared(
        id=place.root.name,
        domain=read_record(place.seed, ItemSeed).coverage.domain,
        tasks={task.id for task in read_record(place.criteria, Criteria).tasks},
        words=sorted_words(read_record(place.prd, PRD)) if reads else "",
        is_written=_is_written(place),
    )


def _is_written(place: ItemPaths) -> bool:
    return place.provenance.exists() and read_record(place.provenance, Provenance).is_of_a_maker


def _turned_down(ending: Ending, reason: str) -> Ending:
    return replace(ending, state={**ending.state, "status": "not released", "reasons": [reason]})

"""Runs the release gate again over a suite that was edited or pulled."""

from collections.abc import Collection
from dataclasses import dataclass

from pipeline.graph.proof import renew_proof
from plans.contracts.authoring import Gate, Implement
from plans.digests import record_digest
from plans.files import read_record, write_record, write_text
from plans.items import (
    chosen_items,
    held_suite,
    read_evidence,
    read_project,
    read_suite,
    suite_item,
    write_independents,
    write_suite,
)
from plans.paths import ItemPaths, SuitePaths
from plans.prd_text import prd_page
from plans.records.evidence import Evidence
from plans.records.independent import IndependentImplementation
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.provenance import INDEPENDENTS, Made, Provenance
from plans.records.suite import Suite, SuiteItem


@dataclass(frozen=True)
class Edits:
    """Where files are no longer those that suite.yaml named by digest: by then it is another suite."""

    graded: tuple[str, ...] = ()
    """Items in which something has changed that decides a verdict, by id."""
    prose: tuple[str, ...] = ()
    """Items whose wording has changed, by id."""
    is_plan: bool = False
    """Whether the plan has changed."""
    is_runtime: bool = False
    """Whether the packages that the suite locks are others than those of the evidence that lay there."""

    @property
    def told(self) -> str:
        """In words; empty where nothing was edited."""
        parts = (
            f"what decides a verdict in {', '.join(self.graded)}" if self.graded else "",
            f"the wording of {', '.join(self.prose)}" if self.prose else "",
            "the plan" if self.is_plan else "",
            "the packages that it locks" if self.is_runtime else "",
        )
        return "; ".join(part for part in parts if part)


@dataclass(frozen=True)
class Verified:
    """What a verification found."""

    suite: Suite
    """The suite, its digests brought up to date."""
    evidence: dict[str, Evidence]
    """Item → evidence, of the items that were asked for."""
    kept: frozenset[str]
    """Items whose evidence still held and was not made again."""
    edited: Edits
    """What had been edited since suite.yaml was written."""


async def verify_suite(
    paths: SuitePaths,
    gate: Gate,
    *,
    only: Collection[str] = (),
    anew: bool = False,
    implement: Implement | None = None,
) -> Verified:
    """Evidence for each item, written beside it; digests in suite.yaml, the card and prd.md follow the files.

    `only` names items (none: all). `anew` judges again what evidence still holds for. `implement` has items implemented
    that have no independent implementation yet. An item that is not released stays in the suite, marked by its
    evidence: taking it out is the author's decision.
    Raises InvalidFile, Busy, AuthorError for an unknown item, and what `implement` raises.
    """
    with held_suite(paths):
        suite = read_suite(paths)
        plan = read_record(paths.plan, Plan)
        chosen = chosen_items(suite, only)
        evidence: dict[str, Evidence] = {}
        kept: set[str] = set()
        items: list[SuiteItem] = []
        repacked = False
        for listed in suite.items:
            if listed.id not in chosen:
                items.append(listed)
                continue
            place = paths.item(listed.id)
            project = read_project(place)
            if implement is not None and not project.independents and project.imported is None:
                project = _with_independent(place, project, await implement(project))
            known = None if anew else read_evidence(place)
            made = await gate.verify(project, plan, known)
            write_text(place.prd_text, prd_page(project, suite.canary))
            if made == known:
                kept.add(listed.id)
            else:
                write_record(place.evidence, made)
            evidence[listed.id] = made
            repacked |= known is not None and known.digests.runtime != made.digests.runtime
            items.append(suite_item(project).model_copy(update={"lineage": listed.lineage}))
        updated = suite.model_copy(update={"items": tuple(items), "plan_digest": record_digest(plan)})
        if updated != suite:
            write_suite(paths, updated)
        renew_proof(paths, updated, list(evidence))
    edited = _edits(suite, updated, is_runtime=repacked)
    return Verified(suite=updated, evidence=evidence, kept=frozenset(kept), edited=edited)


def _with_independent(place: ItemPaths, project: Project, made: Made[IndependentImplementation]) -> Project:
    """The project with its first independent implementation, which is written beside it."""
    write_independents(place, [made.value])
    update: dict[str, object] = {"independents": (made.value,)}
    if made.uses:
        provenance = (project.provenance or Provenance()).with_output(INDEPENDENTS, made.uses)
        write_record(place.provenance, provenance)
        update["provenance"] = provenance
    return project.model_copy(update=update)


def _edits(before: Suite, now: Suite, *, is_runtime: bool) -> Edits:
    pairs = [*zip(before.items, now.items, strict=True)]
    return Edits(
        graded=tuple(new.id for old, new in pairs if new.graded_digest != old.graded_digest),
        prose=tuple(new.id for old, new in pairs if new.prose_digest != old.prose_digest),
        is_plan=now.plan_digest != before.plan_digest,
        is_runtime=is_runtime,
    )

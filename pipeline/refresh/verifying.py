"""Runs the release gate again over a suite that was edited or pulled."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from agents.authoring.verification.conclusions import concluded
from agents.authoring.verification.gate import judge_row
from agents.authoring.verification.matrix import PARENT, parent_row
from pipeline.graph.publish import renew_proof
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Gate, Implement
from plans.contracts.runs import Judge
from plans.digests import files_digest, record_digest
from plans.errors import AuthorError
from plans.files import read_record, write_record, write_text
from plans.items import (
    chosen_items,
    held_suite,
    read_evidence,
    read_files,
    read_project,
    read_suite,
    suite_item,
    write_independents,
    write_suite,
)
from plans.paths import ItemPaths, SuitePaths
from plans.prd_text import prd_page
from plans.records.evidence import Cell, Digests, Evidence
from plans.records.plan import Plan
from plans.records.project import (
    INDEPENDENTS,
    Files,
    IndependentImplementation,
    MadeArtifact,
    Project,
    Provenance,
)
from plans.records.suite import Lineage, Suite, SuiteItem


class ParentFails:
    """Implements plans.contracts.authoring.Gate around another one.

    It asks of each variant besides that its parent's reference, submitted for it, does not complete it.
    """

    def __init__(self, gate: Gate, judge: Judge, parents: Mapping[str, Files | None]) -> None:
        """`parents`: variant → its parent's reference, None where that is not at hand; other items have no parent."""
        self._gate = gate
        self._judge = judge
        self._parents = parents

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        """Evidence of a variant has one more cell, `parent`, without which it is not released.

        The cell of `known` stays while the criteria and the judge are the same.
        """
        evidence = await self._gate.verify(project, plan, known)
        if project.id not in self._parents:
            return evidence
        # Known evidence may have been refused for want of this very row.
        runtime = evidence.digests.runtime
        evidence = concluded(evidence, project, runtime=runtime)
        if evidence.released and _parent_cell(evidence) is None:
            seen = _kept_cell(known, evidence.digests, self._judge) or await self._submitted(project)
            if seen is not None:
                evidence = evidence.model_copy(update={"cells": (*evidence.cells, seen)})
        return concluded(evidence, project, is_variant=True, runtime=runtime)

    async def _submitted(self, project: Project) -> Cell | None:
        reference = self._parents[project.id]
        if reference is None:
            return None
        return await judge_row(self._judge, project, parent_row(project, reference))


def parents_of(spec: AuthoringSpec) -> dict[str, Files]:
    """Variant → reference of the item that it was made from; AuthorError when that item is gone."""
    if spec.parents is None:
        return {}
    old = SuitePaths(Path(spec.parents))
    return {
        assignment.id: _reference(old, assignment.made_from.parent)
        for assignment in spec.assignments
        if assignment.made_from is not None
    }


def variants_of(suite: Suite, old: SuitePaths | None) -> dict[str, Files | None]:
    """Variant of `suite` → reference of the item that it was made from, None when no older suite is given.

    Raises AuthorError when `old` is another suite than the one that the variants name, or lacks an item.
    """
    variants = {item.id: item.lineage for item in suite.items if item.lineage is not None}
    if old is None:
        return dict.fromkeys(variants)
    if not variants:
        raise AuthorError(
            f"No item of {suite.name} {suite.version} is a variant of another, so nothing is to be submitted from "
            f"{old.root}. Leave out --parents."
        )
    found = read_suite(old)
    references = {id: _reference(old, lineage.parent) for id, lineage in variants.items()}
    named = f"{found.name} {found.version}"
    strange = {
        id: lineage
        for id, lineage in variants.items()
        if not _is_made_from(lineage, named, files_digest(references[id]))
    }
    if strange:
        made_from = ", ".join(sorted({lineage.parent_suite for lineage in strange.values()}))
        raise AuthorError(
            f"{old.root} is {named}, and its references are not those that {', '.join(sorted(strange))} were made from "
            f"({made_from}): others prove nothing about them. Give the folder of that suite, as it was."
        )
    return {**references}


def _is_made_from(lineage: Lineage, suite: str, reference: str) -> bool:
    """Whether a variant comes from this very reference, whatever else its suite has grown by since."""
    if lineage.reference_digest:
        return lineage.reference_digest == reference
    return lineage.parent_suite == suite


def _reference(old: SuitePaths, parent: str) -> Files:
    folder = old.item(parent).reference
    if not folder.is_dir():
        raise AuthorError(
            f"{folder} is gone, and its variant may only be released when that reference fails on it. Put the suite "
            "back where it was when `benchwright refresh` began, or name its folder."
        )
    return read_files(folder)


def _parent_cell(evidence: Evidence) -> Cell | None:
    return next((cell for cell in evidence.cells if cell.submission == PARENT), None)


def _kept_cell(known: Evidence | None, now: Digests, judge: Judge) -> Cell | None:
    """What was seen of the parent before, while nothing that decides about it has changed."""
    if known is None or _decides_about_it(known.digests) != _decides_about_it(now):
        return None
    cell = _parent_cell(known)
    return cell if cell is not None and cell.sandbox in ("", judge.sandbox_digest) else None


def _decides_about_it(digests: Digests) -> tuple[str, str, str]:
    return digests.graded, digests.judge, digests.runtime


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
    supplied: Mapping[str, IndependentImplementation] | None = None,
) -> Verified:
    """Evidence for each item, written beside it; digests in suite.yaml, the card and prd.md follow the files.

    `only` names items (none: all). `anew` judges again what evidence still holds for. `implement` has items implemented
    that have no independent implementation yet; `supplied` has one for an item that is put beside the others that it
    has, or in the place of the one of its name. An item that is not released stays in the suite, marked by its
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
            if supplied and listed.id in supplied:
                project = _with_independent(place, project, MadeArtifact(supplied[listed.id]))
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


def _with_independent(
    place: ItemPaths, project: Project, made: MadeArtifact[IndependentImplementation]
) -> Project:
    """The project with one more independent implementation, or with this one for that of its name; it is written beside
    it.
    """
    by_name = {one.about.name: one for one in (*project.independents, made.value)}
    independents = tuple(by_name[name] for name in sorted(by_name))
    write_independents(place, independents)
    update: dict[str, object] = {"independents": independents}
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

"""The row that only a variant's gate has: its parent's reference is handed in for it, and has to fail."""

from collections.abc import Mapping
from pathlib import Path

from agents.authoring.verification.conclusions import concluded
from agents.authoring.verification.gate import judge_row
from agents.authoring.verification.matrix import PARENT, parent_row
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Gate
from plans.contracts.judging import Judge
from plans.digests import files_digest
from plans.errors import AuthorError
from plans.items import read_files, read_suite
from plans.paths import SuitePaths
from plans.records.evidence import Cell, Digests, Evidence
from plans.records.plan import Plan
from plans.records.project import Files, Project
from plans.records.suite import Lineage, Suite


class ParentFails:
    """Implements plans.contracts.authoring.Gate around another one.

    It asks of each variant besides that its parent's reference, handed in for it, does not complete it.
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
            seen = _kept_cell(known, evidence.digests, self._judge) or await self._handed_in(project)
            if seen is not None:
                evidence = evidence.model_copy(update={"cells": (*evidence.cells, seen)})
        return concluded(evidence, project, is_variant=True, runtime=runtime)

    async def _handed_in(self, project: Project) -> Cell | None:
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
            f"No item of {suite.name} {suite.version} is a variant of another, so nothing is to be handed in from "
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
    return next((cell for cell in evidence.cells if cell.hand_in == PARENT), None)


def _kept_cell(known: Evidence | None, now: Digests, judge: Judge) -> Cell | None:
    """What was seen of the parent before, while nothing that decides about it has changed."""
    if known is None or _decides_about_it(known.digests) != _decides_about_it(now):
        return None
    cell = _parent_cell(known)
    return cell if cell is not None and cell.sandbox in ("", judge.sandbox_digest) else None


def _decides_about_it(digests: Digests) -> tuple[str, str, str]:
    return digests.graded, digests.judge, digests.runtime

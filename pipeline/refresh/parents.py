"""The row that only a variant's gate has: its parent's reference is handed in for it, and has to fail."""

from collections.abc import Mapping
from pathlib import Path

from agents.authoring.verification.conclusions import COMPLETED
from agents.authoring.verification.gate import judge_row
from agents.authoring.verification.matrix import PARENT, parent_row
from pipeline.graph.spec import AuthoringSpec
from plans.contracts import Gate, Judge
from plans.errors import AuthorError
from plans.items import read_files
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Files, Project
from plans.records.verdict import Status


class ParentFails:
    """A gate that also hands in the parent's reference for each variant: it may not complete it."""

    def __init__(self, gate: Gate, judge: Judge, parents: Mapping[str, Files]) -> None:
        """`parents`: variant → its parent's reference; an item that is not in it has no parent."""
        self._gate = gate
        self._judge = judge
        self._parents = parents

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        """Evidence with one more cell, `parent`, and one more reason when the parent's reference completes it."""
        evidence = await self._gate.verify(project, plan, known)
        parent = self._parents.get(project.id)
        if parent is None or not evidence.released or _is_handed_in(evidence):
            return evidence
        seen = await judge_row(self._judge, project.id, parent_row(project, parent))
        completes = all(status is Status.PASSED for status in seen.task_status.values())
        return evidence.model_copy(
            update={
                "cells": (*evidence.cells, seen),
                "released": not completes,
                "reasons": (COMPLETED,) if completes else (),
            }
        )


def parents_of(spec: AuthoringSpec) -> dict[str, Files]:
    """Variant → reference of the item that it was made from; AuthorError when that item is gone."""
    if spec.parents is None:
        return {}
    old = SuitePaths(Path(spec.parents))
    return {
        assignment.id: _reference(old, assignment.recipe.parent.parent)
        for assignment in spec.assignments
        if assignment.recipe is not None and assignment.recipe.parent is not None
    }


def _reference(old: SuitePaths, parent: str) -> Files:
    folder = old.item(parent).reference
    if not folder.is_dir():
        raise AuthorError(
            f"{folder} is gone, and its variant may only be released when that reference fails on it. Put the suite "
            "back where it was when `benchwright refresh` began."
        )
    return read_files(folder)


def _is_handed_in(evidence: Evidence) -> bool:
    return any(cell.hand_in == PARENT for cell in evidence.cells)

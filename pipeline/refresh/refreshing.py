"""A new version of a suite, made of fresh variants: for a suite that has leaked into training data."""

from collections.abc import Mapping

from agents.authoring.planning.assignment import given, item_random_seed
from agents.authoring.verification.gate import judge_row
from agents.authoring.verification.matrix import Row
from pipeline.graph.spec import AuthoringSpec, suite_canary
from plans.contracts import Gate, Generator, Judge, Recipe
from plans.items import read_files, read_project, read_suite
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Files, Project
from plans.records.verdict import Status


def refresh_spec(
    old: SuitePaths, generator: Generator, *, random_seed: int, version: str | None
) -> AuthoringSpec:
    """What has to be authored for a new version of the suite in `old`; raises InvalidFile.

    `version` defaults to the next major one: numbers of the two versions are not comparable item by item.
    """
    suite = read_suite(old)
    named = f"{suite.name} {suite.version}"
    assignments = tuple(
        given(
            generator.variant(
                _recipe(read_project(old.item(item.id))), named, item_random_seed(random_seed, item.id)
            )
        )
        for item in suite.items
    )
    new_version = version or next_version(suite.version, "major")
    return AuthoringSpec(
        name=suite.name,
        version=new_version,
        family=suite.family,
        licence=suite.licence,
        canary=suite_canary(suite.name, new_version, random_seed, assignments),
        random_seed=random_seed,
        gate="live",
        assignments=assignments,
    )


def grow_spec(
    paths: SuitePaths, generator: Generator, plan: Plan, n: int, *, random_seed: int
) -> AuthoringSpec:
    """What has to be authored to add `n` items where the plan is not covered; the canary stays, the version rises."""
    suite = read_suite(paths)
    existing = [read_project(paths.item(item.id)) for item in suite.items]
    recipes = generator.growth(plan, [project.parameters for project in existing], n, random_seed)
    return AuthoringSpec(
        name=suite.name,
        version=next_version(suite.version, "minor"),
        family=suite.family,
        licence=suite.licence,
        canary=suite.canary,
        random_seed=random_seed,
        gate="live",
        extends=True,
        assignments=tuple(given(recipe) for recipe in recipes),
    )


def next_version(version: str, part: str) -> str:
    """The version after `version`: its major or minor part raised."""
    major, minor, _ = (int(number) for number in version.split("."))
    return f"{major + 1}.0.0" if part == "major" else f"{major}.{minor + 1}.0"


class ParentFails:
    """A gate that also hands in the parent's reference for each variant: it may not complete it."""

    def __init__(self, gate: Gate, judge: Judge, parents: Mapping[str, Files]) -> None:
        """`parents`: variant → its parent's reference."""
        self._gate = gate
        self._judge = judge
        self._parents = parents

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        """Evidence with one more cell, `parent`, and one more reason when the parent's reference completes it."""
        evidence = await self._gate.verify(project, plan, known)
        if evidence == known or not evidence.released:
            return evidence
        row = Row(hand_in="parent", files=self._parents[project.id], criteria=project.criteria)
        seen = await judge_row(self._judge, project.id, row)
        completes = all(status is Status.PASSED for status in seen.task_status.values())
        reason = (
            "the parent's reference completes the variant, so whoever has learnt the parent knows this one"
        )
        return evidence.model_copy(
            update={
                "cells": (*evidence.cells, seen),
                "released": not completes,
                "reasons": (reason,) if completes else (),
            }
        )


def parents_of(spec: AuthoringSpec, old: SuitePaths) -> dict[str, Files]:
    """Variant → reference of the item that it was made from."""
    return {
        assignment.id: read_files(old.item(assignment.recipe.parent.parent).reference)
        for assignment in spec.assignments
        if assignment.recipe is not None and assignment.recipe.parent is not None
    }


def _recipe(project: Project) -> Recipe:
    return Recipe(id=project.id, seed=project.seed, parameters=project.parameters)

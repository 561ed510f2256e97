"""The static part of the release gate over a whole suite: what can be known without a browser."""

from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.digest import outdated
from agents.authoring.verification.duplicates import near_duplicates
from agents.authoring.verification.standing import standing, told
from pipeline.refresh.weights import evaluation_problems
from plans.digests import record_digest
from plans.errors import InvalidFile
from plans.files import read_record, read_text
from plans.items import read_project, read_suite, suite_item
from plans.paths import SuitePaths
from plans.prd_text import prd_text
from plans.records.base import Record
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project
from plans.records.suite import Suite


class CheckedSuite(Record):
    """What a static check found."""

    suite: str
    version: str
    items: int
    tasks: int
    outcomes: int
    errors: int
    problems: tuple[Problem, ...]


def check_suite(folder: Path) -> CheckedSuite:
    """All problems of a suite; raises InvalidFile when suite.yaml or plan.yaml cannot be read."""
    paths = SuitePaths(folder)
    suite = read_suite(paths)
    plan = read_record(paths.plan, Plan)
    projects, problems = _read_items(paths, suite)
    problems += _plan_problems(paths, suite, plan)
    for project in projects:
        problems += item_problems(paths, suite, plan, project)
    problems += near_duplicates(projects)
    return CheckedSuite(
        suite=suite.name,
        version=suite.version,
        items=len(suite.items),
        tasks=sum(len(project.criteria.tasks) for project in projects),
        outcomes=sum(len(task.outcomes) for project in projects for task in project.criteria.tasks),
        errors=sum(problem.severity == "error" for problem in problems),
        problems=tuple(problems),
    )


def item_problems(paths: SuitePaths, suite: Suite, plan: Plan, project: Project) -> list[Problem]:
    """What is wrong with one item: failed checks, digests that moved, evidence that is missing or void."""
    checks = every_check(suite.family, suite.canary)
    found: list[Problem] = []
    for one in checks:
        found += one.check(project, plan)
    found += _or_why_unread(lambda: evaluation_problems(paths.item(project.id), project.criteria))
    found += _or_why_unread(lambda: _rendering_problems(paths, suite, project))
    found += _digest_problems(paths, suite, project)
    found += _or_why_unread(lambda: _evidence_problems(paths, suite, plan, project))
    return found


def _or_why_unread(find: Callable[[], Iterable[Problem]]) -> list[Problem]:
    """What is found, or what is wrong with a file that it needs: one such file is no reason to say nothing else."""
    try:
        return list(find())
    except InvalidFile as error:
        return list(error.problems)


def _rendering_problems(paths: SuitePaths, suite: Suite, project: Project) -> Iterator[Problem]:
    place = paths.item(project.id)
    there, rendered = read_text(place.prd_text).splitlines(), prd_text(project.prd, suite.canary).splitlines()
    if there != rendered:
        pairs = enumerate(zip_longest(there, rendered), 1)
        line = next(number for number, (found, meant) in pairs if found != meant)
        yield Problem(
            where=f"{place.prd_text}:{line}",
            message="is not what prd.yaml says; prd.yaml decides, and whoever reads this page reads something else.",
            mend="Make the change in prd.yaml; `benchwright verify` writes prd.md anew from it.",
        )


def _digest_problems(paths: SuitePaths, suite: Suite, project: Project) -> Iterator[Problem]:
    listed = next(item for item in suite.items if item.id == project.id)
    actual = suite_item(project)
    for name in ("graded_digest", "prose_digest"):
        if getattr(listed, name) != getattr(actual, name):
            yield Problem(
                where=f"{paths.suite}: {project.id}",
                message=f"The {name.replace('_', ' ')} is not that of the item's files: they were edited.",
                mend="Run `benchwright verify` on the suite, and raise `version:` in suite.yaml.",
            )


def _evidence_problems(paths: SuitePaths, suite: Suite, plan: Plan, project: Project) -> Iterator[Problem]:
    where = str(paths.item(project.id).evidence)
    evidence = standing(paths, suite, project)
    if reason := told(evidence):
        yield Problem(
            where=where,
            message=f"does not prove the item: {reason}.",
            mend="Run `benchwright verify` on the suite; mend or unlist an item that it does not release.",
        )
    elif evidence is not None:
        for made in outdated(evidence, project, plan, every_check(suite.family, suite.canary)):
            yield Problem(
                where=where,
                message=f"was made {made}.",
                mend="Run `benchwright verify` on the suite, to see whether it still holds.",
                severity="warning",
            )


def _plan_problems(paths: SuitePaths, suite: Suite, plan: Plan) -> list[Problem]:
    if record_digest(plan) == suite.plan_digest:
        return []
    return [
        Problem(
            where=str(paths.plan),
            message="is not the plan that suite.yaml names by digest.",
            mend="Restore it, or run `benchwright verify` on the suite and raise `version:` in suite.yaml.",
        )
    ]


def _read_items(paths: SuitePaths, suite: Suite) -> tuple[list[Project], list[Problem]]:
    projects: list[Project] = []
    problems: list[Problem] = []
    for item in suite.items:
        try:
            projects.append(read_project(paths.item(item.id)))
        except InvalidFile as error:
            problems += error.problems
    return projects, problems

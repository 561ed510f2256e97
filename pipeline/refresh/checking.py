"""The static part of the release gate over a whole suite: what can be known without a browser."""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from agents.authoring.evaluation.agent import weight_shares
from agents.authoring.verification.checks import every_check
from agents.authoring.verification.conclusions import NOTHING_JUDGED, copied_from
from agents.authoring.verification.duplicates import is_by_same_model, near_duplicates
from agents.authoring.verification.edges import widest_prerequisites
from agents.authoring.verification.gate import fitting, outdated
from agents.authoring.verification.matrix import of_mutant, unfailed_outcomes
from agents.authoring.verification.release_status import standing, told
from plans.digests import record_digest, text_digest
from plans.errors import InvalidFile
from plans.files import read_record, read_text
from plans.items import (
    independents_digest,
    read_evaluation,
    read_evidence,
    read_project,
    read_suite,
    suite_item,
)
from plans.paths import ItemPaths, SuitePaths
from plans.plain_text import count_text, lines_of
from plans.prd_text import prd_page
from plans.records.base import Problem, ProblemCode, Record
from plans.records.criteria import Criteria, Level
from plans.records.evidence import REFERENCE_RUNS, Evidence
from plans.records.plan import Plan
from plans.records.project import IndependentImplementation, Project
from plans.records.specification import Underspecification
from plans.records.suite import Suite
from plans.records.verdict import Status
from plans.shell import command_line
from plans.variations import lacks

SAME_SHARE = 1e-4
"""Shares of the whole weight that differ by no more are the same: both files are rounded."""

_IMPLEMENT_ANEW = (
    "Move the folder out of the suite, and run `benchwright verify --independent-by AGENT` on the suite."
)
_VERIFY_AGAIN = "run `benchwright verify` on the suite again."


def evaluation_problems(paths: ItemPaths, criteria: Criteria) -> Iterator[Problem]:
    """What is wrong with an item's evaluation.yaml."""
    where = str(paths.evaluation)
    try:
        evaluation = read_evaluation(paths)
    except InvalidFile as error:
        yield from error.problems
        return
    if evaluation is None:
        mend = "Restore it; without it a run takes its own defaults."
        yield Problem(where=where, message="is missing.", mend=mend, severity="warning")
        return
    shares = weight_shares(criteria)
    for task in sorted({*shares, *evaluation.weights}):
        asked, counted = evaluation.weights.get(task), shares.get(task)
        if asked is None or counted is None or not math.isclose(asked, counted, abs_tol=SAME_SHARE):
            yield Problem(
                where=f"{where}: weights: {task}",
                message=f"says {_told(asked)}; by criteria.yaml, which decides the numbers, it is {_told(counted)}.",
                mend="Make the two agree: a share is the task's weight over the sum of all weights.",
            )


def _told(share: float | None) -> str:
    return "nothing" if share is None else f"{share:.4f}"


class CheckedSuite(Record):
    """What a static check found."""

    suite: str
    version: str
    items: int
    tasks: int
    outcomes: int
    proved_outcomes: int = 0
    """Expected outcomes of the items that their evidence proves."""
    unfailed_outcomes: tuple[str, ...] = ()
    """Those of them that no mutant fails, as item/task/outcome: each task is proved, and not each of its outcomes."""
    killed_by_wrecks: tuple[str, ...] = ()
    """Tasks beyond presence, as item/task, that fail only on mutants on which none of the tried outcomes passes."""
    independents: int = 0
    """Proved items that have an implementation by a hand that saw the request alone."""
    never_shown_fair: tuple[str, ...] = ()
    """Tasks of these that pass on no such implementation, as item/task."""
    edges: int = 0
    """Edges of the proved items."""
    edges_on_empty: tuple[str, ...] = ()
    """Those that nothing confirms but a mutant of which nothing is left, as item/parent → child."""
    widest: tuple[str, ...] = ()
    """Presence tasks that block at least half of an item's other tasks, as item/what is told of it."""
    read_by_clause: int = 0
    """Proved items whose requirements a model read clause by clause."""
    untested: tuple[str, ...] = ()
    """Clauses of these that no outcome tries, as item/requirement “words”."""
    without_alternative: tuple[str, ...] = ()
    """Alternatives that proved items by models lack, as item/kind (why): nothing shows that another rendering, or other
    data, passes."""
    unproved: tuple[str, ...] = ()
    """Items of which nothing is wrong, and which no judge has seen: their author asked for the static gate alone."""
    errors: int
    problems: tuple[Problem, ...]


def check_suite(folder: Path) -> CheckedSuite:
    """All problems of a suite; raises InvalidFile when suite.yaml or plan.yaml cannot be read."""
    paths = SuitePaths(folder)
    suite = read_suite(paths)
    plan = read_record(paths.plan, Plan)
    projects, problems = _read_items(paths, suite)
    problems += _plan_problems(paths, suite, plan)
    proved: list[tuple[Project, Evidence]] = []
    unproved: list[str] = []
    for project in projects:
        problems += _item_problems(paths, suite, plan, project)
        try:
            evidence = standing(paths, suite, project)
        except InvalidFile as error:
            problems += error.problems
            continue
        if evidence is not None and _is_unjudged(evidence) and project.imported is None:
            unproved.append(project.id)
            continue
        problems += _evidence_problems(str(paths.item(project.id).evidence), suite, plan, project, evidence)
        if evidence is not None and evidence.released:
            problems += _unjudged_independents(paths, project, evidence)
            problems += _edge_problems(f"{project.id}/criteria.yaml", project, evidence)
            proved.append((project, evidence))
    problems += near_duplicates(projects)
    return CheckedSuite(
        suite=suite.name,
        version=suite.version,
        items=len(suite.items),
        tasks=sum(len(project.criteria.tasks) for project in projects),
        outcomes=sum(_outcomes(project) for project in projects),
        proved_outcomes=sum(_outcomes(project) for project, _ in proved),
        unfailed_outcomes=tuple(
            f"{project.id}/{outcome}"
            for project, evidence in proved
            for outcome in unfailed_outcomes(project, evidence.cells)
        ),
        killed_by_wrecks=tuple(
            f"{project.id}/{task}"
            for project, evidence in proved
            for task in _killed_by_wrecks(project, evidence)
        ),
        without_alternative=tuple(
            f"{project.id}/{lack.kind} ({lack.code}: {lack.detail})"
            for project, _ in proved
            if project.is_specified_by_model
            for lack in lacks(paths.item(project.id), project)
        ),
        independents=sum(bool(evidence.independents) for _, evidence in proved),
        never_shown_fair=tuple(
            f"{project.id}/{task}" for project, evidence in proved for task in evidence.never_shown_fair
        ),
        edges=sum(len(evidence.edges) for _, evidence in proved),
        edges_on_empty=tuple(
            f"{project.id}/{edge.parent} → {edge.child}"
            for project, evidence in proved
            for edge in evidence.edges
            if edge.rests_on_empty
        ),
        widest=tuple(
            f"{project.id}/{one}"
            for project, evidence in proved
            for one in widest_prerequisites(project.criteria, evidence)
        ),
        read_by_clause=sum(evidence.untested is not None for _, evidence in proved),
        untested=tuple(
            f"{project.id}/{one.requirement} “{one.words}”"
            for project, evidence in proved
            for one in evidence.untested or ()
        ),
        unproved=tuple(unproved),
        errors=sum(problem.severity == "error" for problem in problems),
        problems=tuple(sorted((_located(problem, paths, suite) for problem in problems), key=_file_of)),
    )


def _killed_by_wrecks(project: Project, evidence: Evidence) -> Iterator[str]:
    """Web tasks beyond presence that no mutant fails on which anything passes, such as one that only stops a script."""
    cells = {cell.submission: cell for cell in evidence.cells}
    for task in project.criteria.tasks:
        killers = [cells.get(of_mutant(p.mutant.id)) for p in project.mutants if task.id in p.mutant.kills]
        seen = [
            status for cell in killers if cell for tried in cell.tasks.values() for status in tried.values()
        ]
        if task.steps and task.level is not Level.PRESENCE and seen and Status.PASSED not in seen:
            yield task.id


def _located(problem: Problem, paths: SuitePaths, suite: Suite) -> Problem:
    """The problem with the path of its file: the gate's checks name it from the item's folder on."""
    first, parts, rest = problem.where.partition("/")
    if problem.where.startswith(str(paths.root)):
        return problem
    if first in {item.id for item in suite.items}:
        return problem.model_copy(update={"where": f"{paths.item(first).root}{parts}{rest}"})
    if first == paths.items.name:
        return problem.model_copy(update={"where": str(paths.root / problem.where)})
    return problem


def _file_of(problem: Problem) -> str:
    return problem.where.partition(":")[0]


def _is_unjudged(evidence: Evidence) -> bool:
    """Whether all that it lacks is a judge."""
    return evidence.reasons == (NOTHING_JUDGED,)


def _outcomes(project: Project) -> int:
    return sum(len(task.outcomes) for task in project.criteria.tasks)


def _item_problems(paths: SuitePaths, suite: Suite, plan: Plan, project: Project) -> list[Problem]:
    """What is wrong with one item but for its evidence: failed checks, digests that moved."""
    checks = fitting(every_check(suite.family, suite.canary), project)
    found: list[Problem] = []
    for one in checks:
        found += one.check(project, plan)
    found += _or_why_unread(lambda: evaluation_problems(paths.item(project.id), project.criteria))
    found += _or_why_unread(lambda: _rendering_problems(paths, suite, project))
    found += _digest_problems(paths, suite, project)
    found += _independent_problems(paths, suite, project)
    return found


def _or_why_unread(find: Callable[[], Iterable[Problem]]) -> list[Problem]:
    """What is found, or what is wrong with a file that it needs: one such file is no reason to say nothing else."""
    try:
        return list(find())
    except InvalidFile as error:
        return list(error.problems)


def _rendering_problems(paths: SuitePaths, suite: Suite, project: Project) -> Iterator[Problem]:
    place = paths.item(project.id)
    there, rendered = lines_of(read_text(place.prd_text)), lines_of(prd_page(project, suite.canary))
    if there != rendered:
        pairs = enumerate(zip_longest(there, rendered), 1)
        line = next(number for number, (found, meant) in pairs if found != meant)
        yield Problem(
            where=f"{place.prd_text}:{line}",
            message="differs from prd.yaml, which decides.",
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


def _independent_problems(paths: SuitePaths, suite: Suite, project: Project) -> Iterator[Problem]:
    """Independent implementations of another request than the item's, and those that show less than they seem to."""
    asked = {
        "low": project.query.at(Underspecification.LOW).text,
        "prd": prd_page(project, suite.canary),
    }
    for one in project.independents:
        where = str(paths.item(project.id).independent(one.about.name))
        if text_digest(asked[one.about.seen]) != one.about.seen_digest:
            yield Problem(
                where=where,
                message="was written for another request than the item's: a task that it does not pass may not have "
                "been asked for.",
                mend=_put_in_again(paths, project, one),
                severity="warning",
            )
        if copied := copied_from(project, one.files):
            yield Problem(
                where=where,
                message=f"is a copy of {copied}, so it counts as no independent implementation.",
                mend=_IMPLEMENT_ANEW,
                severity="warning",
            )
        if is_by_same_model(project, one.about):
            yield Problem(
                where=where,
                message="is by the same model as the reference: what one takes for granted, the other may too.",
                mend="Have the item implemented by another model or by a person.",
                severity="warning",
            )


def _unjudged_independents(paths: SuitePaths, project: Project, evidence: Evidence) -> Iterator[Problem]:
    """Independent implementations of which the evidence says something else than their files do."""
    place = paths.item(project.id)
    if project.independents and evidence.digests.independents != independents_digest(project):
        names = ", ".join(str(place.independent(one.about.name)) for one in project.independents)
        yield Problem(
            where=str(place.independents),
            message=f"is not as it was judged, so its implementations count for nothing: {names}.",
            mend=f"Restore the files, or {_VERIFY_AGAIN}",
            severity="warning",
        )
        return
    written = read_evidence(place)
    told = {one.name: one.faults for one in written.independents} if written is not None else {}
    for one in evidence.independents:
        if told.get(one.name, one.faults) != one.faults:
            yield Problem(
                where=str(place.independent(one.name) / "independent.yaml"),
                message="rules otherwise on whose fault it is that tasks do not pass than when it was judged.",
                mend=f"Restore the rulings, or {_VERIFY_AGAIN}",
                severity="warning",
            )


def _put_in_again(paths: SuitePaths, project: Project, one: IndependentImplementation) -> str:
    """What to do about an implementation of other words: nobody's work is lost by it."""
    if one.about.by == "person":
        files = paths.item(project.id).independent(one.about.name) / "files"
        again = command_line(
            "benchwright", "verify", paths.root, "--item", project.id, "--independent", files,
            "--author", one.about.author,
        )  # fmt: skip
        return f"Change its files where the item asks for something else now, and put it in again: {again}"
    return (
        "Move the folder out of the suite, and run `benchwright verify --independent-by AGENT` on the suite, which "
        "implements items that have none."
    )


def _evidence_problems(
    where: str, suite: Suite, plan: Plan, project: Project, evidence: Evidence | None
) -> Iterator[Problem]:
    """Evidence that is missing or void, or proves less than it could."""
    if project.imported is not None:
        yield _unproved(where, evidence)
    elif reason := told(evidence):
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
        if evidence.repeats < REFERENCE_RUNS:
            yield Problem(
                where=where,
                message=f"holds {count_text(evidence.repeats, 'run')} of the reference; {REFERENCE_RUNS} are needed "
                "to show that it passes reliably.",
                mend="Run `benchwright verify` on the suite.",
                severity="warning",
            )


def _edge_problems(where: str, project: Project, evidence: Evidence) -> Iterator[Problem]:
    """Edges that rest on a mutant of which nothing is left, and presence tasks that block what does not need them."""
    resting: dict[str, list[str]] = {}
    for edge in evidence.edges:
        if edge.rests_on_empty:
            resting.setdefault(edge.parent, []).append(edge.child)
    for parent, children in resting.items():
        yield Problem(
            where=f"{where}: task {parent}",
            message=f"Only a mutant that leaves an empty project shows that {', '.join(children)} need {parent}, and "
            "on a blank page every task fails.",
            mend=f"Plant a defect that breaks {parent} and each of these, or remove the edges.",
            severity="warning",
            code=ProblemCode.RESTS_ON_EMPTY,
        )
    for one in widest_prerequisites(project.criteria, evidence):
        if one.spared:
            shown = "; ".join(f"{task} on {', '.join(mutants)}" for task, mutants in one.spared.items())
            yield Problem(
                where=f"{where}: task {one.task}",
                message=f"Blocks {len(one.blocked)} of {one.of} other tasks, though these pass on mutants that "
                f"break it: {shown}. An app that fails it loses points for tasks that it may fulfil.",
                mend="Narrow it to what they need, or remove the edges.",
                severity="warning",
                code=ProblemCode.BLOCKS_MORE_THAN_NEEDED,
            )


def _unproved(where: str, evidence: Evidence | None) -> Problem:
    """That nobody can prove an imported item, and what its audit found."""
    if evidence is None or not evidence.cells:
        message = (
            "holds no audit, so it is not known what submissions without work score on this imported item."
        )
        mend = "Run `benchwright verify` on the suite."
    else:
        gaining = [one.submission for one in evidence.gained if one.score]
        found = f"{', '.join(gaining)} gained points" if gaining else "nothing was gained"
        message = f"audits an imported item, which nobody can prove: without work {found}."
        mend = (
            f"Leave out {', '.join(evidence.vacuous)} of criteria.yaml."
            if evidence.vacuous
            else "Nothing follows."
        )
    return Problem(where=where, message=message, mend=mend, severity="warning")


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

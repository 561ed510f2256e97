"""A folder of published tasks becomes a suite of ours: an item for each task, with all that is wrong with it."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

from pydantic import ValidationError

from agents.authoring.evaluation.agent import left_to_models
from pipeline.exchange.prdbench.criteria import (
    criteria_of,
    evaluation_task,
    given_in,
    grader_of,
    prd_of,
    requirements_for,
    task_id,
)
from pipeline.exchange.prdbench.folder import (
    ADDRESS,
    DATASET,
    LICENCE,
    PublishedFolder,
    commit_of,
)
from pipeline.exchange.prdbench.needs import locked_packages, not_there, why_not
from pipeline.exchange.prdbench.reading import PublishedDataset, read_dataset
from pipeline.templates import render_plain
from plans.digests import record_digest, text_digest
from plans.errors import AuthorError, InvalidFile
from plans.files import write_record, write_text
from plans.items import held_suite, suite_item, write_project, write_suite
from plans.paths import SuitePaths
from plans.prd_text import prd_page
from plans.records.base import is_folder_name, stays_inside
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.feedback import LEAK_POLICY, ROUNDS, EvaluationPlan
from plans.records.plan import ItemParameters, MetricPlan, Parameter, Plan
from plans.records.problem import Problem
from plans.records.project import Grader, Project
from plans.records.published import CriterionKind, DefectKind, PublishedCriterion, PublishedTask, TypeCounts
from plans.records.published_scores import ImportedSuite
from plans.records.seed import ItemSeed, Seed, SeedCoverage, SeedFile
from plans.records.specification import PRD, Query, QueryLevel, Underspecification
from plans.records.suite import Counting, Imported, Suite

FAMILY = "python_project"
VERSION = "1.0.0"
ImportProgress = Callable[[int, int], None]
"""Called with tasks that were imported, and tasks in all."""


def imported_suite(
    folder: Path,
    paths: SuitePaths,
    *,
    commit: str | None = None,
    counting: Counting = "ours",
    progress: ImportProgress = lambda done, planned: None,
) -> ImportedSuite:
    """Write a suite of a folder's tasks; what cannot be imported is told, and stops nothing.

    Args:
        folder: The published data.
        paths: The suite; submissions find the packages that its `runtime` folder locks.
        commit: Of the data, where whoever asks knows it; None: what the checkout tells.
        counting: Whether criteria that nobody can satisfy become evaluation tasks.
        progress: Told how far it is.

    Raises AuthorError where no task lies there or none can be imported, or a suite lies in the place of the new one.
    """
    if paths.suite.exists():
        raise AuthorError(
            f"{paths.root} holds a suite already, and what is imported would mix with it. Choose another --out, or "
            "remove it."
        )
    dataset = read_dataset(folder)
    found = commit or commit_of(folder)
    version = f"commit {found}" if found else "of an unknown commit"
    packages = locked_packages(paths)
    problems = list(dataset.problems)
    projects: list[Project] = []
    with held_suite(paths):
        for done, task in enumerate(dataset.tasks, 1):
            problems += task.problems
            try:
                projects.append(_project(task, dataset.folders[task.number], (version, counting), problems))
            except InvalidFile as error:
                problems += error.problems
            except AuthorError as error:
                where = dataset.folders[task.number].name
                problems.append(Problem(where=where, message=str(error), mend="It is left out of the suite."))
            progress(done, len(dataset.tasks))
        if not projects:
            raise AuthorError(
                f"None of the tasks in {str(folder)!r} can be imported:\n" + "\n".join(map(str, problems))
            )
        return _written(paths, dataset, projects, version, counting, packages, problems)


def item_id(number: int) -> str:
    """Id of the item that a task becomes."""
    return f"prdbench-{number}"


def _project(
    task: PublishedTask,
    folder: PublishedFolder,
    imported: tuple[str, Counting],
    problems: list[Problem],
) -> Project:
    version, counting = imported
    if task.prd is None or not task.prd.strip():
        raise AuthorError(
            f"Task {task.number} has no PRD that could be read, so nobody could be asked for anything."
        )
    prd = prd_of(task.prd)
    grader = dict(_named(grader_of(folder, task), folder, problems))
    criteria = _criteria(task, prd, grader, counting, problems)
    made = {task_id(one): one.ordinal for one in task.criteria}
    query = QueryLevel(text=task.prd.strip())
    seed = Seed(
        id=item_id(task.number),
        query=prd.title,
        source=f"{DATASET}, task {task.number}, {ADDRESS}, {version}",
    )
    return Project(
        id=item_id(task.number),
        seed=ItemSeed(
            seed=seed, coverage=SeedCoverage(scores={}, category=DATASET, domain=f"task {task.number}")
        ),
        parameters=ItemParameters(
            family=FAMILY,
            random_seed=0,
            values={"evaluation_tasks": len(criteria.tasks)},
            complexity=float(len(criteria.tasks)),
        ),
        prd=prd,
        query=Query(levels=dict.fromkeys(Underspecification, query)),
        criteria=criteria,
        reference=None,
        mutants=(),
        grader=grader,
        imported=Imported(
            dataset=DATASET,
            address=ADDRESS,
            licence=LICENCE,
            version=version,
            published=task,
            tasks={one.id: made[one.id] for one in criteria.tasks},
            counting=counting,
        ),
    )


def _named(grader: Grader, folder: PublishedFolder, problems: list[Problem]) -> Iterator[tuple[str, bytes]]:
    """The files that a suite can hold under their names."""
    for name, data in grader.items():
        if stays_inside(name):
            yield name, data
        else:
            mend = "Rename it in the published data."
            problems.append(folder.problem(name, "has a name that no suite can hold, and is left out.", mend))


def _criteria(
    task: PublishedTask, prd: PRD, grader: Grader, counting: Counting, problems: list[Problem]
) -> Criteria:
    """The criteria that can be tried; raises AuthorError where none is left."""
    tasks: list[EvaluationTask] = []
    for criterion in task.criteria:
        if not criterion.is_satisfiable and counting == "ours":
            continue
        try:
            made = evaluation_task(criterion, given_in(task))
        except ValidationError as error:
            where, mend = f"{task.number}: criterion {criterion.ordinal}", "Correct it in the published plan."
            message = f"cannot be written down as a task: {error.errors()[0]['msg']}."
            problems.append(Problem(where=where, message=message, mend=mend))
            continue
        tasks.append(
            _fitted(made.model_copy(update={"requirements": requirements_for(criterion, prd)}), grader)
        )
    if not tasks:
        criteria_of(task, with_unsatisfiable=counting == "as_published")
        raise AuthorError(f"No criterion of task {task.number} can be written down as a task.")
    return Criteria(tasks=tuple(tasks))


def _fitted(task: EvaluationTask, grader: Grader) -> EvaluationTask:
    """The task without folders of the grader that have nothing in them."""
    assert task.how.kind != "browser"
    there = [
        laid
        for laid in task.how.arrange.files
        if laid.file in grader or any(name.startswith(f"{laid.file}/") for name in grader)
    ]
    arrange = task.how.arrange.model_copy(update={"files": tuple(there)})
    return task.model_copy(update={"how": task.how.model_copy(update={"arrange": arrange})})


def _written(
    paths: SuitePaths,
    dataset: PublishedDataset,
    projects: Sequence[Project],
    version: str,
    counting: Counting,
    packages: Collection[str],
    problems: Sequence[Problem],
) -> ImportedSuite:
    """Write the suite, suite.yaml last, so that one which has it is whole."""
    plan = _plan(projects)
    name = paths.root.resolve().name
    canary = f"benchwright-canary-{text_digest(''.join(record_digest(p.criteria) for p in projects))[:32]}"
    suite = Suite(
        name=name if is_folder_name(name) else "prdbench",
        family=FAMILY,
        version=VERSION,
        plan_digest=record_digest(plan),
        canary=canary,
        licence=LICENCE,
        items=tuple(map(suite_item, projects)),
    )
    for project in projects:
        write_project(paths.item(project.id), project, prd_page(project, canary))
        write_record(paths.item(project.id).evaluation, _evaluation(project.criteria))
    summary = _summary(suite, dataset, projects, version, counting, packages, problems)
    write_record(paths.plan, plan)
    write_record(paths.seeds, SeedFile(seeds=tuple(project.seed.seed for project in projects)))
    card = {"suite": suite, "summary": summary, "address": ADDRESS, "licence": LICENCE}
    write_text(paths.card, render_plain("pipeline.exchange.prdbench", "card.md.j2", **card))
    imported = f"Imported {summary.items} items from {ADDRESS}, {summary.version}."
    write_text(paths.changelog, f"# Changelog\n\n## {suite.version}\n\n{imported}\n")
    write_suite(paths, suite)
    return summary


def _evaluation(criteria: Criteria) -> EvaluationPlan:
    """All criteria weigh the same, as in PRDBench, and nothing is withheld."""
    return EvaluationPlan(
        weights=dict.fromkeys((task.id for task in criteria.tasks), 1 / len(criteria.tasks)),
        withheld=dict.fromkeys(Underspecification, ()),
        leak_policy=LEAK_POLICY,
        rounds=ROUNDS,
        by_model=left_to_models(criteria),
    )


def _plan(projects: Sequence[Project]) -> Plan:
    sizes = [len(project.criteria.tasks) for project in projects]
    return Plan(
        family=FAMILY,
        task=f"The tasks of {DATASET}: Python projects that are asked for by a whole PRD.",
        parameters=(
            Parameter(
                name="evaluation_tasks",
                description="Criteria of a task that can be tried.",
                minimum=min(sizes),
                maximum=max(sizes),
                integer=True,
            ),
        ),
        metrics=(MetricPlan(name="score", description="Points over all that can be earned, then the mean."),),
    )


def _summary(
    suite: Suite,
    dataset: PublishedDataset,
    projects: Sequence[Project],
    version: str,
    counting: Counting,
    packages: Collection[str],
    problems: Sequence[Problem],
) -> ImportedSuite:
    criteria = [one for task in dataset.tasks for one in task.criteria]
    kinds = Counter(criterion.kind for criterion in criteria)
    sealed: Mapping[str, Imported] = {p.id: p.imported for p in projects if p.imported is not None}
    lacking = {id: why for id, one in sealed.items() if (why := why_not(one.published, packages))}
    return ImportedSuite(
        suite=suite.name,
        version=version,
        tasks=len(dataset.tasks),
        items=len(projects),
        counts=TypeCounts(**{kind: kinds[kind] for kind in get_args(CriterionKind)}),
        evaluation_tasks=sum(len(project.criteria.tasks) for project in projects),
        unsatisfiable=tuple(one.key for one in criteria if not one.is_satisfiable),
        counting=counting,
        defects=dict(_defect_counts(criteria).most_common()),
        not_runnable=lacking,
        may_be_used={
            id: named
            for id, one in sealed.items()
            if id not in lacking and (named := not_there(one.published, packages))
        },
        problems=tuple(problems),
    )


def _defect_counts(criteria: Sequence[PublishedCriterion]) -> Counter[DefectKind]:
    """What a problem is about → criteria that have one."""
    found: Counter[DefectKind] = Counter()
    for criterion in criteria:
        found.update({defect.kind for defect in criterion.defects})
    return found

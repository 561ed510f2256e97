"""A folder of published tasks becomes a suite of ours: an item for each task, with all that is wrong with it."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import NamedTuple, get_args

from pydantic import ValidationError
from rapidfuzz import fuzz

from agents.authoring.evaluation.agent import left_to_models
from pipeline.exchange.prdbench.files import EVALUATION, PublishedFolder, commit_of
from pipeline.exchange.prdbench.reading import (
    METRIC,
    PLAN,
    locked_packages,
    not_there,
    read_dataset,
    why_not,
)
from pipeline.templates import render_plain
from plans.digests import record_digest, text_digest
from plans.errors import AuthorError, InvalidFile
from plans.files import write_record, write_text
from plans.handed_out import GIVEN
from plans.items import held_suite, suite_item, write_project, write_suite
from plans.paths import SuitePaths
from plans.plain_text import lines_of
from plans.prd_text import prd_page
from plans.records.base import Problem, is_folder_name
from plans.records.criteria import Criteria, EvaluationTask, ExpectedOutcome, Level, TaskMethod
from plans.records.feedback import LEAK_POLICY, ROUNDS, EvaluationPlan
from plans.records.plan import ItemParameters, MetricPlan, Parameter, Plan
from plans.records.project import Grader, Project
from plans.records.published import (
    Counting,
    CriterionKind,
    DefectKind,
    Imported,
    ImportedSuite,
    PublishedCriterion,
    PublishedTask,
    TypeCounts,
)
from plans.records.seed import ItemSeed, Seed, SeedCoverage, SeedFile
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification
from plans.records.suite import Suite
from plans.records.task_kinds import (
    USUAL,
    Arrangement,
    Command,
    FileComparison,
    Laid,
    Printed,
    Rubric,
    ShellInteraction,
    UnitTest,
)

FAMILY = "python_project"
VERSION = "1.0.0"
DATASET = "PRDBench"
ADDRESS = "https://github.com/AGI-Eval-Official/PRDBench"
LICENCE = "MIT (PRDBench, by its authors)"
EXPECTED = "expected"
"""Where the grader has files that products are held against; these are laid nowhere."""
STALE = "stale"
"""Where the grader keeps what was shipped though commands are to write it; it is laid nowhere."""
ANYTHING = "*"
"""Where a file is written of which nobody says anything."""
ImportProgress = Callable[[int, int], None]
"""Called with tasks that were imported, and tasks in all."""
_PART = re.compile(r"\*\*\s*(arrange|act|assert)\s*:?\s*\*\*\s*:?", re.I)
_HEADING = re.compile(r"\*\*\s*([^*\n]{2,60}?)\s*:?\s*\*\*\s*:?")
_BEFORE = re.compile(r"pre-?\s?(?:check|validation|paration|condition|requisite)|prepare|arrange", re.I)
"""How the heading of a part begins, or what it has in brackets, that says what has to hold before anything is run."""
_NUMBER = re.compile(r"\s*\d+\.\s*$")
_PLAIN = re.compile(r"[^a-z0-9]+")
_SECTION_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")
_OVERVIEW = re.compile(r"\b(?:overview|introduction|background|goals?|概述|简介)\b|概述|简介", re.I)
_SECTION_NUMBER = re.compile(r"^(?:(?:\d+(?:\.\d+)*|[IVXivx]+)[.、)]?\s+|[一二三四五六七八九十]+、\s*)")
_ALIKE = 60.0
"""Likeness of two titles, from 0 to 100, from which a criterion is supposed to try that requirement."""


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
    problems = list(dataset.problems)
    projects: dict[int, Project] = {}
    with held_suite(paths):
        for done, task in enumerate(dataset.tasks, 1):
            problems += task.problems
            files = dataset.folders[task.number]
            try:
                projects[task.number], told = _project(task, files, version, counting)
                problems += told
            except InvalidFile as error:
                problems += error.problems
            except AuthorError as error:
                mend = "It is left out of the suite."
                problems.append(Problem(where=files.name, message=str(error), mend=mend))
            progress(done, len(dataset.tasks))
        if not projects:
            raise AuthorError(
                f"None of the tasks in {str(folder)!r} can be imported:\n" + "\n".join(map(str, problems))
            )
        suite, plan = _suite(paths, list(projects.values()))
        criteria = [one for task in dataset.tasks for one in task.criteria]
        kinds = Counter(one.kind for one in criteria)
        about: Counter[DefectKind] = Counter()
        for one in criteria:
            about.update({defect.kind for defect in one.defects})
        packages = locked_packages(paths)
        imported = {projects[one.number].id: one for one in dataset.tasks if one.number in projects}
        lacking = {id: why for id, one in imported.items() if (why := why_not(one, packages))}
        may_be_used = {id: not_there(one, packages) for id, one in imported.items() if id not in lacking}
        summary = ImportedSuite(
            suite=suite.name,
            version=version,
            tasks=len(dataset.tasks),
            items=len(projects),
            counts=TypeCounts(**{kind: kinds[kind] for kind in get_args(CriterionKind)}),
            evaluation_tasks=sum(len(project.criteria.tasks) for project in projects.values()),
            unsatisfiable=tuple(one.key for one in criteria if not one.is_satisfiable),
            counting=counting,
            defects=dict(about.most_common()),
            not_runnable=lacking,
            may_be_used={id: named for id, named in may_be_used.items() if named},
            problems=tuple(problems),
        )
        _write(paths, suite, plan, list(projects.values()), summary)
    return summary


def item_id(number: int) -> str:
    """Id of the item that a task becomes."""
    return f"prdbench-{number}"


def _suite(paths: SuitePaths, projects: Sequence[Project]) -> tuple[Suite, Plan]:
    sizes = [len(project.criteria.tasks) for project in projects]
    size = Parameter(
        name="evaluation_tasks",
        description="Criteria of a task that can be tried.",
        minimum=min(sizes),
        maximum=max(sizes),
        integer=True,
    )
    plan = Plan(
        family=FAMILY,
        task=f"The tasks of {DATASET}: Python projects that are asked for by a whole PRD.",
        parameters=(size,),
        metrics=(MetricPlan(name="score", description="Points over all that can be earned, then the mean."),),
    )
    name = paths.root.resolve().name
    suite = Suite(
        name=name if is_folder_name(name) else "prdbench",
        family=FAMILY,
        version=VERSION,
        plan_digest=record_digest(plan),
        canary=f"benchwright-canary-{text_digest(''.join(record_digest(p.criteria) for p in projects))[:32]}",
        licence=LICENCE,
        items=tuple(map(suite_item, projects)),
    )
    return suite, plan


def _write(
    paths: SuitePaths, suite: Suite, plan: Plan, projects: Sequence[Project], summary: ImportedSuite
) -> None:
    """Write the suite, suite.yaml last, so that one which has it is whole."""
    for project in projects:
        tasks = project.criteria.tasks
        write_project(paths.item(project.id), project, prd_page(project, suite.canary))
        # All criteria weigh the same, as in PRDBench, and nothing is withheld.
        evaluation = EvaluationPlan(
            weights=dict.fromkeys((task.id for task in tasks), 1 / len(tasks)),
            withheld=dict.fromkeys(Underspecification, ()),
            leak_policy=LEAK_POLICY,
            rounds=ROUNDS,
            by_model=left_to_models(project.criteria),
        )
        write_record(paths.item(project.id).evaluation, evaluation)
    write_record(paths.plan, plan)
    write_record(paths.seeds, SeedFile(seeds=tuple(project.seed.seed for project in projects)))
    card = {"suite": suite, "summary": summary, "address": ADDRESS, "licence": LICENCE}
    write_text(paths.card, render_plain("pipeline.exchange.prdbench", "card.md.j2", **card))
    imported = f"Imported {summary.items} items from {ADDRESS}, {summary.version}."
    write_text(paths.changelog, f"# Changelog\n\n## {suite.version}\n\n{imported}\n")
    write_suite(paths, suite)


def _project(
    task: PublishedTask, folder: PublishedFolder, version: str, counting: Counting
) -> tuple[Project, list[Problem]]:
    """The item of a task, and what keeps criteria out of it; raises InvalidFile, and AuthorError without any."""
    if task.prd is None or not task.prd.strip():
        raise AuthorError(
            f"Task {task.number} has no PRD that could be read, so nobody could be asked for anything."
        )
    prd = prd_of(task.prd)
    grader = grader_of(folder, task)
    laid = [
        Laid(file=name, to=name.removeprefix(f"{GIVEN}/")) for name in grader if name.startswith(f"{GIVEN}/")
    ]
    if any(name.startswith(f"{EVALUATION}/") for name in grader):
        laid.insert(0, Laid(file=EVALUATION, to=EVALUATION))
    ordinals: dict[str, int] = {}
    tasks: list[EvaluationTask] = []
    problems: list[Problem] = []
    for one in task.criteria:
        if not one.is_satisfiable and counting == "ours":
            continue
        try:
            tasks.append(evaluation_task(one, laid, prd))
            ordinals[tasks[-1].id] = one.ordinal
        except ValidationError as error:
            message = f"cannot be written down as a task: {error.errors()[0]['msg']}."
            mend = "Correct it in the published plan."
            problems.append(folder.problem(f"{PLAN}: entry {one.ordinal}", message, mend))
    if not tasks:
        raise AuthorError(
            f"Task {task.number} has no criterion that anybody could satisfy, so nothing can be judged by it. "
            "Its defects say why."
        )
    query = QueryLevel(text=task.prd.strip())
    seed = Seed(
        id=item_id(task.number),
        query=prd.title,
        source=f"{DATASET}, task {task.number}, {ADDRESS}, {version}",
    )
    project = Project(
        id=seed.id,
        seed=ItemSeed(
            seed=seed, coverage=SeedCoverage(scores={}, category=DATASET, domain=f"task {task.number}")
        ),
        parameters=ItemParameters(
            family=FAMILY,
            random_seed=0,
            values={"evaluation_tasks": len(tasks)},
            complexity=float(len(tasks)),
        ),
        prd=prd,
        query=Query(levels=dict.fromkeys(Underspecification, query)),
        criteria=Criteria(tasks=tuple(tasks)),
        reference=None,
        mutants=(),
        grader=grader,
        imported=Imported(
            dataset=DATASET,
            address=ADDRESS,
            licence=LICENCE,
            version=version,
            published=task,
            tasks=ordinals,
            counting=counting,
        ),
    )
    return project, problems


def grader_of(folder: PublishedFolder, task: PublishedTask) -> Grader:
    """The files that are laid beside a submission, and those that products are held against.

    Without what commands are to write, and without the plans. Raises InvalidFile for what cannot be read.
    """
    shipped = folder.files - {*task.stale_products, PLAN, METRIC}
    given = (*task.must_survive, *task.shipped_beside)
    references = {name for one in task.criteria for name in one.reference_files}
    places = {name: name for name in sorted(shipped) if name.startswith(f"{EVALUATION}/")}
    places |= {f"{EXPECTED}/{name}": name for name in sorted(references)}
    places |= {f"{GIVEN}/{name}": name for name in given if name in folder.files}
    places |= {f"{STALE}/{name}": name for name in task.stale_products}
    grader: Grader = {}
    problems: list[Problem] = []
    for place, name in places.items():
        try:
            grader[place] = folder.read(name)
        except InvalidFile as error:
            problems += error.problems
    if problems:
        raise InvalidFile(problems)
    return grader


def evaluation_task(criterion: PublishedCriterion, laid: Sequence[Laid], prd: PRD) -> EvaluationTask:
    """A criterion as an evaluation task of one outcome; `laid` are the grader's files that its commands find."""
    asserted = parts_of(criterion.description or "").get("assert")
    statement = " ".join(filter(None, (asserted, criterion.expected_output))) or criterion.metric
    return EvaluationTask(
        id=task_id(criterion),
        title=criterion.metric,
        # PRDBench knows no levels, and what waits for nothing is a presence task.
        level=Level.PRESENCE,
        weight=1.0,
        requirements=_requirements_for(criterion, prd),
        outcomes=(ExpectedOutcome(id="outcome", statement=statement),),
        how=_how(criterion, criterion.expected_output or asserted or criterion.metric, tuple(laid)),
    )


def task_id(criterion: PublishedCriterion) -> str:
    """Its place in the plan and the beginning of its title: ids of PRDBench are not unique everywhere."""
    words = _PLAIN.sub("-", criterion.title.lower()).strip("-")[:40].strip("-")
    return f"{criterion.ordinal:02d}-{words}".strip("-")


def _how(criterion: PublishedCriterion, expected: str, laid: tuple[Laid, ...]) -> TaskMethod:
    arrange = Arrangement(words="\n".join(_before(criterion)), files=laid)
    rubric = _rubric_of(criterion)
    commands = [Command(line=step.run, input=step.input.text) for step in criterion.steps if step.run]
    # Nobody can satisfy a criterion without a command; published counting has it all the same.
    act = tuple(commands) or (Command(line="false"),)
    match criterion.kind:
        case "unit_test":
            # Those that lie elsewhere, or nowhere, are the submission's to bring.
            inside = f"{EVALUATION}/"
            tests = [one for one in criterion.run_files if one.startswith(inside) and one.endswith(".py")]
            return UnitTest(kind="unit-test", tests=tuple(tests), arrange=arrange, act=act, rubric=rubric)
        case "file_comparison":
            reference = next(iter(criterion.reference_files), None)
            # Where nobody says where it is written, any file of the expected kind is meant, or any at all.
            anywhere = f"*{PurePosixPath(reference).suffix}" if reference else ANYTHING
            product = next(iter(criterion.products), anywhere)
            return FileComparison(
                kind="file-comparison",
                arrange=arrange,
                act=act,
                product=product,
                is_supposed=product == ANYTHING,
                reference=f"{EXPECTED}/{reference}" if reference else None,
                demands="alike",
                expected=expected,
                # Published files differ from right ones too: what that costs is for who reads to say.
                rubric=rubric or USUAL,
            )
        case "shell_interaction":
            return ShellInteraction(
                kind="shell-interaction",
                arrange=arrange,
                act=act,
                expected=Printed(words=expected),
                rubric=rubric,
            )


def _before(criterion: PublishedCriterion) -> Iterator[str]:
    """What has to hold before the commands are run, and what is known to be missing for them."""
    for heading, said in _under(_HEADING, criterion.description or ""):
        if _BEFORE.search(heading) and said:
            yield said
    yield from (f"Known of the task: {one.message}" for one in criterion.defects if one.kind == "input")


def parts_of(description: str) -> dict[str, str]:
    """arrange, act and assert → what a description says there; what has no such part is all to be asserted."""
    parts = {heading.lower(): said for heading, said in _under(_PART, description)}
    return parts or {"assert": description.strip()}


def _under(heading: re.Pattern[str], text: str) -> Iterator[tuple[str, str]]:
    """What each heading says, and what stands beneath it; nothing where there is none."""
    marks = list(heading.finditer(text))
    for mark, following in zip_longest(marks, marks[1:]):
        end = following.start() if following else len(text)
        yield mark[1], _NUMBER.sub("", text[mark.end() : end]).strip()


def _rubric_of(criterion: PublishedCriterion) -> Rubric | None:
    points = criterion.rubric.points if criterion.rubric else {}
    two, one, zero = (points.get(number, "") for number in (2, 1, 0))
    return Rubric(two=two, one=one, zero=zero) if two and one and zero else None


def _requirements_for(criterion: PublishedCriterion, prd: PRD) -> tuple[str, ...]:
    """Ids of the leaf that a criterion is most likely about; of all leaves where none is like it, as nobody says."""
    leaves, title = prd.leaves(), criterion.title.lower()
    likeness = {leaf.id: fuzz.token_set_ratio(title, leaf.title.lower()) for leaf in leaves}
    best = max(likeness, key=likeness.__getitem__)
    return (best,) if likeness[best] >= _ALIKE else tuple(likeness)


class _Section(NamedTuple):
    depth: int
    title: str
    text: str


def prd_of(text: str) -> PRD:
    """The PRD that a page holds; one without headings is a single requirement.

    Its title is what stands before all headings, else the first one, whose text is the opening where it is alone in its
    depth or has nothing beneath it.
    """
    before, sections = _sections(text)
    title, *others = [line.strip() for line in lines_of(before) if line.strip()] or [""]
    opening = "\n".join(others)
    if not title and sections:
        (depth, title, said), *beneath = sections
        if not said or all(one.depth > depth for one in beneath):
            opening, sections = said, beneath
    overview = next((one.text for one in sections if one.text and _OVERVIEW.search(one.title)), opening)
    told = [one for one in sections if not (one.text == overview and _OVERVIEW.search(one.title))]
    title = title or "Untitled"
    requirements = _tree(told or [_Section(1, title, text.strip())])
    return PRD(title=title, overview=overview or title, requirements=tuple(requirements))


def _sections(text: str) -> tuple[str, list[_Section]]:
    """What stands before the first heading, and the sections, rules left out."""
    before: list[str] = []
    found: list[tuple[int, str, list[str]]] = []
    for line in lines_of(text):
        if heading := _SECTION_HEADING.match(line):
            title = _SECTION_NUMBER.sub("", heading[2].strip("* ")).strip() or heading[2]
            found.append((len(heading[1]), title, []))
        elif not _RULE.match(line):
            (found[-1][2] if found else before).append(line)
    return "\n".join(before), [
        _Section(depth, title, "\n".join(body).strip()) for depth, title, body in found
    ]


def _tree(sections: Sequence[_Section], above: str = "R") -> Iterator[Requirement]:
    """The sections as requirements: what is deeper than the one before belongs to it."""
    place = number = 0
    while place < len(sections):
        section = sections[place]
        end = place + 1
        while end < len(sections) and sections[end].depth > section.depth:
            end += 1
        number += 1
        id = f"{above}{number}" if above == "R" else f"{above}.{number}"
        yield Requirement(
            id=id,
            title=section.title or "Untitled",
            text=section.text or section.title or "Untitled",
            children=tuple(_tree(sections[place + 1 : end], id)),
        )
        place = end

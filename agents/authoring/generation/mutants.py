"""Mutants: those that a model thinks of and mechanical ones, tried as the gate will try them."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from agents.authoring.generation.craft import Craft, Orders, ShownScheme, broken, concerned, standing_in
from agents.authoring.generation.files import edited, unmarked_grader
from agents.authoring.generation.patches import MutantsPatch, replaced
from agents.authoring.generation.shapes import Edit, WrittenMutant, WrittenMutants
from agents.authoring.generation.tasks import changed_tasks
from agents.authoring.generation.trying import judged
from agents.authoring.verification.checks.structure import mutant_problems
from agents.authoring.verification.gate import TrialProgress, judge_row, tried_mutants, untold
from agents.authoring.verification.matrix import mutant_row, of_mutant, without_edges
from agents.authoring.writing import PatchRefused, ReadAnswer, UnreadableAnswer, WritingOrder
from plans.contracts.runs import Judge
from plans.patches import apply_patch, made_patch
from plans.records.base import is_folder_name
from plans.records.criteria import Criteria
from plans.records.evidence import Cell, MutantEvidence
from plans.records.project import (
    Built,
    Files,
    Mutant,
    PartFault,
    PlantedBefore,
    PlantedMutant,
    Planting,
    Project,
    Scheme,
    Specified,
)
from plans.records.verdict import Judgement, Status
from plans.webapp.catalog.compose import CLAUSE, clause

MOST_WRITTEN = 60
"""Mutants of a model: each is judged, now and whenever the item is verified."""
MECHANICAL = "mechanical-"
"""How the ids of mechanical mutants begin."""
TRIED = 10
"""Mechanical defects that are tried on an item."""
KEPT = 4
"""Of them, those that are kept at most."""

Planted = tuple[PlantedMutant, ...]
Defect = WrittenMutant | PlantedMutant
"""A defect as a model writes it, or as it was planted before."""


class Defects(NamedTuple):
    """Defects as they stand."""

    standing: Sequence[Defect]
    about: frozenset[str] | None = None
    """Tasks whose mutants are to be tried; None: all."""
    patch: MutantsPatch | None = None
    """The last patch of them."""


def begun_defects(written: WrittenMutants, criteria: Criteria) -> Defects:
    """The defects that a model wrote, without those of the accessibility clause's task, which a program plants."""
    _, task = clause(1)
    tasks = {one.id for one in criteria.tasks}
    return Defects([one for one in written.mutants if one.task != task.id or one.task in tasks])


def patched_defects(before: Defects, patch: MutantsPatch) -> Defects:
    """The defects with the patch applied, to be tried on the tasks that it concerns too; raises UnreadableAnswer."""
    problems: list[str] = []
    standing = replaced("mutant", before.standing, patch.mutants, patch.removed, id_of, problems)
    if problems:
        raise UnreadableAnswer(problems)
    about = before.about
    if about is not None:
        touched = {*(one.id for one in patch.mutants), *patch.removed}
        both = [one for one in (*before.standing, *patch.mutants) if id_of(one) in touched]
        about = about.union(task for one in both for task in kills_of(one))
    return Defects(standing, about, patch)


def standing_defects(before: PlantedBefore, scheme: Scheme, reference: Files, craft: Craft) -> Defects:
    """Of what was planted before, the defects of a model whose tasks are there still; to be tried again on tasks that
    were changed, and on all where the reference was.
    """
    tasks = {task.id for task in scheme.criteria.tasks}
    own = [
        planted
        for planted in before.mutants
        if not is_programs(planted.mutant.id, craft) and tasks.issuperset(planted.mutant.kills)
    ]
    is_same = before.reference == reference
    return Defects(own, changed_tasks(before.scheme, scheme) if is_same else None)


def mutants_order(
    orders: Orders,
    specified: Specified,
    defects: Defects,
    wrong: Sequence[str],
    files: Files,
    scheme: ShownScheme,
) -> WritingOrder:
    """The order for a patch of defects in which this is `wrong`: it shows those that are named, and those of the tasks
    that are.
    """
    named = standing_in("\n".join(wrong), map(id_of, defects.standing))
    told = [*wrong, *(task for one in defects.standing if id_of(one) in named for task in kills_of(one))]
    shown = concerned(told, scheme)
    tasks = {str(task["id"]) for task in shown["tasks"]}
    near = [one for one in defects.standing if id_of(one) in named or not tasks.isdisjoint(kills_of(one))]
    return orders.patch(
        "mutants",
        specified.recipe,
        wrong,
        specified.prd,
        planted=[{**_head(one), "patch": _change(one)} for one in near],
        other_planted=[_head(one) for one in defects.standing if one not in near],
        files=files,
        **shown,
    )


def _head(one: Defect) -> dict[str, str]:
    about = one if isinstance(one, WrittenMutant) else one.mutant
    return {"id": about.id, "task": ", ".join(kills_of(one)), "description": about.description}


def _change(one: Defect) -> str:
    """What it changes, as prompts show it."""
    if isinstance(one, PlantedMutant):
        return one.patch
    lines = [
        *(f"-{line}" for line in one.find.split("\n")),
        *(f"+{line}" for line in one.replace.split("\n")),
    ]
    return "\n".join((one.path, *lines))


def unconcerned(before: PlantedBefore, about: frozenset[str]) -> Planted:
    """Mechanical mutants that none of these tasks has to notice: they stand as they were found."""
    return tuple(
        one
        for one in before.mutants
        if one.mutant.id.startswith(MECHANICAL) and about.isdisjoint(one.mutant.kills)
    )


def is_programs(id: str, craft: Craft) -> bool:
    """Whether a program called the mutant so."""
    return id == craft.blank_id or id.startswith(MECHANICAL)


def id_of(one: Defect) -> str:
    return one.id if isinstance(one, WrittenMutant) else one.mutant.id


def kills_of(one: Defect) -> tuple[str, ...]:
    """Tasks that have to notice it."""
    return (one.task,) if isinstance(one, WrittenMutant) else one.mutant.kills


async def read_defects(
    defects: Defects,
    specified: Specified,
    built: Built,
    judge: Judge,
    craft: Craft,
    tried: TrialProgress = untold,
    *,
    may_strengthen: bool,
) -> ReadAnswer[Planting]:
    """What comes of the defects, and what is wrong with them; or of criteria that the last patch says are weak. `tried`
    is told how many were tried. Raises PatchRefused where such a patch of criteria is not sound: only what is wrong
    with the defects themselves stands, to be put right.
    """
    patch = defects.patch
    scheme = Scheme(criteria=specified.criteria, grader=unmarked_grader(built.grader))
    try:
        stronger = await craft.strengthened(specified, scheme, patch) if patch else None
    except UnreadableAnswer as error:
        raise PatchRefused(error.problems) from None
    if patch is None or not (patch.weak or stronger):
        found = await read_mutants(defects.standing, specified, built, judge, craft, tried, defects.about)
        return ReadAnswer(Planting(mutants=found.value), found.problems)
    if not may_strengthen:
        raise PatchRefused(
            [
                "Criteria of this item were strengthened as often as may be. Leave `weak` empty and `criteria` null, "
                "and plant other defects."
            ]
        )
    problems = [
        f"There is no mutant {one.mutant!r}."
        for one in patch.weak
        if one.mutant not in map(id_of, defects.standing)
    ]
    made = _made(defects.standing, specified, built, craft, problems)
    if stronger is None or not patch.weak:
        raise PatchRefused(
            ["A task that `weak` names is patched in `criteria`, and nothing else is: give both, or none."]
        )
    after = {task.id: task for task in stronger.value.criteria.tasks}
    named = {one.task for one in patch.weak}
    before = {task.id: task for task in specified.criteria.tasks}
    problems += [f"There is no task {id!r}." for id in sorted(named - before.keys())]
    strange = {id for id in before.keys() | after.keys() if before.get(id) != after.get(id)} - named
    problems += [f"The patch changes task {id!r}, which `weak` does not name." for id in sorted(strange)]
    idle = named - changed_tasks(scheme, stronger.value) - (named - before.keys())
    problems += [f"The patch leaves task {id!r} as it is, which is said to be weak." for id in sorted(idle)]
    weak = tuple(
        PartFault(part="criteria", element=one.task, message=f"lets mutant {one.mutant!r} through: {one.why}")
        for one in patch.weak
    )
    if problems or stronger.problems:
        raise PatchRefused([*problems, *stronger.problems])
    return ReadAnswer(Planting(mutants=tuple(made), weak=weak, scheme=stronger.value))


async def read_mutants(
    written: Sequence[Defect],
    specified: Specified,
    built: Built,
    judge: Judge,
    craft: Craft,
    tried: TrialProgress = untold,
    about: frozenset[str] | None = None,
) -> ReadAnswer[Planted]:
    """The reference with nothing left and a model's mutants, and what is wrong with them: what survives, and edges that
    no mutant confirms; of web apps none that leaves something of the page. `tried` is told how many were tried.
    `about`: tasks whose mutants and edges are tried; None: all.
    """
    if len(written) > MOST_WRITTEN:
        raise UnreadableAnswer([f"There are {len(written):,} mutants; write at most {MOST_WRITTEN}."])
    problems: list[str] = []
    made = _made(written, specified, built, craft, problems)
    if problems:
        raise UnreadableAnswer(problems)
    mutants = (craft.blank(built.reference, specified.criteria), *made)
    project = project_of(specified, built, mutants)
    untested = {task.id for task in specified.criteria.tasks} - {
        task for planted in mutants for task in planted.mutant.kills
    }
    problems = [f"Task {id!r} has no mutant." for id in sorted(untested)]
    problems += map(str, mutant_problems(project))
    if problems:
        return ReadAnswer(mutants, problems)
    near = mutants if about is None else _near(mutants, specified.criteria, about)
    trial = await tried_mutants(judge, project_of(specified, built, near), tried)
    told = [
        f"Mutant {one.mutant!r}: task {one.task!r}, which has to fail on it, "
        f"{_became(one, trial.cells[of_mutant(one.mutant)], craft.undecided)}."
        for one in trial.survivors
    ]
    told += [
        f"Task {edge.child!r} depends on {edge.parent!r}, and no mutant of {edge.parent!r}"
        f"{f' but {craft.blank_id!r}, on which anything fails,' if edge.confirmed else ''} makes {edge.child!r} "
        "fail when that is tried by itself: add one that breaks both by one defect, and name it for the parent."
        for edge in trial.open_edges
        if not edge.confirmed or craft.way == "browser"
        if about is None or not about.isdisjoint((edge.parent, edge.child))
    ]
    return ReadAnswer(mutants, told)


async def with_mechanical(
    mutants: Planted,
    specified: Specified,
    built: Built,
    judge: Judge,
    craft: Craft,
    tried: TrialProgress = untold,
) -> Planted:
    """The mutants, with mechanical ones of which a try shows what they break: one task, and what depends on it."""
    item, seed = specified.recipe.id, specified.recipe.parameters.random_seed
    alone = Scheme(criteria=without_edges(specified.criteria), grader=built.grader)
    known = [apply_patch(built.reference, planted.patch) for planted in mutants]
    kept: list[PlantedMutant] = []
    drawn = list(broken(built.reference, seed, TRIED, craft.breaking))
    for number, (operator, place, patch) in enumerate(drawn):
        tried(number, len(drawn))
        files = apply_patch(built.reference, patch)
        if len(kept) == KEPT or files in known:
            continue
        seen = await judged(judge, item, files, alone, seed)
        kills = _local(_failed(seen), specified.criteria)
        if kills:
            mutant = Mutant(
                id=f"{MECHANICAL}{len(kept) + 1}",
                description=f"Made by a program: {operator.said} ({place})",
                kills=kills,
                operator=operator.name,
            )
            kept.append(PlantedMutant(mutant=mutant, patch=patch))
            known.append(files)
    tried(len(drawn), len(drawn))
    trial = await tried_mutants(judge, project_of(specified, built, tuple(kept))) if kept else None
    survived = {one.mutant for one in trial.survivors} if trial else set[str]()
    return (*mutants, *(planted for planted in kept if planted.mutant.id not in survived))


async def clause_mutants(
    specified: Specified, built: Built, judge: Judge, before: PlantedBefore | None = None
) -> Planted:
    """A mutant that no Tab leads through, and for each other outcome of the accessibility clause's task one on which a
    try shows that this outcome fails; those of `before`, where the reference is as it was then.
    """
    tasks = specified.criteria.clause
    if not tasks:
        return ()
    if before is not None and before.reference == built.reference:
        known = [one for one in before.mutants if one.mutant.id.startswith(CLAUSE_MUTANT)]
        if known:
            return tuple(known)
    page, kept = built.reference["index.html"], list[PlantedMutant]()
    for defect in _CLAUSE_DEFECTS:
        changed = defect.planted(page)
        if changed == page:
            continue
        mutant = Mutant(
            id=f"{CLAUSE_MUTANT}{defect.id}",
            description=defect.description,
            kills=tuple(task.id for task in tasks),
            operator=defect.operator,
        )
        planted = PlantedMutant(mutant=mutant, patch=made_patch("index.html", page, changed))
        if defect.outcome is not None:
            project = project_of(specified, built, (planted,))
            cell = await judge_row(judge, project, mutant_row(project, planted, frozenset()))
            outcomes = {id: status for task in tasks for id, status in cell.tasks.get(task.id, {}).items()}
            if outcomes.get(defect.outcome) is not Status.FAILED:
                continue
        kept.append(planted)
    return tuple(kept)


class _ClauseDefect(NamedTuple):
    """What breaks the accessibility of any page."""

    id: str
    description: str
    operator: str
    outcome: str | None
    """Of the clause's task, which has to fail on it; None where it is sure to."""
    planted: Callable[[str], str]
    """The page with it; the same page where it has no place for it."""


def _in_head(markup: str) -> Callable[[str], str]:
    return lambda page: (
        page.replace("</head>", f"{markup}</head>", 1) if "</head>" in page else f"{markup}{page}"
    )


def _in_body(markup: str) -> Callable[[str], str]:
    return lambda page: _BODY.sub(lambda found: f"{found.group()}{markup}", page, count=1)


def _without_language(page: str) -> str:
    return _LANGUAGE.sub(r"\1", page, count=1)


_BODY = re.compile(r"<body\b[^>]*>", re.I)
_LANGUAGE = re.compile(r"(<html\b[^>]*?)\s+lang\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+)", re.I)
CLAUSE_MUTANT = f"{MECHANICAL}{CLAUSE}"
"""How the ids of mutants of the accessibility clause begin."""
_CLAUSE_DEFECTS = (
    _ClauseDefect(
        "",
        "The Tab key leads nowhere",
        "missing check",
        None,
        _in_head(
            '<script>addEventListener("keydown", (event) => { if (event.key === "Tab") event.preventDefault(); }, '
            "true);</script>"
        ),
    ),
    _ClauseDefect(
        "-unnamed",
        "A button has no name",
        "removed",
        "named",
        _in_body('<button type="button" style="width: 2rem; height: 2rem"></button>'),
    ),
    _ClauseDefect(
        "-no-language",
        "The page does not state its language",
        "removed",
        "sound",
        _without_language,
    ),
    _ClauseDefect(
        "-unseen-focus",
        "Nothing shows which control has the focus",
        "removed",
        "shown",
        _in_head("<style>*:focus { outline: none !important; box-shadow: none !important; }</style>"),
    ),
    _ClauseDefect(
        "-no-keys",
        "A control takes a click and no key",
        "missing check",
        "operated",
        _in_body(
            '<span role="button" tabindex="0" onclick="this.textContent = \'Notes hidden\'">Hide notes</span>'
        ),
    ),
)


def project_of(specified: Specified, built: Built, mutants: Planted = ()) -> Project:
    """The project as far as it is made."""
    recipe = specified.recipe
    return Project(
        id=recipe.id,
        seed=recipe.seed,
        parameters=recipe.parameters,
        prd=specified.prd,
        query=specified.query,
        criteria=specified.criteria,
        reference=built.reference,
        mutants=mutants,
        alternatives=built.alternatives,
        grader=built.grader,
    )


def _near(mutants: Planted, criteria: Criteria, about: frozenset[str]) -> Planted:
    """Those by which these tasks are proved, and the edges to them and from them."""
    parents = {parent for task in criteria.tasks if task.id in about for parent in task.depends_on}
    return tuple(one for one in mutants if not (about | parents).isdisjoint(one.mutant.kills))


def _made(
    defects: Sequence[Defect], specified: Specified, built: Built, craft: Craft, problems: list[str]
) -> list[PlantedMutant]:
    """The defects planted; what is wrong with those that a model wrote is added to `problems`."""
    made = (
        one if isinstance(one, PlantedMutant) else _planted(one, specified, built, craft, problems)
        for one in defects
    )
    return [planted for planted in made if planted is not None]


def _planted(
    written: WrittenMutant, specified: Specified, built: Built, craft: Craft, problems: list[str]
) -> PlantedMutant | None:
    before = len(problems)
    if not is_folder_name(written.id):
        problems.append(f"Mutant {written.id!r}: use small letters, digits and dashes for the id.")
    if written.id == craft.blank_id or written.id.startswith(MECHANICAL):
        problems.append(f"Mutant {written.id!r}: programs call theirs so; choose another id.")
    if written.task not in {task.id for task in specified.criteria.tasks}:
        problems.append(f"Mutant {written.id!r}: there is no task {written.task!r}.")
    wrong: list[str] = []
    edit = Edit(path=written.path, find=written.find, replace=written.replace)
    files = edited(built.reference, [edit], wrong)
    problems += [f"Mutant {written.id!r}: {one.partition(': ')[2]}" for one in wrong]
    if len(problems) > before:
        return None
    mutant = Mutant(
        id=written.id, description=written.description, kills=(written.task,), operator=written.operator
    )
    patch = made_patch(written.path, built.reference[written.path], files[written.path])
    return PlantedMutant(mutant=mutant, patch=patch)


def _failed(judgement: Judgement) -> frozenset[str]:
    """Tasks that fail; none where anything could not be decided, which would leave the mutant a survivor."""
    if any(verdict.status is Status.UNRESOLVED for verdict in judgement.tasks):
        return frozenset()
    return frozenset(verdict.task for verdict in judgement.tasks if verdict.status is Status.FAILED)


def _local(failed: frozenset[str], criteria: Criteria) -> tuple[str, ...]:
    """The tasks, where one of them is what all the others depend on; else the defect is about several things."""
    if any(all(top in criteria.ancestors(other) for other in failed - {top}) for top in failed):
        return tuple(task.id for task in criteria.tasks if task.id in failed)
    return ()


def _became(one: MutantEvidence, seen: Cell, undecided: str) -> str:
    if one.how != "unresolved":
        return "passes all the same"
    open_ones = [task for task, status in seen.task_status.items() if status is Status.UNRESOLVED]
    if one.task in open_ones or not open_ones:
        return f"could not be decided: {undecided}"
    return f"waits for {', '.join(map(repr, open_ones))}, which could not be decided on it: {undecided}"

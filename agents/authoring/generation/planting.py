"""Mutants: those that a model thinks of, tried as the gate will try them, and mechanical ones beside."""

from collections.abc import Sequence

from agents.authoring.generation.craft import Craft
from agents.authoring.generation.files import edited
from agents.authoring.generation.operators import broken
from agents.authoring.generation.shapes import Edit, WrittenMutant
from agents.authoring.generation.trying import judged
from agents.authoring.verification.checks.mutation import mutant_problems
from agents.authoring.verification.matrix import independent
from agents.authoring.verification.planting import Tried, tried_mutants, untold
from agents.authoring.writing import Read, Unreadable
from plans.contracts.judging import Judge
from plans.patches import apply_patch, made_patch
from plans.records.criteria import Criteria
from plans.records.draft import Built, Scheme, Specified
from plans.records.names import is_folder_name
from plans.records.project import Mutant, PlantedMutant, Project
from plans.records.verdict import Judgement, Status

MOST_WRITTEN = 60
"""Mutants of a model: each is judged, now and whenever the item is verified."""
MECHANICAL = "mechanical-"
"""How the ids of mechanical mutants begin."""
TRIED = 10
"""Mechanical defects that are tried on an item."""
KEPT = 4
"""Of them, those that are kept at most."""

Planted = tuple[PlantedMutant, ...]


async def read_mutants(
    written: Sequence[WrittenMutant],
    specified: Specified,
    built: Built,
    judge: Judge,
    craft: Craft,
    tried: Tried = untold,
) -> Read[Planted]:
    """The reference with nothing left and a model's mutants, and what is wrong with them: what survives, and edges that
    no mutant confirms; of web apps none that leaves something of the page. `tried` is told how many were tried.
    """
    if len(written) > MOST_WRITTEN:
        raise Unreadable([f"There are {len(written):,} mutants; write at most {MOST_WRITTEN}."])
    problems: list[str] = []
    made = [planted for one in written if (planted := _planted(one, specified, built, craft, problems))]
    if problems:
        raise Unreadable(problems)
    mutants = (craft.blank(built.reference, specified.criteria), *made)
    project = project_of(specified, built, mutants)
    untested = {task.id for task in specified.criteria.tasks} - {
        task for planted in mutants for task in planted.mutant.kills
    }
    problems = [f"Task {id!r} has no mutant." for id in sorted(untested)]
    problems += map(str, mutant_problems(project))
    if problems:
        return Read(mutants, problems)
    trial = await tried_mutants(judge, project, tried)
    told = [
        f"Mutant {one.mutant!r}: task {one.task!r}, which has to fail on it, {_became(one.how)}."
        for one in trial.survivors
    ]
    told += [
        f"Task {edge.child!r} depends on {edge.parent!r}, and no mutant of {edge.parent!r}"
        f"{f' but {craft.blank_id!r}, on which anything fails,' if edge.confirmed else ''} makes {edge.child!r} "
        "fail when that is tried by itself: add one that breaks both by one defect, and name it for the parent."
        for edge in trial.open_edges
        if not edge.confirmed or craft.way == "browser"
    ]
    return Read(mutants, told)


async def with_mechanical(
    mutants: Planted,
    specified: Specified,
    built: Built,
    judge: Judge,
    craft: Craft,
    tried: Tried = untold,
) -> Planted:
    """The mutants, with mechanical ones of which a try shows what they break: one task, and what depends on it."""
    item, seed = specified.recipe.id, specified.recipe.parameters.random_seed
    alone = Scheme(criteria=independent(specified.criteria), grader=built.grader)
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


def _became(how: str) -> str:
    if how == "unresolved":
        return "could not be decided, or waits for a task that could not: plant a defect that leaves the app operable"
    return "passes all the same"

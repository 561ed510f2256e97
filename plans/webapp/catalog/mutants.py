"""Planted defects of a project, as patches against its reference."""

from collections.abc import Sequence

from plans.catalog.dag import task_id
from plans.errors import InvalidFile
from plans.patches import made_patch
from plans.records.problem import Problem
from plans.records.project import Files, Mutant, PlantedMutant
from plans.webapp.catalog.criteria import Part
from plans.webapp.catalog.feature import MutantTemplate
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.reference import FEATURES, body
from plans.webapp.catalog.vocabulary import applies, render


def compose_mutants(library: Library, parts: Sequence[Part], reference: Files) -> tuple[PlantedMutant, ...]:
    """One patch per mutant; raises InvalidFile for each whose text does not stand exactly once where it has to."""
    problems: list[Problem] = []
    planted: list[PlantedMutant] = []
    for part in parts:
        present = {task.id for task in part.tasks()}
        for template in part.feature.mutants:
            if template.task not in present or not applies(template.when, part.words, part.where):
                continue
            file = template.file or FEATURES
            find = render(template.find, part.words, part.where)
            # A feature's text may stand in another feature too: only its own part of the file is searched.
            room = reference.get(file, "") if template.file else body(library.scripts[part.feature.id])
            found = room.count(find)
            if found != 1:
                where = template.file or f"{part.feature.id}/feature.js"
                problems.append(_misplaced(part, template, where, found))
                continue
            mutated = room.replace(find, render(template.replace, part.words, part.where))
            changed = reference[file].replace(room, mutated)
            planted.append(
                PlantedMutant(
                    mutant=_mutant(part, template), patch=made_patch(file, reference[file], changed)
                )
            )
    if problems:
        raise InvalidFile(problems)
    return tuple(planted)


def _mutant(part: Part, template: MutantTemplate) -> Mutant:
    return Mutant(
        id=f"{part.feature.id}-{template.id}",
        description=render(template.description, part.words, part.where),
        kills=(task_id(f"{part.feature.id}.{template.task}"),),
        operator=template.operator,
    )


def _misplaced(part: Part, template: MutantTemplate, file: str, found: int) -> Problem:
    return Problem(
        where=f"{part.where}: mutants.{template.id}",
        message=f"{template.find!r} stands {found} times in {file}.",
        mend="Choose a text that stands there exactly once.",
    )

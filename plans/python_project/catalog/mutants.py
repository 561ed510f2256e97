"""Planted defects of a project, as patches against its reference."""

from collections.abc import Sequence

from plans.catalog.dag import task_id
from plans.errors import InvalidFile
from plans.patches import made_patch
from plans.python_project.catalog.feature import MutantTemplate
from plans.python_project.catalog.part import Part
from plans.python_project.catalog.vocabulary import applies, render
from plans.records.problem import Problem
from plans.records.project import Files, Mutant, PlantedMutant


def compose_mutants(parts: Sequence[Part], reference: Files) -> tuple[PlantedMutant, ...]:
    """One patch per mutant; raises InvalidFile for each whose text does not stand exactly once where it has to."""
    problems: list[Problem] = []
    planted: list[PlantedMutant] = []
    for part in parts:
        present = {task.id for task in part.tasks()}
        for template in part.feature.mutants:
            if template.task not in present or not applies(template.when, part.words, part.where):
                continue
            where = f"{part.where}: mutants.{template.id}"
            path = f"src/{part.words['package']}/{template.file or f'{part.feature.module}.py'}"
            text = reference.get(path, "")
            find = render(template.find, part.words, where)
            if (found := text.count(find)) != 1:
                problems.append(_misplaced(where, find, path, found))
                continue
            changed = text.replace(find, render(template.replace, part.words, where))
            planted.append(
                PlantedMutant(mutant=_mutant(part, template, where), patch=made_patch(path, text, changed))
            )
    if problems:
        raise InvalidFile(problems)
    return tuple(planted)


def _mutant(part: Part, template: MutantTemplate, where: str) -> Mutant:
    return Mutant(
        id=f"{part.feature.id}-{template.id}",
        description=render(template.description, part.words, where),
        kills=(task_id(f"{part.feature.id}.{template.task}"),),
        operator=template.operator,
    )


def _misplaced(where: str, find: str, path: str, found: int) -> Problem:
    return Problem(
        where=where,
        message=f"{find!r} stands {found} times in {path}.",
        mend="Choose a text that stands there exactly once.",
    )

"""From a selection to a whole project: PRD, query, criteria, reference and mutants."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from plans.catalog.contents import enumerated, numbered_requirements
from plans.catalog.making import composed_project, task_id
from plans.errors import InvalidFile
from plans.patches import made_patch
from plans.python_project.catalog.answers import SampleRecords, sample
from plans.python_project.catalog.criteria import (
    compose_criteria,
    data_text,
    grader_files,
    marked,
    shipped_files,
)
from plans.python_project.catalog.domain import Domain
from plans.python_project.catalog.feature import MutantTemplate
from plans.python_project.catalog.library import Library
from plans.python_project.catalog.part import FeaturePart, parts_of
from plans.python_project.catalog.selection import Selection
from plans.python_project.catalog.vocabulary import (
    NO_TRACEBACK,
    Vocabulary,
    applies,
    capital,
    render,
    value_of,
)
from plans.records.base import found_in
from plans.records.criteria import Criteria
from plans.records.problem import Problem
from plans.records.project import Alternative, Built, Files, LaidOver, Mutant, PlantedMutant, Project
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification
from plans.records.task_modes import GAP, ShellInteraction


def echo_problems(prd: PRD, criteria: Criteria) -> Iterator[Problem]:
    """Each shell interaction whose expected output stands in the plan's own words, inputs, patterns or PRD."""
    told = plan_text(prd, criteria)
    for task in criteria.tasks:
        if isinstance(task.how, ShellInteraction) and task.how.expected.pattern:
            wanted = _positive(task.how.expected.pattern)
            # Most are ruled out by their first part, which is a hundredth of the work of the whole.
            parts = wanted.split(GAP)
            if all(re.search(part, told) for part in parts) and (found := re.search(wanted, told)):
                yield Problem(
                    where=f"task {task.id}",
                    message=f"expects {wanted!r:.300}, which the plan itself says: {found[0][-80:]!r}.",
                    mend="Expect what only a program that works prints: values, rows, an order.",
                )


def plan_text(prd: PRD, criteria: Criteria) -> str:
    """Every text of PRD and criteria, a line each."""
    return "\n".join((*found_in(prd, str), *found_in(criteria, str)))


def _positive(pattern: str) -> str:
    """What has to be found, without what may not."""
    return pattern[pattern.index(f"){GAP}") + 1 + len(GAP) :] if NO_TRACEBACK in pattern else pattern


def compose_mutants(parts: Sequence[FeaturePart], reference: Files) -> tuple[PlantedMutant, ...]:
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


def _mutant(part: FeaturePart, template: MutantTemplate, where: str) -> Mutant:
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


PACKAGE = "package/"
"""The folder of the shell whose files go into the package."""


def reference_files(library: Library, parts: Sequence[FeaturePart], canary: str) -> Files:
    """The project as it is submitted by the oracle; raises InvalidFile."""
    words = parts[0].words
    package = words["package"]
    files: Files = {}
    for path, template in library.shell.items():
        home = path.removesuffix(".j2").replace(PACKAGE, f"src/{package}/")
        files[home] = render(template, words, f"shell/{path}")
    for part in parts:
        template = library.modules[part.feature.id]
        where = f"features/{part.feature.id}/module.py.j2"
        files[module_path(package, part.feature.module)] = render(template, part.words, where)
    return dict(sorted({**marked(files, canary), **shipped_files(parts)}.items()))


def module_path(package: str, module: str) -> str:
    """Where a module of the package lies."""
    return f"src/{package}/{module}.py"


def requirement_ids(parts: Sequence[FeaturePart]) -> dict[str, str]:
    """`feature.leaf` → its id in the PRD: features are numbered in their order, leaves within them."""
    return numbered_requirements((part.feature.id, [leaf.id for leaf in part.leaves()]) for part in parts)


def compose_prd(parts: Sequence[FeaturePart], ids: Mapping[str, str]) -> PRD:
    """The clarified specification; raises InvalidFile."""
    words = parts[0].words
    titles = [_in_list(part.feature.title.lower()) for part in parts if not part.feature.base]
    told = f" Beside listing what there is, it offers {enumerated(titles)}." if titles else ""
    return PRD(
        title=words["brand"],
        overview=(
            f"{words['brand']} is {words['purpose']}, made for {words['audience']}. It is a program in Python for the "
            f"command line: it shows a menu when it is started by itself, and does one thing when it is started with a "
            f"command. What it knows it keeps in a file of the project.{told}"
        ),
        users=(
            f"{capital(words['audience'])}, at the menu: a number is typed, and the answer read.",
            "Scripts of theirs, which start it with a command and read its lines.",
        ),
        typical_use=tuple(_stories(parts)),
        requirements=tuple(_requirement(part, number, ids) for number, part in enumerate(parts, 1)),
        data_requirements=tuple(_data_requirements(words)),
        non_goals=(
            "Windows, colours, or anything that needs more than a terminal of plain text.",
            "A network, a database, or packages beyond the standard library of Python 3.11.",
            "Several people who change the same file at once.",
            "Accounts and passwords.",
        ),
    )


def _in_list(title: str) -> str:
    """A title as one of several, marked where it holds an "and" itself."""
    return f"“{title}”" if " and " in title else title


def _stories(parts: Sequence[FeaturePart]) -> Iterator[str]:
    for part in parts:
        if part.feature.story:
            yield render(part.feature.story, part.words, f"{part.where}: story")


def _requirement(part: FeaturePart, number: int, ids: Mapping[str, str]) -> Requirement:
    template, words = part.feature.requirements, part.words
    children = tuple(
        Requirement(
            id=ids[f"{part.feature.id}.{leaf.id}"],
            title=render(leaf.title, words, f"{part.where}: requirements.{leaf.id}.title"),
            text=render(leaf.text, words, f"{part.where}: requirements.{leaf.id}.text"),
            data=tuple(
                line
                for datum in leaf.data
                for line in render(datum, words, f"{part.where}: requirements.{leaf.id}.data").splitlines()
                if line.strip()
            ),
        )
        for leaf in part.leaves()
    )
    return Requirement(
        id=f"R{number}",
        title=render(template.title, words, f"{part.where}: requirements.title"),
        text=render(template.text, words, f"{part.where}: requirements.text"),
        children=children,
    )


def _data_requirements(words: Vocabulary) -> Iterator[str]:
    key, label = words["key"], words["label"]
    yield (
        f"`{words['data_file']}`, beside `src/`, is a JSON list in UTF-8 with an object for each {words['item']}. The "
        f"project brings at least {len(words['shipped'])} believable ones; whatever {words['items']} stand there when "
        "the program starts are those that it works with."
    )
    yield f"`id`: a whole number from 1 up, of which no two {words['items']} have the same; there may be gaps."
    yield f"`{key['name']}` ({label['name']}): a text that is not empty."
    yield f"`{key['kind']}` ({label['kind']}): one of {enumerated(words['kinds'], 'or')}, written so."
    decimals = words["decimals"]
    number = f"a number with at most {_decimals(decimals)}" if decimals else "a whole number"
    shown = f"; it is shown with {_decimals(decimals)}" if decimals else ""
    yield (
        f"`{key['amount']}` ({label['amount']}): {number} in {words['unit']} from 0 to {words['maximum']}{shown}."
    )
    yield f"`{key['date']}` ({label['date']}): a day of the calendar, as a text of the form 2026-05-31."
    yield f"`{key['person']}` ({label['person']}): a text that is not empty."
    yield f"`{key['note']}` ({label['note']}): a text, which may be empty."


def _decimals(number: int) -> str:
    return f"{number} decimal" if number == 1 else f"{number} decimals"


_OPENINGS = (
    "I need {{ purpose }} for the command line, in Python. Call it {{ brand }}; it is for {{ audience }}.",
    "Please write {{ brand }}, {{ purpose }}, as a Python program for the terminal. It is for {{ audience }}.",
    "Could you make me {{ purpose }}? A Python program with a menu in the terminal is enough. Name: {{ brand }}.",
)


def compose_query(parts: Sequence[FeaturePart], ids: Mapping[str, str], random_seed: int) -> Query:
    """The query at all three levels; each withholds what its sentences do not give away."""
    levels = {
        level: _level(parts, ids, level, random.Random(f"{random_seed}:query"))
        for level in Underspecification
    }
    return Query(levels=levels)


def _level(
    parts: Sequence[FeaturePart], ids: Mapping[str, str], level: Underspecification, rng: random.Random
) -> QueryLevel:
    sentences = [render(rng.choice(_OPENINGS), parts[0].words, "query opening")]
    given: set[str] = set()
    for part in parts:
        wishes = part.feature.wishes.get(level, ())
        if not wishes:
            continue
        wish = rng.choice(wishes)
        sentences.append(render(wish.text, part.words, f"{part.where}: wishes.{level.value}"))
        given |= {ids[key] for leaf in wish.gives if (key := f"{part.feature.id}.{leaf}") in ids}
    withheld = sorted(set(ids.values()) - given, key=_numbers)
    return QueryLevel(text=" ".join(sentences), withholds=tuple(withheld))


def _numbers(id: str) -> list[int]:
    return [int(part) for part in id.removeprefix("R").split(".")]


class Composition:
    """The parts of one project; the same recipe gives the same bytes.

    Each raises InvalidFile with what is wrong in the catalog's templates.
    """

    def __init__(self, library: Library, recipe: Recipe) -> None:
        self._library = library
        self._selection = Selection.of(recipe.parameters)
        self._parts = selected_parts(library, self._selection)
        self._ids = requirement_ids(self._parts)

    def prd(self) -> PRD:
        return compose_prd(self._parts, self._ids)

    def query(self) -> Query:
        return compose_query(self._parts, self._ids, self._selection.random_seed)

    def criteria(self) -> Criteria:
        criteria = compose_criteria(self._parts, self._ids)
        if problems := list(echo_problems(self.prd(), criteria)):
            raise InvalidFile(problems)
        return criteria

    def built(self, canary: str) -> Built:
        """The reference, the same with other data, and the grader's files; programs and tests carry the canary."""
        words = self._parts[0].words
        other_data = Alternative(
            name="other-data", kind="other-data", description="The same program with other sample data."
        )
        return Built(
            reference=reference_files(self._library, self._parts, canary),
            alternatives=(
                LaidOver(
                    alternative=other_data, files={words["data_file"]: data_text(words, words["others"])}
                ),
            ),
            grader=grader_files(self._library, self._parts, canary),
        )

    def mutants(self, reference: Files) -> tuple[PlantedMutant, ...]:
        """Patches against the reference that `built` gave."""
        return compose_mutants(self._parts, reference)


def compose(library: Library, recipe: Recipe, canary: str) -> Project:
    """The whole project of a recipe; raises InvalidFile."""
    return composed_project(Composition(library, recipe), recipe, canary)


def selected_parts(library: Library, selection: Selection) -> list[FeaturePart]:
    """The selected features with the words for their templates, over records that give what their tasks rely on.

    Raises InvalidFile where no set of the domain's records gives that.
    """
    domain = library.domains[selection.domain]

    def parts(drawn: SampleRecords) -> list[FeaturePart]:
        return parts_of(library, domain, selection, drawn)

    chosen = sample(
        domain, selection.record_count, selection.random_seed, lambda drawn: not [*_lacking(parts(drawn))]
    )
    made = parts(chosen)
    if problems := [_unfit(domain, so) for so in _lacking(made)]:
        raise InvalidFile(problems)
    return made


def _lacking(parts: Sequence[FeaturePart]) -> Iterator[str]:
    for part in parts:
        for reliance in part.feature.relies_on:
            if not value_of(reliance.that, part.words, f"{part.where}: relies_on"):
                yield f"{part.feature.id} relies on it that {reliance.so}"


def _unfit(domain: Domain, so: str) -> Problem:
    return Problem(
        where=f"domains/{domain.id}.yaml",
        message=f"no set of its records was found that gives what tasks rely on; {so}.",
        mend="Give it more varied records.",
    )

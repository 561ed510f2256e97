"""A model's PRD and query, read and checked."""

from collections.abc import Iterator

from agents.authoring.generation.patches import new_section
from agents.authoring.generation.shapes import WrittenLevel, WrittenPRD, WrittenQuery
from agents.authoring.verification.checks.leakage import leakage_problems, retelling_problems
from agents.authoring.writing import ReadAnswer
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification

SECTIONS = (1, 8)
LEAVES = (3, 24)
"""Fewest and most detailed requirements of a project."""
SHORTEST_DATUM = 3
"""Characters: a shorter one would be found in every query."""


def begun_prd(written: WrittenPRD) -> PRD:
    """The PRD with ids given by its order."""
    return PRD(
        title=written.title.strip(),
        overview=written.overview.strip(),
        users=tuple(written.users),
        typical_use=tuple(written.typical_use),
        requirements=tuple(new_section(number, section) for number, section in enumerate(written.sections, 1))
        or (Requirement(id="R1", title="", text=""),),
        data_requirements=tuple(written.data_requirements),
        non_goals=tuple(written.non_goals),
    )


def checked_prd(prd: PRD) -> ReadAnswer[PRD]:
    """The PRD, and what is wrong with it."""
    return ReadAnswer(prd, list(_prd_problems(prd)))


def written_query(query: Query) -> WrittenQuery:
    """The query as a model writes it."""
    return WrittenQuery.model_validate(
        {
            level.value: {"text": said.text, "withholds": list(said.withholds)}
            for level, said in query.levels.items()
        }
    )


def read_query(written: WrittenQuery, prd: PRD, item: str, seed: str = "") -> ReadAnswer[Query]:
    """The query at its levels, and what is wrong with it; `seed`: the request that the item is made from."""
    levels = {
        Underspecification.LOW: written.low,
        Underspecification.MEDIUM: written.medium,
        Underspecification.HIGH: written.high,
    }
    query = Query(levels={level: _level(text) for level, text in levels.items()})
    leaves = prd.leaves()
    problems = [str(problem) for problem in leakage_problems(query, leaves, item, seed)]
    problems += [str(problem) for problem in retelling_problems(query, prd.typical_use, item, seed)]
    return ReadAnswer(query, [*_query_problems(query, {leaf.id for leaf in leaves}), *problems])


def _level(written: WrittenLevel) -> QueryLevel:
    return QueryLevel(text=written.text.strip() or "-", withholds=tuple(sorted(set(written.withholds))))


def _prd_problems(prd: PRD) -> Iterator[str]:
    for name in ("title", "overview"):
        if not getattr(prd, name):
            yield f"`{name}` is empty."
    sections, leaves = len(prd.requirements), len(prd.leaves())
    if not SECTIONS[0] <= sections <= SECTIONS[1]:
        yield f"There are {sections} sections; {SECTIONS[0]} to {SECTIONS[1]} can be reviewed."
    if not LEAVES[0] <= leaves <= LEAVES[1]:
        yield f"There are {leaves} detailed requirements; write {LEAVES[0]} to {LEAVES[1]}."
    titles: dict[str, str] = {}
    for requirement in prd.walk():
        if not (requirement.title and requirement.text):
            yield f"{requirement.id} lacks a title or a text."
        if requirement.id.count(".") == 0 and not requirement.children:
            yield f"Section {requirement.id} ({requirement.title!r}) has no detailed requirement that could be tested."
        if other := titles.get(requirement.title.casefold()):
            yield f"{other} and {requirement.id} have the same title; a title says what sets its requirement apart."
        titles[requirement.title.casefold()] = requirement.id
        for datum in requirement.data:
            if len(datum.strip()) < SHORTEST_DATUM:
                yield (
                    f"{requirement.id}: the datum {datum!r} has {len(datum.strip())} of at least {SHORTEST_DATUM} "
                    "characters, spaces around it not counted; so short a text stands by chance in what is said of "
                    "anything. State it within what is printed or typed around it, such as 'title | price' for ' | '."
                )
            elif datum.casefold() not in requirement.text.casefold():
                yield f"{requirement.id}: the datum {datum!r} does not stand in its text, letter by letter."


def _query_problems(query: Query, leaves: set[str]) -> Iterator[str]:
    for level, written in query.levels.items():
        if len(written.text) < 2:
            yield f"{level.value}: the text is empty."
        if unknown := sorted(set(written.withholds) - leaves):
            yield f"{level.value}: withholds {', '.join(unknown)}, which are no detailed requirements of the PRD."
    if not query.at(Underspecification.HIGH).withholds:
        yield "high: nothing is withheld, so nothing is underspecified; say less, and name what is not said."

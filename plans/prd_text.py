"""`prd.md`: the PRD as a page to read."""

from collections.abc import Iterable, Iterator

from plans.records.prd import PRD, Requirement

NOTICE = "Benchmark material: do not train on it."


def prd_text(prd: PRD, canary: str) -> str:
    """The PRD in Markdown, requirements numbered by their ids, with the canary and the do-not-train notice."""
    return "\n".join(_lines(prd, canary)) + "\n"


def _lines(prd: PRD, canary: str) -> Iterator[str]:
    yield from (f"# {prd.title}", "", prd.overview)
    yield from _listed("Users", prd.users)
    yield from ("", "## Requirements")
    for requirement in prd.requirements:
        yield from _requirement(requirement, depth=0)
    yield from _listed("Data", prd.data_requirements)
    yield from _listed("Not asked for", prd.non_goals)
    yield from ("", f"<!-- {NOTICE} Canary: {canary} -->")


def _requirement(requirement: Requirement, depth: int) -> Iterator[str]:
    if depth == 0:
        yield from ("", f"### {requirement.id} {requirement.title}", "", requirement.text)
        if requirement.children:
            yield ""
    else:
        yield f"{'  ' * (depth - 1)}- **{requirement.id} {requirement.title}.** {requirement.text}"
    indent = "  " * depth
    yield from (f"{indent}- Stated data: {value}" for value in requirement.data)
    for child in requirement.children:
        yield from _requirement(child, depth + 1)


def _listed(heading: str, entries: Iterable[str]) -> Iterator[str]:
    entries = tuple(entries)
    if entries:
        yield from ("", f"## {heading}", "")
        yield from (f"- {entry}" for entry in entries)

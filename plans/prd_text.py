"""`prd.md`: the PRD as a page to read."""

import re
import textwrap
from collections.abc import Iterable, Iterator

from plans.records.project import Project
from plans.records.specification import PRD, Requirement

NOTICE = "Benchmark material: do not train on it."
WIDTH = 100
"""Columns of a line of prose: the page is compared line by line."""

_BLOCK_MARK = re.compile(r"[ \n](?=(?:[-+*]|=+|-+|#{1,6}|\d{1,9}[.)])(?:\s|$)|[>|`~<])")
"""The space before a word that would open a list, a heading, a quotation or code if a line began with it."""
_HELD = "\u00a0"


def prd_text(prd: PRD, canary: str) -> str:
    """The PRD in Markdown, requirements numbered by their ids, with the canary and the do-not-train notice."""
    return requirements_text(prd) + _mark(canary)


def prd_page(project: Project, canary: str) -> str:
    """`prd.md` of an item: its PRD as a page, and of an imported one the page as it was published."""
    published = project.imported.published.prd if project.imported else None
    return prd_text(project.prd, canary) if published is None else f"{published.rstrip()}\n{_mark(canary)}"


def requirements_text(prd: PRD) -> str:
    """The same without canary and notice, for those who work on it."""
    return "\n".join(_lines(prd)) + "\n"


def _mark(canary: str) -> str:
    return f"\n<!-- {NOTICE} Canary: {canary} -->\n"


def _lines(prd: PRD) -> Iterator[str]:
    yield from (f"# {prd.title}", "", *_wrapped(prd.overview))
    yield from _listed("Users", prd.users)
    yield from _listed("Typical use", prd.typical_use)
    yield from ("", "## Requirements")
    for requirement in prd.requirements:
        yield from _requirement(requirement, depth=0)
    yield from _listed("Data", prd.data_requirements)
    yield from _listed("Not asked for", prd.non_goals)


def _requirement(requirement: Requirement, depth: int) -> Iterator[str]:
    if depth == 0:
        yield from ("", f"### {requirement.id} {requirement.title}", "", *_wrapped(requirement.text))
        if requirement.children or requirement.data:
            yield ""
    else:
        yield from _entry(f"**{requirement.id} {requirement.title}.** {requirement.text}", depth - 1)
    for value in requirement.data:
        yield from _entry(f"Stated data: {value}", depth)
    for child in requirement.children:
        yield from _requirement(child, depth + 1)


def _listed(heading: str, entries: Iterable[str]) -> Iterator[str]:
    entries = tuple(entries)
    if entries:
        yield from ("", f"## {heading}", "")
        for entry in entries:
            yield from _entry(entry, 0)


def _entry(text: str, depth: int) -> Iterator[str]:
    indent = "  " * depth
    return _wrapped(text, f"{indent}- ", f"{indent}  ")


def _wrapped(text: str, first: str = "", further: str = "") -> Iterator[str]:
    """The text in lines of at most WIDTH columns where words allow; blank lines still part its paragraphs."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        if number:
            yield ""
        lines = textwrap.wrap(
            _BLOCK_MARK.sub(_HELD, paragraph),
            WIDTH,
            initial_indent=further if number else first,
            subsequent_indent=further,
            break_long_words=False,
            break_on_hyphens=False,
        )
        yield from (line.replace(_HELD, " ") for line in lines)

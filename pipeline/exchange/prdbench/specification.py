"""A published PRD as a record: its headings are the requirements, and what stands beneath them is their text."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from plans.plain_text import lines_of
from plans.records.published import PublishedCriterion
from plans.records.specification import PRD, Requirement

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")
_OVERVIEW = re.compile(r"\b(?:overview|introduction|background|goals?|概述|简介)\b|概述|简介", re.I)
_NUMBER = re.compile(r"^(?:(?:\d+(?:\.\d+)*|[IVXivx]+)[.、)]?\s+|[一二三四五六七八九十]+、\s*)")
_ALIKE = 60.0
"""Likeness of two titles, from 0 to 100, from which a criterion is supposed to try that requirement."""


class _Section(NamedTuple):
    depth: int
    title: str
    text: str


def prd_of(text: str) -> PRD:
    """The PRD that a page holds; one without headings is a single requirement."""
    title, opening, sections = _opened(text)
    overview = next((one.text for one in sections if one.text and _OVERVIEW.search(one.title)), opening)
    told = [one for one in sections if not (one.text == overview and _OVERVIEW.search(one.title))]
    requirements = _tree(told or [_Section(1, title or "All of it", text.strip())])
    return PRD(
        title=title or "Untitled", overview=overview or title or "Untitled", requirements=tuple(requirements)
    )


def requirements_for(criterion: PublishedCriterion, prd: PRD) -> tuple[str, ...]:
    """Ids of the leaf that a criterion is most likely about; of all leaves where none is like it, as nobody says."""
    scored = [
        (fuzz.token_set_ratio(criterion.title.lower(), leaf.title.lower()), leaf.id) for leaf in prd.leaves()
    ]
    best = max(scored, key=lambda pair: pair[0])
    return (best[1],) if best[0] >= _ALIKE else tuple(leaf.id for leaf in prd.leaves())


def _opened(text: str) -> tuple[str, str, list[_Section]]:
    """Title, what stands beneath it, and the other sections: the title is what stands before all headings, else the
    first one where it is alone in its depth or has nothing beneath it.
    """
    before, sections = _sections(text)
    lines = [line.strip() for line in lines_of(before) if line.strip()]
    if lines:
        return lines[0], "\n".join(lines[1:]), sections
    if not sections:
        return "", "", []
    first, *others = sections
    is_title = not first.text or all(one.depth > first.depth for one in others)
    return first.title, first.text if is_title else "", others if is_title else sections


def _sections(text: str) -> tuple[str, list[_Section]]:
    """What stands before the first heading, and the sections, rules left out."""
    before: list[str] = []
    found: list[tuple[int, str, list[str]]] = []
    is_code = False
    for line in lines_of(text):
        if _FENCE.match(line):
            is_code = not is_code
        heading = None if is_code else _HEADING.match(line)
        if heading is not None:
            title = _NUMBER.sub("", heading[2].strip("* ")).strip() or heading[2]
            found.append((len(heading[1]), title, []))
        elif is_code or not _RULE.match(line):
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

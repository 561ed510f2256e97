"""A published task as one of ours: its PRD, evaluation tasks for the judge of programs, and the grader's files."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import PurePosixPath
from typing import NamedTuple

from rapidfuzz import fuzz

from pipeline.exchange.prdbench.folder import PublishedFolder
from plans.errors import AuthorError, InvalidFile
from plans.handed_out import GIVEN
from plans.plain_text import lines_of
from plans.records.criteria import Criteria, EvaluationTask, ExpectedOutcome, Level, TaskMethod
from plans.records.problem import Problem
from plans.records.project import Grader
from plans.records.published import PublishedCriterion, PublishedTask
from plans.records.specification import PRD, Requirement
from plans.records.task_modes import (
    USUAL,
    Arrangement,
    Command,
    FileComparison,
    GraderFile,
    Laid,
    Printed,
    Rubric,
    ShellInteraction,
    UnitTest,
)

EVALUATION = "evaluation"
"""The folder of tests, inputs and expected files; it is laid whole beside a submission, as it was published."""
TYPED = "typed"
"""Where the grader has standard input that is no UTF-8."""
EXPECTED = "expected"
"""Where the grader has files that products are held against; these are laid nowhere."""
STALE = "stale"
"""Where the grader keeps what was shipped though commands are to write it; it is laid nowhere."""
ANYTHING = "*"
"""Where a file is written of which nobody says anything."""
PLANS = frozenset({"evaluation/detailed_test_plan.json", "evaluation/metric.json"})
"""What says how is judged, and is no part of any test."""
_PART = re.compile(r"\*\*\s*(arrange|act|assert)\s*:?\s*\*\*\s*:?", re.I)
_HEADING = re.compile(r"\*\*\s*([^*\n]{2,60}?)\s*:?\s*\*\*\s*:?")
_BEFORE = re.compile(r"pre-?\s?(?:check|validation|paration|condition|requisite)|prepare|arrange", re.I)
"""How the heading of a part begins, or what it has in brackets, that says what has to hold before anything is run."""
_NUMBER = re.compile(r"\s*\d+\.\s*$")
_PLAIN = re.compile(r"[^a-z0-9]+")
_SECTION_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")
_OVERVIEW = re.compile(r"\b(?:overview|introduction|background|goals?|概述|简介)\b|概述|简介", re.I)
_SECTION_NUMBER = re.compile(r"^(?:(?:\d+(?:\.\d+)*|[IVXivx]+)[.、)]?\s+|[一二三四五六七八九十]+、\s*)")
_ALIKE = 60.0
"""Likeness of two titles, from 0 to 100, from which a criterion is supposed to try that requirement."""


def criteria_of(task: PublishedTask, *, with_unsatisfiable: bool = False) -> Criteria:
    """The task's criteria, in the plan's order; without those that nobody can satisfy, unless they are wanted.

    Raises AuthorError where none is left.
    """
    chosen = [one for one in task.criteria if one.is_satisfiable or with_unsatisfiable]
    if not chosen:
        raise AuthorError(
            f"Task {task.number} has no criterion that anybody could satisfy, so nothing can be judged by it. "
            "Its defects say why."
        )
    return Criteria(tasks=tuple(evaluation_task(one, given_in(task)) for one in chosen))


def given_in(task: PublishedTask) -> tuple[str, ...]:
    """The data that code agents are given, as far as they were published."""
    lost = {problem.where.partition("/")[2] for problem in task.problems}
    return tuple(name for name in (*task.must_survive, *task.shipped_beside) if name not in lost)


def evaluation_task(criterion: PublishedCriterion, given: Sequence[str] = ()) -> EvaluationTask:
    """A criterion as an evaluation task of one outcome; the data that code agents are `given` are laid for it."""
    said = parts_of(criterion.description or "")
    statement = " ".join(filter(None, (said.get("assert"), criterion.expected_output)))
    return EvaluationTask(
        id=task_id(criterion),
        title=criterion.metric,
        # PRDBench knows no levels, and what waits for nothing is a presence task.
        level=Level.PRESENCE,
        weight=1.0,
        requirements=("R1",),
        outcomes=(ExpectedOutcome(id="outcome", statement=statement or criterion.metric),),
        how=_how(criterion, said, given),
    )


def task_id(criterion: PublishedCriterion) -> str:
    """Its place in the plan and the beginning of its title: ids of PRDBench are not unique everywhere."""
    words = _PLAIN.sub("-", criterion.title.lower()).strip("-")[:40].strip("-")
    return f"{criterion.ordinal:02d}-{words}".strip("-")


def grader_of(folder: PublishedFolder, task: PublishedTask) -> Grader:
    """The files that are laid beside a submission, and those that products are held against.

    Without what commands are to write, and without the plans. Raises InvalidFile for what cannot be read.
    """
    gone = {*task.stale_products, *PLANS}
    laid = [name for name in folder.files if name.startswith(f"{EVALUATION}/") and name not in gone]
    expected = {name for one in task.criteria for name in one.reference_files}
    problems: list[Problem] = []
    grader: Grader = {place: data for one in task.criteria for place, data in _odd_inputs(one)}
    for name, place in [
        *((name, name) for name in laid),
        *((name, f"{EXPECTED}/{name}") for name in sorted(expected)),
        *((name, f"{GIVEN}/{name}") for name in given_in(task)),
        *((name, f"{STALE}/{name}") for name in task.stale_products),
    ]:
        try:
            grader[place] = folder.read(name)
        except InvalidFile as error:
            problems += error.problems
    if problems:
        raise InvalidFile(problems)
    return grader


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


def _before(criterion: PublishedCriterion) -> Iterator[str]:
    """What has to hold before the commands are run, and what is known to be missing for them."""
    for heading, said in _under(_HEADING, criterion.description or ""):
        if _BEFORE.search(heading) and said:
            yield said
    for defect in criterion.defects:
        if defect.kind == "input":
            yield f"Known of the task: {defect.message}"


def _how(criterion: PublishedCriterion, said: dict[str, str], given: Sequence[str]) -> TaskMethod:
    laid = (
        Laid(file=EVALUATION, to=EVALUATION),
        *(Laid(file=f"{GIVEN}/{name}", to=name) for name in given),
    )
    arrange = Arrangement(words="\n".join(_before(criterion)), files=laid)
    rubric = _rubric_of(criterion)
    act = _act(criterion)
    expected = criterion.expected_output or said.get("assert") or criterion.metric
    inside = f"{EVALUATION}/"
    # Those that lie elsewhere, or nowhere, are the submission's to bring.
    tests = tuple(file for file in criterion.run_files if file.startswith(inside) and file.endswith(".py"))
    match criterion.kind:
        case "unit_test":
            return UnitTest(kind="unit-test", tests=tests, arrange=arrange, act=act, rubric=rubric)
        case "file_comparison":
            product = _product(criterion)
            return FileComparison(
                kind="file-comparison",
                arrange=arrange,
                act=act,
                product=product,
                is_supposed=product == ANYTHING or product in criterion.supposed_products,
                reference=f"{EXPECTED}/{criterion.reference_files[0]}" if criterion.reference_files else None,
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


def _act(criterion: PublishedCriterion) -> tuple[Command, ...]:
    commands = [
        Command(line=step.run, input=_typed(criterion, number) if step.input.base64 else step.input.text)
        for number, step in enumerate(criterion.steps)
        if step.run
    ]
    # Nobody can satisfy a criterion without a command; published counting has it all the same.
    return tuple(commands) or (Command(line="false"),)


def _odd_inputs(criterion: PublishedCriterion) -> Iterator[tuple[str, bytes]]:
    """(place, content) of what is typed that is no UTF-8, and that no text of ours can hold."""
    for number, step in enumerate(criterion.steps):
        if step.input.base64:
            yield _typed(criterion, number).file, step.input.data


def _typed(criterion: PublishedCriterion, number: int) -> GraderFile:
    return GraderFile(file=f"{TYPED}/{criterion.ordinal}-{number}")


def _product(criterion: PublishedCriterion) -> str:
    """Where the file is to be written; where nobody says so, any file of the expected kind, or any at all."""
    if criterion.products:
        return criterion.products[0]
    return f"*{PurePosixPath(criterion.reference_files[0]).suffix}" if criterion.reference_files else ANYTHING


def _rubric_of(criterion: PublishedCriterion) -> Rubric | None:
    points = criterion.rubric.points if criterion.rubric else {}
    said: Sequence[str] = [points.get(number, "") for number in (2, 1, 0)]
    if not all(text.strip() for text in said):
        return None
    return Rubric(two=said[0], one=said[1], zero=said[2])


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
        heading = None if is_code else _SECTION_HEADING.match(line)
        if heading is not None:
            title = _SECTION_NUMBER.sub("", heading[2].strip("* ")).strip() or heading[2]
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

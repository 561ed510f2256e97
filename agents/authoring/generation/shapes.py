"""What a model is asked for when it makes a project: records that it fills in, and bounds that prompts tell."""

from collections.abc import Iterator
from typing import Literal

from pydantic import BaseModel, JsonValue

from plans.records.model_call import Shape

MOST_STARTS, MOST_TYPED = 12, 60
"""Starts of the program in a task, and lines typed in one."""
MOST_PARTS, LONGEST_PART = 12, 300
"""Patterns of a task, and characters of one: what is found one after the other is searched for again and again."""
BOUNDS = {"starts": MOST_STARTS, "typed": MOST_TYPED, "patterns": MOST_PARTS, "characters": LONGEST_PART}
"""All of them, by the names that prompts have for them."""
LONGEST_TEXT, LONGEST_RECORD = 20_000, 400_000
"""Characters of one text in what is specified, and of the whole: what is longer nobody reads, and no file holds."""


def overlong(written: BaseModel) -> list[str]:
    """Texts that are longer than is taken, or that all of it is."""
    value: JsonValue = written.model_dump(mode="json", exclude_defaults=True)
    problems = [
        f"`{place}` has {length:,} characters; write at most {LONGEST_TEXT:,}."
        for place, length in _lengths(value, "")
        if length > LONGEST_TEXT
    ]
    if (whole := len(written.model_dump_json(exclude_defaults=True))) > LONGEST_RECORD:
        problems.append(f"All of it together has {whole:,} characters; write at most {LONGEST_RECORD:,}.")
    return problems


def _lengths(value: JsonValue, place: str) -> Iterator[tuple[str, int]]:
    """Each text within by where it stands, and how long it is."""
    if isinstance(value, str):
        yield place, len(value)
    elif isinstance(value, list):
        for number, part in enumerate(value, 1):
            yield from _lengths(part, f"{place} {number}")
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _lengths(part, f"{place} {name[:40]}".strip())


class WrittenLeaf(Shape):
    """One detailed requirement."""

    title: str
    """Two to five words that speak of this requirement alone."""
    text: str
    """What must be true of the product, concrete enough to build from and to test, in one to three sentences."""
    data: list[str]
    """Data that the text itself fixes and a test may look for literally (a code, names of tiers), each of three
    characters or more; mostly empty."""


class WrittenSection(Shape):
    """Requirements that belong together."""

    title: str
    """A few words."""
    text: str
    """What the section is about, in a sentence."""
    requirements: list[WrittenLeaf]
    """One to five."""


class WrittenPRD(Shape):
    """The product requirements."""

    title: str
    """Name of the product."""
    overview: str
    """What it is, and for whom, in a paragraph."""
    users: list[str]
    """Who uses it, a sentence each."""
    typical_use: list[str]
    """Short stories of somebody using one part of it."""
    sections: list[WrittenSection]
    """The requirements, in reading order."""
    data_requirements: list[str]
    """What sample data the product brings."""
    non_goals: list[str]
    """What it need not do."""


class WrittenLevel(Shape):
    """The request at one level."""

    text: str
    """The request as the person would type it."""
    withholds: list[str]
    """Ids of all requirements that the text does not give away."""


class WrittenQuery(Shape):
    """The request at all three levels of underspecification."""

    low: WrittenLevel
    """Says nearly everything, in paragraphs and lists."""
    medium: WrittenLevel
    """Says the main things."""
    high: WrittenLevel
    """What it is for, and little else; may be the request that the item is made from."""


class WrittenOutcome(Shape):
    """One observable statement."""

    id: str
    """A short word, unique within its task: small letters, digits, dashes."""
    statement: str
    """What must be observed, in a sentence: all that its steps expect of it, and nothing else."""


class TaskHead(Shape):
    """What is said of an evaluation task whatever it is tried by."""

    id: str
    """Unique in the project: small letters, digits, dashes."""
    title: str
    """What is tried, in a few words."""
    level: Literal["presence", "functionality", "robustness"]
    depends_on: list[str]
    """Ids of tasks without which this one cannot pass; empty for the first presence task alone."""
    requirements: list[str]
    """Ids of the requirements that it tests."""
    importance: int
    """From 1 to 3: how much the person would miss what it tests. 3: without it the product is of no use to them. 2:
    they would miss it within the first hour. 1: they might not notice for days."""


class WrittenTask(TaskHead):
    """One evaluation task."""

    outcomes: list[WrittenOutcome]
    """Two to four."""
    steps: list[str]
    """The steps in order, each a text in YAML on one line, as the language has them."""


class NamedTarget(Shape):
    """A target that steps call by name."""

    name: str
    """What the steps call it: small letters, spaces."""
    target: str
    """The target, a text in YAML on one line."""


class WrittenCriteria(Shape):
    """The criteria: targets, and the tasks, parents before children."""

    targets: list[NamedTarget]
    tasks: list[WrittenTask]


class WrittenFile(Shape):
    """A file, whole."""

    path: str
    """Relative, with slashes: index.html, js/app.js."""
    content: str


class WrittenProject(Shape):
    """All files of the project."""

    files: list[WrittenFile]


class Edit(Shape):
    """A change of a file."""

    path: str
    find: str
    """Text of the file as it is now, letter by letter, that stands there exactly once; several lines where needed."""
    replace: str
    """What stands there afterwards."""


class RewrittenTask(Shape):
    """A task whose steps were wrong."""

    id: str
    """Of the task."""
    why: str
    """What was wrong with the steps, whatever project they are tried on, in a sentence."""
    steps: list[str]
    """All its steps anew, with targets by their names in the table or written out; its outcomes stay as they are."""


class RewrittenTasks(Shape):
    """All of them."""

    tasks: list[RewrittenTask]


class WrittenMutant(Shape):
    """One planted defect."""

    id: str
    """Unique: small letters, digits, dashes."""
    task: str
    """Id of the task that must fail on it."""
    description: str
    """The defect as its user meets it, in a sentence."""
    operator: str
    """Kind of defect: removed, no-op, off-by-one, wrong comparison, missing check, not persisted, stale view…"""
    path: str
    find: str
    """Text of the file, letter by letter, that stands there exactly once."""
    replace: str
    """What stands there instead."""


class WrittenMutants(Shape):
    """The planted defects."""

    mutants: list[WrittenMutant]

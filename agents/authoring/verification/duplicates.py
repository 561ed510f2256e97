"""Near-duplicates among the projects of a suite, and implementations by the model that wrote their item."""

from collections.abc import Iterable, Sequence, Set
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import ClassVar, NamedTuple

from pydantic import Field
from rapidfuzz import fuzz, utils

from plans.files import parse_record, read_text
from plans.prd_text import requirements_text
from plans.records.base import FileRecord, Problem
from plans.records.project import INDEPENDENTS, Independent, Project
from plans.records.specification import PRD

FILE = Path(__file__).with_name("duplicates.yaml")


class LikenessLimits(FileRecord):
    """`duplicates.yaml`: likeness, 0 to 1, from which two projects count as near-duplicates."""

    SCHEMA: ClassVar[str] = "near-duplicates"

    tasks: float = Field(gt=0, le=1)
    """Share of the tasks that two projects of one domain have in common."""
    text: float = Field(gt=0, le=1)
    """Of the texts of two PRDs, where a model wrote one of them: it names domains and tasks as it likes."""


class Compared(NamedTuple):
    """What two projects are compared by."""

    id: str
    domain: str
    tasks: Set[str]
    words: str
    """Those of the PRD, in order of the alphabet."""
    is_written: bool
    """Whether a model wrote it."""


@cache
def read_limits(file: Path = FILE) -> LikenessLimits:
    """The limits; raises InvalidFile."""
    return parse_record(read_text(file), LikenessLimits, file)


def near_duplicates(projects: Sequence[Project]) -> list[Problem]:
    """Pairs of projects that are alike in what they are about and in what is judged, or in what they say."""
    return [
        Problem(
            where=f"items/{second.id}",
            message=f"Is a near-duplicate of {first.id!r}: {how}.",
            mend="Drop one of them, or author it from another seed.",
        )
        for first, second in combinations(map(compared, projects), 2)
        if (how := likeness(first, second)) is not None
    ]


def compared(project: Project) -> Compared:
    """A project as it is compared."""
    return Compared(
        id=project.id,
        domain=project.seed.coverage.domain,
        tasks={task.id for task in project.criteria.tasks},
        words=sorted_words(project.prd),
        is_written=project.is_specified_by_model,
    )


def sorted_words(prd: PRD) -> str:
    """All words of a PRD, so that another order of its sentences makes no other text."""
    return " ".join(sorted(utils.default_process(requirements_text(prd)).split()))


def likeness(first: Compared, second: Compared) -> str | None:
    """In what two projects are too much alike; None where they are not."""
    limits = read_limits()
    if first.is_written or second.is_written:
        alike = fuzz.ratio(first.words, second.words, score_cutoff=100 * limits.text)
        return f"the texts of their PRDs are {alike:.0f}% alike" if alike else None
    if first.domain != second.domain or not first.tasks | second.tasks:
        return None
    share = len(first.tasks & second.tasks) / len(first.tasks | second.tasks)
    return f"the same domain, and {share:.0%} of the tasks are the same" if share >= limits.tasks else None


def first_alike(one: Compared, others: Iterable[Compared]) -> str | None:
    """The first of the others that `one` is a near-duplicate of, and why; None where there is none."""
    for other in others:
        how = likeness(other, one)
        if how is not None:
            return f"{other.id!r}: {how}"
    return None


def is_by_same_model(project: Project, about: Independent) -> bool:
    """Whether an implementation is by the model that wrote the item, as itself or the item's provenance says."""
    made = project.provenance.outputs if project.provenance is not None else ()
    wrote = {
        use.model
        for one in made
        if one.artifact != INDEPENDENTS
        for use in one.uses
        if use.role in ("generator", "coder")
    }
    return not about.is_other_author or about.author.partition(":")[2] in wrote

"""Does a task that is tried by commands name what the grader has."""

from collections.abc import Collection, Iterator

from plans.records.how.command import GraderFile, Laid
from plans.records.how.file_comparison import FileComparison
from plans.records.how.shell_interaction import ShellInteraction
from plans.records.how.unit_test import UnitTest
from plans.records.problem import Problem
from plans.records.walk import found_in


def command_problems(
    how: UnitTest | ShellInteraction | FileComparison, grader: Collection[str], where: str
) -> Iterator[Problem]:
    """Every file that the task names lies in the item's `grader/`, and no two are laid in one place."""
    for file in dict.fromkeys(_named(how)):
        if file not in grader:
            yield Problem(
                where=where,
                message=f"Names {file!r}, which is not among the grader's files.",
                mend="Put it into the item's grader/ folder, or correct the path.",
            )
    places = [laid.to for laid in how.arrange.files]
    if isinstance(how, UnitTest):
        places += how.tests
    for place in sorted({place for place in places if places.count(place) > 1}):
        yield Problem(
            where=where, message=f"Two files are laid at {place!r}.", mend="Lay one of them elsewhere."
        )


def _named(how: UnitTest | ShellInteraction | FileComparison) -> Iterator[str]:
    yield from (given.file for given in found_in(how, GraderFile))
    yield from (laid.file for laid in found_in(how, Laid))
    if isinstance(how, UnitTest):
        yield from how.tests
    if isinstance(how, FileComparison) and how.reference is not None:
        yield how.reference

"""Does a task that is tried by commands name what the grader has."""

from collections.abc import Collection, Iterator

from plans.records.base import found_in
from plans.records.problem import Problem, ProblemCode
from plans.records.task_modes import FileComparison, GraderFile, Laid, ShellInteraction, UnitTest


def command_problems(
    how: UnitTest | ShellInteraction | FileComparison, grader: Collection[str], where: str
) -> Iterator[Problem]:
    """Every file that the task names lies in the item's `grader/`, and no two are laid in one place.

    What is laid may be a folder of the grader's, which brings all its files. Exit codes and streams are tried in a
    shell alone: beside a test or a file they would be told, and tried by nobody.
    """
    for command in () if isinstance(how, ShellInteraction) else how.act:
        if command.exits is not None or command.stream is not None:
            yield Problem(
                where=where,
                message=f"{command.line!r} names an exit code or a stream, which nobody tries of a {how.kind} task.",
                mend="Leave `exits` and `stream` out, or try it in a shell.",
                code=ProblemCode.EXIT_NOT_TRIED,
            )
    missing = [file for file in _read(how) if file not in grader]
    missing += [laid.file for laid in found_in(how, Laid) if not _laid(laid, grader)]
    for file in dict.fromkeys(missing):
        yield Problem(
            where=where,
            message=f"Names {file!r}, which is not among the grader's files.",
            mend="Put it into the item's grader/ folder, or correct the path.",
        )
    laid = {pair for one in found_in(how, Laid) for pair in _laid(one, grader)}
    if isinstance(how, UnitTest):
        laid |= {(test, test) for test in how.tests}
    places = [place for _, place in laid]
    for place in sorted({place for place in places if places.count(place) > 1}):
        yield Problem(
            where=where, message=f"Two files are laid at {place!r}.", mend="Lay one of them elsewhere."
        )


def _read(how: UnitTest | ShellInteraction | FileComparison) -> Iterator[str]:
    """What has to be a file: it is read, or run."""
    yield from (given.file for given in found_in(how, GraderFile))
    if isinstance(how, UnitTest):
        yield from how.tests
    if isinstance(how, FileComparison) and how.reference is not None:
        yield how.reference


def _laid(laid: Laid, grader: Collection[str]) -> list[tuple[str, str]]:
    """(file of the grader, its place in the copy) of what is laid; nothing where the grader has no such file."""
    if laid.file in grader:
        return [(laid.file, laid.to)]
    inside = f"{laid.file}/"
    return [(file, f"{laid.to}/{file.removeprefix(inside)}") for file in grader if file.startswith(inside)]

"""How a task is tried, as prompts show it: what is laid, run and typed, and what is expected."""

from collections.abc import Iterator, Sequence

from plans.records.criteria import How
from plans.records.task_modes import BrowserSteps, Commands, FileComparison, ShellInteraction, UnitTest
from plans.untrusted_text import lines_of


def shown_way(how: How) -> list[str]:
    """A line for each thing."""
    return list(_lines(how))


def _lines(how: How) -> Iterator[str]:
    if isinstance(how, BrowserSteps):
        raise AssertionError("a program is tried in no browser")
    yield from (f"lays {laid.file} at {laid.to}" for laid in how.arrange.files)
    yield from _commands(how.act)
    match how:
        case UnitTest():
            yield f"tests: {how.arrange.words}"
        case ShellInteraction():
            yield f"prints: {how.expected.words}"
            yield f"pattern: {how.expected.pattern}"
            yield from how.terms
        case FileComparison():
            yield f"writes {how.product}, which has to be as {how.reference}: {how.expected}"
    if how.rubric is not None:
        yield f"one point of two: {how.rubric.one}"


def _commands(act: Commands) -> Sequence[str]:
    lines: list[str] = []
    for command in act:
        lines.append(f"$ {command.line}")
        if isinstance(command.input, str):
            lines += [f"> {line}" for line in lines_of(command.input)]
    return lines

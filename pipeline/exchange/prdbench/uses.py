"""What a published task's own files import and its commands run: nobody can be tried without that."""

import posixpath
from collections.abc import Iterator, Sequence

from pipeline.exchange.prdbench.drafting import Draft
from pipeline.exchange.prdbench.needs import Used
from pipeline.exchange.prdbench.python_tests import Source, Unparseable
from pipeline.exchange.prdbench.scripts import Library, Scripts


def used_by(
    drafts: Sequence[Draft], scripts: Sequence[Scripts], library: Library, given: Sequence[str]
) -> Used:
    """What is used, over all criteria of a task.

    Args:
        drafts: The criteria.
        scripts: What is known of the scripts and tests of each.
        library: The task's Python files.
        given: The data that its code agent is given, among which scripts may be.
    """
    modules = {module for one in scripts for module in one.modules}
    for file in (*_configurations(scripts, library), *(name for name in given if name.endswith(".py"))):
        # One that is not there, or that Python cannot parse, is told as a defect or a problem, and uses nothing.
        if isinstance(source := library.source(file), Source):
            modules |= source.modules
    for code in _codes(drafts):
        modules |= code.modules
    return Used(frozenset(modules), frozenset(_programs(drafts)))


def _configurations(scripts: Sequence[Scripts], library: Library) -> Iterator[str]:
    """The conftest.py files that pytest reads with the tests."""
    folders = {posixpath.dirname(file) for one in scripts for file in one.files}
    for file in sorted(library.folder.files):
        if posixpath.basename(file) == "conftest.py" and any(
            f"{folder}/".startswith(f"{posixpath.dirname(file)}/") for folder in folders
        ):
            yield file


def _codes(drafts: Sequence[Draft]) -> Iterator[Source]:
    """What `python -c` is given, as far as it is Python."""
    for draft in drafts:
        for command in draft.commands:
            for _, target in command.targets:
                if target.kind == "code":
                    try:
                        yield Source(target.name.encode("utf-8", "replace"))
                    except Unparseable:
                        continue


def _programs(drafts: Sequence[Draft]) -> Iterator[str]:
    for draft in drafts:
        for command in draft.commands:
            yield from (posixpath.basename(call.words[0]) for call in command.calls if call.words)
            yield from (
                target.name.partition(".")[0] for _, target in command.targets if target.kind == "module"
            )

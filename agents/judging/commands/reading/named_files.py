"""Files that a task names, or that its commands wrote, and what they hold: a README, a log, the input."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

from agents.judging.commands.kinds import how_of
from agents.judging.commands.responses import cut
from agents.judging.commands.transcripts import Transcript
from agents.sandbox.beneath import read_beneath
from plans.errors import FileRefused
from plans.records.base import stays_inside
from plans.records.criteria import EvaluationTask
from plans.records.task_modes import FileComparison

MOST_FILES = 6
"""Files that are shown."""
MOST_LETTERS = 9_000
"""Of all of them together."""
_MOST_BYTES = 2_000_000
"""Of a file of which anything is shown."""
_NAME = re.compile(r"(?<![\w/.-])(?:[\w-][\w.-]*/)*[\w-][\w.-]*\.[A-Za-z]\w{0,4}(?!\w)")
_FOLDER = re.compile(r"(?<![\w/.-])(?:[\w-][\w.-]*/)+")
_CODE = (".py", ".pyc")
"""How files end that say nothing of what a program does."""

Origin = Literal["the grader's", "the hand-in's", "written"]


class NamedFile(NamedTuple):
    """A file, as it is shown."""

    name: str
    text: str
    """As the commands left it, its beginning and its end where it is long."""
    origin: Origin
    """Whose it is: what the grader laid shows nothing of what was done."""


def named_files(task: EvaluationTask, transcript: Transcript) -> list[NamedFile]:
    """The files of text that a task names, and those that the commands of a shell wrote, the first of them where they
    are many.
    """
    found: dict[str, str] = {}
    for name in dict.fromkeys(_candidates(task, transcript)):
        if len(found) == MOST_FILES:
            break
        if (text := _text(transcript, name)) is not None:
            found[name] = text
    most = MOST_LETTERS // max(len(found), 1)
    return [NamedFile(name, cut(text, most), _origin(name, task, transcript)) for name, text in found.items()]


def _candidates(task: EvaluationTask, transcript: Transcript) -> Iterator[str]:
    """Where files may lie that a task names, from the root of the copy."""
    how = how_of(task)
    rubric = how.rubric.model_dump().values() if how.rubric else ()
    said = [task.title, how.arrange.words, *(one.statement for one in task.outcomes), *rubric]
    lines = [ran.line for ran in transcript.ran]
    laid = [one.to for one in how.arrange.files]
    folders = ["", *(found for line in lines for found in _FOLDER.findall(line)), *(f"{to}/" for to in laid)]
    names = [name for text in [*said, *lines] for name in _NAME.findall(text)]
    for name in dict.fromkeys(names):
        yield from (f"{folder}{name}" for folder in dict.fromkeys(folders))
        yield from (other for other in sorted(transcript.written) if other.endswith(f"/{name}"))
    if not isinstance(how, FileComparison):
        yield from sorted(transcript.written)


def _text(transcript: Transcript, name: str) -> str | None:
    """What a file holds; None where there is none, and of what is no text."""
    if not stays_inside(name) or PurePosixPath(name).suffix in _CODE:
        return None
    try:
        return read_beneath(transcript.folder_of(name), name, _MOST_BYTES).decode("utf-8-sig")
    except (FileNotFoundError, IsADirectoryError, FileRefused, UnicodeDecodeError):
        return None  # Nothing that could be shown is called so.


def _origin(name: str, task: EvaluationTask, transcript: Transcript) -> Origin:
    if name in transcript.written:
        return "written"
    laid = [PurePosixPath(one.to) for one in how_of(task).arrange.files]
    is_laid = any(PurePosixPath(name).is_relative_to(to) for to in laid)
    return "the grader's" if is_laid else "the hand-in's"

"""What a reader is shown of a transcript: commands, output, files that were written or named."""

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

from agents.judging.commands.products import MOST_PRODUCTS, products_of
from agents.judging.commands.responses import brief, cut, plain, says
from agents.judging.commands.running import Transcript
from agents.judging.commands.working_copies import how_of
from agents.sandbox.beneath import read_beneath
from plans.errors import FileRefused
from plans.records.base import stays_inside
from plans.records.criteria import EvaluationTask
from plans.records.task_kinds import USUAL, Rubric

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

Origin = Literal["the grader's", "the submission's", "written"]


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
        if (text := _file_text(transcript, name)) is not None:
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
    if how.product_path is None:
        yield from sorted(transcript.written)


def _file_text(transcript: Transcript, name: str) -> str | None:
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
    return "the grader's" if is_laid else "the submission's"


MOST_SHOWN = 12_000
"""Letters of an output or a file that are shown: its beginning and its end."""
MOST_WORDS = 4_000
"""Letters of what had to hold before."""
MOST_PICTURE = 1_500_000
"""Bytes of a picture that is shown."""
_MOST_HELD = 16_000_000
"""Bytes of a file of which anything is shown: one with holes can have more than there is room for."""
_PICTURES = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif"}
_MOST_NAMES = 100
"""Names of files that are shown."""


class ShownCommand(NamedTuple):
    """One command, as it is shown."""

    line: str
    typed: str
    printed: str
    ended: str


class ShownTask(NamedTuple):
    """A task and what came of it."""

    commands: Sequence[ShownCommand]
    arranged: str
    """What had to hold before, and what is known to be missing."""
    expected: str
    rubric: Rubric
    written: Sequence[str]
    """Names of the files that were written, the first of them where they are many."""
    product: str | None
    """What the file holds that had to be written, each beneath its name where there are several; None: no text does."""
    reference: str | None
    tests: str | None
    """What the tests say that the commands ran, each file beneath its name where there are several; None: there are
    none.
    """
    pictures: Sequence[str]
    """`data:` addresses: the written pictures, then the expected one."""
    is_expected_pictured: bool
    """Whether the last picture is the expected one."""
    files: Sequence[NamedFile] = ()
    """Those that the task names, or that the commands of a shell wrote, with what they hold."""
    is_example: bool = False
    """Whether what is expected of the file is an example of it."""
    is_start: bool = False
    """Whether it is about what the program starts with."""

    @property
    def quotable(self) -> dict[str, str]:
        """Name → text, of the files that show what was done: not of those that the grader laid."""
        return {one.name: one.text for one in self.files if one.origin != "the grader's"}


def shown(
    task: EvaluationTask,
    transcript: Transcript,
    reference: bytes | None = None,
    tests: Mapping[str, bytes] | None = None,
) -> ShownTask:
    """What a reader is shown of a task.

    Args:
        task: What is judged.
        transcript: What came of its commands.
        reference: The file that is expected, where there is one.
        tests: File → content, of the tests that its commands ran.
    """
    how = how_of(task)
    found = products_of(how.product_path, transcript) if how.product_path is not None else []
    contents = {name: transcript.content(name, _MOST_HELD) for name in found[:MOST_PRODUCTS]}
    products = {name: data for name, data in contents.items() if data is not None}
    pictures = [address for name, data in products.items() if (address := _picture(name, data))]
    # What is expected is of the kind that what was written is.
    expected = [
        address
        for name in [*products][:1]
        if reference is not None and (address := _picture(name, reference))
    ]
    return ShownTask(
        commands=[
            ShownCommand(
                ran.line,
                cut(ran.input, MOST_SHOWN),
                cut(plain(ran.output), MOST_SHOWN),
                _ended(ran.status, is_late=ran.is_out_of_time),
            )
            for ran in transcript.ran
        ],
        arranged=cut(how.arrange.words.strip(), MOST_WORDS),
        expected=_expected(task),
        rubric=how.rubric or USUAL,
        written=[brief(name) for name in islice(sorted(transcript.written), _MOST_NAMES)],
        product=_texts(products),
        tests=_texts(tests or {}),
        reference=None if reference is None else _text(reference),
        pictures=[*pictures, *expected],
        is_expected_pictured=bool(expected),
        files=[one for one in named_files(task, transcript) if one.name not in {*products, *(tests or {})}],
        is_example=how.is_example,
        is_start=says("starts", task.title) and transcript.is_of_start,
    )


def _expected(task: EvaluationTask) -> str:
    said = task.outcomes[0].statement
    expected = "\n".join(filter(None, (task.how.expected_words, *task.how.terms)))
    return said if expected in said else f"{said}\n{expected}"


def _ended(status: int, *, is_late: bool) -> str:
    return "was stopped at its time limit" if is_late else f"ended with status {status}"


def _texts(products: Mapping[str, bytes]) -> str | None:
    most = MOST_SHOWN // max(len(products), 1)
    texts = {name: text for name, data in products.items() if (text := _text(data, most)) is not None}
    if len(products) <= 1:
        return next(iter(texts.values()), None)
    return "\n".join(f"{brief(name)}:\n{text}" for name, text in texts.items()) or None


def _text(data: bytes, most: int = MOST_SHOWN) -> str | None:
    try:
        return cut(data.decode("utf-8-sig"), most)
    except UnicodeDecodeError:
        return None  # Something else than text: its name is shown, and a picture as it is.


def _picture(name: str, data: bytes) -> str | None:
    kind = _PICTURES.get(PurePosixPath(name).suffix.lower())
    if kind is None or len(data) > MOST_PICTURE:
        return None
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"

"""A command that is run on a hand-in, and what it is given."""

from typing import Annotated, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from plans.records.base import Record
from plans.records.relative_path import RelativePath

TIME_LIMIT = 60.0
"""Seconds that all commands of a task have together where nobody says otherwise."""

Stream = Literal["stdout", "stderr", "both"]
"""What a command prints on."""

TimeLimit = Annotated[float, Field(gt=0, le=3600)]
"""Seconds that all commands of a task have together."""


class GraderFile(Record):
    """A file of the item's `grader/` folder."""

    file: RelativePath


class Command(Record):
    """One command line, run by a shell in the root of a copy of the hand-in."""

    line: str = Field(min_length=1)
    """As it would be typed."""
    input: str | GraderFile | None = None
    """What it reads from standard input: the text itself, or a file that holds it; None: nothing, at once at its
    end."""
    exits: int | None = Field(default=None, ge=0, le=255)
    """Exit code with which it has to end, where it is tried in a shell; None: that is not tried."""
    stream: Stream | None = None
    """The stream in which patterns are searched for what it prints, where it is tried in a shell; None: both, and where
    it prints what is not tried."""

    @model_serializer(mode="wrap")
    def _without_what_is_not_tried(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Digests of suites in which neither is tried stay as they were when there was no such field.
        untried = [name for name in ("exits", "stream") if getattr(self, name) is None]
        return {name: value for name, value in handler(self).items() if name not in untried}


Commands = Annotated[tuple[Command, ...], Field(min_length=1)]
"""Run one after the other, each whatever became of the one before."""


class Laid(Record):
    """A grader's file, or a folder of such files, that is laid into the copy of the hand-in before the commands run."""

    file: RelativePath
    """Where it lies in `grader/`; of a folder everything in it is laid."""
    to: RelativePath
    """Where it is laid, a folder's files beneath it; what the hand-in has there is replaced."""


class Arrangement(Record):
    """What must hold before the commands are run."""

    words: str = ""
    """For people, and for judges that read."""
    files: tuple[Laid, ...] = ()

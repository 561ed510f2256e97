"""What came of a task's commands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from agents.judging.commands.pytest_report import Report
from plans.untrusted_text import lines_of


@dataclass(frozen=True, slots=True)
class Ran:
    """One command that was run."""

    line: str
    """As it would be typed."""
    input: str
    """What it could read; empty where that was nothing."""
    output: str
    """What it wrote to standard output and standard error, in the order in which it came."""
    status: int
    """How it ended; 0 is well."""
    is_out_of_time: bool = False
    report: Report | None = None
    """The report of pytest, or what lies in its place; None where there is none."""
    is_muffled: bool = False
    """Whether settings of the grader's may keep pytest from printing what tests came to."""
    said: str | None = None
    """What it wrote, letter by letter, where `output` has it as it is read; None: they are the same."""
    searched: str | None = None
    """What it wrote to the stream in which patterns are searched for; None: `output`, as the streams were not told
    apart. Where they were, `output` has standard error behind standard output."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A task's commands on one copy of a hand-in."""

    ran: tuple[Ran, ...]
    """In order."""
    root: Path
    """The copy as they left it; it lies there only while it is looked at."""
    written: Mapping[str, int] = field(default_factory=dict[str, int])
    """Files that are new, other than before, or were written anew as they were → their bytes."""
    aside: Path | None = None
    """Where the files of `put_aside` lie."""
    put_aside: frozenset[str] = frozenset()
    """Of the files that were written, those that the task's own commands tidied up afterwards."""
    unkept: frozenset[str] = frozenset()
    """Of the same, those that were too many or too large to be kept."""
    tampered: tuple[str, ...] = ()
    """The grader's own files that the hand-in brought in another form, or that were other afterwards."""

    def folder_of(self, name: str) -> Path:
        """The folder in which a file lies that was written, by its relative path."""
        return self.aside if self.aside is not None and name in self.put_aside else self.root

    def content(self, name: str, most: int) -> bytes | None:
        """What a file holds that was written; None where it has more than `most` bytes, or was not kept."""
        if self.written[name] > most or name in self.unkept:
            return None
        return (self.folder_of(name) / name).read_bytes()

    @property
    def is_of_start(self) -> bool:
        """Whether no more than a line was typed, by which a program is left: what it starts with is all it printed."""
        return sum(len(lines_of(ran.input)) for ran in self.ran) <= 1

    @property
    def output(self) -> str:
        """What all commands wrote."""
        return "\n".join(ran.output for ran in self.ran)

    @property
    def searched(self) -> str:
        """What of it patterns are searched for in."""
        return "\n".join(ran.output if ran.searched is None else ran.searched for ran in self.ran)

"""Entries of a plan with their commands taken apart and their input found: what all else is read from."""

import posixpath
import shlex
from collections.abc import Iterator
from typing import NamedTuple

from pipeline.exchange.prdbench.commands import Commands, commands_of
from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.plan import Case, Entry, id_and_title
from pipeline.exchange.prdbench.standard_input import FoundInput, input_of
from plans.plain_text import lines_of
from plans.shell import Call, Target, targets_of

COMMAND_LIMIT = 20_000
"""Characters of the longest command that is taken apart; the longest that was published has 1,000."""
Program = tuple[str, ...]
"""What starts a hand-in's program: the script or module, and the folder where that matters."""


class Command(NamedTuple):
    """One command of an entry."""

    case: Case
    commands: Commands | None
    """None where there is none, or it cannot be taken apart."""
    unread: str | None
    """Why it cannot."""
    found: FoundInput

    @property
    def run(self) -> str | None:
        """What bash is to be given: the line without answers, its `<` naming the file that was found for it."""
        if self.commands is None:
            return self.case.command
        line, file = self.commands.line, self.found.input.file
        for call in self.calls:
            if call.reads is not None:
                is_elsewhere = self.found.input.source in ("same_name", "twin")
                if is_elsewhere and file is not None and line.count(call.reads) == 1:
                    return line.replace(call.reads, shlex.quote(posixpath.relpath(file, call.folder or ".")))
                break
        return line

    @property
    def calls(self) -> tuple[Call, ...]:
        """Its simple commands."""
        return self.commands.calls if self.commands else ()

    @property
    def targets(self) -> Iterator[tuple[Call, Target]]:
        """What its calls of Python and pytest run."""
        for call in self.calls:
            for target in targets_of(call):
                yield call, target


class Draft(NamedTuple):
    """One entry, read this far."""

    entry: Entry
    id: str | None
    title: str
    commands: tuple[Command, ...]

    @property
    def texts(self) -> str:
        """Everything that it says in prose."""
        entry = self.entry
        return "\n".join(text for text in (entry.metric, entry.description, entry.expected_output) if text)

    @property
    def session(self) -> tuple[str, ...]:
        """The lines that are typed, over all its commands; those that are empty are left out."""
        typed = "".join(command.found.input.text or "" for command in self.commands)
        return tuple(line.strip() for line in lines_of(typed) if line.strip())

    @property
    def run(self) -> tuple[tuple[str, bytes], ...] | None:
        """What running it takes: two entries with the same can share the run. None where nothing is run."""
        pairs = [(c.case.command or "", c.found.input.data) for c in self.commands if c.case.command]
        return tuple(pairs) or None


def drafted(entry: Entry, folder: PublishedFolder) -> Draft:
    """The entry with its commands taken apart and their input found."""
    id, title = id_and_title(entry.metric)
    return Draft(entry, id, title, tuple(_command(case, folder) for case in entry.cases))


def programs_of(draft: Draft, folder: PublishedFolder) -> list[Program]:
    """The programs of the hand-in that an entry starts: scripts and modules that are not shipped with the task."""
    found: list[Program] = []
    for command in draft.commands:
        for call, target in command.targets:
            if target.kind == "script":
                place = folder.place(target.name, call.folder or ".")
                if place is not None and place not in folder.files:
                    found.append((place,))
            elif target.kind == "module":
                found.append((call.folder or ".", target.name))
    return list(dict.fromkeys(found))


def _command(case: Case, folder: PublishedFolder) -> Command:
    taken_apart, unread = None, None
    if case.command and len(case.command) > COMMAND_LIMIT:
        unread = f"it has {len(case.command):,} characters, and at most {COMMAND_LIMIT:,} are read"
    elif case.command and case.command.strip():
        try:
            taken_apart = commands_of(case.command)
        except ValueError as error:
            unread = str(error)
    return Command(case, taken_apart, unread, input_of(case, taken_apart, folder))

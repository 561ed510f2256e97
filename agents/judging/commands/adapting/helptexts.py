"""What a program says of its commands and options when it is asked for help: usage lines, lists, braces."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agents.judging.commands.adapting.matching import Called

MOST_COMMANDS = 40
"""Commands of one program that are read."""
_USAGE = re.compile(r"^[ \t]*usage:[ \t]*\n?(.+?)(?:\n[ \t]*\n|\Z)", re.I | re.M | re.S)
_BRACES = re.compile(r"\{([\w,-]+)\}")
_VALUE = r"(?:[A-Z][A-Z_0-9]*|<[\w -]+>|\[[\w <>|=.-]+\])"
_LISTED = re.compile(
    rf"^\s+(?:[-*•|]\s+)?`?([a-z][\w-]*)((?:\s{_VALUE})*)`?(?:(?:\s{{2,}}|\s+[-–—:|]\s+|:\s+)(\S.*))?$"
)
_OPTION = re.compile(r"(?<![\w-])(--[a-z][\w-]*)(?:[ =](\{[^}]*\}|<[^>]+>|[A-Z][A-Z_0-9]*)(?!\w))?")
_GROUP = re.compile(r"\[([^\[\]]*)\]")
_VARIABLE = 99
"""Stands for as many values as somebody likes."""


@dataclass(frozen=True)
class Flag:
    """An option by its name."""

    name: str
    """With its dashes."""
    takes_value: bool
    is_needed: bool = False


@dataclass(frozen=True)
class OwnCommand:
    """A command of the hand-in, as it describes it."""

    name: str
    described: str = ""
    values: tuple[str, ...] | None = None
    """Names of the values that it takes one after the other; None: it does not say."""
    more: int = 0
    """How many values may follow that need not."""
    flags: tuple[Flag, ...] = ()

    @property
    def called(self) -> Called:
        """It among others, with how many values it takes."""
        takes = None
        if self.values is not None:
            with_value = [flag for flag in self.flags if flag.takes_value]
            least = len(self.values) + sum(flag.is_needed for flag in with_value)
            most = len(self.values) + self.more + len(with_value)
            takes = (least, most)
        return Called(self.name, self.described, takes)


def commands_in(text: str) -> list[OwnCommand]:
    """The commands that a help text lists, in order; where its usage names them in braces, these alone."""
    listed = {one.name: one for one in _listed(text)}
    usage = " ".join(usages_in(text))
    if braces := _BRACES.search(usage):
        return [listed.get(name, OwnCommand(name)) for name in braces[1].split(",")][:MOST_COMMANDS]
    return list(listed.values())[:MOST_COMMANDS]


def options_in(text: str) -> tuple[Flag, ...]:
    """The options that a text names, but for those that ask for help."""
    found = {name: Flag(name, takes_value=bool(value)) for name, value in _OPTION.findall(text)}
    return tuple(flag for flag in found.values() if flag.name not in ("--help", "--version"))


def with_usage(command: OwnCommand, text: str) -> OwnCommand:
    """The command with what the usage line of its own help says that it takes; as it is where there is none."""
    for usage in usages_in(text):
        words = usage.split()
        if command.name in words:
            own = " ".join(words[words.index(command.name) + 1 :])
            return _read(command, own)
    return command


def usages_in(text: str) -> list[str]:
    """The ways to call a program that its help tells, each on one line."""
    return [" ".join(usage.split()) for usage in _USAGE.findall(text)]


def _listed(text: str) -> Iterator[OwnCommand]:
    for row in text.splitlines():
        if (match := _LISTED.match(row)) is None:
            continue
        name, values, described = match[1], match[2] or "", match[3] or ""
        if values or described:
            known = _named(values)
            yield OwnCommand(name, described.strip(" |"), known if known else None)


def _named(values: str) -> tuple[str, ...]:
    return tuple(word.strip("<>[]").lower() for word in re.findall(_VALUE, values))


def _read(command: OwnCommand, usage: str) -> OwnCommand:
    flags: list[Flag] = []
    more = 0
    while groups := _GROUP.findall(usage):
        for group in groups:
            if found := options_in(group):
                flags += found
            elif group.strip(" .") and not group.startswith("-"):
                more += _VARIABLE if "..." in group else 1
        usage = _GROUP.sub(" ", usage)
    flags += [replace(flag, is_needed=True) for flag in options_in(usage)]
    left = _OPTION.sub(" ", usage).split()
    more += _VARIABLE if "..." in left else 0
    values = tuple(word.strip("<>{}").lower() for word in left if word != "..." and not word.startswith("-"))
    return replace(command, values=values, more=more, flags=tuple(flags))


def merged(lists: Sequence[Sequence[OwnCommand]]) -> tuple[OwnCommand, ...]:
    """The commands of several texts, each once; what an earlier one says of it goes before."""
    found: dict[str, OwnCommand] = {}
    for one in (command for commands in lists for command in commands):
        known = found.setdefault(one.name, one)
        if not known.described and one.described:
            found[one.name] = replace(known, described=one.described, values=known.values or one.values)
    return tuple(found.values())[:MOST_COMMANDS]

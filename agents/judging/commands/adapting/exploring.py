"""What a program of a submission says when asked for help: its commands, options and menus."""

import asyncio
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from rapidfuzz import fuzz

from agents.judging.commands.adapting.meaning import Called, is_misused
from agents.judging.commands.adapting.starting import ReadmeCommand, StartCommand
from agents.judging.commands.responses import crash, kept_from_running, plain
from agents.judging.commands.running import TimeBudget, run_line
from agents.judging.commands.working_copies import copied
from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.records.sandboxing import SandboxNeeds
from plans.scratch import scratch

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
    """A command of the submission, as it describes it."""

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


_ENTRY = re.compile(r"^[\s|│║*•>]*[\[(]?(\d{1,2}|[A-Za-z])(?:[\])]|\s*[.):]|\s+[-–—])\s*(\S.*?)[\s|│║]*$")


_LONGEST = 300
"""Letters of a row that may be an entry of a menu; longer ones are none, and would be searched for long."""


class MenuEntry(NamedTuple):
    """An entry of a menu."""

    choice: str
    """What is typed for it."""
    title: str


def menu_in(output: str) -> tuple[MenuEntry, ...]:
    """The longest run of lines that are entries of a menu, each with a choice of its own; empty where there is none."""
    runs: list[list[MenuEntry]] = [[]]
    for row in plain(output).splitlines():
        match = _ENTRY.match(row) if len(row) <= _LONGEST else None
        if match is not None and match[1] not in {one.choice for one in runs[-1]}:
            runs[-1].append(MenuEntry(match[1], match[2]))
        elif row.strip():
            runs.append([])
    longest = max(runs, key=len)
    return tuple(longest) if len(longest) > 1 else ()


class Translation(NamedTuple):
    """A menu of the submission, and how the criteria have it."""

    own: tuple[MenuEntry, ...]
    asked: tuple[MenuEntry, ...]
    """In the order of the criteria."""
    pairs: Mapping[MenuEntry, MenuEntry]
    """Own entry → the asked one that it is."""

    def applied(self, output: str) -> str:
        """The output with each menu as the criteria number and order it; entries that are missing stay missing.

        Nothing but a run of entries that the program's own menu has is replaced, so that what it says otherwise is read
        as it stands.
        """
        return "\n".join(self._rows(plain(output).split("\n")))

    def _rows(self, rows: Sequence[str]) -> Iterator[str]:
        block: list[MenuEntry] = []
        held: list[str] = []
        for row in rows:
            before, entry = self._entry(row)
            if entry is None:
                if block and not row.strip():
                    held.append(row)
                    continue
                yield from self._block(block)
                yield from held
                block, held = [], []
                yield row
                continue
            if before:
                yield from self._block(block)
                block = []
                yield before
            held = []
            block.append(entry)
        yield from self._block(block)
        yield from held

    def _block(self, block: Sequence[MenuEntry]) -> Iterator[str]:
        there = {self.pairs[entry] for entry in block if entry in self.pairs}
        yield from (f"{entry.choice}. {entry.title}" for entry in self.asked if entry in there)
        yield from (f"{entry.choice}. {entry.title}" for entry in block if entry not in self.pairs)

    def _entry(self, row: str) -> tuple[str, MenuEntry | None]:
        """The entry that a row ends with, and what stands before it, such as a prompt without a line end."""
        for entry in self.own if len(row) <= _LONGEST else ():
            form = rf"^(.*?)(?:^|(?<=\s)|(?<=[>:?]))[\s|│║*•>]*[\[(]?{re.escape(entry.choice)}"
            form += rf"(?:[\])]|\s*[.):]|\s+[-–—])\s*{re.escape(entry.title)}[\s|│║]*$"
            if (match := re.match(form, row)) is not None:
                return match[1].rstrip(), entry
        return "", None


_SECONDS = 10.0
"""That one run may take."""
_ALL_SECONDS = 60.0
"""That all runs of one start may take; what is not asked by then is not known."""
_MOST = 20_000
"""Letters of an output that are read."""
_NONSENSE = ("zq0x-9vk1", "xk4j-2wq8")
"""What nobody would type."""
_AS_TO_NONSENSE = 75.0
"""Percent of likeness (rapidfuzz's ratio) at which an answer is the one that nonsense gets, perhaps with a hint."""
_NAME = re.compile(r"[a-z][\w-]*$")


@dataclass(frozen=True)
class Explored:
    """A program of the submission, by what it said."""

    start: StartCommand
    commands: tuple[OwnCommand, ...] = ()
    options: tuple[Flag, ...] = ()
    menu: tuple[MenuEntry, ...] = ()
    answers_to: frozenset[str] = frozenset()
    """Of the names that the criteria use those that it answers otherwise than what is no command; none are tried where
    it lists its commands by itself."""
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """How it was started → what it said, cut."""
    is_broken: bool = False
    """Whether it breaks down or cannot be run, however it is started."""
    is_slow: bool = False
    """Whether it did not end in its time, so that nothing is known of what it has: whoever needs long to start is not
    mute."""
    is_mute: bool = False
    """Whether it says the same whatever it is given, and that is neither a menu nor of any use."""

    def command(self, name: str) -> OwnCommand | None:
        """Its command of that name, as it describes it."""
        return next((one for one in self.commands if one.name == name), None)


async def explored(
    provider: SandboxProvider,
    submission: Path,
    start: StartCommand,
    names: Collection[str],
    shown: Sequence[ReadmeCommand] = (),
) -> Explored:
    """What a program says of itself, on a copy of the submission that is gone afterwards; raises SandboxRefused.

    Args:
        provider: Where it is run.
        submission: What it lies in.
        start: How it is started.
        names: Commands as the criteria call them.
        shown: What the README shows of programs.
    """
    with scratch("explored") as folder:
        root = folder / "project"
        await asyncio.to_thread(copied, submission, root)
        async with provider.open(SandboxNeeds(workspace=root)) as sandbox:
            found = await _said(_Asking(sandbox, start), names, shown)
            await sandbox.end_all()
            return found


class _Asking:
    """Starts a program in a sandbox again and again, until its time is used up."""

    def __init__(self, sandbox: Sandbox, start: StartCommand) -> None:
        self.start = start
        self.texts: dict[str, str] = {}
        self.is_out_of_time = False
        """Whether any run was stopped, or not begun, because its time was used up."""
        self._sandbox = sandbox
        self._budget = TimeBudget(_ALL_SECONDS)

    async def said(self, words: str) -> str:
        """What it says when it is given these words and nothing to read; empty when its time is used up."""
        if words not in self.texts:
            output = ""
            if self._budget.left <= 0:
                self.is_out_of_time = True
            else:
                line = f"{self.start.line} {words}"
                result = await run_line(self._sandbox, line, self._budget, most=_SECONDS)
                output = result.stdout
                self.is_out_of_time |= result.timed_out
            self.texts[words] = output[:_MOST]
        return self.texts[words]


async def _said(asking: _Asking, names: Collection[str], shown: Sequence[ReadmeCommand]) -> Explored:
    start = asking.start
    with_nothing, with_help = await asking.said(""), await asking.said("--help")
    outputs = [with_nothing, with_help, await asking.said("help")]
    nonsense = [without(await asking.said(word), word) for word in _NONSENSE]
    if all(crash(output) or kept_from_running(output) for output in [*outputs, *nonsense]):
        return Explored(start, texts=dict(asking.texts), is_broken=True)
    in_readme = _of_readme(start, shown)
    commands = merged([*(commands_in(plain(output)) for output in outputs), in_readme])
    menu = menu_in(with_nothing)
    is_listed = len(merged([commands_in(plain(output)) for output in outputs])) > 1
    answers: list[str] = []
    if nonsense[0] == nonsense[1] and not is_listed:
        for name in sorted(names):
            said = await asking.said(name)
            if said and fuzz.ratio(without(said, name), nonsense[0]) < _AS_TO_NONSENSE:
                answers.append(name)
    told = [with_usage(one, await asking.said(f"{one.name} --help")) for one in commands]
    all_said = {without(output, "") for output in outputs} | set(nonsense)
    says_nothing = len(all_said) == 1 and not (menu or commands or answers or is_misused(with_help))
    readme = "\n".join(" ".join(one.words) for one in shown if one.start == start)
    return Explored(
        start=start,
        commands=tuple(told),
        options=options_in("\n".join([*map(plain, outputs), readme])),
        menu=menu,
        answers_to=frozenset(answers),
        texts=dict(islice(asking.texts.items(), 60)),
        is_slow=says_nothing and asking.is_out_of_time,
        is_mute=says_nothing and not asking.is_out_of_time,
    )


def _of_readme(start: StartCommand, shown: Sequence[ReadmeCommand]) -> list[OwnCommand]:
    """The commands that a README shows of a program: the first word that is no option."""
    found: list[OwnCommand] = []
    for one in shown:
        words = [word for word in one.words if not word.startswith("-")]
        if one.start == start and len(words) == len(one.words) and words and _NAME.match(words[0]):
            found.append(OwnCommand(words[0], one.comment))
    return found


def answers_to_nonsense(seen: Sequence[Explored]) -> list[str]:
    """What programs say to what is no command, each word without itself."""
    return [without(one.texts[word], word) for one in seen for word in _NONSENSE if word in one.texts]


def without(output: str, word: str) -> str:
    """An output without the word that it was given, by which answers to two words can be told apart."""
    text = plain(output)
    return " ".join((text.replace(word, "…") if word else text).split())

"""What a program of a hand-in says when it is asked for help, started with nothing, and given what nobody would type.

All of it was written by others: it is read for names, and nothing that it says is done.
"""

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from rapidfuzz import fuzz

from agents.judging.commands.adapting.helptexts import (
    Flag,
    OwnCommand,
    commands_in,
    merged,
    options_in,
    with_usage,
)
from agents.judging.commands.adapting.meaning import is_misused
from agents.judging.commands.adapting.menus import Entry, menu_in
from agents.judging.commands.adapting.starting import Named, Start
from agents.judging.commands.copies.laying import copied
from agents.judging.commands.responses import crash, kept_from_running, plain
from agents.judging.commands.running import TimeBudget, run_line
from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.records.sandboxing import SandboxNeeds
from plans.scratch import scratch

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
    """A program of the hand-in, by what it said."""

    start: Start
    commands: tuple[OwnCommand, ...] = ()
    options: tuple[Flag, ...] = ()
    menu: tuple[Entry, ...] = ()
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
    hand_in: Path,
    start: Start,
    names: Collection[str],
    shown: Sequence[Named] = (),
) -> Explored:
    """What a program says of itself, on a copy of the hand-in that is gone afterwards; raises SandboxRefused.

    Args:
        provider: Where it is run.
        hand_in: What it lies in.
        start: How it is started.
        names: Commands as the criteria call them.
        shown: What the README shows of programs.
    """
    with scratch("explored") as folder:
        root = folder / "project"
        await asyncio.to_thread(copied, hand_in, root)
        async with provider.open(SandboxNeeds(workspace=root)) as sandbox:
            found = await _said(_Asking(sandbox, start), names, shown)
            await sandbox.end_all()
            return found


class _Asking:
    """Starts a program in a sandbox again and again, until its time is used up."""

    def __init__(self, sandbox: Sandbox, start: Start) -> None:
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


async def _said(asking: _Asking, names: Collection[str], shown: Sequence[Named]) -> Explored:
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


def _of_readme(start: Start, shown: Sequence[Named]) -> list[OwnCommand]:
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

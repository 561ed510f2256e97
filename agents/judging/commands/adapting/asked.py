"""The interface that criteria use: their program, its commands with what they take, its menu, as the PRD has them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from agents.judging.commands.adapting.lines import sources
from agents.judging.commands.adapting.meaning import Called, common_things, meaning, paired
from agents.judging.commands.decisions import how_of
from plans.records.criteria import EvaluationTask
from plans.records.specification import PRD
from plans.records.task_modes import UnitTest

_ENTRY = re.compile(r"(?<![\w.])(\d{1,2})[.)]\s+([^;\n`]{2,80})")
_SEGMENT = re.compile(r"[;\n]")
_SIGNATURE = re.compile(r"([a-z][\w-]*)((?:\s+(?:[A-Z][A-Z_0-9]*(?:…|\.{3})?|<[\w -]+>|\[[\w -]+\]))*)$")
_END = frozenset({"quit"})
_IN_CODE = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True)
class Signature:
    """A command, and the names of the values that it takes."""

    name: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """What the criteria take for granted of a hand-in's interface."""

    programs: tuple[str, ...]
    """What they start; of nearly all projects it is one program."""
    commands: tuple[Signature, ...] = ()
    """In the order of the PRD; none where it does not say."""
    menu: Mapping[str, str] = field(default_factory=dict[str, str])
    """Choice → title, in order; none where the PRD states none."""
    of_entries: Mapping[str, Signature] = field(default_factory=dict[str, Signature])
    """Choice → the command that does the same, which says what the entry asks for."""

    @property
    def things(self) -> frozenset[str]:
        """What all of it is about."""
        return common_things(tuple(self.menu.values()))

    def command(self, name: str) -> Signature | None:
        """The command of that name, if the PRD has it."""
        return next((one for one in self.commands if one.name == name), None)

    def title_of(self, command: Signature) -> str:
        """How the menu calls it; empty where it does not."""
        found = (self.menu[choice] for choice, own in self.of_entries.items() if own == command)
        return next(found, "")

    def is_end(self, choice: str) -> bool:
        """Whether a choice ends the program."""
        return choice in self.menu and meaning(self.menu[choice]) == _END


def asked_of(tasks: Iterable[EvaluationTask], prd: PRD | None) -> Asked:
    """What tasks that are not tests ask for, as a PRD states it; without one, no more than their program is known."""
    lines = [
        command.line
        for task in tasks
        for how in (how_of(task),)
        if not isinstance(how, UnitTest)
        for command in how.act
    ]
    laid = {one.to for task in tasks for one in how_of(task).arrange.files}
    programs = tuple(program for program in sources(lines) if program not in laid)
    if prd is None:
        return Asked(programs)
    stated = [text for leaf in prd.leaves() for text in (leaf.text, *leaf.data)]
    used = " ".join(lines).split()
    commands = _commands(stated, used)
    menu = _menu(prd)
    return Asked(programs, commands, menu, _linked(menu, commands))


def _menu(prd: PRD) -> dict[str, str]:
    """The longest list of numbered titles in a place that speaks of a menu: others list requirements, or steps."""
    places = [(leaf.title, leaf.text, *leaf.data) for leaf in prd.leaves()]
    stated = [text for place in places if "menu" in " ".join(place).lower() for text in place]
    lists = [{number: title.strip(" .") for number, title in _ENTRY.findall(text)} for text in stated]
    return max([{}, *(found for found in lists if len(found) > 1)], key=len)


def _commands(stated: Sequence[str], used: Sequence[str]) -> tuple[Signature, ...]:
    """The signatures of a place that has several, and of code in prose those whose names are run."""
    listed = [_signatures(_SEGMENT.split(text)) for text in stated]
    lists = [found for found in listed if len(found) > 1 and any(one.name in used for one in found)]
    whole = max(lists, key=len) if lists else []
    in_code = _signatures(chain.from_iterable(_IN_CODE.findall(text) for text in stated), is_strict=False)
    named = {one.name: one for one in in_code if one.name in used}
    return tuple(({one.name: one for one in whole} or named).values())


def _signatures(segments: Iterable[str], *, is_strict: bool = True) -> list[Signature]:
    """Those of the segments that are commands; none at all, if strict, where any is something else."""
    found: list[Signature] = []
    for segment in filter(None, (segment.strip(" .") for segment in segments)):
        if (match := _SIGNATURE.match(segment)) is not None:
            found.append(Signature(match[1], tuple(_values(match[2]))))
        elif is_strict:
            return []
    return found


def _values(text: str) -> Iterator[str]:
    yield from (word.strip("<>[]… .").lower() for word in re.findall(r"<[^>]+>|\[[^\]]+\]|\S+", text))


def _linked(menu: Mapping[str, str], commands: Sequence[Signature]) -> dict[str, Signature]:
    """Entry → command: in their order where there are as many, else by what they mean."""
    entries = [choice for choice, title in menu.items() if meaning(title) != _END]
    if len(entries) == len(commands):
        return dict(zip(entries, commands, strict=True))
    things = common_things(tuple(menu.values()))
    pairs = paired(
        [Called(title=menu[choice]) for choice in entries], [Called(one.name) for one in commands], things
    )
    return {entries[one]: commands[other] for one, other in pairs.items()}

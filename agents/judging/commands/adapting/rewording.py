"""The words of a command, given to a hand-in's own command: its name, its options, its values in its own order."""

import shlex
from collections.abc import Sequence
from typing import NamedTuple

from agents.judging.commands.adapting.asked import Signature
from agents.judging.commands.adapting.helptexts import Flag, OwnCommand
from agents.judging.commands.adapting.interface import Interface
from agents.judging.commands.adapting.lines import Call
from agents.judging.commands.adapting.matching import Called, paired
from agents.judging.commands.adapting.meaning import words
from plans.errors import JudgeError
from plans.shell.words import Token


class Reworded(NamedTuple):
    """The words of a command as a program of the hand-in is given them."""

    words: str
    guess: str = ""
    """What of it nothing that the program says tells; empty where it tells all."""


class _Parts(NamedTuple):
    """The words of a command."""

    before: tuple[Token, ...]
    """Options and their values, ahead of its name."""
    name: Token
    after: tuple[Token, ...]


def reworded(call: Call, line: str, interface: Interface) -> Reworded:
    """What its own program is given for what the criteria give theirs; raises JudgeError where that cannot be sure.

    Where a program calls a command otherwise and does not tell what it takes, the values stay in the order in which
    they were asked: that may work, and where it does not, nobody knows whose fault that is.
    """

    def raw(word: Token) -> str:
        return line[word.begin : word.end]

    if interface.is_as_it_is:
        return Reworded(" ".join(map(raw, call.words)))
    parts = _parts(call, interface)
    name = parts.name.text
    own = _own(name, interface)
    if own is None:
        return Reworded(" ".join(map(raw, call.words)))
    ahead, behind = _options([(word.text, raw(word)) for word in parts.before], own, interface)
    signature = interface.asked.command(name)
    after = [(word.text, raw(word)) for word in parts.after]
    values = _valued(signature, own, after, interface)
    guess = _guess(signature, own, after, interface) if own.name != name else ""
    return Reworded(" ".join([*ahead, own.name, *behind, *values]), guess)


def _guess(
    signature: Signature | None, own: OwnCommand, given: Sequence[tuple[str, str]], interface: Interface
) -> str:
    """What of the values and options behind a command is taken as it was asked, with nothing to show for it."""
    flags = {flag.name for flag in (*own.flags, *interface.own.options)}
    options = [text.partition("=")[0] for text, _ in given if text.startswith("--")]
    if unknown := [name for name in options if name not in flags]:
        return f"{own.name!r} does not tell of {unknown[0]!r}, and is given it all the same"
    names = signature.values if signature else ()
    if len(given) < 2 or (own.values is not None and len(own.values) + own.more < len(names)):
        return ""  # One value has no order, and what goes by options has the names of these.
    asked = sorted(tuple(words(name)) for name in names)
    if asked and own.values is not None and asked == sorted(tuple(words(name)) for name in own.values):
        return ""
    return f"in which order {own.name!r} takes its values is not told, and they are given as they were asked"


def _parts(call: Call, interface: Interface) -> _Parts:
    names = {one.name for one in interface.asked.commands}
    given = call.words
    at = next((n for n, word in enumerate(given) if word.text in names), None)
    if at is None:
        if given[0].text.startswith("-"):
            raise JudgeError(
                f"it is not sure which word of {' '.join(word.text for word in given)!r} is the command"
            )
        at = 0
    return _Parts(given[:at], given[at], given[at + 1 :])


def _own(name: str, interface: Interface) -> OwnCommand | None:
    """Its own command; None where the criteria give a name that is to be no command, and is none here."""
    if name in interface.commands:
        return interface.commands[name]
    if interface.asked.command(name) is None and interface.asked.commands:
        if interface.own.command(name) is not None or name in interface.own.answers_to:
            raise JudgeError(f"{name!r} is given as an unknown command, and the program has it")
        return None
    if not interface.asked.commands and (
        interface.own.command(name) is not None or name in interface.own.answers_to
    ):
        return interface.own.command(name) or OwnCommand(name)
    raise JudgeError(f"no command of the program surely is {name!r}")


def _options(
    given: Sequence[tuple[str, str]], own: OwnCommand, interface: Interface
) -> tuple[list[str], list[str]]:
    """Words ahead of its command and behind it, with each option by the name that the program has for it."""
    ahead: list[str] = []
    behind: list[str] = []
    place = ahead
    for text, raw in given:
        if not text.startswith("--"):
            place.append(raw)
            continue
        name, equals, value = text.partition("=")
        flag, is_of_command = _flag(name, own, interface)
        place = behind if is_of_command else ahead
        place.append(f"{flag}={shlex.quote(value)}" if equals else flag)
    return ahead, behind


def _flag(name: str, own: OwnCommand, interface: Interface) -> tuple[str, bool]:
    """How the program calls an option, and whether it is one of the command rather than of all."""
    everywhere = [flag.name for flag in interface.own.options]
    of_command = [flag.name for flag in own.flags]
    if name in everywhere:
        return name, False
    if name in of_command:
        return name, True
    if not everywhere and not of_command:
        return name, False  # It tells of no options at all, and the PRD names this one.
    known = list(dict.fromkeys([*everywhere, *of_command]))
    pairs = paired([Called(name)], [Called(one) for one in known], (), "options")
    if 0 not in pairs:
        raise JudgeError(f"no option of the program surely is {name!r}")
    found = known[pairs[0]]
    return found, found not in everywhere


def _valued(
    signature: Signature | None, own: OwnCommand, given: Sequence[tuple[str, str]], interface: Interface
) -> list[str]:
    """The values as its own command takes them: one after the other, or behind options of their names."""
    raws = [raw for _, raw in given]
    names = signature.values if signature else ()
    if own.values is None or not names or len(given) > len(names):
        return raws
    by_name = [flag for flag in own.flags if flag.takes_value]
    if len(own.values) + own.more >= len(names):
        order = _order(names, own.values)
        return raws if order is None or len(given) != len(names) else [raws[n] for n in order]
    return _by_name(names, own, by_name, raws, interface)


def _order(names: Sequence[str], own: Sequence[str]) -> list[int] | None:
    """In which order the values go where both name the same values; None: in the given one."""
    asked, there = [tuple(words(name)) for name in names], [tuple(words(name)) for name in own]
    if asked == there or sorted(asked) != sorted(there) or len(set(asked)) < len(asked):
        return None
    return [asked.index(name) for name in there]


def _by_name(
    names: Sequence[str],
    own: OwnCommand,
    flags: Sequence[Flag],
    raws: Sequence[str],
    interface: Interface,
) -> list[str]:
    known = [*(own.values or ()), *(flag.name for flag in flags)]
    pairs = paired([Called(name) for name in names], [Called(name) for name in known], (), "options")
    if missing := [name for n, name in enumerate(names) if n not in pairs]:
        raise JudgeError(f"it is not sure as what {own.name!r} takes the value {missing[0].upper()}")
    placed: dict[int, str] = {}
    behind: list[str] = []
    for n, raw in enumerate(raws):
        if pairs[n] < len(own.values or ()):
            placed[pairs[n]] = raw
        else:
            behind += [known[pairs[n]], raw]
    return [*(placed[n] for n in sorted(placed)), *behind]

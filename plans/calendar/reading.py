"""Reading a prompt back: what it states, line by line, by the phrases of phrases.yaml.

It shares no code with the templates, so that a fault of these shows in the checks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import JsonValue

from plans.calendar.problem import BUFFER, DURATION
from plans.dialect import load_yaml

PHRASES = Path(__file__).with_name("phrases.yaml")
_TIME = r"\d\d?:\d\d"


class Phrases(NamedTuple):
    """Patterns of whole lines."""

    statements: dict[str, re.Pattern[str]]
    """Kind of constraint → how it is stated."""
    explanations: dict[str, re.Pattern[str]]
    """What is explained → how."""
    participants: re.Pattern[str]
    days: re.Pattern[str]
    schedule: re.Pattern[str]


@dataclass
class Read:
    """What a prompt states."""

    constraints: list[tuple[str, JsonValue]] = field(default_factory=list[tuple[str, JsonValue]])
    """Kind and value, as often as it is stated."""
    participants: list[int] = field(default_factory=list[int])
    """How many there are said to be."""
    days: list[str] = field(default_factory=list[str])
    schedules: list[tuple[str, str, list[str]]] = field(default_factory=list[tuple[str, str, list[str]]])
    """Participant, day and blocks, as often as they are stated."""
    explained: list[str] = field(default_factory=list[str])
    unforeseen: list[str] = field(default_factory=list[str])
    """Lines that say nothing that is known here."""

    @property
    def availability(self) -> dict[str, dict[str, list[str]]]:
        """Participant → day → blocks."""
        found: dict[str, dict[str, list[str]]] = {}
        for who, day, blocks in self.schedules:
            found.setdefault(who, {}).setdefault(day, []).extend(blocks)
        return found


def read_prompt(prompt: str) -> Read:
    """All that the prompt states; what cannot be read is told, and no error."""
    read, phrases = Read(), _phrases()
    for line in filter(None, map(str.strip, prompt.splitlines())):
        if not _is_read(line, read, phrases):
            read.unforeseen.append(line)
    return read


def explanations() -> tuple[str, ...]:
    """What every prompt explains."""
    return tuple(_phrases().explanations)


def _is_read(line: str, read: Read, phrases: Phrases) -> bool:
    """Adds what a line states; whether it states anything."""
    known = False
    for what, pattern in phrases.explanations.items():
        if pattern.fullmatch(line):
            read.explained.append(what)
            known = True
    for kind, pattern in phrases.statements.items():
        if stated := pattern.fullmatch(line):
            read.constraints.append((kind, _value(kind, stated)))
            known = True
    if number := phrases.participants.fullmatch(line):
        read.participants.append(int(number[1]))
    if days := phrases.days.fullmatch(line):
        read.days.extend(days[1].split(", "))
        return True
    if not known and (schedule := phrases.schedule.fullmatch(line)):
        read.schedules.extend(_days(schedule))
        return True
    return known


def _value(kind: str, stated: re.Match[str]) -> JsonValue:
    if not stated.re.groups:
        return True
    return int(stated[1]) if kind in (DURATION, BUFFER) else stated[1]


def _days(schedule: re.Match[str]) -> Iterator[tuple[str, str, list[str]]]:
    for text in schedule["days"].split("; "):
        day, _, blocks = text.partition(" ")
        yield schedule["who"], day, [block for block in blocks.strip("[]").split(", ") if block]


@cache
def _phrases() -> Phrases:
    told: dict[str, Any] = load_yaml(PHRASES.read_text())
    return Phrases(
        statements={kind: _pattern(text) for kind, text in told["statements"].items()},
        explanations={what: _pattern(text) for what, text in told["explanations"].items()},
        participants=_pattern(told["participants"]),
        days=_pattern(told["days"]),
        schedule=_pattern(told["schedule"]),
    )


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text.strip().replace("{time}", _TIME))

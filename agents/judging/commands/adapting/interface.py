"""The interface of a hand-in held against the one that criteria use: what of the one surely is what of the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from agents.judging.commands.adapting.asked import Asked
from agents.judging.commands.adapting.exploring import Entry, Explored, OwnCommand, Translation
from agents.judging.commands.adapting.meaning import Called, paired


@dataclass(frozen=True)
class Interface:
    """What a program of the hand-in has of what is asked."""

    asked: Asked
    own: Explored

    @property
    def is_as_it_is(self) -> bool:
        """Whether nothing but its start can be told apart: it breaks down, or says the same to everything, and that is
        what it is judged by; or it is too slow to tell anything, and it is tried as it is asked.
        """
        return self.own.is_broken or self.own.is_mute or self.own.is_slow

    @cached_property
    def commands(self) -> Mapping[str, OwnCommand]:
        """Asked command → its own."""
        described = [
            Called(one.name, self.asked.title_of(one), (len(one.values), len(one.values)))
            for one in self.asked.commands
        ]
        listed = {one.name for one in self.own.commands}
        # What a program answers to is a command of its own, also where its help does not list it.
        unlisted = [OwnCommand(name) for name in sorted(self.own.answers_to - listed)]
        known = [*self.own.commands, *unlisted]
        pairs = paired(described, [one.called for one in known], self.asked.things)
        return {self.asked.commands[one].name: known[other] for one, other in pairs.items()}

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """Asked choice → the entry of its own menu."""
        choices = list(self.asked.menu)
        titles = [Called(title=self.asked.menu[choice]) for choice in choices]
        pairs = paired(titles, [Called(title=one.title) for one in self.own.menu], self.asked.things)
        return {choices[one]: self.own.menu[other] for one, other in pairs.items()}

    @cached_property
    def has_same_menu(self) -> bool:
        """Whether its menu is the asked one, choice by choice and title by title."""
        return [Entry(*one) for one in self.asked.menu.items()] == list(self.own.menu)

    @cached_property
    def translation(self) -> Translation | None:
        """How its menu is read as the criteria have it; None where it is the same, or there is none."""
        if self.has_same_menu or not self.own.menu or not self.entries:
            return None
        pairs = {own: Entry(choice, self.asked.menu[choice]) for choice, own in self.entries.items()}
        return Translation(
            own=self.own.menu, asked=tuple(Entry(*one) for one in self.asked.menu.items()), pairs=pairs
        )


def likeliest(asked: Asked, explored: Sequence[Explored]) -> tuple[Interface, Interface]:
    """The program that commands are given to, and the one whose menu is used: those that have most of what is asked.

    Of several that have as much it is the first; a program that breaks down only where there is no other.
    """
    found = [Interface(asked, one) for one in explored]
    sound = [one for one in found if not one.own.is_broken] or found
    return max(sound, key=lambda one: len(one.commands)), max(sound, key=lambda one: len(one.entries))

"""What does the work of a control without being called so: stars, buttons around a number, a bare field."""

from collections.abc import Iterable, Iterator

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.stars import means_rating, star_groups, star_number
from agents.browser.grounding.steppers import counts_what, steppers
from agents.browser.snapshot import Snapshot

_STARS = 0.8
"""Score of stars for a control that rates; a button that says so is better."""
_STEPPED = 0.8
"""Score of a number between two buttons that stands for a field; a field of that name is better."""


def stepped(snapshot: Snapshot, names: tuple[str, ...], scope: range) -> Iterator[Candidate]:
    """Numbers that stand between a button for less and one for more, where no field of that name is."""
    for stepper in steppers(snapshot, scope):
        if counts_what(snapshot, stepper, names):
            yield Candidate(stepper.holder, _STEPPED, "a number between buttons for less and more")


def offered_stars(snapshot: Snapshot, name: str, scope: range) -> Iterator[Candidate]:
    """Stars that can be pressed are the control for rating; where none has a name, each is known by its place."""
    number = star_number(name)
    for group in star_groups(snapshot, scope):
        if not group.takes_rating:
            continue
        if means_rating(name):
            yield Candidate(group.container.index, _STARS, f"{len(group.stars)} stars to press")
        elif number is not None and number <= len(group.stars) and not group.is_named:
            yield Candidate(group.stars[number - 1].index, _STARS, f"star {number} of {len(group.stars)}")


def sole_prose(snapshot: Snapshot, names: Iterable[str], scope: range) -> int | None:
    """The one field for several lines, where words are looked for ("Comment") and it asks for them in others."""
    if not any(lexicon().prose & set(stems(name)) for name in names):
        return None
    fields = [i for i in scope if (e := snapshot.elements[i]).tag == "textarea" and e.is_shown]
    return fields[0] if len(fields) == 1 else None

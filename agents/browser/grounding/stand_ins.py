"""What does the work of a control without being called so: stars, buttons around a number, a bare field."""

from collections.abc import Iterable, Iterator

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.homes import means_home, way_home
from agents.browser.grounding.lexicon import content, lexicon, split_words, stems
from agents.browser.grounding.stars import means_rating, star_groups, star_number
from agents.browser.grounding.steppers import counts_what, steppers
from agents.browser.grounding.submits import PLACED, sole_submit
from agents.browser.snapshot import Snapshot
from plans.records.targets import Target

_STARS = 0.8
"""Score of stars for a control that rates; a button that says so is better."""
_STEPPED = 0.8
"""Score of a number between two buttons that stands for a field; a field of that name is better."""
_AROUND = 60
"""Letters up to which what stands around a slider is about the slider."""


def by_place(snapshot: Snapshot, target: Target, typed: int | None, scope: range) -> Iterator[Candidate]:
    """What is known by where it stands, when nothing says what is looked for.

    `typed` is the field that was typed into last, where what is looked for hands it in.
    """
    names = (target.name, *target.synonyms) if target.name else target.synonyms
    index: int | None = None
    if target.role in ("link", "tab") and means_home(names):
        index = way_home(snapshot, scope)
    elif typed is not None:
        index = sole_submit(snapshot, typed)
    elif target.role == "textbox":
        index = _sole_prose(snapshot, names, scope)
    elif target.role == "spinbutton":
        index = _sole_slider(snapshot, names, scope)
    elif target.role == "combobox" and target.within is not None and target.within.role in ("item", "row"):
        index = _sole_list(snapshot, scope)
    if index is not None and index in scope and not target.near:
        element = snapshot.elements[index]
        yield Candidate(index, PLACED, (element.name or snapshot.text(index) or element.tokens)[:80])


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


def _sole_prose(snapshot: Snapshot, names: Iterable[str], scope: range) -> int | None:
    """The one field for several lines, where words are looked for ("Comment") and it asks for them in others."""
    if not any(lexicon().prose & set(stems(name)) for name in names):
        return None
    fields = [i for i in scope if (e := snapshot.elements[i]).tag == "textarea" and e.is_shown]
    return fields[0] if len(fields) == 1 else None


def _sole_slider(snapshot: Snapshot, names: Iterable[str], scope: range) -> int | None:
    """The one slider, nameless as it is, that stands beside a word of what is looked for: "any length", "up to 5"."""
    sliders = [e for i in scope if (e := snapshot.elements[i]).role == "slider" and not e.unseen]
    if len(sliders) != 1 or sliders[0].name:
        return None
    [slider] = sliders
    around = [snapshot.elements[i] for i in (slider.index, slider.parent)]
    said = {word for element in around for word in split_words(element.tokens)}
    text = snapshot.text(slider.parent)
    if len(text) <= _AROUND:
        said |= set(content(text))
    return slider.index if said & {word for name in names for word in content(name)} else None


def _sole_list(snapshot: Snapshot, scope: range) -> int | None:
    """The one list to choose from of an item, where it has no name: what it offers says what it is for."""
    lists = [e for i in scope if (e := snapshot.elements[i]).role == "combobox" and e.is_shown]
    return lists[0].index if len(lists) == 1 and not lists[0].name else None

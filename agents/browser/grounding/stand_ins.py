"""What does the work of a control without being called so: stars, buttons around a number, a bare field."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from agents.browser.grounding.contract import Candidate, Purpose
from agents.browser.grounding.date_parts import date_parts, means_date
from agents.browser.grounding.homes import first_of_bar, means_home, way_home
from agents.browser.grounding.lexicon import content, lexicon
from agents.browser.grounding.modals import open_layer
from agents.browser.grounding.naming import label_beside
from agents.browser.grounding.rating_lists import is_rating_list, place_of, rating_lists
from agents.browser.grounding.stars import SIGNS, means_rating, star_groups, star_number
from agents.browser.grounding.stemming import split_words, stems
from agents.browser.grounding.steppers import counts_what, steppers
from agents.browser.grounding.submits import PLACED, sole_submit
from agents.browser.grounding.words import begins_to_find, finds_things, has_words
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Target

_STARS = 0.8
"""Score of stars for a control that rates; a button that says so is better."""
_NAMED_STAR = 0.9
_STARS_BESIDE = 4
"""Stars with numbers side by side from which they are a rating's."""
_PANEL, _AROUND_STARS = 4, 120
"""Containers around numbers that say that they rate, and letters of one at most."""
_STEPPED = 0.8
"""Score of a number between two buttons that stands for a field; a field of that name is better."""
_FORM = 6
"""Containers around a text field that its form may be."""
_BEGINNING = 4
_LINES = ("", "text", "search")
_IN_PARTS = 0.85
"""Score of three fields that make up a date; one field for all of it is better."""
_AROUND = 60
"""Letters up to which what stands around a slider is about the slider."""


def standing_for(snapshot: Snapshot, target: Target, scope: range, purpose: Purpose) -> Iterator[Candidate]:
    """What does the work of what is looked for, by what it is made of."""
    names = (target.name, *target.synonyms) if target.name else target.synonyms
    if target.role == "button" and target.name and purpose != "absent":
        yield from _offered_stars(snapshot, target.name, scope)
    elif target.role == "spinbutton" and names:
        yield from _stepped(snapshot, names, scope)
    elif target.role == "textbox" and names:
        yield from _in_parts(snapshot, names, scope)


def by_place(
    snapshot: Snapshot, target: Target, typed: int | None, scope: range, *, pressed: bool
) -> Iterator[Candidate]:
    """What is known by where it stands, when nothing says what is looked for.

    What is to be `pressed` may be known by less than what is to be there. `typed` is the field that was typed into
    last, where what is looked for hands it in.
    """
    names = (target.name, *target.synonyms) if target.name else target.synonyms
    index: int | None = None
    if target.role in ("link", "tab") and means_home(names):
        index = way_home(snapshot, scope)
        if index is None and pressed:
            index = first_of_bar(snapshot, scope)
    elif target.role == "button":
        index = None if typed is None else sole_submit(snapshot, typed)
    elif target.role == "textbox":
        index = _sole_prose(snapshot, names, scope)
        if index is None:
            index = _sole_finder(snapshot, names, scope)
        if index is None:
            index = _sole_line(snapshot, names, scope)
    elif target.role == "spinbutton":
        index = _sole_slider(snapshot, names, scope)
        if index is None and typed is not None:
            index = _sole_number(snapshot, names, typed)
    elif target.role == "combobox" and target.within is not None and target.within.role in ("item", "row"):
        index = _sole_list(snapshot, scope)
    if index is not None and index in scope and not target.near:
        element = snapshot.elements[index]
        yield Candidate(index, PLACED, (element.name or snapshot.text(index) or element.tokens)[:80])


def first_open(snapshot: Snapshot) -> int | None:
    """The text field that has the keyboard, or the first one of a layer that is open, else of the page.

    Fields for finding things are passed over on the page.
    """
    fields = [e for e in snapshot.elements if e.role == "textbox" and e.is_shown]
    layer = open_layer(snapshot) or range(0)
    first = next((e.index for e in fields if "focused" in e.states or e.index in layer), None)
    # On a page of its own a form has neither.
    return next((e.index for e in fields if not _finds(snapshot, e)), None) if first is None else first


def _stepped(snapshot: Snapshot, names: tuple[str, ...], scope: range) -> Iterator[Candidate]:
    """Numbers that stand between a button for less and one for more, where no field of that name is."""
    for stepper in steppers(snapshot, scope):
        if counts_what(snapshot, stepper, names):
            yield Candidate(stepper.holder, _STEPPED, "a number between buttons for less and more")


def _in_parts(snapshot: Snapshot, names: tuple[str, ...], scope: range) -> Iterator[Candidate]:
    """What holds the three fields of a date, where a date is looked for."""
    for found in date_parts(snapshot, scope) if means_date(names) else ():
        yield Candidate(found.holder, _IN_PARTS, "fields for day, month and year")


def _offered_stars(snapshot: Snapshot, name: str, scope: range) -> Iterator[Candidate]:
    """Stars that can be pressed are the control for rating; where none has a name, each is known by its place."""
    number = star_number(name)
    for group in star_groups(snapshot, scope):
        if not group.takes_rating:
            continue
        if means_rating(name):
            yield Candidate(group.container.index, _STARS, f"{len(group.stars)} stars to press")
        elif number is not None and number <= len(group.stars) and not group.is_named:
            yield Candidate(group.stars[number - 1].index, _STARS, f"star {number} of {len(group.stars)}")
    for offered in rating_lists(snapshot, scope):
        if means_rating(name) or (number is not None and place_of(offered, number) is not None):
            yield Candidate(offered.index, _STARS, "a list of stars to choose from")


def as_stars(snapshot: Snapshot, candidates: list[Candidate], name: str) -> list[Candidate]:
    """The candidates, where stars are among them: no single star for the giving of a rating, none of another number.

    A star that is called "3 of 5" says five, and is the third all the same; what only its code numbers is no star,
    nor is a number by itself, as of a page, where nothing around it rates.
    """
    number = star_number(name)
    if number is None and not means_rating(name):
        return candidates
    everywhere = range(len(snapshot.elements))
    stars = {s.index for g in star_groups(snapshot, everywhere) if g.takes_rating for s in g.stars}
    named = {c.index: said for c in candidates if (said := star_number(snapshot.elements[c.index].name))}
    beside = Counter(snapshot.elements[index].parent for index in named)
    # Stars that only the pointer brings to light are known by their numbers.
    stars |= {index for index in named if beside[snapshot.elements[index].parent] >= _STARS_BESIDE}
    if number is None:
        return [c for c in candidates if c.index not in stars]
    return [
        replace(c, score=max(c.score, _NAMED_STAR)) if c.index in stars and c.index in named else c
        for c in candidates
        if (
            named.get(c.index, number) == number
            if c.index in stars
            else _says_number(snapshot, c.index, number)
        )
    ]


def _says_number(snapshot: Snapshot, index: int, number: int) -> bool:
    """Whether a number of stars stands in the words of an element, and not merely in its code."""
    element = snapshot.elements[index]
    if is_rating_list(element):
        return place_of(element, number) is not None
    words = (element.name, element.title, snapshot.text(index))
    return number in map(star_number, words) and (
        _rates(" ".join(words)) or _is_rated_around(snapshot, element)
    )


def _rates(words: str) -> bool:
    return bool(lexicon().rates.says & set(stems(words))) or any(sign in words for sign in SIGNS)


def _is_rated_around(snapshot: Snapshot, element: Element) -> bool:
    """Whether what holds an element says that it rates, and not much more."""
    for level, ancestor in enumerate(snapshot.ancestors(element.index)):
        outer = snapshot.elements[ancestor]
        text = snapshot.text(ancestor)
        if level >= _PANEL or len(text) > _AROUND_STARS:
            return False
        if _rates(f"{text} {outer.name} {' '.join(split_words(outer.tokens))}"):
            return True
    return False


def _sole_prose(snapshot: Snapshot, names: Iterable[str], scope: range) -> int | None:
    """The one field for several lines, where words are looked for ("Comment") and it asks for them in others."""
    if not any((lexicon().fields.prose.stems | lexicon().fields.words) & set(stems(name)) for name in names):
        return None
    fields = [i for i in scope if (e := snapshot.elements[i]).tag == "textarea" and e.is_shown]
    return fields[0] if len(fields) == 1 else None


def _sole_finder(snapshot: Snapshot, names: Iterable[str], scope: range) -> int | None:
    """The one field that begins to say that it is for finding things: "Look for a title"."""
    if not any(map(finds_things, names)):
        return None
    fields = [i for i in scope if _is_line(e := snapshot.elements[i]) and _finds(snapshot, e)]
    return fields[0] if len(fields) == 1 else None


def _sole_line(snapshot: Snapshot, names: Iterable[str], scope: range) -> int | None:
    """The one field for a line beside the one for several, where a name is looked for: "Sign as"."""
    if not any(lexicon().fields.persons.stems & set(stems(name)) for name in names):
        return None
    prose = [i for i in scope if (e := snapshot.elements[i]).tag == "textarea" and e.is_shown]
    if len(prose) != 1:
        return None
    for level, ancestor in enumerate(snapshot.ancestors(prose[0])):
        if level >= _FORM or snapshot.elements[ancestor].tag in ("body", "html", "main"):
            return None
        others = [
            e for i in snapshot.inside(ancestor) if (e := snapshot.elements[i]).is_field and not e.unseen
        ]
        lines = [e for e in others if e.index != prose[0]]
        if lines:
            [line] = lines if len(lines) == 1 else [None]
            return line.index if line is not None and _is_line(line) and not _finds(snapshot, line) else None
    return None


def _is_line(field: Element) -> bool:
    return (
        field.role in ("textbox", "searchbox")
        and field.tag == "input"
        and field.is_shown
        and field.input_type in _LINES
    )


def _finds(snapshot: Snapshot, field: Element) -> bool:
    own = f"{field.name} {field.placeholder}"
    said = own if has_words(own) else label_beside(snapshot, field)
    return field.input_type == "search" or begins_to_find(said)


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


def _sole_number(snapshot: Snapshot, names: Iterable[str], typed: int) -> int | None:
    """The one field for a number in the form of a text field, where it asks for the same in other words."""
    for level, ancestor in enumerate(snapshot.ancestors(typed)):
        if level >= _FORM or snapshot.elements[ancestor].tag in ("body", "html", "main"):
            return None
        numbers = [e for i in snapshot.inside(ancestor) if _takes_number(e := snapshot.elements[i])]
        if numbers:
            said = stems(f"{numbers[0].name} {numbers[0].placeholder} {label_beside(snapshot, numbers[0])}")
            is_it = len(numbers) == 1 and _say_alike(said, [word for name in names for word in stems(name)])
            return numbers[0].index if is_it else None
    return None


def _takes_number(field: Element) -> bool:
    is_numeric = field.role == "spinbutton" or dict(field.limits).get("inputmode") in ("numeric", "decimal")
    return field.is_field and is_numeric and not field.unseen


def _say_alike(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether two names are about the same kind of number, or share the beginning of a word: "read", "reading"."""
    begins = {word[:_BEGINNING] for word in wanted if len(word) >= _BEGINNING}
    alike = any(word[:_BEGINNING] in begins for word in said if len(word) >= _BEGINNING)
    fields = lexicon().fields
    kinds = (fields.spans.stems | fields.lengths, fields.money.stems)
    return not said or alike or any(kind & set(said) and kind & set(wanted) for kind in kinds)


def _sole_list(snapshot: Snapshot, scope: range) -> int | None:
    """The one list to choose from of an item, where it has no name: what it offers says what it is for."""
    lists = [e for i in scope if (e := snapshot.elements[i]).role == "combobox" and e.is_shown]
    return lists[0].index if len(lists) == 1 and not lists[0].name else None

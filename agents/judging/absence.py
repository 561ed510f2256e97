"""What a failure means in an open world, where the submission decides how things are called and built.

A target that was not found has failed only where its absence is proved: the whole app was explored, all of each screen
was seen, and no screen has anything of a fitting role that the criteria do not explain. An observed contrary counts
only where every target was bound by its role and name. Everything else is unresolved.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from agents.browser.charting.atlas import Atlas
from agents.browser.grounding.groups import repeated
from agents.browser.grounding.items import listed
from agents.browser.grounding.lexicon import content, lexicon, stems
from agents.browser.grounding.names import agreement, has_words, known_as
from agents.browser.grounding.scoring import may_be_among, suits
from agents.browser.snapshot import Element, Snapshot
from agents.judging.attempt import Attempt, OutcomeAttempt
from plans.records.criteria import Criteria
from plans.records.targets import Role, Target
from plans.records.verdict import OutcomeCause, Status
from plans.records.walk import found_in

CONTROLS: frozenset[Role] = frozenset(
    {
        "button", "link", "textbox", "spinbutton", "combobox", "checkbox", "radio", "switch", "slider", "tab",
        "menuitem", "option", "file",
    }
)  # fmt: skip
"""Roles of elements that are operated."""
_OPERATED: tuple[Role, ...] = ("button", "textbox", "combobox", "checkbox", "slider", "file")
"""Roles that between them suit everything that is operated."""
_CHOSEN_BY = ("button", "link", "tab", "option", "radio", "menuitem", "listitem", "")
"""Roles of clickable elements that an app may offer in place of a combobox."""
_TO_BE_BOUND = (OutcomeCause.NOT_BOUND, OutcomeCause.NOT_OPERABLE, OutcomeCause.NOT_READABLE)
"""Causes that a binding by a model or a person may remove."""
_EXPLAINS = 0.95
"""Agreement with a name, and trust in the words, from which that name explains a control."""
_LONG = 40
"""Characters from which the text of something clickable is content, as of a card."""
_NUMBERS = re.compile(r"\d+")
_MOVES = frozenset("←→↑↓▲▼◀▶«»‹›⇐⇒⇦⇨")
"""Arrows that move an entry where they stand in one, and turn a page elsewhere."""


def vocabulary(criteria: Criteria) -> tuple[str, ...]:
    """All names by which the steps of a project call something, once each."""
    targets = (target for task in criteria.tasks for target in found_in(task.steps, Target))
    names = (name for target in targets for name in target.names)
    return tuple(dict.fromkeys(name for name in names if name.strip() and "{" not in name))


def misses(attempt: Attempt) -> bool:
    """True when an outcome failed because a target was not found, or because all passes were vacuous."""
    return any(_is_miss(seen) or _is_vacuous(seen) for seen in attempt.outcomes.values())


def _is_miss(seen: OutcomeAttempt) -> bool:
    return seen.status is Status.FAILED and seen.cause is OutcomeCause.MISSING


def _is_vacuous(seen: OutcomeAttempt) -> bool:
    return seen.status is Status.FAILED and seen.cause is OutcomeCause.VACUOUS


def reconsider(
    attempt: Attempt,
    atlas: Atlas | None,
    vocabulary: tuple[str, ...],
    told_absent: tuple[Target, ...] = (),
) -> None:
    """Leave open what failed in a closed world alone.

    Args:
        attempt: Changed in place.
        atlas: The map of the app; needed where something `misses`.
        vocabulary: All names that the criteria use.
        told_absent: Targets that a model or a person says are not there; that counts where the map is whole.
    """
    outcomes = attempt.outcomes.values()
    explored = [screen.snapshot for screen in atlas.screens] if atlas is not None and not atlas.cut else []
    told = {target.called for target in told_absent}
    for seen in outcomes:
        if _is_miss(seen):
            screens = [*explored, *([seen.page] if seen.page else [])]
            is_proved = (
                bool(explored)
                and not seen.was_met
                and bool(seen.unfound)
                and all(one.called in told or is_absent(one, screens, vocabulary) for one in seen.unfound)
            )
            if is_proved:
                seen.cause = OutcomeCause.ABSENT_BY_PROOF
                continue
            seen.status, seen.cause = Status.UNRESOLVED, OutcomeCause.NOT_BOUND
            seen.reason += "; it may be there in another form"
        elif seen.status is Status.FAILED and seen.cause is OutcomeCause.CONTRARY_OBSERVED:
            if seen.weakly_bound:
                weak = seen.weakly_bound[0]
                taken = f"{weak.bound_to!r} was taken and may be something else" if weak.bound_to else ""
                seen.status, seen.cause = Status.UNRESOLVED, OutcomeCause.NOT_BOUND
                seen.reason += f"; it rests on {weak.target}, for which {taken or 'nothing was found'}"
        elif seen.cause is OutcomeCause.MISSING:
            seen.cause = OutcomeCause.NOT_BOUND
    # Vacuous passes have failed in an empty app, and beside another outcome that failed.
    is_empty = bool(explored) and not any(screen.content or screen.left_out for screen in explored)
    if not is_empty and all(_is_vacuous(seen) or seen.status is not Status.FAILED for seen in outcomes):
        for seen in filter(_is_vacuous, outcomes):
            seen.status = Status.UNRESOLVED


def unbound_pages(attempt: Attempt) -> list[Snapshot]:
    """The pages on which outcomes were left open because targets were not bound, each once."""
    pages = [seen.page for seen in attempt.outcomes.values() if seen.cause in _TO_BE_BOUND]
    return list({id(page): page for page in pages if page is not None}.values())


def is_absent(target: Target, screens: Iterable[Snapshot], vocabulary: tuple[str, ...]) -> bool:
    """True when nothing on these screens can be the target, whatever it is called there."""
    others = tuple(word for word in vocabulary if word not in target.names)
    for screen in screens:
        if may_be_among(target.role, screen.left_out):
            return False
        if target.role in CONTROLS:
            # Any control may do it, whatever its role: a date is chosen from a list or a row of buttons.
            if _has_unexplained_control(screen, others):
                return False
        elif target.role in ("item", "row"):
            # Whatever is chosen from may be a list of entries.
            has_choices = any(element.role in ("radio", "checkbox") for element in screen.elements)
            if has_choices or repeated(screen, range(len(screen.elements)), None):
                return False
        elif screen.content:
            # Any text may say it in other words.
            return False
    return True


def _has_unexplained_control(snapshot: Snapshot, names: tuple[str, ...]) -> bool:
    """True when there is a control that none of the names explains."""
    questions = lexicon().questions
    names = (*questions.confirm, *questions.decline, *names)
    entries = listed(snapshot)
    for element in filter(_is_operated, snapshot.elements):
        around = (snapshot.elements[i].role for i in snapshot.ancestors(element.index))
        if not {"button", "link", "label"}.isdisjoint(around):
            continue
        text = snapshot.text(element.index)
        is_sign = bool(text) and not has_words(_without_numbers(text))
        is_arrow = is_sign and bool(_MOVES & set(text)) and not has_words(element.name)
        if is_arrow and any(snapshot.holds(entry, element.index) for entry in entries):
            # No name tells what an arrow does with its entry.
            return True
        if len(text) > _LONG or is_sign or _is_title(snapshot, element):
            continue
        if not _is_called(snapshot, element, names):
            return True
    return False


def _is_operated(element: Element) -> bool:
    if not element.is_shown or not (element.clickable or element.is_field) or element.role == "label":
        return False
    is_choice = element.clickable and not element.is_field and element.role in _CHOSEN_BY
    return is_choice or any(suits(role, element) > 0 for role in _OPERATED)


def _is_called(snapshot: Snapshot, element: Element, names: tuple[str, ...]) -> bool:
    """True when the words of a control, numbers apart, agree with one of the names."""
    for known in known_as(snapshot, element):
        said = _without_numbers(known.words)
        if known.trust < _EXPLAINS or not has_words(said):
            continue
        for name in map(_without_numbers, names):
            # A name that is the lesser part of what a field says explains nothing: "You" in "Who are you?".
            is_part = element.is_field and 2 * len(content(name)) < len(content(said))
            if has_words(name) and not is_part and agreement(name, said) >= _EXPLAINS:
                return True
    return False


@lru_cache(maxsize=8192)
def _without_numbers(words: str) -> str:
    return _NUMBERS.sub(" ", words)


def _is_title(snapshot: Snapshot, element: Element) -> bool:
    """True for the title of an entry or of the app, which leads to it."""
    around = (element.index, *snapshot.ancestors(element.index), *snapshot.inside(element.index))
    if any(snapshot.elements[i].role == "heading" for i in around):
        return True
    said = {word for word in stems(snapshot.text(element.index) or element.name) if len(word) > 1}
    return bool(said) and said <= set(stems(snapshot.title))

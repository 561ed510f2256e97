"""What a failure means in an open world, where a submission decided by itself how things are called and built.

A target that was not found has failed only where its absence is proved: the app was explored whole, all of each screen
was seen, and nothing of a fitting role is left on any of them that the criteria do not explain. A contrary that was
observed counts only where every target was bound by its role and name. Everything else is unresolved.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from agents.browser.charting.atlas import Atlas
from agents.browser.grounding.items import listed, repeated
from agents.browser.grounding.lexicon import content, lexicon, stems
from agents.browser.grounding.naming import Known, known_as
from agents.browser.grounding.roles import may_be_among, suits
from agents.browser.grounding.words import agreement, has_words, word_agreement
from agents.browser.snapshot import Element, Snapshot
from agents.judging.attempt import Attempt, OutcomeAttempt
from plans.records.app_map import Binding
from plans.records.criteria import Criteria
from plans.records.targets import Role, Target
from plans.records.verdict import OutcomeCause, Status
from plans.records.walk import found_in

_TO_BE_BOUND = (OutcomeCause.NOT_BOUND, OutcomeCause.NOT_OPERABLE, OutcomeCause.NOT_READABLE)
"""Causes that a binding by somebody else may remove."""
_OPERATED: tuple[Role, ...] = ("button", "textbox", "combobox", "checkbox", "slider", "file")
"""Roles that between them suit everything that is operated."""
_EXPLAINS = 0.95
"""Agreement of a control with a name from which it is what that name calls, and so nothing else."""


def misses(attempt: Attempt) -> bool:
    """Whether something failed only because a target was not found, or nothing but what holds anywhere was seen."""
    return any(_is_miss(seen) or _is_vacuous(seen) for seen in attempt.outcomes.values())


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
        vocabulary: What the criteria call anything.
        told_absent: Targets that a model or a person says are not there; that counts where the map is whole.
    """
    for seen in attempt.outcomes.values():
        if _is_miss(seen):
            _reconsider_miss(seen, atlas, vocabulary, told_absent)
        elif seen.status is Status.FAILED and seen.cause is OutcomeCause.CONTRARY_OBSERVED:
            _reconsider_contrary(seen)
        elif seen.cause is OutcomeCause.MISSING:
            seen.cause = OutcomeCause.NOT_BOUND
    _reconsider_vacuous(attempt, atlas)


def unbound_pages(attempt: Attempt) -> list[Snapshot]:
    """The pages on which something of an attempt was left open because targets were not bound, each once."""
    pages = [
        seen.page
        for seen in attempt.outcomes.values()
        if seen.cause in _TO_BE_BOUND and seen.page is not None
    ]
    return list({id(page): page for page in pages}.values())


def is_absent(target: Target, screens: Iterable[Snapshot], vocabulary: tuple[str, ...]) -> bool:
    """Whether nothing on these screens can be the target, whatever it is called there."""
    return all(_is_absent_on(screen, target, vocabulary) for screen in screens)


def _is_absent_on(screen: Snapshot, target: Target, vocabulary: tuple[str, ...]) -> bool:
    if may_be_among(target.role, screen.left_out):
        return False
    if target.role in CONTROLS:
        # Whatever is operated may do it, of whatever kind it is: a date is chosen from a list or a row of buttons.
        others = tuple(word for word in vocabulary if word not in target.names)
        return not any(_unexplained_by_name(screen, role, others) for role in _OPERATED)
    if target.role in ("item", "row"):
        return not repeated(screen, range(len(screen.elements)), None)
    # Whatever can be read may say it in other words.
    return not screen.content


def _is_miss(seen: OutcomeAttempt) -> bool:
    return seen.status is Status.FAILED and seen.cause is OutcomeCause.MISSING


def _reconsider_miss(
    seen: OutcomeAttempt, atlas: Atlas | None, vocabulary: tuple[str, ...], told_absent: tuple[Target, ...]
) -> None:
    screens = (
        [*(screen.snapshot for screen in atlas.screens), *([seen.page] if seen.page else [])] if atlas else []
    )
    is_whole = atlas is not None and not atlas.cut
    told = {target.called for target in told_absent}
    if (
        is_whole
        and not seen.was_met
        and seen.unfound
        and all(t.called in told or is_absent(t, screens, vocabulary) for t in seen.unfound)
    ):
        seen.cause = OutcomeCause.ABSENT_BY_PROOF
        return
    seen.status, seen.cause = Status.UNRESOLVED, OutcomeCause.NOT_BOUND
    seen.reason += "; it may be there in another form"


def _reconsider_contrary(seen: OutcomeAttempt) -> None:
    if seen.weakly_bound:
        seen.status, seen.cause = Status.UNRESOLVED, OutcomeCause.NOT_BOUND
        seen.reason += f"; it rests on {_in_words(seen.weakly_bound[0])}"


def _in_words(binding: Binding) -> str:
    if not binding.bound_to:
        return f"{binding.target}, for which nothing was found"
    return f"{binding.target}, for which {binding.bound_to!r} was taken and may be something else"


def _is_vacuous(seen: OutcomeAttempt) -> bool:
    return seen.status is Status.FAILED and seen.cause is OutcomeCause.VACUOUS


def _reconsider_vacuous(attempt: Attempt, atlas: Atlas | None) -> None:
    """What holds where nothing works too has failed only beside something that did, and on an empty page."""
    outcomes = attempt.outcomes.values()
    is_empty = atlas is not None and not any(screen.snapshot.content for screen in atlas.screens)
    if is_empty or any(seen.status is Status.FAILED and not _is_vacuous(seen) for seen in outcomes):
        return
    for seen in filter(_is_vacuous, outcomes):
        seen.status = Status.UNRESOLVED


CONTROLS: frozenset[Role] = frozenset(
    {
        "button", "link", "textbox", "spinbutton", "combobox", "checkbox", "radio", "switch", "slider", "tab",
        "menuitem", "option", "file",
    }
)  # fmt: skip
"""Roles of what is operated; of words to be read nobody knows whether others mean them."""
_BY_NAME = 0.95
"""Trust in words from which they are what a control is called, and do not merely stand beside it."""
_LONG = 40
"""Letters from which the words of something to press are content, as of a card."""
_NUMBERS = re.compile(r"\d+")
_MOVES = frozenset("←→↑↓▲▼◀▶«»‹›⇐⇒⇦⇨")
"""Signs that move an entry where they stand in one, and turn a page elsewhere."""
_CHOSEN_BY = ("button", "link", "tab", "option", "radio", "menuitem", "listitem", "")
"""What an app may make a list to choose from of."""


def vocabulary(criteria: Criteria) -> tuple[str, ...]:
    """All words by which the steps of a project call something, once each."""
    return tuple(
        dict.fromkeys(
            name
            for task in criteria.tasks
            for target in found_in(task.steps, Target)
            for name in target.names
            if name.strip() and "{" not in name
        )
    )


def _unexplained_by_name(snapshot: Snapshot, role: Role, words: tuple[str, ...]) -> list[Element]:
    """What may be operated as a role is, and goes by none of the `words`; each entry's own counts too."""
    items = listed(snapshot)
    usual = (*_usual_words(), *words)
    return [
        e
        for e in _candidates(snapshot, role)
        if _moves_entry(snapshot, e, items)
        or not (
            _needs_no_name(snapshot, e)
            or any(
                known.trust >= _BY_NAME and _says(known, name, e, _EXPLAINS)
                for known in known_as(snapshot, e)
                for name in usual
            )
        )
    ]


def _candidates(snapshot: Snapshot, role: Role) -> list[Element]:
    return [e for e in snapshot.elements if _may_be(role, e) and not _is_inside_control(snapshot, e)]


def _may_be(role: Role, element: Element) -> bool:
    if not element.is_shown or not (element.clickable or element.is_field) or element.role == "label":
        return False
    if role == "combobox" and element.clickable and not element.is_field:
        return element.role in _CHOSEN_BY
    return suits(role, element) > 0


def _is_inside_control(snapshot: Snapshot, element: Element) -> bool:
    return any(
        snapshot.elements[i].role in ("button", "link", "label") for i in snapshot.ancestors(element.index)
    )


def _usual_words() -> tuple[str, ...]:
    return (*lexicon().questions.confirm, *lexicon().questions.decline)


def _moves_entry(snapshot: Snapshot, element: Element, items: Sequence[int]) -> bool:
    """Whether it is a bare arrow in an entry, which moves it: what that means no name tells."""
    text = snapshot.text(element.index)
    is_arrow = (
        bool(_MOVES & set(text)) and not has_words(_without_numbers(text)) and not has_words(element.name)
    )
    return is_arrow and _entry(snapshot, element, items) is not None


def _needs_no_name(snapshot: Snapshot, element: Element) -> bool:
    """Whether it is content, a bare sign, or the title of an entry or of the app."""
    text = snapshot.text(element.index)
    is_sign = bool(text) and not has_words(_without_numbers(text))
    return len(text) > _LONG or is_sign or _is_title(snapshot, element)


def _says(known: Known, name: str, element: Element, least: float) -> bool:
    """Whether words that an element is known by agree with a name, numbers apart, from a share on."""
    said, name = _without_numbers(known.words), _without_numbers(name)
    if not has_words(said) or not has_words(name) or (element.is_field and not _tells(name, said)):
        return False
    return (word_agreement(name, said) if known.is_code else agreement(name, said)) >= least


def _tells(name: str, said: str) -> bool:
    """Whether a name is enough of what a field says: the "You" of "Who are you?" tells nothing of it."""
    return 2 * len(content(name)) >= len(content(said))


@lru_cache(maxsize=8192)
def _without_numbers(words: str) -> str:
    """Words alone: that "Chat 1" and "1 star" share a number explains neither by the other."""
    return _NUMBERS.sub(" ", words)


def _is_title(snapshot: Snapshot, element: Element) -> bool:
    """Whether it is the name of an entry or of the app, which leads to it."""
    around = (element.index, *snapshot.ancestors(element.index), *snapshot.inside(element.index))
    if any(snapshot.elements[i].role == "heading" for i in around):
        return True
    said = {word for word in stems(snapshot.text(element.index) or element.name) if len(word) > 1}
    return bool(said) and said <= set(stems(snapshot.title))


def _entry(snapshot: Snapshot, element: Element, items: Sequence[int]) -> int | None:
    return next((i for i in items if snapshot.holds(i, element.index)), None)

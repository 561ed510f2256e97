"""What a failure means in an open world, where a submission decided by itself how things are called and built.

A target that was not found has failed only where its absence is proved: the app was explored whole, all of each screen
was seen, and nothing of a fitting role is left on any of them that the criteria do not explain. A contrary that was
observed counts only where every target was bound by its role and name. Everything else is unresolved.
"""

from collections.abc import Iterable, Sequence

from agents.browser.charting.atlas import Atlas
from agents.browser.grounding.items import repeated
from agents.browser.grounding.roles import may_be_among
from agents.browser.snapshot import Snapshot
from agents.judging.attempt import Attempt, OutcomeAttempt
from agents.judging.understanding import CONTROLS, not_understood
from plans.records.app_map import Binding
from plans.records.targets import Role, Target
from plans.records.verdict import OutcomeCause, Status

_TO_BE_BOUND = (OutcomeCause.NOT_BOUND, OutcomeCause.NOT_OPERABLE, OutcomeCause.NOT_READABLE)
"""Causes that a binding by somebody else may remove."""
_OPERATED: tuple[Role, ...] = ("button", "textbox", "combobox", "checkbox", "slider", "file")
"""Roles that between them suit everything that is operated."""
_EXPLAINS = 0.95
"""Agreement of a control with a name from which it is what that name calls, and so nothing else."""


def misses(attempts: Sequence[Attempt]) -> bool:
    """Whether something failed only because a target was not found, or nothing but what holds anywhere was seen."""
    return any(
        _is_miss(seen) or _is_vacuous(seen) for attempt in attempts for seen in attempt.outcomes.values()
    )


def reconsider(
    attempts: Sequence[Attempt],
    atlas: Atlas | None,
    vocabulary: tuple[str, ...],
    told_absent: tuple[Target, ...] = (),
) -> None:
    """Leave open what failed in a closed world alone.

    Args:
        attempts: Changed in place.
        atlas: The map of the app; needed where something `misses`.
        vocabulary: What the criteria call anything.
        told_absent: Targets that a model or a person says are not there; that counts where the map is whole.
    """
    for attempt in attempts:
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
    everywhere = range(len(screen.elements))
    if target.role in CONTROLS:
        # Whatever is operated may do it, of whatever kind it is: a date is chosen from a list or a row of buttons.
        others = tuple(word for word in vocabulary if word not in (target.name, *target.synonyms))
        return not any(not_understood(screen, role, others, everywhere, _EXPLAINS) for role in _OPERATED)
    if target.role in ("item", "row"):
        return not repeated(screen, everywhere, None)
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
    if seen.unexplained:
        seen.status, seen.cause = Status.UNRESOLVED, OutcomeCause.NOT_BOUND
        seen.reason += f"; the app may wait for a press on {seen.unexplained!r}, which no criterion names"
    elif seen.weakly_bound:
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

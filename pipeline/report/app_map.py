"""The judge's map of a submitted web app in one round: screens, bindings of targets, and outcomes that they blocked.

All words in it come from the app, from a model or from the criteria: each is cut to one short line here and escaped by
the template.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from pipeline.report.words import LETTER, STATUSES, one_line
from plans.errors import InvalidFile, PathEscape
from plans.files import read_own_record
from plans.paths import MAP, inside
from plans.plain_text import count_text
from plans.records.app_map import AppMap, Binding, BindingKind, MappedScreen
from plans.records.criteria import EvaluationTask
from plans.records.run import JudgedRound, RunProject
from plans.records.steps import Target
from plans.records.verdict import Judgement, OutcomeCause, Status
from plans.step_words import describe

SCREENS = 24
"""Screens that are shown of one app."""
LINES = 80
"""Lines that are shown of one screen."""
STEPS = 8
"""Presses that are shown of the way to a screen."""
TARGETS = 120
"""Targets that are shown of one app."""
TAKEN = 4
"""Different things that are shown for which one target was taken."""
OUTCOMES = 20
"""Outcomes that are shown for one cause."""
LONG = 240
"""Characters of a line of a screen, of a reason, and of what the criteria say."""
SHORT = 120
"""Characters of a name, a title and an address."""
DEEPEST = 10
"""Levels by which a line of a screen is indented at most."""

KINDS = {
    BindingKind.ELEMENT: "",
    BindingKind.ENTRIES: "the entries of a list",
    BindingKind.PART: "a part of what it says",
    BindingKind.COMPOSITE: "several fields together",
    BindingKind.NO_STEP: "no press is needed",
    BindingKind.ABSENT: "it is not there",
    BindingKind.LATER: "it appears only after other actions",
    BindingKind.UNSURE: "not sure",
}
"""Kind of a binding → the same in words; nothing for a plain element."""

CAUSES = {
    OutcomeCause.NOT_BOUND: "A target was not found, or something merely resembled it",
    OutcomeCause.ABSENT_BY_PROOF: "A target is absent: the app was explored whole, and nothing like it is left",
    OutcomeCause.MISSING: "A target was not found under the name that the criteria give it",
    OutcomeCause.NOT_OPERABLE: "A target was found, and could not be operated",
    OutcomeCause.NOT_READABLE: "A target was found, and could not be read",
    OutcomeCause.SEEN_IN_PART: "Not all of the page could be seen or understood",
}
"""Causes that have to do with what was found → the same in a sentence, in the order of the page."""


class MapState(StrEnum):
    """Whether there are screens to show."""

    SHOWN = "shown"
    NOT_KEPT = "not kept"
    UNREADABLE = "unreadable"
    NO_SPACE = "no space"


STATES = {
    MapState.NOT_KEPT: "No map of this app is kept: a judge explores an app only where it misses something.",
    MapState.UNREADABLE: "The map of this app cannot be shown: its file, `map.json` beside the judgement, is damaged "
    "or leads out of the evidence folder.",
    MapState.NO_SPACE: "What the judge found in this app had no space here: see `judgement.json` and `map.json`.",
}
"""Why no screens are shown → the same in a sentence."""


@dataclass(frozen=True)
class LineView:
    """One element of a screen."""

    sign: str
    """By which `benchwright bind` names it."""
    said: str
    depth: int


@dataclass(frozen=True)
class ScreenView:
    """A screen, the way to it, and what is on it that no earlier one shows."""

    id: str
    title: str
    url: str
    way: tuple[str, ...]
    """What is pressed to come to it; nothing for the start page."""
    lines: tuple[LineView, ...]
    left_out: int
    """Lines that are not shown."""
    gaps: tuple[str, ...]
    """What on it could not be looked at."""


@dataclass(frozen=True)
class TakenTarget:
    """What a target was taken for, by whom, and in which tasks."""

    words: str
    """In the words of the page; empty: nothing was found."""
    by: str
    """program, model or person."""
    how: str
    """How well it fits, or what kind of thing it is."""
    reason: str = ""
    tasks: tuple[tuple[str, str], ...] = ()
    """Letter of a verdict → numbers of the tasks that have it."""


@dataclass(frozen=True)
class TargetView:
    """A target of the criteria, and what it was taken for."""

    id: str
    said: str
    """What the criteria say of it."""
    taken: tuple[TakenTarget, ...]
    left_out: int
    is_missed: bool
    """Whether a task that did not pass found nothing for it."""


@dataclass(frozen=True)
class AffectedOutcome:
    """An outcome that did not pass."""

    letter: str
    """Of its verdict."""
    task: int
    statement: str
    is_unseen: bool
    """Whether its task broke off before."""


@dataclass(frozen=True)
class Affected:
    """Outcomes that did not pass for one cause."""

    cause: OutcomeCause
    outcomes: tuple[AffectedOutcome, ...]
    left_out: int

    @property
    def title(self) -> str:
        return CAUSES[self.cause]


@dataclass(frozen=True)
class AppMapView:
    """What the judge found in an app in one round."""

    state: MapState
    screens: tuple[ScreenView, ...] = ()
    screens_left_out: int = 0
    presses: int = 0
    cut: str = ""
    """Why the app was not explored to its end."""
    targets: tuple[TargetView, ...] = ()
    """Those first that were missed."""
    targets_left_out: int = 0
    missed: int = 0
    """Targets for which a task that did not pass found nothing; also of those that are left out."""
    not_looked_for: tuple[str, ...] = ()
    """Ids of targets that no task looked for."""
    affected: tuple[Affected, ...] = ()
    same_as: int | None = field(default=None, compare=False)
    """The earlier round that shows the same."""

    @property
    def target_groups(self) -> tuple[tuple[str, tuple[TargetView, ...]], ...]:
        """Missed targets, and all others; each with a title where there are any."""
        missed = tuple(one for one in self.targets if one.is_missed)
        found = self.targets[len(missed) :]
        titles = (count_text(len(missed), "missed target"), count_text(len(found), "other target"))
        return tuple(pair for pair in zip(titles, (missed, found), strict=True) if pair[1])

    @property
    def has_details(self) -> bool:
        """Whether there is anything to unfold."""
        return bool(self.screens or self.targets or self.affected)

    @property
    def missing(self) -> str:
        """Why no screens are shown; empty when they are."""
        return STATES.get(self.state, "")

    @property
    def extent(self) -> str:
        """`3 screens · 25 targets, 4 missed · 6 outcomes affected`."""
        screens = len(self.screens) + self.screens_left_out
        targets = len(self.targets) + self.targets_left_out
        outcomes = sum(len(one.outcomes) + one.left_out for one in self.affected)
        return " · ".join(
            (
                count_text(screens, "screen") if self.state is MapState.SHOWN else "no map",
                count_text(targets, "target") + (f", {self.missed:,} missed" if self.missed else ""),
                *([f"{count_text(outcomes, 'outcome')} affected"] if outcomes else []),
            )
        )


SeenMaps = dict[AppMapView, int]
"""What was found → the round that shows it, of one trial."""


def app_map_view(
    project: RunProject, judged: JudgedRound, letters: str, seen: SeenMaps, take: Callable[[int], bool]
) -> AppMapView | None:
    """What the judge found; None where nothing was judged in a browser.

    `letters`: one per task, in the criteria's order. `seen` goes from round to round of one trial. `take`: whether so
    many bytes fit into the page, which are spent then.
    """
    tasks = project.criteria.tasks
    if judged.judgement is None or not any(task.steps for task in tasks):
        return None
    found = _screens(_read(judged.evidence))
    view = _with_targets(found, project, judged.judgement, letters)
    view = replace(view, affected=tuple(_affected(tasks, judged.judgement)))
    if not view.has_details:
        return view
    if view in seen:
        return replace(AppMapView(view.state), same_as=seen[view])
    # Written out as Python does it, it is about as long as on the page.
    if not take(len(repr(view))):
        return AppMapView(MapState.NO_SPACE)
    seen[view] = judged.number
    return view


def _read(evidence: Path) -> AppMap | MapState:
    """The map of a judgement, or why there is none to show."""
    try:
        path = inside(evidence, MAP)
        return read_own_record(path, AppMap) if path.exists() else MapState.NOT_KEPT
    except (PathEscape, InvalidFile):
        return MapState.UNREADABLE


def _screens(found: AppMap | MapState) -> AppMapView:
    if isinstance(found, MapState):
        return AppMapView(found)
    return AppMapView(
        MapState.SHOWN,
        screens=tuple(_screen(one) for one in found.screens[:SCREENS]),
        screens_left_out=max(len(found.screens) - SCREENS, 0),
        presses=found.presses,
        cut=one_line(found.cut, LONG),
    )


def _screen(screen: MappedScreen) -> ScreenView:
    gaps = {
        "not all of it could be looked at": not screen.is_seen_whole,
        "it has frames that are not looked into": screen.has_foreign_frames,
    }
    way = [one_line(step, SHORT) for step in screen.way[:STEPS]]
    return ScreenView(
        id=one_line(screen.id, SHORT),
        title=one_line(screen.title, SHORT),
        url=one_line(screen.url, SHORT),
        way=tuple(way) if len(screen.way) <= STEPS else (*way, f"and {len(screen.way) - STEPS:,} more"),
        lines=tuple(_line(line) for line in screen.lines[:LINES]),
        left_out=max(len(screen.lines) - LINES, 0),
        gaps=tuple(gap for gap, is_there in gaps.items() if is_there),
    )


def _line(line: str) -> LineView:
    """A line of the map: blanks by its depth, the element's sign in brackets, and what it is."""
    from agents.browser.atlas import parse_line

    depth, sign, said = parse_line(line)
    return LineView(one_line(sign, SHORT), one_line(said, LONG), min(depth, DEEPEST))


_Bound = dict[tuple[str, str], tuple[Binding, list[int]]]
"""Of one target: the words for which it was taken, and who found none → the binding, and the tasks that went by it."""


def _words(binding: Binding) -> str:
    """The words of what a target was taken for; empty: nothing was found."""
    return one_line(binding.bound_to, SHORT) or ("(no words)" if binding.surety else "")


def _add(bound: _Bound, binding: Binding, tasks: Sequence[int]) -> None:
    """Keep a binding. What the program takes for a target on the word of a model or a person stays theirs."""
    words = _words(binding)
    key = words, "" if words else binding.bound_by
    known, earlier = bound.get(key, (binding, []))
    is_weaker = known.bound_by == "program" and binding.surety < known.surety
    bound[key] = binding if is_weaker else known, [*earlier, *tasks]


def _with_targets(view: AppMapView, project: RunProject, judgement: Judgement, letters: str) -> AppMapView:
    numbers = {task.id: number for number, task in enumerate(project.criteria.tasks, 1)}
    by_target: defaultdict[str, _Bound] = defaultdict(dict)
    for binding in judgement.bindings:
        _add(by_target[binding.target], binding, ())
    for verdict in judgement.tasks:
        for binding in verdict.bindings:
            _add(by_target[binding.target], binding, [numbers[verdict.task]])
    known = project.criteria.targets
    order = {id: place for place, id in enumerate(known)}
    targets = sorted(
        (_target(id, known.get(id), bound, letters) for id, bound in by_target.items()),
        key=lambda one: (not one.is_missed, order.get(one.id, len(order))),
    )
    return replace(
        view,
        targets=tuple(targets[:TARGETS]),
        targets_left_out=max(len(targets) - TARGETS, 0),
        missed=sum(one.is_missed for one in targets),
        not_looked_for=tuple(id for id in known if id not in by_target) if by_target else (),
    )


def _target(id: str, target: Target | None, bound: _Bound, letters: str) -> TargetView:
    # What was not found, and what somebody said of it, comes first.
    taken = sorted(bound.values(), key=lambda pair: (bool(_words(pair[0])), -len(pair[1])))
    missed_in = {number for one, tasks in taken if not _words(one) for number in tasks}
    return TargetView(
        id=one_line(id, LONG),
        said=one_line(target.description or describe(target.anywhere), LONG) if target else "",
        taken=tuple(_taken(one, tasks, letters) for one, tasks in taken[:TAKEN]),
        left_out=max(len(taken) - TAKEN, 0),
        is_missed=any(letters[number - 1] != LETTER[Status.PASSED] for number in missed_in),
    )


def _taken(binding: Binding, tasks: Sequence[int], letters: str) -> TakenTarget:
    fit = "fits exactly" if binding.surety == 1 else f"fit {binding.surety:.2f}" if binding.surety else ""
    how = fit if binding.bound_by == "program" else KINDS[binding.kind]
    return TakenTarget(
        words=_words(binding),
        by=binding.bound_by,
        how=how,
        reason=one_line(binding.reason, LONG),
        tasks=tuple(_by_letter(tasks, letters)),
    )


def _by_letter(tasks: Iterable[int], letters: str) -> Iterator[tuple[str, str]]:
    numbers = sorted(set(tasks))
    for status in STATUSES:
        if own := [f"{number}" for number in numbers if letters[number - 1] == status.letter]:
            yield status.letter, ", ".join(own)


def _affected(tasks: Sequence[EvaluationTask], judgement: Judgement) -> Iterator[Affected]:
    """Outcomes that did not pass for what was found or not, by cause."""
    by_cause: dict[OutcomeCause, list[AffectedOutcome]] = {cause: [] for cause in CAUSES}
    for number, task in enumerate(tasks, 1):
        said: Mapping[str, str] = {outcome.id: outcome.statement for outcome in task.outcomes}
        for one in judgement.of(task.id).outcomes:
            if one.cause is not None and one.cause in by_cause:
                statement = one_line(said[one.outcome], LONG)
                outcome = AffectedOutcome(LETTER[one.status], number, statement, one.is_unseen)
                by_cause[one.cause].append(outcome)
    for cause, outcomes in by_cause.items():
        if outcomes:
            yield Affected(cause, tuple(outcomes[:OUTCOMES]), max(len(outcomes) - OUTCOMES, 0))

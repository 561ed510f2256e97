"""What the criteria call things, numbered for a model, and what it pointed out on pages, as others can go by it."""

from collections.abc import Iterator, Sequence

from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.grounding.looks import look_of
from agents.browser.grounding.roles import CONTAINERS, suits
from agents.judging.absence import CONTROLS
from agents.judging.ui_model.moves import Pointing
from agents.judging.ui_model.sight import Sight
from plans.records.criteria import EvaluationTask
from plans.records.findings import Finding, Meaning, Way
from plans.records.targets import Target
from plans.records.walk import found_in

_ENTRIES = ("item", "row", "any")
"""What is known by how it repeats, and not by what it is called."""
_LONGEST = 4000
"""Letters of a finding as JSON; what pages say goes into it."""


def named_things(task: EvaluationTask) -> list[Target]:
    """What a task's steps point at by a name, each once, wherever it stands: number one is T1."""
    first: dict[object, Target] = {}
    for target in _targets(task):
        first.setdefault(target.called, target)
    return list(first.values())


def pointed_out(
    task: EvaluationTask, pointings: Sequence[Pointing], sights: Sequence[Sight]
) -> Finding | None:
    """What a model pointed out, of what a program can find again; None where nothing of it can be.

    An element that cannot be seen, or is of a kind that never is what the name means, is left out.
    """
    things = named_things(task)
    meant: dict[Target, Meaning] = {}
    ways: dict[Target, Way] = {}
    for pointing in pointings:
        place = _place(pointing.name)
        if not 1 <= place <= len(things) or not 0 <= pointing.look < len(sights):
            continue
        sight, thing = sights[pointing.look], things[place - 1]
        index = sight.index_of(pointing.element)
        if index is None or not _may_be(thing, sight, index):
            continue
        look = look_of(sight.snapshot, index)
        is_told = _finds_itself(thing, sight, index)
        for target in _targets(task):
            if target.called != thing.called:
                continue
            if not is_told:
                meant.setdefault(target.unplaced, Meaning(target=target.unplaced, look=look))
            if sight.done.presses and target.role in CONTROLS | CONTAINERS:
                way = Way(target=target.unplaced, presses=sight.done.presses)
                ways.setdefault(target.unplaced, way)
    finding = Finding(meant=tuple(meant.values()), ways=tuple(ways.values()), is_pointed_out=True)
    return finding if (meant or ways) and len(finding.model_dump_json()) <= _LONGEST else None


def _targets(task: EvaluationTask) -> Iterator[Target]:
    return (
        target
        for target in found_in(task.steps, Target)
        # A name that is made up as a task goes on is another each time.
        if target.name and target.role not in _ENTRIES and "{" not in "".join((target.name, *target.synonyms))
    )


def _place(name: str) -> int:
    digits = name.strip().removeprefix("T")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0


def _finds_itself(thing: Target, sight: Sight, index: int) -> bool:
    """Whether a program knows it there by its name: what one entry's button says of that entry, no other's does."""
    grounding = ground(sight.snapshot, thing.anywhere)
    return grounding.found is Found.FOUND and index in (grounding.index, *grounding.matches)


def _may_be(thing: Target, sight: Sight, index: int) -> bool:
    element = sight.snapshot.elements[index]
    return (element.is_shown or element.role == "file") and suits(thing.role, element) > 0

"""The step language in words (targets, steps, expectations, conditions, values), and the targets of criteria."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from plans.records import steps
from plans.records.base import found_in
from plans.records.criteria import Criteria
from plans.records.expressions import PLACEHOLDER, names_in
from plans.records.steps import Absent, Draw, Expect, Reads, Remember, Step, Target
from plans.records.values import Value

LONGEST = 160
"""Characters of a value that are shown."""
BRIEF = 40
"""Characters of a value that is listed among others."""
_MOST_LISTED = 5
_ASKED_OF_ACCESSIBILITY = {
    "names": "every control, field and picture has a name",
    "structure": "roles, lists, tables, the page's title and its language are sound",
    "reaches": "the Tab key reaches every control",
    "shows": "the control in focus can be told",
    "leaves": "Tab leads out of the page again",
    "operates": "Enter or Space works on every control that gets the focus",
}
Purpose = Literal["act", "see", "number", "absent"]
"""act: to operate it. see: to look at it. number: to read a number off it. absent: to be sure that it is not there;
nothing but the target itself counts then."""


def shown(value: object) -> str:
    """A value for readers: whole numbers without a fraction, `nothing` for what is empty, long ones cut."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value in ("", [], ()):
        return "nothing"
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def joined_values(values: Sequence[object]) -> str:
    """The first five of several values, each cut to BRIEF characters."""
    texts = [" ".join(str(value).split()) for value in values[:_MOST_LISTED]]
    told = [repr(text if len(text) <= BRIEF else f"{text[: BRIEF - 1]}…") for text in texts]
    return ", ".join([*told, "…"] if len(values) > _MOST_LISTED else told)


def condition(expression: str, names: Mapping[str, Value]) -> str:
    """A condition with the values of the names in it: `such that it >= before + 1 (with before = 3)`."""
    used = sorted(names_in(expression) & names.keys() - {"it"})
    values = ", ".join(f"{name} = {shown(names[name])}" for name in used)
    return f"such that {expression}" + (f" (with {values})" if values else "")


def describe(target: Target) -> str:
    """A target in words."""
    words = target.role if target.role != "any" else "anything"
    if target.name:
        words += f" {target.name!r}"
    if target.synonyms:
        words += f" (or {', '.join(map(repr, target.synonyms[:4]))})"
    if target.containing:
        words += f" containing {target.containing!r}"
    if target.near:
        words += f" near {target.near!r}"
    if target.nth:
        words += f", number {target.nth}"
    return f"{words} within {describe(target.within)}" if target.within else words


def name_of(target: Target) -> str:
    """Id of a target, or its description where it has none."""
    return target.id or describe(target.anywhere)


def told(step: steps.Step) -> str:
    """A step in words; names in braces stand for what earlier steps have bound."""
    match step:
        case steps.Open():
            return "open the app"
        case steps.Click():
            asked = f", and {step.then} if it asks" if step.then else ""
            unless = f", left out where this holds already: {expected(step.unless)}" if step.unless else ""
            return f"click {_target(step.target)}{asked}{unless}"
        case steps.Fill():
            return f"fill {_target(step.target)} with {step.value!r}"
        case steps.Select():
            place = step.position or 1
            nth = (
                "last option" if place == -1 else f"option number {abs(place)}{' from the end' * (place < 0)}"
            )
            what = f"its {nth}" if step.value is None else repr(step.value)
            return f"in {_target(step.target)} choose {what}{_bound(step.bind)}"
        case steps.SetChecked():
            return f"{'tick' if step.on else 'untick'} {_target(step.target)}"
        case steps.Press():
            return f"press the key {step.key}" + (f" in {_target(step.target)}" if step.target else "")
        case steps.Drag():
            return f"drag {_target(step.target)} onto {_target(step.to)}"
        case steps.Upload():
            return f"give {_target(step.target)} the file {step.filename!r} that holds {step.content!r}"
        case steps.Hover():
            return f"point at {_target(step.target)}"
        case steps.Reload():
            return "reload the page"
        case steps.Back():
            return "go back"
        case steps.SetClock():
            return f"let {step.advance:g} seconds pass"
        case steps.Resize():
            return f"make the window {step.width} x {step.height} px"
        case steps.Complete():
            where = f" in {_target(step.within)}" if step.within else ""
            return f"give every empty required field{where} a valid value"
        case steps.Remember():
            what = f" of {_target(step.target)}" if step.target else " of the page"
            return f"read the {step.read}{what}{_bound(step.bind)}"
        case steps.Generate():
            low = f", at least {step.minimum:g}" if step.minimum is not None else ""
            high = f", at most {step.maximum:g}" if step.maximum is not None else ""
            return f"make up a value ({step.kind.replace('_', ' ')}{low}{high}){_bound(step.bind)}"
        case steps.Draw():
            where = f" for which holds: {expected(step.where)}" if step.where else ""
            return f"pick any one of {_target(step.among)}{where}{_bound(step.bind)}"
        case steps.Compute():
            return f"work out {step.expression}{_bound(step.bind)}"
        case steps.Expect():
            return f"outcome `{step.outcome}`: {expected(step.that)}"


def expected(that: steps.Expectation) -> str:
    """An expectation in words."""
    match that:
        case steps.Visible():
            return f"{_target(that.target)} can be seen"
        case steps.Absent():
            return f"no {_target(that.target)} can be seen"
        case steps.Reads():
            what = _target(that.target) if that.target else "the page"
            return f"the {that.read} of {what}, called `it`, is such that {that.that}"
        case steps.Holds():
            return f"it is so that {that.that}"
        case steps.Changed():
            return f"{{{that.since}}} reads otherwise now"
        case steps.Unchanged():
            return f"{{{that.since}}} reads the same now"
        case steps.Notice():
            words = f" with words like {', '.join(map(repr, that.words))}" if that.words else ""
            return f"the last action made a message appear{words}"
        case steps.ConfirmationAsked():
            return "the app has asked for confirmation"
        case steps.Downloaded():
            return f"the last action gave a file, whose text is `it`, such that {that.that}"
        case steps.NoConsoleError():
            return "there was no error in the console"
        case steps.FitsWidth():
            return "the page does not scroll sideways"
        case steps.Accessible() | steps.Keyboard():
            return _ASKED_OF_ACCESSIBILITY[that.asks]
        case steps.AnyOf():
            return f"one of these: {'; or '.join(map(expected, that.options))}"
        case steps.AllOf():
            return f"all of these: {'; and '.join(map(expected, that.parts))}"


def _target(target: Target) -> str:
    words = describe(target)
    drawn = [inner.drawn for inner in (target, target.within) if inner is not None and inner.drawn]
    return f"{words} (the one picked as {{{drawn[0]}}})" if drawn else words


def _bound(name: str | None) -> str:
    return f", called {{{name}}}" if name else ""


@dataclass(slots=True)
class TargetUse:
    """A target of the criteria, wherever it stands, and what it is used for."""

    id: str
    target: Target
    purposes: set[Purpose] = field(default_factory=set[Purpose])
    statements: dict[str, None] = field(default_factory=dict[str, None])
    """Statements of the outcomes that are observed by it."""
    titles: dict[str, None] = field(default_factory=dict[str, None])
    """Titles of the tasks that use it."""

    @property
    def purpose(self) -> Purpose:
        """The strictest of its uses."""
        return next(use for use in ("act", "number", "see") if use in (*self.purposes, "see"))


def wanted_targets(criteria: Criteria) -> list[TargetUse]:
    """Every target that the steps look for, once, without the places of single uses.

    Left out are those that are only to be absent, and those that are called by a value which a step binds or by a
    figure such as 01:50: they are found by these words alone.
    """
    found: dict[str, TargetUse] = {}
    for task in criteria.tasks:
        said = {outcome.id: outcome.statement for outcome in task.outcomes}
        for step in task.steps:
            statement = said.get(step.outcome, "") if isinstance(step, Expect) else ""
            for target, purpose in _uses(step):
                if target.names and not is_named(target):
                    continue
                wanted = found.setdefault(name_of(target), TargetUse(name_of(target), target.anywhere))
                wanted.purposes.add(purpose)
                wanted.titles[task.title] = None
                if statement:
                    wanted.statements[statement] = None
    return list(found.values())


def is_named(target: Target) -> bool:
    """Whether the criteria's author calls it by words, and not by a value that a step binds or a figure."""
    names = "".join(target.names)
    return not PLACEHOLDER.search(names) and any(map(str.isalpha, names))


def _uses(step: Step) -> Iterator[tuple[Target, Purpose]]:
    """The targets of a step and what each is used for: the step's own are operated, and others looked at."""
    looked_at = step.among if isinstance(step, Draw) else step
    own = ("turning",) if isinstance(step, Remember) else ("target", "to", "within")
    operated = [getattr(step, name, None) for name in own]
    absent = [one.target for one in found_in(looked_at, Absent)]
    reads = [step] if isinstance(step, Remember) else found_in(looked_at, Reads)
    numbers = [one.target for one in reads if one.read in ("number", "numbers")]
    for target in found_in(looked_at, Target):
        if any(target is one for one in operated):
            yield target, "act"
        elif target not in absent:
            yield target, "number" if target in numbers else "see"

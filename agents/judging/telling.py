"""The steps of a task in words: how a program tries it, in the names of the criteria."""

from agents.browser.grounding.ground import describe
from plans.records.expectations import (
    Absent,
    Accessible,
    AllOf,
    AnyOf,
    Asked,
    Changed,
    Downloaded,
    Expectation,
    FitsWidth,
    Holds,
    Keyboard,
    NoConsoleError,
    Notice,
    Reads,
    Unchanged,
    Visible,
)
from plans.records.steps import (
    Action,
    Back,
    Check,
    Click,
    Complete,
    Compute,
    Drag,
    Draw,
    Expect,
    Fill,
    Generate,
    Hover,
    Open,
    Press,
    Reload,
    Remember,
    Resize,
    Select,
    SetClock,
    Step,
    Upload,
)
from plans.records.targets import Target

_MOST_LETTERS = 120
_ACCESSIBILITY = {
    "names": "every control, field and picture has a name",
    "structure": "roles, lists, tables, the page's title and its language are sound",
    "reaches": "the Tab key reaches every control",
    "shows": "the control in focus can be told",
    "leaves": "Tab leads out of the page again",
    "operates": "Enter or Space works on every control that gets the focus",
}
"""What is asked of accessibility, in words."""


def told(step: Step) -> str:
    """A step in words; names in braces stand for what earlier steps have bound."""
    match step:
        case Open():
            return "open the app"
        case Click():
            asked = f", and {step.then} if it asks" if step.then else ""
            unless = f", unless already: {expected(step.unless)}" if step.unless else ""
            return f"click {_target(step.target)}{asked}{unless}"
        case Fill():
            return f"fill {_target(step.target)} with {step.value!r}"
        case Select():
            what = repr(step.value) if step.value is not None else _option(step.position or 1)
            return f"in {_target(step.target)} choose {what}{_bound(step.bind)}"
        case Check():
            return f"{'tick' if step.on else 'untick'} {_target(step.target)}"
        case Press():
            return f"press the key {step.key}" + (f" in {_target(step.target)}" if step.target else "")
        case Drag():
            return f"drag {_target(step.target)} onto {_target(step.to)}"
        case Upload():
            return f"give {_target(step.target)} the file {step.filename!r} that holds {step.content!r}"
        case Hover():
            return f"point at {_target(step.target)}"
        case Reload():
            return "reload the page"
        case Back():
            return "go back"
        case SetClock():
            return f"let {step.advance:g} seconds pass"
        case Resize():
            return f"make the window {step.width} x {step.height} px"
        case Complete():
            where = f" in {_target(step.within)}" if step.within else ""
            return f"give every empty required field{where} a valid value"
        case Remember():
            what = f" of {_target(step.target)}" if step.target else " of the page"
            return f"read the {step.read}{what}{_bound(step.bind)}"
        case Generate():
            low = f", at least {step.minimum:g}" if step.minimum is not None else ""
            high = f", at most {step.maximum:g}" if step.maximum is not None else ""
            return f"make up a value ({step.kind.replace('_', ' ')}{low}{high}){_bound(step.bind)}"
        case Draw():
            where = f" for which holds: {expected(step.where)}" if step.where else ""
            return f"pick any one of {_target(step.among)}{where}{_bound(step.bind)}"
        case Compute():
            return f"work out {step.expression}{_bound(step.bind)}"
        case Expect():
            return f"outcome `{step.outcome}`: {expected(step.that)}"


def told_briefly(step: Action) -> str:
    """What an action does, in at most 120 letters: of each target its first name alone, and no conditions."""
    fields = {name: getattr(step, name) for name in type(step).model_fields}
    named = {name: _by_first_name(value) for name, value in fields.items() if isinstance(value, Target)}
    words = told(step.model_copy(update={**named, **({"unless": None} if isinstance(step, Click) else {})}))
    return words if len(words) <= _MOST_LETTERS else f"{words[: _MOST_LETTERS - 1]}…"


def expected(that: Expectation) -> str:
    """An expectation in words."""
    match that:
        case Visible():
            return f"{_target(that.target)} can be seen"
        case Absent():
            return f"no {_target(that.target)} can be seen"
        case Reads():
            what = _target(that.target) if that.target else "the page"
            return f"the {that.read} of {what}, called `it`, is such that {that.that}"
        case Holds():
            return f"it is so that {that.that}"
        case Changed():
            return f"{{{that.since}}} reads otherwise now"
        case Unchanged():
            return f"{{{that.since}}} reads the same now"
        case Notice():
            words = f" with words like {', '.join(map(repr, that.words))}" if that.words else ""
            return f"the last action made a message appear{words}"
        case Asked():
            return "the app has asked for confirmation"
        case Downloaded():
            return f"the last action gave a file, whose text is `it`, such that {that.that}"
        case NoConsoleError():
            return "there was no error in the console"
        case FitsWidth():
            return "the page does not scroll sideways"
        case Accessible() | Keyboard():
            return _ACCESSIBILITY[that.asks]
        case AnyOf():
            return f"one of these: {'; or '.join(map(expected, that.options))}"
        case AllOf():
            return f"all of these: {'; and '.join(map(expected, that.parts))}"


def _option(position: int) -> str:
    if position == -1:
        return "its last option"
    return f"its option number {abs(position)}{' from the end' if position < 0 else ''}"


def _target(target: Target) -> str:
    words = describe(target)
    drawn = [inner.drawn for inner in (target, target.within) if inner is not None and inner.drawn]
    return f"{words} (the one picked as {{{drawn[0]}}})" if drawn else words


def _by_first_name(target: Target) -> Target:
    within = _by_first_name(target.within) if target.within else None
    return target.model_copy(update={"synonyms": (), "within": within})


def _bound(name: str | None) -> str:
    return f", called {{{name}}}" if name else ""

"""The judge's step language: semantic targets, actions, bindings and expectations.

Targets (targets.py) are described as a person would point at them (role, name, synonyms, place), never by CSS; what an
`expect` may look for stands in expectations.py. Strings may hold `{name}`, replaced by what an earlier step bound.
Expressions (`that`, `expression`) are described in expressions.py.
"""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from plans.records.base import LARGEST_NUMBER, Record
from plans.records.expectations import Expectation
from plans.records.expression_syntax import Expression
from plans.records.targets import BOUND_NAME, ReadKind, Target


class Open(Record):
    """Load the app's start page afresh."""

    do: Literal["open"]


class Click(Record):
    """Click something; `then` says how to answer when the app asks for confirmation."""

    do: Literal["click"]
    target: Target
    then: Literal["confirm", "decline"] | None = None
    """A native dialog or an in-page question that follows is answered so; nothing asked is no error."""
    unless: Expectation | None = None
    """Where this holds already, nothing is clicked: a quiz may begin with its page, an entry may be marked before."""
    times: int = Field(default=1, ge=1, le=30)
    """Clicks at most, one after the other, for as long as `unless` does not hold."""

    @model_validator(mode="after")
    def _ends(self) -> "Click":
        if self.times > 1 and self.unless is None:
            raise ValueError("`times` goes with an `unless` that ends the clicks")
        return self


class Fill(Record):
    """Put a value into a field, replacing what is there."""

    do: Literal["fill"]
    target: Target
    value: str


class Select(Record):
    """Choose from a list: native select, custom combobox, radio group, chips, tabs or filter buttons."""

    do: Literal["select"]
    target: Target
    value: str | None = None
    """The option's text; left out, the option at `position` is taken."""
    position: int | None = None
    """1 is the first real option (placeholders and "All" not counted), -1 the last: of a filter, the last that the
    list says, for behind the kinds there may be other buttons."""
    bind: str | None = Field(default=None, pattern=BOUND_NAME)
    """Name that the chosen option's text is bound to."""


class Check(Record):
    """Tick or untick a checkbox, switch, or whatever marks something as done."""

    do: Literal["check"]
    target: Target
    on: bool = True


class Press(Record):
    """Press a key, in a field or on the page."""

    do: Literal["press"]
    key: str
    """Playwright key name: Enter, Escape, Tab, ArrowDown, Control+z, /."""
    target: Target | None = None


class Drag(Record):
    """Drag something onto something else."""

    do: Literal["drag"]
    target: Target
    to: Target


class Upload(Record):
    """Give a file to a file input or drop zone."""

    do: Literal["upload"]
    target: Target
    filename: str
    content: str


class Hover(Record):
    """Point at something."""

    do: Literal["hover"]
    target: Target


class Reload(Record):
    """Reload the page; what the app stored stays."""

    do: Literal["reload"]


class Back(Record):
    """The browser's back button."""

    do: Literal["back"]


class SetClock(Record):
    """Let time pass. A task with this step runs under a fake clock from its start."""

    do: Literal["set_clock"]
    advance: float = Field(gt=0, le=86400 * 400)
    """Seconds to move forward."""


class Resize(Record):
    """Change the window, in CSS pixels."""

    do: Literal["resize"]
    width: int = Field(ge=240, le=3840)
    height: int = Field(ge=240, le=2160)


class Complete(Record):
    """Give every empty required field of a form a valid value, whatever the form asks for."""

    do: Literal["complete"]
    within: Target | None = None
    """The form; left out, the form last filled or the only one open."""


class Remember(Record):
    """Bind what is read off the page, or off all pages of a list."""

    do: Literal["remember"]
    bind: str = Field(pattern=BOUND_NAME)
    read: ReadKind
    target: Target | None = None
    turning: Target | None = None
    """What leads to the next part of a list: it is pressed for as long as it leads on, and what is read off all the
    parts is bound, in their order. For `texts`, `numbers`, `dates` and `times` only."""
    otherwise: float | None = Field(default=None, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    """What is bound where no number is shown: what counts often says nothing at none. For `number` only."""

    @model_validator(mode="after")
    def _turns_lists_alone(self) -> "Remember":
        if self.turning is not None and self.read not in ("texts", "numbers", "dates", "times"):
            raise ValueError(f"`turning` goes with a `read` of a list, such as texts, not of {self.read}")
        if self.otherwise is not None and self.read != "number":
            raise ValueError(f"`otherwise` goes with a `read` of number, not of {self.read}")
        return self


GeneratedKind = Literal[
    "word", "title", "sentence", "person", "email", "integer", "price", "future_date", "past_date", "time",
    "nonsense", "blank", "invalid_email", "negative", "long_text",
]  # fmt: skip
"""Kinds of made-up values. Dates are ISO (YYYY-MM-DD), counted from the judge's fixed date, and of a day beyond the
12th where the bounds allow it, so that no day is taken for a month. A time is HH:MM, on a quarter of an hour.
`nonsense` matches nothing that an app could hold. `blank` is a few spaces. `negative` is a number below zero."""


class Generate(Record):
    """Bind a made-up value; it differs from run to run."""

    do: Literal["generate"]
    bind: str = Field(pattern=BOUND_NAME)
    kind: GeneratedKind
    minimum: float | None = Field(default=None, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    maximum: float | None = Field(default=None, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)


class Draw(Record):
    """Bind the place of one entry of a list, so that nobody knows which one a task is going to act upon.

    It is drawn by the seed of the judgement: in each attempt at the task the same, in another run another. The steps
    that follow mean that entry by targets with `drawn`.
    """

    do: Literal["draw"]
    bind: str = Field(pattern=BOUND_NAME)
    among: Target
    """What is listed."""
    apart: tuple[str, ...] = ()
    """Names of places drawn before: it is none of these."""
    where: Expectation | None = None
    """What holds of an entry that can be drawn, which is meant by a target with this draw's name. Where it holds of
    none of the twelve that are tried at most, the first is taken, and the steps that follow tell what is wrong."""


class Compute(Record):
    """Bind the value of an expression over bound names."""

    do: Literal["compute"]
    bind: str = Field(pattern=BOUND_NAME)
    expression: Expression


class Expect(Record):
    """Observe one expected outcome here; an outcome with several of these needs them all."""

    do: Literal["expect"]
    outcome: str
    that: Expectation


Action = (
    Open
    | Click
    | Fill
    | Select
    | Check
    | Press
    | Drag
    | Upload
    | Hover
    | Reload
    | Back
    | SetClock
    | Resize
    | Complete
)
Binding = Remember | Generate | Draw | Compute
Step = Annotated[Action | Binding | Expect, Field(discriminator="do")]

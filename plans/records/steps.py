"""The judge's step language: targets, actions, bindings and expectations."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from plans.records.base import LARGEST_NUMBER, Record
from plans.records.expressions import Expression

ElementRole = Literal[
    "any", "button", "link", "textbox", "spinbutton", "combobox", "checkbox", "radio", "switch", "slider", "tab",
    "menuitem", "option", "file", "heading", "text", "image", "item", "list", "table", "row", "cell", "form",
    "dialog", "alert", "region", "navigation", "progressbar", "chart",
]  # fmt: skip
"""What kind of thing a target is. `item` is one of a set that repeats (a card, a row, an entry); `any` is whatever
can be seen; `text` is readable text wherever it stands; `button` also covers links and icons that act."""


BOUND_NAME = r"^[a-z][a-z0-9_]*$"


TARGET_ID = r"^[a-z0-9][a-z0-9-]*$"


class Target(Record):
    """An element as a person would describe it.

    Targets that describe the same are equal, whatever id and description they go by.
    """

    id: str = Field(default="", pattern=rf"{TARGET_ID}|^$")
    """Name of the target in the `targets` table of `criteria.yaml`; empty for one that stands in no table."""
    description: str = ""
    """One line on what it is, for whoever has to find it in an app that calls it otherwise."""
    role: ElementRole = "any"
    """What kind of thing it is."""
    name: str = ""
    """What it says or is called: label, text, tooltip, placeholder. For an item: what one of them is."""
    synonyms: tuple[str, ...] = ()
    """Other wordings that are as good; any one of them suffices."""
    within: "Target | None" = None
    """The thing it is inside of."""
    near: str | None = None
    """Text that stands beside or above it."""
    containing: str | None = None
    """Text that must stand inside it."""
    nth: int | None = None
    """Which one, in reading order: 1 is the first, -1 the last. Left out: the best match."""
    drawn: str | None = Field(default=None, pattern=BOUND_NAME)
    """The name that a `draw` step bound to a place, which is `nth` from then on."""

    @property
    def _described(self) -> tuple[object, ...]:
        return (
            self.role, self.name, self.synonyms, self.within, self.near, self.containing, self.nth, self.drawn
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Target) and self._described == other._described

    def __hash__(self) -> int:
        return hash(self._described)

    @property
    def anywhere(self) -> "Target":
        """What it is and is called, and what it is inside of, without a word on which of several is meant."""
        within = self.within.anywhere if self.within else None
        left_open = {"within": within, "near": None, "containing": None, "nth": None, "drawn": None}
        return self.model_copy(update=left_open)

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and the others that it may go by; empty where its role alone tells what is meant."""
        return (self.name, *self.synonyms) if self.name else self.synonyms


ReadKind = Literal[
    "text", "number", "value", "count", "texts", "numbers", "state", "content", "brightness", "messages", "date",
    "dates", "time", "times",
]  # fmt: skip
"""What is read off a target. text: its visible words. number: the first number in it (money, counts, percent).
value: a field's value. count: how many match (0 is an answer). texts, numbers: of each match, in reading order.
state: a list of words out of checked, disabled, expanded, pressed, selected, focused, invalid, readonly, current.
content: all visible text inside, for comparing before and after (target left out: the whole page).
brightness: how light the page's background is, from 0 (black) to 1 (white); the target is left out.
messages: what the last action made appear that reads as a message; the target is left out.
date, time: the first day (2026-07-05) or time of day (09:30) in it, however it is written, or what its fields hold.
dates, times: of each match, in reading order. A day is undecided where day and month could be swapped."""

Target.model_rebuild()


class SingleExpectation(Record):
    """What one look can decide; an outcome may need several."""

    phrase: str = ""
    """The words of the outcome's statement that this stands for; empty where it stands for the whole statement. It
    changes nothing in what is looked for."""


class Visible(SingleExpectation):
    """The target can be seen."""

    kind: Literal["visible"]
    target: Target


class Absent(SingleExpectation):
    """Nothing that fits the target can be seen."""

    kind: Literal["absent"]
    target: Target


class Reads(SingleExpectation):
    """Something is read off the target, and an expression over it (`it`) and bound names holds."""

    kind: Literal["reads"]
    read: ReadKind
    target: Target | None = None
    that: Expression


class Holds(SingleExpectation):
    """An expression over bound names holds."""

    kind: Literal["holds"]
    that: Expression


class Changed(SingleExpectation):
    """What was remembered as `since` reads differently now."""

    kind: Literal["changed"]
    since: str


class Unchanged(SingleExpectation):
    """What was remembered as `since` reads the same now."""

    kind: Literal["unchanged"]
    since: str


class Notice(SingleExpectation):
    """The last action made a message appear: alert, toast, inline hint, native validation or dialog."""

    kind: Literal["notice"]
    words: tuple[str, ...] = ()
    """At least one of these occurs in it (any case); none given, any new message counts."""


class ConfirmationAsked(SingleExpectation):
    """The last click made the app ask for confirmation, natively or in the page."""

    kind: Literal["asked"]


class Downloaded(SingleExpectation):
    """The last action started a download; `that` may speak of its text as `it` and of its name as `filename`."""

    kind: Literal["downloaded"]
    that: Expression = "True"


class NoConsoleError(SingleExpectation):
    """No uncaught error and no console error since the page was opened."""

    kind: Literal["no_console_error"]


class FitsWidth(SingleExpectation):
    """The page does not scroll sideways."""

    kind: Literal["fits_width"]


class Accessible(SingleExpectation):
    """Everything on the page has what a screen reader says of it, by axe-core."""

    kind: Literal["accessible"]
    asks: Literal["names", "structure"]
    """names: controls, fields and pictures have names. structure: roles, lists, tables, the page's title and its
    language are what they say."""


class Keyboard(SingleExpectation):
    """The page can be used with the keyboard, which is found out by a walk with the Tab key."""

    kind: Literal["keyboard"]
    asks: Literal["reaches", "shows", "leaves", "operates"]
    """reaches: every control gets the focus, or belongs to a group that does. shows: the control in focus can be told.
    leaves: Tab leads out of the page again. operates: Enter or Space works on controls that are no native ones."""


class AnyOf(SingleExpectation):
    """One of several designs is found."""

    kind: Literal["any_of"]
    options: tuple["Expectation", ...] = Field(min_length=2)


class AllOf(Record):
    """All hold at once; each part has its own phrase."""

    kind: Literal["all_of"]
    parts: tuple["Expectation", ...] = Field(min_length=2)


Expectation = Annotated[
    Visible | Absent | Reads | Holds | Changed | Unchanged | Notice | ConfirmationAsked | Downloaded | NoConsoleError
    | FitsWidth | Accessible | Keyboard | AnyOf | AllOf,
    Field(discriminator="kind"),
]  # fmt: skip

for _model in (AnyOf, AllOf):
    _model.model_rebuild()


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


class SetChecked(Record):
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
    """Give the empty fields of a form valid values, all but search and file fields, those that are called
    optional, and checkboxes that are not marked as required.
    """

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
    | SetChecked
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

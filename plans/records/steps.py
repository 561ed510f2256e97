"""The judge's step language: semantic targets, actions, bindings and expectations.

Targets are described as a person would point at them (role, name, synonyms, place), never by CSS. Strings may hold
`{name}`, replaced by what an earlier step bound. Expressions (`that`, `expression`) are described in expressions.py.
"""

from typing import Annotated, Literal

from pydantic import Field

from plans.records.base import Record

Role = Literal[
    "any", "button", "link", "textbox", "spinbutton", "combobox", "checkbox", "radio", "switch", "slider", "tab",
    "menuitem", "option", "file", "heading", "text", "image", "item", "list", "table", "row", "cell", "form",
    "dialog", "alert", "region", "navigation", "progressbar", "chart",
]  # fmt: skip
"""What kind of thing a target is. `item` is one of a set that repeats (a card, a row, an entry); `any` is whatever
can be seen; `text` is readable text wherever it stands; `button` also covers links and icons that act."""

BOUND_NAME = r"^[a-z][a-z0-9_]*$"


class Target(Record):
    """An element as a person would describe it."""

    role: Role = "any"
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


class Open(Record):
    """Load the app's start page afresh."""

    do: Literal["open"]


class Click(Record):
    """Click something; `then` says how to answer when the app asks for confirmation."""

    do: Literal["click"]
    target: Target
    then: Literal["confirm", "decline"] | None = None
    """A native dialog or an in-page question that follows is answered so; nothing asked is no error."""


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
    """1 is the first real option (placeholders and "All" not counted)."""
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


ReadKind = Literal["text", "number", "value", "count", "texts", "numbers", "state", "content", "brightness"]
"""What is read off a target. text: its visible words. number: the first number in it (money, counts, percent).
value: a field's value. count: how many match (0 is an answer). texts, numbers: of each match, in reading order.
state: a list of words out of checked, disabled, expanded, pressed, selected, focused, invalid, readonly, current.
content: all visible text inside, for comparing before and after (target left out: the whole page).
brightness: how light the page's background is, from 0 (black) to 1 (white); the target is left out."""


class Remember(Record):
    """Bind what is read off the page."""

    do: Literal["remember"]
    bind: str = Field(pattern=BOUND_NAME)
    read: ReadKind
    target: Target | None = None


GeneratedKind = Literal[
    "word", "title", "sentence", "person", "email", "integer", "price", "future_date", "past_date", "time",
    "nonsense", "blank", "invalid_email", "negative", "long_text",
]  # fmt: skip
"""Kinds of made-up values. Dates are ISO (YYYY-MM-DD), counted from the judge's fixed date. `nonsense` matches
nothing that an app could hold. `blank` is a few spaces. `negative` is a number below zero."""


class Generate(Record):
    """Bind a made-up value; it differs from run to run."""

    do: Literal["generate"]
    bind: str = Field(pattern=BOUND_NAME)
    kind: GeneratedKind
    minimum: float | None = None
    maximum: float | None = None


class Compute(Record):
    """Bind the value of an expression over bound names."""

    do: Literal["compute"]
    bind: str = Field(pattern=BOUND_NAME)
    expression: str


class Visible(Record):
    """The target can be seen."""

    kind: Literal["visible"]
    target: Target


class Absent(Record):
    """Nothing that fits the target can be seen."""

    kind: Literal["absent"]
    target: Target


class Reads(Record):
    """Something is read off the target, and an expression over it (`it`) and bound names holds."""

    kind: Literal["reads"]
    read: ReadKind
    target: Target | None = None
    that: str


class Holds(Record):
    """An expression over bound names holds."""

    kind: Literal["holds"]
    that: str


class Changed(Record):
    """What was remembered as `since` reads differently now."""

    kind: Literal["changed"]
    since: str


class Unchanged(Record):
    """What was remembered as `since` reads the same now."""

    kind: Literal["unchanged"]
    since: str


class Notice(Record):
    """The last action made a message appear: alert, toast, inline hint, native validation or dialog."""

    kind: Literal["notice"]
    words: tuple[str, ...] = ()
    """At least one of these occurs in it (any case); none given, any new message counts."""


class Asked(Record):
    """The last click made the app ask for confirmation, natively or in the page."""

    kind: Literal["asked"]


class Downloaded(Record):
    """The last action started a download; `that` may speak of its text as `it` and of its name as `filename`."""

    kind: Literal["downloaded"]
    that: str = "True"


class NoConsoleError(Record):
    """No uncaught error and no console error since the page was opened."""

    kind: Literal["no_console_error"]


class FitsWidth(Record):
    """The page does not scroll sideways."""

    kind: Literal["fits_width"]


class AnyOf(Record):
    """One of several designs is found."""

    kind: Literal["any_of"]
    options: tuple["Expectation", ...] = Field(min_length=2)


class AllOf(Record):
    """All hold at once."""

    kind: Literal["all_of"]
    parts: tuple["Expectation", ...] = Field(min_length=2)


Expectation = Annotated[
    Visible | Absent | Reads | Holds | Changed | Unchanged | Notice | Asked | Downloaded | NoConsoleError | FitsWidth
    | AnyOf | AllOf,
    Field(discriminator="kind"),
]  # fmt: skip


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
Binding = Remember | Generate | Compute
Step = Annotated[Action | Binding | Expect, Field(discriminator="do")]

for _model in (Target, AnyOf, AllOf, Expect):
    _model.model_rebuild()

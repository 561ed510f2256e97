"""What an expected outcome may look for on a page.

Expressions (`that`) are described in expressions.py.
"""

from typing import Annotated, Literal

from pydantic import Field

from plans.records.base import Record
from plans.records.expression_syntax import Expression
from plans.records.targets import ReadKind, Target


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


class Asked(SingleExpectation):
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
    Visible | Absent | Reads | Holds | Changed | Unchanged | Notice | Asked | Downloaded | NoConsoleError | FitsWidth
    | Accessible | Keyboard | AnyOf | AllOf,
    Field(discriminator="kind"),
]  # fmt: skip

for _model in (AnyOf, AllOf):
    _model.model_rebuild()

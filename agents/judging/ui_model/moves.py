"""What a model may say when it judges a page: one move at a time, and at the end what holds, with what shows it.

The docstring beneath each field is what the model reads about it.
"""

from typing import Literal

from plans.records.model_shape import Shape

Do = Literal[
    "click", "fill", "choose", "check", "uncheck", "press", "hover", "drag", "upload", "open", "reload", "back",
    "wait", "pass_time", "resize", "read", "picture", "finish",
]  # fmt: skip
PASSIVE: frozenset[Do] = frozenset({"open", "wait", "read", "picture", "finish", "hover"})
"""Moves after which nothing that is seen is the work of the judge."""


class Proof(Shape):
    """Something in a look that shows that an outcome holds. A program checks each word of it against that look."""

    shows: Literal["stands", "appeared", "gone", "changed", "same"]
    """stands: the quotation is there. appeared: it is there and was nowhere in the look `before`. gone: it was in the
    look `before` and is nowhere now. changed: it is there now, in place of `was`, which stood in the look `before`.
    same: it stood in the look `before` and still does, although you did something in between."""
    look: int
    """Number of the look in which it is to be seen (of gone: in which it is missing)."""
    element: str
    """The element of that look in which it stands, such as e12 (of gone: the element of the look `before`); or page for
    what is told of the window, dialog for a native dialog, download for a file that was given."""
    quote: str
    """The words as they stand there, exactly, at most 200 characters. Never your own words."""
    before: int | None
    """Number of the earlier look to compare with; null for stands."""
    was: str | None
    """Of changed: the words that stood in the look `before`; else null."""


class Claim(Shape):
    """What you found out about one outcome."""

    outcome: str
    """Its id."""
    holds: Literal["yes", "no", "cannot tell"]
    """yes: you saw it hold, and `proofs` show it. no: you tried it, and the app does otherwise or lacks it. cannot
    tell: you could not find out."""
    why: str
    """In one sentence for a person: what was tried and what was seen."""
    proofs: list[Proof]
    """What shows it; empty unless it holds."""


class Reading(Shape):
    """Where something stands that a program is to read. You never say what it is: the program reads it there itself."""

    reading: str
    """What is to be read, by its number among the readings, such as R1."""
    look: int
    """Number of the look in which it is to be read."""
    element: str
    """The element of that look, such as e12. Of a list: something in one of its entries, and of the part that is to be
    read of each (a title, a price) that part of one entry; the program finds the others. page for the page as a whole;
    none where no entry of the list is left."""


class Pointing(Shape):
    """What on a page one of the criteria's names stands for, whatever it is called there."""

    name: str
    """Its number among the names, such as T2."""
    look: int
    """Number of a look in which it can be seen."""
    element: str
    """The element of that look, such as e12."""


class Move(Shape):
    """The next move: exactly one, with the fields that it needs and null for all others."""

    note: str
    """What you learnt from the page now and may need later (numbers, names, which element of which look), in a sentence
    or two. Earlier looks are not shown to you again: only your notes are."""
    do: Do
    """What to do."""
    element: str | None
    """What it is done to, by its sign in the look shown now, such as e12."""
    onto: str | None
    """Of drag: the element that it is dropped on."""
    text: str | None
    """Of fill: what the field is to hold, empty to clear it. Of choose: the option's words. Of press: the key, such as
    Enter, Escape, Tab, Control+z. Of upload: what the file holds."""
    filename: str | None
    """Of upload: the file's name."""
    number: float | None
    """Of pass_time: seconds to let pass. Of wait: seconds, at most 5. Of resize: the window's width in pixels."""
    accept: bool | None
    """Whether a native question (confirm, prompt) that follows the move is accepted; null declines it."""
    claims: list[Claim] | None
    """Of finish: one for every outcome."""
    readings: list[Reading] | None
    """Of finish: for each of the task's readings where it stands; of one that goes on over several parts of a list, one
    for each part in turn."""
    pointings: list[Pointing] | None
    """Of finish: for each of the criteria's names that you found on a page, what it is there."""

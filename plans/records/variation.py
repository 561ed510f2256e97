"""What else of an item was made that has to pass as its reference does, and why what is lacking could not be."""

from typing import ClassVar, Literal

from plans.records.base import FileRecord, Record
from plans.records.project import LaidOver

VariationKind = Literal["restyled", "other-data"]
KINDS: tuple[VariationKind, ...] = ("restyled", "other-data")
Rewriting = Literal["names", "prices", "decimals", "currency", "dates", "entries"]
"""What a program changes of an app's sample data and of how it is shown: the names of entries; amounts; whether whole
amounts have decimals; whether the sign of the currency stands before or behind; how dates are written; how many entries
there are."""


class Lack(Record):
    """Why there is no such alternative."""

    kind: VariationKind
    code: Literal[
        "nothing found", "breaks the app", "over budget", "given up", "not applicable", "not recorded"
    ]
    """nothing found: a program found no data that it could rewrite. breaks the app: whatever was rewritten left a page
    that raises errors or none at all. over budget: the budget of models had no room for it. given up: a model's
    answers could not be used. not applicable: the family's reference brings no sample data that is shown, or no page.
    not recorded: nothing beside the item says.
    """
    detail: str


class SeenFailing(Record):
    """An outcome that an alternative did not pass when it was tried, and what was seen in its place."""

    kind: VariationKind
    task: str
    outcome: str
    looked_for: str = ""
    saw: str = ""
    said: str = ""
    """Why its author takes the task for met as it is."""

    def __str__(self) -> str:
        said = f" Its author says: {self.said}" if self.said else ""
        looked_for = f" Looked for: {self.looked_for}." if self.looked_for else ""
        return f"alternative/{self.kind}: {self.task}/{self.outcome} did not hold.{looked_for} Seen: {self.saw}.{said}"


class Variations(FileRecord):
    """`variations.yaml`, among the alternatives of an item that a model made; a catalog's renderer makes them all."""

    SCHEMA: ClassVar[str] = "variations"

    rewritten: tuple[Rewriting, ...] = ()
    """What other-data changes."""
    dropped: tuple[Rewriting, ...] = ()
    """What was tried beside, and broke the app."""
    lacking: tuple[Lack, ...] = ()
    failing: tuple[SeenFailing, ...] = ()


class Varied(Record):
    """The alternatives that were made, and what is said of them."""

    alternatives: tuple[LaidOver, ...]
    variations: Variations

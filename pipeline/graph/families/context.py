"""What nodes work with, and what a thread remembers."""

from dataclasses import dataclass

from agents.authoring.instances.author import FamilyAuthor
from pipeline.graph.families.drafts import FamilyDrafts
from pipeline.graph.state import State
from plans.paths import FamilyPaths


@dataclass(frozen=True)
class FamilyContext:
    """The services of one family's thread."""

    paths: FamilyPaths
    drafts: FamilyDrafts
    author: FamilyAuthor


class FamilyState(State, total=False):
    """State of the thread, beside what every thread has. Fields are only ever added."""

    is_unsound: bool
    """Whether what is shown next did not hold when it was tried."""

"""What a run of solvers keeps of an instance, and what an answer to it scored."""

from typing import ClassVar

from plans.records.base import FileRecord, Record
from plans.records.instance import Evaluated
from plans.records.names import FolderName


class Applied(Record):
    """What an instance is to be scored by."""

    checks: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    """Constraint groups of these checks, each once."""
    apart: tuple[str, ...] = ()
    """Checks that are told apart."""


class ScoredInstance(FileRecord):
    """One line of `instances.jsonl` of a run: an instance as reports show it, so that the run can be read alone."""

    SCHEMA: ClassVar[str] = "scored-instance"

    id: FolderName
    split: FolderName
    prompt: str
    media: tuple[str, ...] = ()
    """Digests of the pictures in `media/`, in the prompt's order."""
    kinds: tuple[str, ...] = ()
    """Kinds of its constraints, each once, in their order."""
    labels: dict[str, str] = {}
    """Disaggregation of the plan → the bucket that it falls into."""
    applied: Applied | None = None
    """What is planned for whatever is answered: what the family finds of an answer without words. None: the run was
    begun before this was kept.
    """


class DecidedCheck(Record):
    """What the model that decides open questions said of one check."""

    holds: bool | None
    """None: it could not say, or its answer could not be used."""
    reason: str
    key: str = ""
    """Where the run's journal has its reply."""


class ScoredAnswer(FileRecord):
    """One line of `scores/<solver>/<repeat>.jsonl`."""

    SCHEMA: ClassVar[str] = "scored-answer"

    instance: FolderName
    evaluated: Evaluated
    """What a model decided is among its checks; of an answer that could not be had all are unresolved."""
    decided: dict[str, DecidedCheck] = {}
    """Check → what a model said of it."""

"""What a judge is asked to decide."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from plans.records.app_map import Binding, Finding
from plans.records.base import Record
from plans.records.criteria import Criteria
from plans.records.specification import PRD
from plans.records.verdict import World


class JudgeRequest(Record):
    """One hand-in, the tasks that it is judged on, and how closely."""

    item: str
    """Id of the item that the hand-in is for; the judgement names it."""
    hand_in: Path
    """Folder that is judged. It is read, never written to."""
    left_out: str = ""
    """What was handed in and could not be kept, in a few words; empty: all is in the folder. It is told where nothing
    can be served, since the start page may be among it."""
    criteria: Criteria
    grader: Path | None = None
    """Folder of the grader's files, by which tasks name them: a sealed copy, which no agent ever sees; None: none."""
    world: World = World.CLOSED
    """Whether what is not found is missing, or may be there in another form: open for whatever was made from the query
    alone."""
    evidence: Path | None = None
    """Folder for the screenshots of failures; None: none are kept."""
    only: frozenset[str] | None = None
    """Tasks that are asked for; whatever they depend on is judged with them. None: all."""
    confirm: frozenset[str] | None = None
    """Tasks whose failure is looked at once more; of another task one look decides, and what it saw hold counts as
    passed. None: all."""
    before: Mapping[str, Finding] = {}
    """Task → how it was gone about in the round before, where one passed it; it is tried first and proves nothing."""
    bindings: tuple[Binding, ...] = ()
    """What targets were in the round before; those that still hold are not asked for again."""
    random_seed: int = 0
    """Varies generated values."""
    unusable_answers: Mapping[str, int] = {}
    """Task → how often a model's answers about it could not be used: it is asked anew, not given the same replies."""
    interface: Literal["fixed", "free"] = "fixed"
    """fixed: the hand-in is reached just as the criteria say. free: it decided by itself how it is started and how its
    commands are called, and a judge that can adapts the criteria to what it finds."""
    prd: PRD | None = None
    """With a free interface: what says how the commands and menu entries are called that the criteria use, and what
    they take. None: nothing is known of them but their names."""


def retry_salt(asked: str, retry: int) -> str:
    """The salt of a call that was made in vain so many times."""
    return f"{asked}, retry {retry}" if retry else asked

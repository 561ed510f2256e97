"""What a judge is asked to decide."""

from pathlib import Path

from plans.records.base import Record
from plans.records.criteria import Criteria


class JudgeRequest(Record):
    """One hand-in, the tasks that it is judged on, and how closely."""

    item: str
    """Id of the item that the hand-in is for; the judgement names it."""
    hand_in: Path
    """Folder that is judged. It is read, never written to."""
    criteria: Criteria
    evidence: Path | None = None
    """Folder for the screenshots of failures; None: none are kept."""
    only: frozenset[str] | None = None
    """Tasks that are asked for; whatever they depend on is judged with them. None: all."""
    confirm: frozenset[str] | None = None
    """Tasks whose failure is looked at once more; of another task one look decides, and what that look saw hold
    counts as passed. None: all."""
    random_seed: int = 0
    """Varies generated values."""

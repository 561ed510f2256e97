"""Who answers at a checkpoint: nobody yet, a rule, answers that were given beforehand, or another where it is asked."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from plans.errors import StaleReview
from review.checkpoints import Checkpoint, CheckpointAnswer

AUTO = "auto"
"""Name that an approval without a person is recorded under."""


class Reviewer(Protocol):
    """Answers at checkpoints."""

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        """The answer about the artifacts in `folder`, or None to leave the checkpoint parked."""
        ...


class AutoReviewer:
    """Approves everything, and says that no person did."""

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        del checkpoint, folder
        return CheckpointAnswer(action="approve", reviewer=AUTO)


class DeferringReviewer:
    """Leaves every checkpoint parked for `benchwright review`."""

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        del checkpoint, folder


class PresetReviewer:
    """Gives answers that were decided on the command line, each to one checkpoint, and leaves the others parked."""

    def __init__(self, answers: Sequence[tuple[Checkpoint, CheckpointAnswer]] = ()) -> None:
        self._answers = {_key(checkpoint): (checkpoint, answer) for checkpoint, answer in answers}

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        del folder
        given = self._answers.pop(_key(checkpoint), None)
        return given[1] if given else None

    def check_all_given(self) -> None:
        """Raises StaleReview when an answer met no checkpoint."""
        if self._answers:
            labels = sorted(checkpoint.label for checkpoint, _ in self._answers.values())
            raise StaleReview(f"Nothing waits any more at {', '.join(labels)}; list with `review`.")


class ReviewerOf:
    """Asks a reviewer about some checkpoints, and leaves the others parked."""

    def __init__(self, reviewer: Reviewer, is_asked: Callable[[Checkpoint], bool]) -> None:
        """`is_asked`: whether a checkpoint is one of them."""
        self._reviewer = reviewer
        self._is_asked = is_asked

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        return await self._reviewer.review(checkpoint, folder) if self._is_asked(checkpoint) else None


def _key(checkpoint: Checkpoint) -> str:
    return f"{checkpoint.label} {sorted(checkpoint.artifacts.items())}"


def preset_reviewer(answers: Sequence[tuple[Checkpoint, CheckpointAnswer]]) -> PresetReviewer:
    """A reviewer who gives answers that were decided beforehand."""
    return PresetReviewer(answers)


def asking_about(reviewer: Reviewer, is_asked: Callable[[Checkpoint], bool]) -> Reviewer:
    """A reviewer who is asked at some checkpoints alone; the others stay parked."""
    return ReviewerOf(reviewer, is_asked)

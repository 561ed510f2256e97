"""Who answers at checkpoints."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Literal

from rich.console import Console

from plans.settings import read_settings
from review.checkpoints import Answer, Checkpoint
from review.reviewers import AutoReviewer, DeferringReviewer, PresetReviewer, Reviewer, ReviewerOf
from review.terminal import TerminalReviewer

ReviewMode = Literal["ask", "auto", "defer"]
"""ask: the person at the terminal decides. auto: everything is approved. defer: everything is parked."""


def reviewer_for(
    mode: ReviewMode,
    console: Console,
    paused: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Reviewer:
    """Who answers at checkpoints; `paused` silences whatever else writes to the terminal while a person is asked."""
    match mode:
        case "ask":
            settings = read_settings()
            return TerminalReviewer(console, settings.reviewer, settings.editor, paused)
        case "defer":
            return DeferringReviewer()
        case "auto":
            return AutoReviewer()


def preset_reviewer(answers: Sequence[tuple[Checkpoint, Answer]]) -> PresetReviewer:
    """Who gives the answers that were decided on the command line."""
    return PresetReviewer(answers)


def asking_about(reviewer: Reviewer, is_asked: Callable[[Checkpoint], bool]) -> Reviewer:
    """A reviewer who is asked at some checkpoints alone; the others stay parked."""
    return ReviewerOf(reviewer, is_asked)

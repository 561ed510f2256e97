"""Decisions given on the command line."""

from collections.abc import Sequence
from pathlib import Path

import click

from plans.errors import StaleReview
from plans.files import read_text
from plans.plurals import count_text
from plans.records.decision import Verb
from plans.settings import read_settings
from review.checkpoints import EDITABLE, Answer, Checkpoint, edited_record


def given_answer(action: Verb | None, redo: str | None, edits: Sequence[Path], note: str) -> Answer | None:
    """The answer that the options give, or None when they give none; a usage error when they give two.

    Raises InvalidFile with every problem of an edited text; whether it fits the other artifacts is checked where it is
    put beside them.
    """
    given = [action is not None, redo is not None, bool(edits)]
    if sum(given) > 1:
        raise click.UsageError("Choose one of --approve, --reject, --redo and --edit.")
    reviewer = read_settings().reviewer
    if action is not None:
        return Answer(action=action, reviewer=reviewer, note=note)
    if redo is not None:
        return Answer(action="redo", reviewer=reviewer, note=redo)
    if edits:
        return Answer(action="edit", reviewer=reviewer, note=note, edits=dict(map(_edited, edits)))
    return None


def chosen_checkpoints(
    parked: Sequence[Checkpoint], item: str | None, stage: str | None, *, is_all: bool
) -> list[Checkpoint]:
    """The parked checkpoints that the options name: one, or with `is_all` every one that fits."""
    fitting = [
        checkpoint
        for checkpoint in parked
        if (item is None or checkpoint.item == item) and (stage is None or checkpoint.stage == stage)
    ]
    if not fitting:
        asked = ", ".join(part for part in (item, stage) if part) or "any item"
        waiting = "; ".join(checkpoint.label for checkpoint in parked) or "nothing"
        raise StaleReview(
            f"Nothing waits at {asked}: it was decided, or never parked. What waits: {waiting}."
        )
    if len(fitting) > 1 and not is_all:
        raise click.UsageError(
            f"{count_text(len(fitting), 'checkpoint')} fit ({'; '.join(c.label for c in fitting)}). "
            "Name one with --item and --stage, or decide all of them with --all."
        )
    return fitting


def _edited(path: Path) -> tuple[str, str]:
    if path.name not in EDITABLE:
        names = ", ".join(EDITABLE)
        raise click.UsageError(
            f"--edit {path}: the file's name must say what it replaces; use one of {names}."
        )
    text = read_text(path)
    edited_record(path.name, text, path)
    return path.name, text

"""Items that wait for their release are published as they were verified, or not at all."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.graph.context import Context
from pipeline.graph.report import Ending
from pipeline.graph.state import State
from plans.paths import SuitePaths


def as_verified(context: Context, endings: Sequence[Ending]) -> list[Ending]:
    """The endings; items whose files were changed after they were verified are turned into some that are not released.

    They may have waited for days until others were decided.
    """
    return [_held(context, ending) if ending.state.get("status") == "ready" else ending for ending in endings]


def _held(context: Context, ending: Ending) -> Ending:
    changed = context.drafts.changed_since_verified(ending.item)
    return replace(ending, state=_turned_down(context.paths, ending, changed)) if changed else ending


def _turned_down(paths: SuitePaths, ending: Ending, changed: Sequence[str]) -> State:
    reason = (
        f"changed after it was verified ({', '.join(changed)}), so nothing shows that its criteria tell good from bad. "
        f"Put {paths.draft(ending.item).root} back as it was before the suite is published, or author its seed anew."
    )
    return {**ending.state, "status": "not released", "reasons": [reason]}

"""What the minimal agent did, for people: its transcript, and its steps for the common trajectory."""

import json
from collections.abc import Sequence
from typing import Any, cast

from agents.coding.ending import Ending
from agents.coding.minimal.tools import cut
from agents.coding.program import Said
from plans.records.model_call import ToolUse
from plans.records.trajectory import ToolCall
from plans.wellformed import well_formed

SHOWN = 2_000
"""Characters of a wish or a result that the transcript shows; the trajectory has all of it."""


def tool_call(use: ToolUse) -> ToolCall:
    """A wish as a trajectory has it; arguments that are no object stand there as the model wrote them."""
    try:
        value: Any = json.loads(use.arguments or "{}")
    except (ValueError, RecursionError):
        value = None
    arguments = cast("dict[str, Any]", value) if isinstance(value, dict) else {"arguments": use.arguments}
    return ToolCall(tool_call_id=use.id, function_name=use.name, arguments=arguments)


def transcript_of(message: str, steps: Sequence[Said], ending: Ending) -> str:
    """The turn as it went."""
    parts = [f"--- message ---\n{message.rstrip()}"]
    for number, step in enumerate(steps, 1):
        parts.append(f"--- step {number} ---")
        if step.text.strip():
            parts.append(step.text.strip())
        for call in step.calls:
            wish = json.dumps(call.arguments, ensure_ascii=False)
            parts.append(f"> {call.function_name} {cut(wish, SHOWN)}")
            parts.append(cut(step.results.get(call.tool_call_id, "(not done)"), SHOWN))
    parts.append(f"--- {ending.ended}{f': {ending.detail}' if ending.detail else ''} ---")
    return well_formed("\n".join(parts) + "\n")

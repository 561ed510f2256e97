"""The `stream-json` that claude-code prints, and qwen-code after it."""

from agents.coding.program import Event, TurnMessage, TurnReport, events, part, parts, word
from plans.records.code_agent import ToolCall
from plans.records.sandboxing import ExecResult

LIMITS = ("error_max_turns", "error_max_budget_usd")
"""How a result is called that says that a limit of the program's own was reached."""


def stream_told(result: ExecResult) -> TurnReport:
    """What the stream tells; its last word is an event `result`, which a failure may call a success."""
    seen = events(result.stdout)
    steps = tuple(_steps(seen))
    last = next((event for event in reversed(seen) if event.get("type") == "result"), None)
    if last is None:
        return TurnReport(ended="nothing", steps=steps)
    if not last.get("is_error") and last.get("subtype") == "success":
        return TurnReport(ended="done", steps=steps)
    reason = word(part(last, "error").get("message") or last.get("result") or last.get("subtype"))
    return TurnReport(
        ended="gave up" if last.get("subtype") in LIMITS else "failed", detail=reason, steps=steps
    )


def _steps(seen: list[Event]) -> list[TurnMessage]:
    """What was said, each message with what came of its tools, which is reported by later events."""
    results: dict[str, str] = {}
    for event in seen:
        if event.get("type") == "user":
            for block in parts(part(event, "message").get("content")):
                if block.get("type") == "tool_result":
                    results[word(block.get("tool_use_id"))] = _content(block.get("content"))
    said: list[TurnMessage] = []
    for event in seen:
        if event.get("type") == "assistant":
            blocks = parts(part(event, "message").get("content"))
            text = "\n".join(word(block.get("text")) for block in blocks if block.get("type") == "text")
            calls = tuple(_call(block) for block in blocks if block.get("type") == "tool_use")
            given = {
                call.tool_call_id: results[call.tool_call_id]
                for call in calls
                if call.tool_call_id in results
            }
            if text or calls:
                said.append(TurnMessage(text=text, calls=calls, results=given))
    return said


def _call(block: Event) -> ToolCall:
    return ToolCall(
        tool_call_id=word(block.get("id")),
        function_name=word(block.get("name")),
        arguments=part(block, "input"),
    )


def _content(content: object) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(word(block.get("text")) for block in parts(content))

"""claude-code: speaks Anthropic messages, resumes a session by its id, prints `stream-json`, as qwen-code does too."""

from pathlib import Path

from agents.coding.program import (
    Event,
    Installation,
    ProgramStart,
    ProgramTurn,
    TurnMessage,
    TurnReport,
    events,
    part,
    parts,
    word,
)
from plans.records.code_agent import ToolCall
from plans.records.model_settings import WireProtocol
from plans.records.sandboxing import ExecResult

QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_AUTOUPDATER": "1",
    # In a sandbox its own permissions protect nobody; as root it refuses to go without them unless it is told so.
    "IS_SANDBOX": "1",
    # Eleven tries of the default take three minutes of the agent's time.
    "CLAUDE_CODE_MAX_RETRIES": "4",
}
LIMITS = ("error_max_turns", "error_max_budget_usd")
"""How a result is called that says that a limit of the program's own was reached."""


class ClaudeCode:
    """Implements agents.coding.program.Program."""

    name = "claude-code"
    version = "2.1.329"
    protocols: tuple[WireProtocol, ...] = ("messages",)
    keeps = (".claude/projects/{place}",)
    redirects = (".claude", ".mcp.json", "CLAUDE.local.md")

    def installation(self, version: str) -> Installation:
        """It is a native program in an npm package."""
        return Installation(
            manager="npm",
            packages=(f"@anthropic-ai/claude-code@{version}",),
            executable="node_modules/.bin/claude",
        )

    def start(self, turn: ProgramTurn) -> ProgramStart:
        """Settings of the workspace are not read: they could name another endpoint."""
        return ProgramStart(
            arguments=(
                "-p",
                *("--model", turn.model),
                *("--output-format", "stream-json", "--verbose"),
                "--dangerously-skip-permissions",
                *("--setting-sources", "user", "--strict-mcp-config"),
                *(() if turn.has_hosted_tools else ("--disallowedTools", "WebSearch,WebFetch")),
                "--resume" if turn.is_resumed else "--session-id",
                turn.session,
            ),
            environment={
                **QUIET,
                "ANTHROPIC_BASE_URL": turn.relay,
                "ANTHROPIC_API_KEY": turn.token,
                # What it would ask a smaller model goes to the one that is scored, as there is no other.
                **dict.fromkeys(
                    (
                        "ANTHROPIC_MODEL",
                        "ANTHROPIC_SMALL_FAST_MODEL",
                        "ANTHROPIC_DEFAULT_HAIKU_MODEL",
                        "ANTHROPIC_DEFAULT_SONNET_MODEL",
                        "ANTHROPIC_DEFAULT_OPUS_MODEL",
                        "CLAUDE_CODE_SUBAGENT_MODEL",
                    ),
                    turn.model,
                ),
            },
            input=turn.message,
        )

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        """Its stream tells all."""
        return stream_told(result)


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

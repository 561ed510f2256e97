"""qwen-code: speaks all four protocols, resumes a session by an id that it is given."""

from pathlib import Path

from agents.coding.program import Installation, ProgramStart, ProgramTurn, TurnReport
from agents.coding.programs.claude_code import stream_told
from plans.plain_text import folded
from plans.records.model_settings import WireProtocol
from plans.records.sandboxing import ExecResult

OWN_LIMITS = (53, 55)
"""Exit codes by which it says that a limit of its own was reached; it prints no result then."""
QUIET = {
    "QWEN_USAGE_STATISTICS_ENABLED": "false",
    "QWEN_TELEMETRY_ENABLED": "false",
    "QWEN_CODE_SUPPRESS_YOLO_WARNING": "1",
}


class QwenCode:
    """Implements agents.coding.program.Program."""

    name = "qwen-code"
    version = "0.24.4"
    protocols: tuple[WireProtocol, ...] = ("chat", "responses", "messages", "gemini")
    keeps = (".qwen/projects/{place}",)
    redirects = (".qwen", ".gemini", "QWEN.md")

    def installation(self, version: str) -> Installation:
        """An npm package that Node runs."""
        return Installation(
            manager="npm", packages=(f"@qwen-code/qwen-code@{version}",), executable="node_modules/.bin/qwen"
        )

    def start(self, turn: ProgramTurn) -> ProgramStart:
        """The protocol is chosen by the kind of login."""
        kind, variables = _login(turn)
        return ProgramStart(
            arguments=(
                *("--auth-type", kind),
                *("-m", turn.model),
                "--yolo",
                *("-o", "stream-json"),
                "--resume" if turn.is_resumed else "--session-id",
                turn.session,
            ),
            environment={**QUIET, **variables},
            input=turn.message,
        )

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        """Its stream tells all but that it reached a limit of its own."""
        told = stream_told(result)
        if told.ended == "nothing" and result.returncode in OWN_LIMITS and not result.timed_out:
            return told.model_copy(update={"ended": "gave up", "detail": folded(result.stderr)[-300:]})
        return told


def _login(turn: ProgramTurn) -> tuple[str, dict[str, str]]:
    match turn.protocol:
        case "chat" | "responses":
            kind = "openai" if turn.protocol == "chat" else "openai-responses"
            return kind, {"OPENAI_API_KEY": turn.token, "OPENAI_BASE_URL": f"{turn.relay}/v1"}
        case "messages":
            return "anthropic", {
                "ANTHROPIC_API_KEY": turn.token,
                "ANTHROPIC_BASE_URL": turn.relay,
                "ANTHROPIC_MODEL": turn.model,
            }
        case "gemini":
            return "gemini", {
                "GEMINI_API_KEY": turn.token,
                "GOOGLE_GEMINI_BASE_URL": turn.relay,
                "GEMINI_BASE_URL": turn.relay,
            }

"""claude-code: speaks Anthropic messages alone, resumes a session by an id that it is given."""

from pathlib import Path

from agents.coding.program import Installation, ProgramStart, ProgramTurn, TurnReport
from agents.coding.programs.stream_json import stream_told
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

"""gemini-cli: speaks Gemini's protocol alone, resumes a session by an id that it is given.

Its exit codes are HTTP statuses modulo 256, and 0 after a broken stream and after SIGTERM.
"""

import json
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
    word,
)
from plans.records.code_agent import ToolCall
from plans.records.model_settings import WireProtocol
from plans.records.sandboxing import ExecResult

SETTINGS: Event = {
    "security": {"auth": {"selectedType": "gemini-api-key"}},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
}
HOSTED = ("google_web_search", "web_fetch")
"""Tools that it has by asking its endpoint to search and to fetch."""


class GeminiCli:
    """Implements agents.coding.program.Program."""

    name = "gemini-cli"
    version = "0.61.0"
    protocols: tuple[WireProtocol, ...] = ("gemini",)
    keeps = (".gemini/tmp", ".gemini/projects.json", ".gemini/history")
    redirects = (".gemini", "GEMINI.md")

    def installation(self, version: str) -> Installation:
        """An npm package that Node runs."""
        return Installation(
            manager="npm", packages=(f"@google/gemini-cli@{version}",), executable="node_modules/.bin/gemini"
        )

    def start(self, turn: ProgramTurn) -> ProgramStart:
        """Without a settings file that names the kind of login it does not start."""
        return ProgramStart(
            arguments=(
                *("-m", turn.model),
                *("--yolo", "--skip-trust"),
                *("-o", "stream-json"),
                "--resume" if turn.is_resumed else "--session-id",
                turn.session,
            ),
            environment={
                "GEMINI_API_KEY": turn.token,
                "GOOGLE_GEMINI_BASE_URL": turn.relay,
                # Else a launcher stands before it that no signal ends.
                "GEMINI_CLI_NO_RELAUNCH": "true",
            },
            files={
                ".gemini/settings.json": json.dumps(
                    SETTINGS if turn.has_hosted_tools else {**SETTINGS, "tools": {"exclude": [*HOSTED]}}
                )
            },
            input=turn.message,
        )

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        """Its last event says how it ended."""
        seen = events(result.stdout)
        steps = tuple(_steps(seen))
        last = next((event for event in reversed(seen) if event.get("type") == "result"), None)
        if last is None:
            return TurnReport(ended="nothing", steps=steps)
        if last.get("status") == "success":
            return TurnReport(ended="done", steps=steps)
        return TurnReport(ended="failed", detail=word(part(last, "error").get("message")), steps=steps)


def _steps(seen: list[Event]) -> list[TurnMessage]:
    """What was said, in pieces as it came, each tool with what came of it."""
    results = {
        word(event.get("tool_id")): word(event.get("output") or event.get("status"))
        for event in seen
        if event.get("type") == "tool_result"
    }
    said: list[TurnMessage] = []
    for event in seen:
        if event.get("type") == "message" and event.get("role") == "assistant":
            said.append(TurnMessage(text=word(event.get("content"))))
        elif event.get("type") == "tool_use":
            id = word(event.get("tool_id"))
            call = ToolCall(
                tool_call_id=id,
                function_name=word(event.get("tool_name")),
                arguments=part(event, "parameters"),
            )
            said.append(TurnMessage(calls=(call,), results={id: results[id]} if id in results else {}))
    return said

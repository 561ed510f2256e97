"""opencode: speaks all four protocols, resumes a session by an id of its own, has no event for the end of a turn."""

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

PROVIDER = "relay"
PACKAGES: dict[WireProtocol, str] = {
    "chat": "@ai-sdk/openai-compatible",
    "responses": "@ai-sdk/openai",
    "messages": "@ai-sdk/anthropic",
    "gemini": "@ai-sdk/google",
}
"""Protocol → the client that it brings along for it."""
QUIET = (
    "OPENCODE_DISABLE_MODELS_FETCH",
    "OPENCODE_DISABLE_AUTOUPDATE",
    "OPENCODE_DISABLE_LSP_DOWNLOAD",
    "OPENCODE_DISABLE_DEFAULT_PLUGINS",
    "OPENCODE_DISABLE_SHARE",
    "OPENCODE_PURE",
    # Settings in the workspace could name another endpoint.
    "OPENCODE_DISABLE_PROJECT_CONFIG",
)


class OpenCode:
    """Implements agents.coding.program.Program."""

    name = "opencode"
    version = "1.18.33"
    protocols: tuple[WireProtocol, ...] = ("chat", "responses", "messages", "gemini")
    keeps = (".local/share/opencode",)
    redirects = (".opencode", "opencode.json", "opencode.jsonc")

    def installation(self, version: str) -> Installation:
        """A native program in an npm package."""
        return Installation(
            manager="npm", packages=(f"opencode-ai@{version}",), executable="node_modules/.bin/opencode"
        )

    def start(self, turn: ProgramTurn) -> ProgramStart:
        """All settings come by a variable, which wins over files; a title of ours saves a call for one."""
        return ProgramStart(
            arguments=(
                *("run", "--format", "json"),
                *("-m", f"{PROVIDER}/{turn.model}"),
                "--auto",
                *("--title", "run"),
                *(("-s", turn.session) if turn.is_resumed else ()),
            ),
            environment={
                **dict.fromkeys(QUIET, "1"),
                "OPENCODE_CONFIG_CONTENT": json.dumps(_settings(turn)),
            },
            input=turn.message,
        )

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        """It is done when its last step stopped of itself and nothing was wrong after it."""
        seen = events(result.stdout)
        sessions = [word(event["sessionID"]) for event in seen if event.get("sessionID")]
        steps = tuple(said for event in seen if (said := _said(event)))
        session = sessions[0] if sessions else None
        ends = [event for event in seen if event.get("type") in ("step_finish", "error")]
        if ends and ends[-1]["type"] == "error":
            detail = word(part(ends[-1], "error", "data").get("message") or ends[-1].get("error"))
            return TurnReport(ended="failed", detail=detail, session=session, steps=steps)
        if ends and part(ends[-1], "part").get("reason") == "stop":
            return TurnReport(ended="done", session=session, steps=steps)
        return TurnReport(ended="nothing", session=session, steps=steps)


def _settings(turn: ProgramTurn) -> Event:
    model = {"name": turn.model, "limit": {"context": 128_000, "output": 16_384}}
    options = {"baseURL": f"{turn.relay}/v1", "apiKey": turn.token}
    provider = {
        "npm": PACKAGES[turn.protocol],
        "name": PROVIDER,
        "options": options,
        "models": {turn.model: model},
    }
    place = f"{PROVIDER}/{turn.model}"
    return {
        "autoupdate": False,
        "share": "disabled",
        "model": place,
        "small_model": place,
        "provider": {PROVIDER: provider},
    }


def _said(event: Event) -> TurnMessage | None:
    piece = part(event, "part")
    if event.get("type") == "text":
        return TurnMessage(text=word(piece.get("text")))
    if event.get("type") != "tool_use":
        return None
    id = word(piece.get("callID") or piece.get("id"))
    call = ToolCall(
        tool_call_id=id, function_name=word(piece.get("tool")), arguments=part(piece, "state", "input")
    )
    return TurnMessage(calls=(call,), results={id: word(part(piece, "state").get("output"))})

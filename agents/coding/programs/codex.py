"""codex: speaks OpenAI responses alone, resumes a session by an id of its own."""

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
KEY = "RELAY_TOKEN"
QUIET = ("analytics.enabled=false", "check_for_update_on_startup=false", "feedback.enabled=false")


class Codex:
    """Implements agents.coding.program.Program."""

    name = "codex"
    version = "0.169.0"
    protocols: tuple[WireProtocol, ...] = ("responses",)
    keeps = (".codex/sessions",)
    redirects = (".codex",)

    def installation(self, version: str) -> Installation:
        """A launcher for Node and a native program."""
        return Installation(
            manager="npm", packages=(f"@openai/codex@{version}",), executable="node_modules/.bin/codex"
        )

    def start(self, turn: ProgramTurn) -> ProgramStart:
        """Everything by `-c`, which wins over files of the workspace."""
        place = f"model_providers.{PROVIDER}"
        settings = (
            f'model_provider="{PROVIDER}"',
            f'{place}.name="{PROVIDER}"',
            f'{place}.base_url="{turn.relay}/v1"',
            f'{place}.env_key="{KEY}"',
            f'{place}.wire_api="responses"',
            f"model={json.dumps(turn.model)}",
            f'web_search="{"live" if turn.has_hosted_tools else "disabled"}"',
            f'shell_environment_policy.exclude=["{KEY}"]',
            *QUIET,
        )
        where = ("resume",) if turn.is_resumed else ("-C", turn.workspace)
        return ProgramStart(
            arguments=(
                "exec",
                *where,
                *(word for setting in settings for word in ("-c", setting)),
                "--json",
                "--skip-git-repo-check",
                # The sandbox is ours, and stronger; its own would need one inside the other.
                "--dangerously-bypass-approvals-and-sandbox",
                *("--disable", "plugins", "--disable", "apps"),
                *((turn.session,) if turn.is_resumed else ()),
                "-",
            ),
            environment={KEY: turn.token},
            input=turn.message,
        )

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        """Its events tell all; the last one that speaks of the turn is its last word."""
        seen = events(result.stdout)
        threads = [word(event.get("thread_id")) for event in seen if event.get("type") == "thread.started"]
        session = threads[0] if threads else None
        steps = tuple(said for event in seen if (said := _said(event)))
        ends = [event for event in seen if event.get("type") in ("turn.completed", "turn.failed")]
        if not ends:
            return TurnReport(ended="nothing", session=session, steps=steps)
        last = ends[-1]
        if last["type"] == "turn.completed":
            return TurnReport(ended="done", session=session, steps=steps)
        detail = word(part(last, "error").get("message"))
        return TurnReport(ended="failed", detail=detail, session=session, steps=steps)


def _said(event: Event) -> TurnMessage | None:
    if event.get("type") != "item.completed":
        return None
    item = part(event, "item")
    kind = item.get("type")
    if kind in ("agent_message", "reasoning"):
        return TurnMessage(text=word(item.get("text")))
    if kind in (None, "error"):
        return None
    id = word(item.get("id"))
    hidden = ("id", "type", "aggregated_output", "status")
    arguments = {name: value for name, value in item.items() if name not in hidden}
    call = ToolCall(tool_call_id=id, function_name=word(kind), arguments=arguments)
    return TurnMessage(calls=(call,), results={id: word(item.get("aggregated_output") or item.get("status"))})

"""openhands: speaks by litellm, resumes a conversation by an id that it prints, prints text between its events.

It ends with exit code 0 after an error too, so only its calls tell whether it came to an end.
"""

import re
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

CONVERSATION = re.compile(r"--resume[ =]([0-9a-fA-F-]{32,36})|Conversation ID: *([0-9a-fA-F-]{32,36})")


class OpenHands:
    """Implements agents.coding.program.Program."""

    name = "openhands"
    version = "1.16.0"
    protocols: tuple[WireProtocol, ...] = ("chat",)
    keeps = (".openhands/conversations",)
    redirects = (".openhands", ".openhands_instructions")

    def installation(self, version: str) -> Installation:
        """On an older Python a placeholder of the same name would be installed."""
        return Installation(
            manager="pip", packages=(f"openhands=={version}",), executable="bin/openhands", python=(3, 12)
        )

    def start(self, turn: ProgramTurn) -> ProgramStart:
        """What it is told comes in a file; a terminal server of its own must not be shared."""
        return ProgramStart(
            arguments=(
                *("--headless", "--json", "--override-with-envs", "--exit-without-confirmation"),
                *(("--resume", turn.session) if turn.is_resumed else ()),
                *("-f", turn.message_file),
            ),
            environment={
                "LLM_API_KEY": turn.token,
                "LLM_BASE_URL": f"{turn.relay}/v1",
                "LLM_MODEL": f"openai/{turn.model}",
                "LITELLM_LOCAL_MODEL_COST_MAP": "True",
                "OPENHANDS_SUPPRESS_BANNER": "1",
                # Else nothing of what it prints is left when it is killed.
                "PYTHONUNBUFFERED": "1",
                "TMUX_TMPDIR": turn.home,
            },
        )

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        """Its events tell what was done, and nothing about the end."""
        found = [*CONVERSATION.finditer(result.stdout)]
        session = (found[-1][1] or found[-1][2]) if found else None
        steps = tuple(said for event in events(result.stdout) if (said := _said(event)))
        return TurnReport(ended="done", is_certain=False, session=session, steps=steps)


def _said(event: Event) -> TurnMessage | None:
    if event.get("source") != "agent":
        return None
    id, name = word(event.get("tool_call_id")), word(event.get("tool_name"))
    text = word(part(event, "llm_message").get("content") or event.get("thought"))
    if name:
        call = ToolCall(tool_call_id=id, function_name=name, arguments=part(event, "action"))
        return TurnMessage(text=text, calls=(call,))
    return TurnMessage(text=text) if text else None

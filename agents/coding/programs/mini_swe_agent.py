"""mini-swe-agent: speaks by litellm, has no sessions, and writes what it did to a file after each step."""

import json
from pathlib import Path

from agents.coding.program import (
    Event,
    Installation,
    ProgramStart,
    ProgramTurn,
    TurnMessage,
    TurnReport,
    part,
    parts,
    word,
)
from agents.sandbox.beneath import read_beneath
from plans.errors import FileRefused
from plans.records.code_agent import ToolCall
from plans.records.model_settings import WireProtocol
from plans.records.sandboxing import ExecResult

TRAJECTORY = "trajectory.json"
SIZE_LIMIT = 64_000_000
LIMITS = ("LimitsExceeded", "TimeExceeded")
QUIET = {
    "MSWEA_CONFIGURED": "true",
    "MSWEA_COST_TRACKING": "ignore_errors",
    "MSWEA_SILENT_STARTUP": "1",
    "MSWEA_MODEL_RETRY_STOP_AFTER_ATTEMPT": "4",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
}


class MiniSweAgent:
    """Implements agents.coding.program.Program."""

    name = "mini-swe-agent"
    version = "2.4.6"
    protocols: tuple[WireProtocol, ...] = ("chat", "responses", "messages")
    keeps: tuple[str, ...] = ()
    redirects: tuple[str, ...] = ()

    def installation(self, version: str) -> Installation:
        """The litellm that it would get today does not start without a package that it does not ask for."""
        return Installation(
            manager="pip",
            packages=(f"mini-swe-agent=={version}", "litellm==1.81.10"),
            executable="bin/mini",
        )

    def start(self, turn: ProgramTurn) -> ProgramStart:
        """Each round is a new session, so the message is all that it knows beside the workspace."""
        if turn.protocol == "messages":
            model, kind = f"anthropic/{turn.model}", "litellm"
            place = {"ANTHROPIC_API_KEY": turn.token, "ANTHROPIC_API_BASE": turn.relay}
        else:
            model = f"openai/{turn.model}"
            kind = "litellm_response" if turn.protocol == "responses" else "litellm"
            place = {"OPENAI_API_KEY": turn.token, "OPENAI_API_BASE": f"{turn.relay}/v1"}
        return ProgramStart(
            arguments=(
                *("-m", model, "--model-class", kind),
                *("-t", turn.message),
                *("-y", "--exit-immediately"),
                *("-l", "0"),
                *("-o", f"{turn.home}/{TRAJECTORY}"),
            ),
            environment={**QUIET, **place, "MSWEA_GLOBAL_CONFIG_DIR": f"{turn.home}/mswea"},
        )

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        """Its file tells; killed in its first step it has not written one."""
        try:
            value: object = json.loads(read_beneath(home, TRAJECTORY, SIZE_LIMIT))
        except (FileNotFoundError, IsADirectoryError, FileRefused, ValueError, RecursionError):
            return TurnReport(ended="nothing")
        steps = tuple(_steps(parts(part(value).get("messages"))))
        status = word(part(value, "info").get("exit_status"))
        if status == "Submitted":
            return TurnReport(ended="done", steps=steps)
        if status in LIMITS:
            return TurnReport(ended="gave up", detail=status, steps=steps)
        return TurnReport(ended="failed" if status else "nothing", detail=status, steps=steps)


def _steps(messages: list[Event]) -> list[TurnMessage]:
    results = {
        word(one["tool_call_id"]): word(one.get("content")) for one in messages if one.get("tool_call_id")
    }
    said: list[TurnMessage] = []
    for one in messages:
        if one.get("role") != "assistant":
            continue
        calls = tuple(_call(call) for call in parts(one.get("tool_calls")))
        given = {
            call.tool_call_id: results[call.tool_call_id] for call in calls if call.tool_call_id in results
        }
        said.append(TurnMessage(text=word(one.get("content")), calls=calls, results=given))
    return said


def _call(call: Event) -> ToolCall:
    function = part(call, "function")
    return ToolCall(
        tool_call_id=word(call.get("id")),
        function_name=word(function.get("name")),
        arguments={"arguments": word(function.get("arguments"))},
    )

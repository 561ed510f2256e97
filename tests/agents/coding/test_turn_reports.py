"""What programs tell of their end, in the forms that mislead: each as a program printed it."""

import json
from pathlib import Path

import pytest

from agents.coding.program import TurnReport
from agents.coding.roster import make_program
from plans.records.sandboxing import ExecResult

CALLED = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}
STREAM = [
    {"type": "system", "subtype": "init"},
    {"type": "assistant", "message": {"content": [{"type": "text", "text": "I look."}, CALLED]}},
    {
        "type": "user",
        "message": {"content": [{"type": "tool_result", "tool_use_id": "t1", "content": "index.html"}]},
    },
]
SAID = {
    "claude-code: a failure that calls itself a success": (
        "claude-code",
        [*STREAM, {"type": "result", "subtype": "success", "is_error": True, "result": "API Error: 401"}],
        1,
        ("failed", "API Error: 401"),
    ),
    "claude-code: its own limit": (
        "claude-code",
        [*STREAM, {"type": "result", "subtype": "error_max_turns", "is_error": False}],
        1,
        ("gave up", "error_max_turns"),
    ),
    "claude-code: killed": ("claude-code", STREAM, 143, ("nothing", "")),
    "qwen-code: its own limit, of which it prints no event": (
        "qwen-code",
        STREAM,
        55,
        ("gave up", "on the error stream"),
    ),
    "codex: a turn that failed": (
        "codex",
        [
            {"type": "thread.started", "thread_id": "t"},
            {"type": "turn.failed", "error": {"message": "no quota"}},
        ],
        1,
        ("failed", "no quota"),
    ),
    "gemini-cli: exit code 0 after a broken stream": (
        "gemini-cli",
        [{"type": "result", "status": "error", "error": {"message": "stream broke"}}],
        0,
        ("failed", "stream broke"),
    ),
    "opencode: its last step asks for a tool": (
        "opencode",
        [{"type": "step_finish", "sessionID": "s", "part": {"reason": "tool-calls"}}],
        0,
        ("nothing", ""),
    ),
    "opencode: an error after a step that stopped": (
        "opencode",
        [
            {"type": "step_finish", "sessionID": "s", "part": {"reason": "stop"}},
            {"type": "error", "sessionID": "s", "error": {"data": {"message": "gone"}}},
        ],
        0,
        ("failed", "gone"),
    ),
}


def told(name: str, printed: str, code: int, home: Path) -> TurnReport:
    result = ExecResult(success=code == 0, returncode=code, stdout=printed, stderr="on the error stream")
    return make_program(name).told(result, home)


@pytest.mark.parametrize("case", SAID)
def test_an_end_is_read_from_what_was_printed_last(tmp_path: Path, case: str) -> None:
    name, events, code, expected = SAID[case]
    printed = "\n".join(["a line of text", '{"cut off', *map(json.dumps, events)])
    said = told(name, printed, code, tmp_path)
    assert (said.ended, said.detail) == expected


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"])
def test_an_event_may_hold_a_line_separator_of_unicode(tmp_path: Path, separator: str) -> None:
    """JSON holds these as they are; the last event was cut there, and an agent that was done had failed."""
    final = {"type": "result", "subtype": "success", "is_error": False, "result": f"one{separator}two"}
    printed = "\n".join(json.dumps(event, ensure_ascii=False) for event in [*STREAM, final])
    assert told("claude-code", printed, 0, tmp_path).ended == "done"


def test_tools_and_what_came_of_them_are_told_together(tmp_path: Path) -> None:
    (step,) = told("claude-code", "\n".join(map(json.dumps, STREAM)), 0, tmp_path).steps
    assert step.text == "I look."
    assert [call.function_name for call in step.calls] == ["Bash"]
    assert step.results == {"t1": "index.html"}


@pytest.mark.parametrize(
    ("status", "ended"),
    [("Submitted", "done"), ("LimitsExceeded", "gave up"), ("RuntimeError", "failed"), ("", "nothing")],
)
def test_mini_swe_agent_tells_in_a_file(tmp_path: Path, status: str, ended: str) -> None:
    (tmp_path / "trajectory.json").write_text(json.dumps({"info": {"exit_status": status}, "messages": []}))
    assert told("mini-swe-agent", "", 0, tmp_path).ended == ended


@pytest.mark.parametrize("planted", ["[[[", "link", "folder"])
def test_what_an_agent_puts_in_place_of_that_file_is_no_end(tmp_path: Path, planted: str) -> None:
    file = tmp_path / "trajectory.json"
    match planted:
        case "link":
            file.symlink_to("/etc/passwd")
        case "folder":
            file.mkdir()
        case text:
            file.write_text(text)
    assert told("mini-swe-agent", "", 0, tmp_path).ended == "nothing"


@pytest.mark.parametrize("name", ["claude-code", "qwen-code", "codex", "gemini-cli", "opencode", "openhands"])
def test_events_of_a_strange_form_are_passed_over(tmp_path: Path, name: str) -> None:
    """All that is printed may be the agent's own doing: a tool can write to its program's output."""
    kinds = (
        "assistant",
        "user",
        "result",
        "item.completed",
        "turn.failed",
        "tool_use",
        "text",
        "step_finish",
        "error",
    )
    strange: list[object] = [None, 1, "text", [], {}, [1], {"a": 1}]
    events = [
        {"type": kind, "message": value, "item": value, "part": value, "error": value, "source": "agent"}
        for kind in kinds
        for value in strange
    ]
    assert told(name, "\n".join(map(json.dumps, events)), 1, tmp_path).ended in (
        "failed",
        "nothing",
        "gave up",
        "done",
    )

"""Which programs there are, by name; an adapter's code is imported when it is asked for."""

from importlib import import_module
from typing import cast

from agents.coding.program import Program

PROGRAMS = {
    "claude-code": "agents.coding.programs.claude_code:ClaudeCode",
    "codex": "agents.coding.programs.codex:Codex",
    "qwen-code": "agents.coding.programs.qwen_code:QwenCode",
    "opencode": "agents.coding.programs.opencode:OpenCode",
    "mini-swe-agent": "agents.coding.programs.mini_swe_agent:MiniSweAgent",
    "gemini-cli": "agents.coding.programs.gemini_cli:GeminiCli",
    "aider": "agents.coding.programs.aider:Aider",
    "openhands": "agents.coding.programs.openhands:OpenHands",
}
"""Name → class, which takes no arguments."""


def make_program(name: str) -> Program:
    """The adapter of a name that is in PROGRAMS."""
    module, _, kind = PROGRAMS[name].partition(":")
    return cast("Program", getattr(import_module(module), kind)())

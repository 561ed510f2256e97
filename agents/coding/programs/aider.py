"""aider: an editor rather than an agent, one call of the model a round; it runs nothing and looks at nothing by itself.

It ends with exit code 0 whatever happened and has no event for its end: only its calls tell whether it came to one.
"""

from pathlib import Path

from agents.coding.program import Installation, ProgramStart, ProgramTurn, TurnMessage, TurnReport
from plans.records.model_settings import WireProtocol
from plans.records.sandboxing import ExecResult

HISTORY = ".aider.history.md"
QUIET = (
    "--yes-always",
    "--no-git",
    "--no-check-update",
    "--analytics-disable",
    "--no-show-model-warnings",
    "--no-show-release-notes",
    "--no-stream",
    "--no-pretty",
    "--no-fancy-input",
    "--no-detect-urls",
    "--no-suggest-shell-commands",
    "--no-auto-lint",
)


class Aider:
    """Implements agents.coding.program.Program."""

    name = "aider"
    version = "0.86.2"
    protocols: tuple[WireProtocol, ...] = ("chat",)
    keeps = (HISTORY,)
    redirects = (".aider.conf.yml", ".aider.model.settings.yml", ".aider.model.metadata.json", ".env")

    def installation(self, version: str) -> Installation:
        """A Python package."""
        return Installation(manager="pip", packages=(f"aider-chat=={version}",), executable="bin/aider")

    def start(self, turn: ProgramTurn) -> ProgramStart:
        """It knows the files that it is given by name alone, so it gets those of the workspace."""
        return ProgramStart(
            arguments=(
                *("--model", f"openai/{turn.model}"),
                *QUIET,
                *("--map-tokens", "0", "--edit-format", "diff"),
                *("--chat-history-file", f"{turn.home}/{HISTORY}"),
                *("--input-history-file", f"{turn.home}/inputs"),
                *(("--restore-chat-history",) if turn.is_resumed else ()),
                *("--message-file", turn.message_file),
                *turn.files,
            ),
            environment={
                "OPENAI_API_KEY": turn.token,
                "OPENAI_API_BASE": f"{turn.relay}/v1",
                "LITELLM_LOCAL_MODEL_COST_MAP": "True",
            },
        )

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        """Whatever it printed."""
        words = (TurnMessage(text=result.stdout),) if result.stdout.strip() else ()
        return TurnReport(ended="done", is_certain=False, session=HISTORY, steps=words)

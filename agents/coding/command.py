"""The adapter `command`: any program that turns a message into files in its working directory.

The command line may hold `{message}` (the message as an argument) or `{message_file}` (path of a file with it); with
neither, the message comes on standard input. Exit code 0 is done; 75 (EX_TEMPFAIL of sysexits.h) says that the model's
endpoint failed, so that an outage is not scored; any other is the agent's own failure, and its files are judged. The
runner takes 126 and 127, right at the start and with nothing changed, for a program that could not be executed.
"""

import os
import shlex
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

from agents.coding.ending import LAST_WORDS, exit_detail
from agents.coding.supplying import door_to, noted, supplied
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError
from plans.files import write_text
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.mirror import Mirror
from plans.records.sandboxing import ExecResult, Mount, Network, SandboxNeeds
from plans.scratch import scratch
from plans.untrusted_text import folded

ENDPOINT_FAILED = 75
"""Exit code by which a program says that it was not its own doing."""
MOUNTS = "mounts"
"""Option: files and folders of this machine that the program may read, joined as in PATH."""
MESSAGES = "/message"
"""Folder in which a program in a sandbox finds the message."""
SYSTEM = Path("/usr")
"""What every sandbox shows of this machine."""


class CommandAgent:
    """Implements plans.contracts.coding.CodeAgent with a program in a sandbox."""

    def __init__(
        self,
        spec: AgentSpec,
        sandbox: SandboxProvider,
        environment: Mapping[str, str] | None = None,
        mirror: Mirror | None = None,
    ) -> None:
        """AuthorError when the spec has no command line or its program is not there.

        `environment` is what the program gets beside the sandbox's own, such as a model's key; it is not recorded.
        `mirror` is where it may have packages; None: nowhere.
        """
        self.spec = spec
        self._sandbox = sandbox
        self._mirror = mirror
        self._environment = environment
        self._command = _resolved(spec)

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        """Run the program once in the workspace; its output becomes the transcript.

        Beside it lies what the program had from the mirror.
        """
        started = time.monotonic()
        door = door_to(self._mirror)
        with scratch("message") as folder:
            file = folder / "message.md"
            write_text(file, brief.message)
            # A sandbox runs as another user. Nobody else gets as far as here.
            folder.chmod(0o755)
            file.chmod(0o644)
            seen = [Mount(source=folder, target=MESSAGES), *_shown(self.spec, Path(self._command[0]))]
            async with supplied(door, self._sandbox) as supply:
                network = Network(gateways=supply.gateways)
                needs = SandboxNeeds(workspace=workspace, mounts=tuple(seen), network=network)
                async with self._sandbox.open(needs) as sandbox:
                    result = await sandbox.exec(
                        [_filled(part, brief.message, sandbox.inside(file)) for part in self._command],
                        input=None if any("{message" in part for part in self._command) else brief.message,
                        environment={**supply.environment, **(self._environment or {})},
                        timeout=brief.time_limit,
                    )
        write_text(transcript, _transcript(result))
        return noted(door, transcript, _report(result, time.monotonic() - started))


def _resolved(spec: AgentSpec) -> list[str]:
    try:
        command = shlex.split(spec.options.get("command", ""))
    except ValueError as error:
        raise AuthorError(
            f"The command line of agent {spec.name!r} cannot be read: {error}. Correct its quotes."
        ) from None
    if not command:
        raise AuthorError(
            f"Agent {spec.name!r} has no command line. Give one: {spec.name}=command:PROGRAM ARGUMENTS"
        )
    program = shutil.which(command[0])
    if program is None:
        raise AuthorError(
            f"Agent {spec.name!r} needs the program {command[0]!r}, which is not there or may not be executed. "
            "Install it or correct the command line."
        )
    # The working directory will be the workspace, so a relative path would lead nowhere.
    return [str(Path(program).absolute()), *command[1:]]


def _shown(spec: AgentSpec, program: Path) -> list[Mount]:
    """What a sandbox must show beside the system's programs: what was named for this one, and itself."""
    named = [Path(path) for path in spec.options.get(MOUNTS, "").split(os.pathsep) if path]
    shown = [Mount(source=path) for path in named if not path.is_relative_to(SYSTEM)]
    # By its own name and by that of the file to which it may be a link.
    for name in dict.fromkeys((program, program.resolve())):
        is_systems = name.parent.resolve().is_relative_to(SYSTEM)
        if not is_systems and not any(name.is_relative_to(folder) for folder in named):
            shown.append(Mount(source=program.resolve(), target=str(name)))
    return shown


def _filled(part: str, message: str, file: str) -> str:
    return part.replace("{message_file}", file).replace("{message}", message)


def _transcript(result: ExecResult) -> str:
    end = "out of time" if result.timed_out else f"exit code {result.returncode}"
    return f"{result.stdout}\n--- standard error ---\n{result.stderr}\n--- {end} ---\n"


def _report(result: ExecResult, seconds: float) -> AgentReport:
    last_words = folded(result.stderr.strip() or result.stdout)[-LAST_WORDS:]
    code = result.returncode
    if result.timed_out:
        return AgentReport(ended="out of time", detail=last_words, seconds=seconds)
    if code == 0:
        return AgentReport(ended="done", seconds=seconds, exit_code=code)
    ended = "endpoint failed" if code == ENDPOINT_FAILED else "agent failed"
    return AgentReport(ended=ended, detail=exit_detail(code, last_words), seconds=seconds, exit_code=code)

"""The adapter `command`: any program that turns a message into files in its working directory."""

import os
import re
import shlex
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from agents.coding.model_access import door_to, noted, supplied
from agents.coding.program import DOCKER, LAST_WORDS, exit_detail
from agents.sandbox.layout import TEMPORARY
from agents.sandbox.roster import USUAL
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError
from plans.files import write_text
from plans.plain_text import folded
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.sandboxing import HOME, WORK, ExecResult, Mirror, Mount, NetworkAccess, SandboxNeeds
from plans.scratch import scratch

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
                network = NetworkAccess(gateways=supply.gateways)
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


KERNELS = ("/proc", "/sys", "/dev")
"""Where a kernel shows processes and devices: a sandbox has its own, and this machine's are nobody's to read."""
MADE_THERE = (*KERNELS, "/etc", TEMPORARY, WORK, HOME, MESSAGES)
"""Places that a sandbox makes itself."""
SYSTEMS = (SYSTEM, Path("/etc"), *map(Path, KERNELS))
"""Places of which a sandbox shows something under the same name."""
APART = frozenset({USUAL, DOCKER})
"""Sandboxes in which files of this machine are seen only where they are shown."""
_PATH = re.compile(r"(?<![\w.:/~}])/[^\s'\";|&<>()=:,{}]+")
"""A path within an argument, such as `--config=/srv/agent.toml` or a line for a shell."""
_RUNS_FILES = re.compile(r"(python|node|deno|bun|ruby|perl|php|sh|bash|dash|zsh)[\d.]*")
"""Programs whose first argument, where it is no option, is the file that they run."""


def mounts_named(paths: Sequence[Path]) -> str:
    """The files and folders of `--mount`, absolute, as the option MOUNTS of an agent has them.

    AuthorError for one that is not there, that lies where a sandbox has something of its own, or whose name cannot be
    told from two names.
    """
    return os.pathsep.join(_named(path) for path in paths)


def refuse_unshown(spec: AgentSpec, sandbox: str) -> None:
    """AuthorError where a command agent's arguments name a file or folder here that the sandbox will not show.

    Its program would end at once in each round, and what it left, nothing, would be judged.
    """
    if spec.kind != "command" or sandbox not in APART:
        return
    shown = [Path(path) for path in spec.options.get(MOUNTS, "").split(os.pathsep) if path]
    for path in _meant(shlex.split(spec.options["command"])):
        if not any(path.is_relative_to(folder) for folder in shown):
            kind = "folder" if path.is_dir() else "file"
            raise AuthorError(
                f"Agent {spec.name!r} names {str(path)!r}, a {kind} of this machine that the sandbox does not show to "
                f"it, so it could not use it. Add --mount {shlex.quote(str(path.resolve()))}, and name it by that path."
            )


def _meant(command: Sequence[str]) -> Iterator[Path]:
    """What a command line's arguments name that is here, and that no sandbox shows by itself."""
    for argument in command[1:]:
        named = (
            [argument] if argument.startswith("/") and Path(argument).exists() else _PATH.findall(argument)
        )
        for path in map(Path, named):
            if path.exists() and not _is_everywhere(path):
                yield path
    if command and _RUNS_FILES.fullmatch(Path(command[0]).name) and len(command) > 1:
        script = Path(command[1])
        # The working directory will be the workspace, which holds no program of the agent's.
        if not script.is_absolute() and script.is_file():
            yield script


def _is_everywhere(path: Path) -> bool:
    is_systems = any(path.parent.resolve().is_relative_to(place) for place in SYSTEMS)
    return is_systems or len(path.parts) <= 2 or str(path) in MADE_THERE


def _named(path: Path) -> str:
    whole = path.resolve()
    if not path.exists():
        raise _refused(path, "is not there, so no agent could read it. Correct it")
    if os.pathsep in str(whole):
        raise _refused(
            path,
            f"has {os.pathsep!r} in its path, which stands between two places in the run's record, so that others "
            "would be shown. Move or rename it",
        )
    if not str(whole).isprintable():
        raise _refused(path, "has a name that cannot be written down. Rename it")
    if within := [place for place in KERNELS if whole.is_relative_to(place)]:
        raise _refused(
            path, f"lies in {within[0]}, of which every sandbox has its own. Name a place elsewhere"
        )
    if made := [place for place in MADE_THERE if Path(place).is_relative_to(whole)]:
        raise _refused(
            path,
            f"would cover {' and '.join(made[:2])}, which every sandbox makes itself, so that no agent could work. "
            "Name what is needed in it",
        )
    return str(whole)


def _refused(path: Path, what: str) -> AuthorError:
    return AuthorError(f"--mount {str(path)!r} {what}, or leave it out.")

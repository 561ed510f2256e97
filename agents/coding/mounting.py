"""What command agents may read beside the system's programs: refused where no sandbox could show it as named, and
where a command line names something of this machine that would not be there.
"""

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from agents.coding.command import MESSAGES, MOUNTS, SYSTEM
from agents.sandbox.docker.box import NAME as DOCKER
from agents.sandbox.layout import TEMPORARY
from agents.sandbox.roster import USUAL
from plans.errors import AuthorError
from plans.records.code_agent import AgentSpec
from plans.records.sandboxing import HOME, WORK

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

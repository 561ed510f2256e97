"""What programs in a sandbox find, and which folder of this machine stands behind a path."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from agents.sandbox.network import leads_elsewhere
from plans.errors import AuthorError, FileRefused, SandboxRefused
from plans.records.sandboxing import HOME, WORK, SandboxNeeds


@dataclass(frozen=True, slots=True)
class MountPoint:
    """A file or folder that programs in a sandbox see."""

    target: str
    """Where they see it."""
    source: Path | None
    """What it was brought in from; None: it begins empty."""
    root: Path
    """Where it is opened from here while the sandbox is open."""
    is_writable: bool


class MountPoints:
    """The workspace, which comes first, and all mounts of a sandbox."""

    def __init__(self, places: Sequence[MountPoint]) -> None:
        self._places = tuple(places)
        self.workspace = self._places[0]

    def writable(self) -> tuple[MountPoint, ...]:
        """Those that programs may write to."""
        return tuple(place for place in self._places if place.is_writable)

    def inside(self, source: Path) -> str:
        """See plans.contracts.sandboxing.Sandbox.inside; of mounts within each other the innermost counts."""
        held = [place for place in self._places if place.source and source.is_relative_to(place.source)]
        if not held:
            raise AuthorError(
                f"{source} is nowhere in the sandbox, so no program there can use it. Mount it, or a folder above it."
            )
        place = max(held, key=lambda one: len(str(one.source)))
        assert place.source is not None
        return str(PurePosixPath(place.target) / source.relative_to(place.source).as_posix())

    def opened(self, file: str) -> tuple[Path, str]:
        """The folder behind a path of the inside, and the path within it; FileRefused for a path elsewhere."""
        path = PurePosixPath(self.workspace.target) / file
        held = [place for place in self._places if path.is_relative_to(place.target)]
        place = max(held, key=lambda one: len(one.target), default=None)
        if place is None or not place.is_writable:
            raise FileRefused(f"{file!r} lies neither in the workspace nor in a writable mount.")
        return place.root, path.relative_to(place.target).as_posix()


PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
TEMPORARY = "/tmp"


def usual_environment() -> dict[str, str]:
    """What every program finds."""
    return {"PATH": PATH, "HOME": HOME, "TMPDIR": TEMPORARY, "LANG": "C.UTF-8"}


def layout(needs: SandboxNeeds) -> tuple[list[tuple[Path | None, str]], list[tuple[Path, str]]]:
    """What may be written to, the workspace first, and what is shown read-only: each from where, and seen where."""
    writable: list[tuple[Path | None, str]] = [(needs.workspace, WORK)]
    seen: list[tuple[Path, str]] = []
    for mount in needs.mounts:
        target = mount.target or str(mount.source)
        if mount.writable:
            writable.append((mount.source, target))
        else:
            seen.append((mount.source, target))
    taken = {target for _, target in writable}
    writable += [(None, target) for target in (HOME, TEMPORARY) if target not in taken]
    return writable, seen


def refuse_unfit(needs: SandboxNeeds) -> None:
    """Raise SandboxRefused where something that is to be shown is not there, or a network leads elsewhere."""
    if needs.network.kind == "joined" and leads_elsewhere():
        raise SandboxRefused(
            "A sandbox was to join a network that leads elsewhere, so nothing is run in it. Only a network namespace "
            "that was made for it may be joined."
        )
    for mount in needs.mounts:
        if not mount.writable and not mount.source.exists():
            raise SandboxRefused(f"{mount.source} is to be shown in a sandbox, and is not there.")


def written_back(folder: Path, fill: Callable[[Path], None]) -> None:
    """Have what a folder holds replaced by what `fill` puts into an empty one."""
    # Beside it first: a full disk must not cost what was there before.
    with TemporaryDirectory(dir=folder.parent, prefix=".written-back-") as name:
        fresh = Path(name)
        fill(fresh)
        _empty(folder)
        for entry in fresh.iterdir():
            entry.rename(folder / entry.name)


async def to_its_end(work: Awaitable[None]) -> None:
    """Let it finish, also when whoever waits for it is cancelled meanwhile."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()

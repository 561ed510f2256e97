"""Which folder of this machine stands behind which path of the inside."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from plans.errors import AuthorError, FileRefused


@dataclass(frozen=True, slots=True)
class Place:
    """A file or folder that programs in a sandbox see."""

    target: str
    """Where they see it."""
    source: Path | None
    """What it was brought in from; None: it begins empty."""
    root: Path
    """Where it is opened from here while the sandbox is open."""
    is_writable: bool


class Places:
    """The workspace, which comes first, and all mounts of a sandbox."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = tuple(places)
        self.workspace = self._places[0]

    def writable(self) -> tuple[Place, ...]:
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

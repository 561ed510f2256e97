"""The package mirror: the one place beyond this machine that a run may let its code agents reach."""

from typing import ClassVar
from urllib.parse import urlsplit, urlunsplit

from pydantic import Field

from plans.records.base import FileRecord, Record

MIRRORED = "package mirror"
"""Option of an agent to whom packages are within reach that others can change."""


class Mirror(Record):
    """`[mirror]` of benchwright.toml: where packages are had from, and nothing but packages.

    An address may hold a name and a password, `https://NAME:PASSWORD@HOST/…`; they are recorded and told nowhere.
    """

    python: str | None = Field(default=None, repr=False)
    """Index for pip and uv (PEP 503 or 691), such as `https://mirror.example/simple`."""
    node: str | None = Field(default=None, repr=False)
    """Registry for npm, such as `https://mirror.example/npm`."""
    files: tuple[str, ...] = Field(default=(), repr=False)
    """Where else files may lie that its pages name, such as `https://files.mirror.example/packages`."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """What there is: python, node."""
        return tuple(kind for kind in ("python", "node") if getattr(self, kind))

    @property
    def told(self) -> str:
        """In a line, without what is secret."""
        shown = self.recorded()
        named = [("python", shown.python), ("node", shown.node), *(("files", one) for one in shown.files)]
        return ", ".join(f"{kind} {address}" for kind, address in named if address)

    def recorded(self) -> "Mirror":
        """As it is recorded: without what may be secret in its addresses."""
        return Mirror(
            python=_without_secrets(self.python) if self.python else None,
            node=_without_secrets(self.node) if self.node else None,
            files=tuple(map(_without_secrets, self.files)),
        )


class FetchedFile(Record):
    """A file that an agent had from the mirror, as it came."""

    kind: str
    """Where it was asked for: python, node, or files."""
    name: str
    """Of the package, by the file's name."""
    file: str
    digest: str
    """SHA-256."""
    size: int = Field(ge=0)
    """Bytes."""


class FetchedPackages(FileRecord):
    """`packages.json`: what an agent had from the package mirror in one turn."""

    SCHEMA: ClassVar[str] = "packages"

    mirror: Mirror
    files: tuple[FetchedFile, ...] = ()
    """Each once, as they came."""
    refused: dict[str, int] = {}
    """What was asked for beyond the mirror, or in other ways than packages are asked for → times."""
    left_out: int = Field(default=0, ge=0)
    """Entries for which there was no room."""


def _without_secrets(address: str) -> str:
    whole = urlsplit(address)
    return urlunsplit((whole.scheme, whole.netloc.rpartition("@")[2], whole.path, "", ""))

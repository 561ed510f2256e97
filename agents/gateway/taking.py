"""What was had from a package mirror in one turn, and what its last word was."""

from posixpath import basename
from urllib.parse import unquote, urlsplit

from plans.records.mirror import FetchedFile, FetchedPackages, Mirror
from plans.wellformed import well_formed

MOST = 5000
"""Files, and kinds of refusals, that are noted one by one."""
LONGEST = 300
"""Characters of a name."""
_ARCHIVES = (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".zip")


class Taken:
    """The notes of one turn."""

    def __init__(self) -> None:
        self.trouble = ""
        """Why packages could not be had, where that was the mirror's last word; empty where it was an answer."""
        self._files: dict[FetchedFile, None] = {}
        self._refused: dict[str, int] = {}
        self._left_out = 0

    def answered(self) -> None:
        """Note that the mirror gave an answer, which it is no matter which."""
        self.trouble = ""

    def failed(self, words: str) -> None:
        """Note that it gave none."""
        self.trouble = _told(words)

    def had(self, kind: str, address: str, digest: str, size: int) -> None:
        """Note a file that came whole."""
        path = urlsplit(address).path
        file = _told(unquote(basename(path)))
        noted = FetchedFile(kind=kind, name=_name(kind, path), file=file, digest=digest, size=size)
        if noted in self._files or len(self._files) < MOST:
            self._files[noted] = None
        else:
            self._left_out += 1

    def refused(self, what: str) -> None:
        """Note what was asked for in vain."""
        told = _told(what)
        if told in self._refused or len(self._refused) < MOST:
            self._refused[told] = self._refused.get(told, 0) + 1
        else:
            self._left_out += 1

    def record(self, mirror: Mirror) -> FetchedPackages:
        """All of it."""
        return FetchedPackages(
            mirror=mirror.recorded(),
            files=tuple(self._files),
            refused=self._refused,
            left_out=self._left_out,
        )


def _name(kind: str, path: str) -> str:
    """The package's name, by which clients know it: npm's stands before the file, Python's begins the file's."""
    before, is_npm, _ = path.rpartition("/-/")
    if kind == "node" and is_npm:
        *_, scope, name = ["", *unquote(before).split("/")]
        return _told(f"{scope}/{name}" if scope.startswith("@") else name)
    file = unquote(basename(path)).removesuffix(".metadata")
    if file.endswith(".whl"):
        return _told(file.partition("-")[0])
    stem = next((file.removesuffix(end) for end in _ARCHIVES if file.endswith(end)), file)
    return _told(stem.rpartition("-")[0] or stem)


def _told(words: str) -> str:
    return well_formed(words)[:LONGEST]

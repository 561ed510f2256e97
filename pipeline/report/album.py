"""Screenshots inside the page: real pictures only, each once, and no more than the page can carry."""

import base64
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from pipeline.report.fair_share import FairShare
from plans.errors import PathEscape
from plans.paths import inside

LARGEST = 400_000
"""Bytes of the largest picture that is embedded."""

_MAGIC = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}


@dataclass(frozen=True)
class Picture:
    """A screenshot as the page shows it: embedded where it first occurs, linked from then on, or left out."""

    anchor: str = ""
    """Id of the element that holds it; empty when it is left out."""
    source: str = ""
    """Data URI; empty when it is shown elsewhere or left out."""
    missing: str = ""
    """Why it is left out."""


@dataclass
class Album:
    """All pictures of a page."""

    share: FairShare
    _anchors: dict[str, str] = field(default_factory=dict[str, str], init=False)

    def picture(self, folder: Path, name: str) -> Picture:
        """The file `name` of the evidence folder; a file that is no JPEG or PNG by its first bytes is left out."""
        data = _read(folder, name)
        if isinstance(data, str):
            return Picture(missing=data)
        digest = sha256(data).hexdigest()[:12]
        if digest in self._anchors:
            return Picture(anchor=self._anchors[digest])
        kind = next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), None)
        if kind is None:
            return Picture(missing="the file is neither JPEG nor PNG")
        size = len(data) * 4 // 3
        if not self.share.take(size):
            return Picture(missing="the page's space for pictures is used up")
        self._anchors[digest] = f"shot-{digest}"
        return Picture(
            anchor=self._anchors[digest], source=f"data:{kind};base64,{base64.b64encode(data).decode()}"
        )


def _read(folder: Path, name: str) -> bytes | str:
    """The file's bytes, or why there are none to show."""
    try:
        path = inside(folder, name)
    except PathEscape:
        return "its name leaves the evidence folder"
    if not path.is_file():
        return "the file is gone"
    size = path.stat().st_size
    if size > LARGEST:
        return f"it has {size:,} bytes, more than the {LARGEST:,} that are embedded"
    return path.read_bytes()

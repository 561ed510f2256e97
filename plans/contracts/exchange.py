"""Writing suites in the formats of other tools."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Protocol, runtime_checkable

from plans.paths import SuitePaths


@runtime_checkable
class Exporter(Protocol):
    """Writes a suite in another format; made without arguments."""

    @property
    def families(self) -> Collection[str]:
        """Families of suites that the format can hold."""
        ...

    def export(self, suite: SuitePaths, out: Path) -> Mapping[str, str]:
        """Write the suite into `out`, an empty folder; item → what it was written as, such as a file name or a number.

        Raises AuthorError where an item cannot be written in this format.
        """
        ...

"""Where an agent works: folders that exist for one turn, apart from the run and everything that it knows."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from pipeline.runner.archive import remove
from plans.scratch import scratch


class Desk(NamedTuple):
    """What an agent is given for one turn; nothing of it is there yet."""

    workspace: Path
    transcript: Path

    @property
    def trajectory(self) -> Path:
        """Where an agent may leave what it did, step by step."""
        return self.transcript.with_name("trajectory.json")

    @property
    def uses(self) -> Path:
        """Where our own code agent leaves which replies of its model it worked by."""
        return self.transcript.with_name("uses.json")

    @property
    def packages(self) -> Path:
        """Where it is noted what the agent had from the package mirror."""
        return self.transcript.with_name("packages.json")

    @property
    def usage(self) -> Path:
        """Where it is told what the turn used of its model, also where it is stopped or its adapter crashes."""
        return self.transcript.with_name("usage.json")

    @property
    def memory(self) -> Path:
        """What stays for the trial's next round beside the workspace."""
        return self.transcript.with_name("memory")


@contextmanager
def desk() -> Generator[Desk]:
    """A desk that is gone afterwards, as far as its user may remove it; raises StorageFailed.

    Neither above nor beside the workspace lies anything of the run, its judgements, its criteria or its archive, and
    the path says neither whose it is nor what is built there. It is one folder deeper than what is swept, so that
    `..` is empty and an agent that puts something else in place of its workspace replaces nothing of ours.
    """
    with scratch("work") as folder, scratch("words") as other:
        workspace = folder / "app"
        try:
            yield Desk(workspace, other / "transcript.txt")
        finally:
            # An agent may leave, through docker for example, what another user alone can remove. Its turn stands
            # nevertheless; the folder is nobody's by then, and is tried again whenever one is swept.
            with suppress(OSError):
                remove(workspace)
                remove(other / "memory")

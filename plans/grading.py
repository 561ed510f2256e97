"""The grader's files as a judge gets them."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from plans.items import write_grader
from plans.records.project import Grader
from plans.scratch import scratch


@contextmanager
def sealed(grader: Grader) -> Generator[Path | None]:
    """A copy for one judgement, in a folder that is gone afterwards and that nobody else knows; None without files.

    Raises StorageFailed where none can be made.
    """
    if not grader:
        yield None
        return
    with scratch("grader") as folder:
        write_grader(folder, grader)
        yield folder

"""What a solver answered in one repeat, kept in a whole file that is written again every now and then."""

import time
from collections.abc import Sequence
from pathlib import Path

from pipeline.solving.lines import line_of
from pipeline.solving.suite import FILE_LIMIT
from plans.errors import InvalidFile
from plans.files import read_lines, write_text
from plans.records.instance import Response
from plans.records.problem import Problem

PERIOD = 2.0
"""Seconds between two writings, or longer where one takes long: what lies between is lost to a kill, but that replies
of models are in the journal."""
SHARE = 20
"""A writing may take one of so many parts of the time."""


class AnswerFile:
    """`responses/<solver>/<repeat>.jsonl`, in the order of the instances."""

    def __init__(self, path: Path, instances: Sequence[str]) -> None:
        """Read what is there; raises InvalidFile for a torn line, an instance that there is not, or one twice."""
        self._path = path
        self._order = {id: place for place, id in enumerate(instances)}
        self.kept: dict[str, Response] = {}
        self._lines: dict[str, str] = {}
        self._is_written = True
        self._written = time.monotonic()
        self._took = 0.0
        for one in read_lines(path, Response, FILE_LIMIT):
            if one.instance not in self._order or one.instance in self.kept:
                what = "is there twice" if one.instance in self.kept else "is none of the run"
                raise InvalidFile(
                    [
                        Problem(
                            where=str(path),
                            message=f"instance {one.instance!r} {what}.",
                            mend="Delete the line.",
                        )
                    ]
                )
            self._keep(one)

    def waiting(self) -> list[str]:
        """Instances that are still to be asked: never asked, or without an answer for no fault of the solver's."""
        return [id for id in self._order if id not in self.kept or self.kept[id].failed]

    def add(self, response: Response) -> None:
        """Keep an answer; the file is written when it is time."""
        self._keep(response)
        self._is_written = False
        if time.monotonic() - self._written > max(PERIOD, SHARE * self._took):
            self.write()

    def write(self) -> None:
        """Write the file, where it is not as what is kept; raises StorageFailed."""
        if self._is_written:
            return
        began = time.monotonic()
        ordered = sorted(self._lines, key=self._order.__getitem__)
        write_text(self._path, "".join(f"{self._lines[id]}\n" for id in ordered))
        self._written = time.monotonic()
        self._took = self._written - began
        self._is_written = True

    def _keep(self, response: Response) -> None:
        self.kept[response.instance] = response
        self._lines[response.instance] = line_of(response)

"""Asking every solver every instance: so many at once, each answer kept, none asked for twice."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.solving.answers import AnswerFile
from pipeline.solving.planning import Entrant
from pipeline.solving.progress import Answering, AnswerProgress
from pipeline.solving.suite import InstanceSuite
from plans.errors import AuthorError, BenchwrightError, EndpointFailed, first_of
from plans.paths import RunPaths
from plans.records.instance import Instance, Response

FAILURES_IN_A_ROW = 20
"""Answers of one solver that fail one after another, with none between, after which the rest is left for later: an
endpoint that is down would have each of thousands wait through all its tries."""


@dataclass(frozen=True)
class Piece:
    """One answer that is to be asked for."""

    entrant: Entrant
    repeat: int
    instance: Instance
    file: AnswerFile


class Asking:
    """All that one session asks."""

    def __init__(
        self, suite: InstanceSuite, entrants: Sequence[Entrant], paths: RunPaths, repeats: int
    ) -> None:
        """Read what is there; raises InvalidFile."""
        self._media: Mapping[str, Path] = suite.media
        self._instances = {one.id: one for one in suite.instances}
        self._in_a_row: dict[str, int] = {}
        ids = list(self._instances)
        self.files = {
            (entrant.spec.name, repeat): AnswerFile(paths.responses_of(entrant.spec.name, repeat), ids)
            for entrant in entrants
            for repeat in range(1, repeats_of(entrant, repeats) + 1)
        }
        self._entrants = {entrant.spec.name: entrant for entrant in entrants}
        self.planned = len(ids) * len(self.files)
        self._done = self.planned - sum(len(file.waiting()) for file in self.files.values())

    async def ask_all(self, jobs: int, progress: AnswerProgress) -> None:
        """Ask for every answer that is not there, at most `jobs` at a time, and keep each; what is kept is on disk
        when it ends, however it ends.

        Raises BudgetError, EndpointRefused, NotInJournal, AuthorError for a plug-in that fails, and StorageFailed; an
        answer that could not be had is kept as such.
        """
        pieces = self._pieces()
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(jobs):
                    group.create_task(self._work(pieces, progress))
        except ExceptionGroup as errors:
            raise first_of(errors) from None
        finally:
            for file in self.files.values():
                file.write()

    def _pieces(self) -> Iterator[Piece]:
        """A solver and repeat after the other, so that what is stopped is whole as far as it has got."""
        for (name, repeat), file in self.files.items():
            for id in file.waiting():
                yield Piece(self._entrants[name], repeat, self._instances[id], file)

    async def _work(self, pieces: Iterator[Piece], progress: AnswerProgress) -> None:
        for piece in pieces:
            name = piece.entrant.spec.name
            if self._in_a_row.get(name, 0) >= FAILURES_IN_A_ROW:
                continue
            response = await self._answer(piece)
            self._in_a_row[name] = self._in_a_row.get(name, 0) + 1 if response.failed else 0
            piece.file.add(response)
            self._done += not response.failed
            progress(Answering(name, piece.repeat, "answers", self._done, self.planned))

    async def _answer(self, piece: Piece) -> Response:
        media = {digest: self._media[digest] for digest in piece.instance.media}
        spec = piece.entrant.spec
        shown = piece.instance.shown() if spec.kind == "plug-in" else piece.instance
        try:
            response = await piece.entrant.solver.solve(shown, media, piece.repeat)
        except EndpointFailed as error:
            return Response(instance=piece.instance.id, text="", failed=str(error))
        except BenchwrightError:
            raise
        # Whatever a plug-in's own code raises is for its author to mend; of ours it is a defect, and shown as one.
        except Exception as error:
            if spec.kind != "plug-in":
                raise
            raise AuthorError(
                f"Solver {spec.name!r} failed on instance {piece.instance.id!r} with {type(error).__name__}: {error}. "
                "Nothing stands in for its answer: correct it, and give the same command again."
            ) from error
        if response.instance != piece.instance.id:
            raise AuthorError(
                f"Solver {spec.name!r} was asked instance {piece.instance.id!r} and answered {response.instance!r}, so "
                "its answers would be mixed. Correct it."
            )
        return response


def repeats_of(entrant: Entrant, repeats: int) -> int:
    """How often a solver is asked each instance: a baseline once."""
    return 1 if entrant.spec.is_baseline else repeats

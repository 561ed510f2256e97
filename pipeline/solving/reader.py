"""Reads a run of solvers, finished or not."""

from collections.abc import Mapping
from functools import cached_property

from pipeline.runner.run_folder import RunReading, read_usage
from pipeline.solving.planning import FILE_LIMIT, repeats_of
from pipeline.solving.scoring import AnswerCard, cards_of, result_of
from plans.files import read_lines
from plans.paths import RunPaths
from plans.records.instance import Response
from plans.records.scored_run import ScoredAnswer, ScoredInstance, ScoredResult, ScoredRun, SolverSpec


class ScoredRunFolder(RunReading[ScoredRun, ScoredResult]):
    """A run of solvers as it lies in its folder."""

    def __init__(self, paths: RunPaths) -> None:
        super().__init__(paths, ScoredRun)

    @cached_property
    def instances(self) -> tuple[ScoredInstance, ...]:
        """All instances, split by split."""
        return tuple(read_lines(self.paths.instances, ScoredInstance, FILE_LIMIT))

    def responses(self, solver: str, repeat: int) -> Mapping[str, Response]:
        """Instance → what a solver said, as far as it was asked."""
        found = read_lines(self.paths.responses_of(solver, repeat), Response, FILE_LIMIT)
        return {one.instance: one for one in found}

    def first_failure(self) -> str | None:
        """Why an answer could not be had, in the words of the first that failed; None where none did, as where the
        rest was not asked for any more.
        """
        told = (
            response.failed
            for solver in self._spec.play.solvers
            for repeat in self._repeats(solver)
            for response in self.responses(solver.name, repeat).values()
        )
        return next(filter(None, told), None)

    def scores(self, solver: str, repeat: int) -> Mapping[str, ScoredAnswer]:
        """Instance → what that scores."""
        found = read_lines(self.paths.scores_of(solver, repeat), ScoredAnswer, FILE_LIMIT)
        return {one.instance: one for one in found}

    @cached_property
    def cards(self) -> Mapping[str, tuple[tuple[AnswerCard, ...], ...]]:
        """Solver → of each instance, in their order, a card for each repeat that was planned."""
        return {
            solver.name: cards_of(
                self.instances,
                [
                    (self.responses(solver.name, repeat), self.scores(solver.name, repeat))
                    for repeat in self._repeats(solver)
                ],
            )
            for solver in self._spec.play.solvers
        }

    def result(self) -> ScoredResult:
        asked = (
            card.response.key
            for cards in self.cards.values()
            for one in cards
            for card in one
            if card.response
        )
        usage = read_usage(self.paths, is_due=any(asked))
        return result_of(self._spec, self.instances, self.cards, usage)

    def _repeats(self, solver: SolverSpec) -> range:
        return repeats_of(solver, self._spec.play.repeats)

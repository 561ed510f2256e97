"""A reader of transcripts: a model that scores by the rubric what no program is sure of, and quotes what it goes by."""

import asyncio

from pydantic import JsonValue

from agents.gateway.prompts import Prompts
from agents.judging.commands.asking import asked_by, by_its_words, player_by
from agents.judging.commands.by_program import ByProgram
from agents.judging.commands.decisions import Decision
from agents.judging.commands.reading.answers import POINTS, Score, flaws_of
from agents.judging.commands.reading.showing import Shown
from agents.judging.commands.transcripts import Transcript
from plans.contracts.models import Model
from plans.digests import record_digest, value_digest
from plans.errors import ModelError, event_of, first_of
from plans.records.criteria import EvaluationTask
from plans.records.judging import retry_salt
from plans.records.model_call import Message, ModelCall, ModelUse, model_use
from plans.records.usage import PlayedRole

SAMPLES = 2
"""Readings that have to agree on the points."""
REASKED = 1
"""How often a reading that cannot be gone by is sent back."""
READ = 0.8
"""Confidence of what readings agree on."""
_PROMPTS = Prompts("agents.judging.commands.reading")
_FILES = ("system", "task", "again")


class TranscriptReader:
    """Decides what a program only supposes; its readings quote what was printed, and a program holds them to it."""

    def __init__(self, model: Model, player: PlayedRole, samples: int = SAMPLES) -> None:
        """A reader; nothing is asked before it is used.

        Args:
            model: Who is asked, in the role `ui_judge`.
            player: Who plays it.
            samples: Readings, which all have to agree.
        """
        self.player = player_by(player, _PROMPTS)
        self._model = model
        self._samples = samples

    @property
    def template_hash(self) -> str:
        """Digest of the prompts."""
        return _PROMPTS.template_hash(*_FILES)

    async def decided(
        self,
        item: str,
        task: EvaluationTask,
        transcript: Transcript,
        found: ByProgram,
        seen: Shown,
        known_by: str = "",
        in_vain: int = 0,
    ) -> Decision:
        """The decision, or what a program supposes with the reason why readings settle nothing.

        Raises what plans.contracts.models.Model does, but for answers that cannot be used.

        Args:
            item: Id of the project, for the account.
            task: What is judged.
            transcript: What came of its commands.
            found: What a program makes of it, and went by.
            seen: What is shown of it; the copy itself need not lie there any more.
            known_by: Digest of what is judged, by whom and where; with it, what was answered to the same task before is
                gone by again, held to what came out now. Empty: what came out is all that is known.
            in_vain: How often answers about it could not be used before; they are asked for anew.
        """
        known = known_by and _trial(known_by, task, transcript, found)
        try:
            async with asyncio.TaskGroup() as group:
                running = [
                    group.create_task(
                        self._read(
                            self._call(item, task, seen, retry_salt(f"reading {number}", in_vain), known),
                            seen,
                            transcript,
                            found,
                        )
                    )
                    for number in range(1, self._samples + 1)
                ]
        except ExceptionGroup as errors:
            raise first_of(errors) from None
        readings = [one.result() for one in running]
        uses = tuple(use for _, said in readings for use in said)
        scores = [score for score, _ in readings]
        agreed = {score.points if isinstance(score, Score) else str(score) for score in scores}
        first = scores[0]
        if len(agreed) == 1 and isinstance(first, Score) and first.points in POINTS:
            return Decision(POINTS[first.points], _why(first), decided_by="model", confidence=READ, uses=uses)
        told = "; ".join(
            f"{score.points}: {_why(score)}" if isinstance(score, Score) else str(score) for score in scores
        )
        unusable = next((score for score in scores if isinstance(score, ModelError)), None)
        return found.decision._replace(
            why=f"{found.decision.why}; readings of a model settle nothing ({told})",
            uses=uses,
            event=event_of(unusable) if unusable else None,
        )

    async def _read(
        self, call: ModelCall, seen: Shown, transcript: Transcript, found: ByProgram
    ) -> tuple[Score | str | ModelError, list[ModelUse]]:
        """One reading, or why there is none that can be gone by; and the replies that it took.

        A reply that was given to another run of the same trial may quote what is not there this time, be it drawn by
        lot: where being told of that mends nothing, it is asked by what is there now.
        """
        uses: list[ModelUse] = []
        now = by_its_words(call)
        turns = [call, *([now] if now != call else [])]
        reading: Score | str = ""
        try:
            for reasked, one in zip((REASKED, 0), turns, strict=False):
                reading = await self._held(one, reasked, seen, transcript, found, uses)
                if isinstance(reading, Score):
                    break
        except ModelError as error:
            return error, uses
        return reading, uses

    async def _held(
        self,
        call: ModelCall,
        reasked: int,
        seen: Shown,
        transcript: Transcript,
        found: ByProgram,
        uses: list[ModelUse],
    ) -> Score | str:
        """What is answered to a call, or what is wrong with it at last; its replies are added to `uses`."""
        flaws: list[str] = []
        for _ in range(1 + reasked):
            filled = await self._model.filled(call, Score)
            uses += map(model_use, filled.replies)
            flaws = flaws_of(
                filled.value,
                transcript,
                found.controls,
                seen.product,
                seen.quotable,
                is_start=seen.is_start,
            )
            if not flaws:
                return filled.value
            again = _PROMPTS.rendered("again", flaws=flaws)
            said = Message(role="assistant", text=filled.replies[-1].text)
            turns = (*call.messages, said, Message(role="user", text=again))
            call = call.model_copy(update={"messages": turns})
        return f"a reading that cannot be gone by: {flaws[0]}"

    def _call(self, item: str, task: EvaluationTask, seen: Shown, salt: str, known_by: str) -> ModelCall:
        asked = _PROMPTS.rendered("task", title=task.title, shown=seen)
        return asked_by(_PROMPTS, _FILES, item, asked, seen.pictures, salt, known_by)


def _trial(known_by: str, task: EvaluationTask, transcript: Transcript, found: ByProgram) -> str:
    """Digest of a task's trial, the same for whoever makes it anew: without what was printed and written, where dates
    stand, but with how the commands ended and what a program supposes.
    """
    ended: list[JsonValue] = [[ran.line, ran.input, ran.status, ran.is_out_of_time] for ran in transcript.ran]
    return value_digest([known_by, record_digest(task), ended, found.decision.points])


def _why(score: Score) -> str:
    quoted = ", ".join(repr(quote.words) for quote in score.observed[:3])
    parts = [
        f"shown by {quoted}" if quoted else "",
        f"missing: {score.missing.strip()}" if score.missing.strip() else "",
    ]
    return "; ".join(filter(None, parts)) or "nothing is shown"

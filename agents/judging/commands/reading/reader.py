"""A reader of transcripts: a model that scores by the rubric what no program is sure of."""

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from pydantic import JsonValue

from agents.gateway.prompts import Prompts
from agents.judging.commands.decisions import ByProgram, PointsDecision
from agents.judging.commands.reading.showing import ShownTask
from agents.judging.commands.responses import printed_lines
from agents.judging.commands.running import Transcript
from plans.contracts.models import Model
from plans.digests import record_digest, value_digest
from plans.errors import ModelError, event_of, first_of
from plans.records.criteria import EvaluationTask
from plans.records.model_call import (
    JudgeModel,
    KnownMessage,
    Message,
    ModelCall,
    ModelUse,
    Shape,
    as_said,
    model_use,
)
from plans.records.usage import PlayedRole
from plans.records.verdict import retry_salt

FEWEST = 3
"""Signs of a quotation that is no whole line, without spaces; a Chinese character counts as two."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LETTER = r"[^\W_\u4e00-\u9fff]"
"""What continues a word or a number; a Chinese character is a word by itself."""
POINTS = {"two": 2.0, "one": 1.0, "zero": 0.0}
SHOWING = ("two", "one")
"""Points that something has to show."""
FEWEST_MISSING = 8
"""Signs of a sentence that says what is missing."""
SAMPLES = 2
"""Readings that have to agree on the points."""
REASKED = 1
"""How often a reading that cannot be gone by is sent back."""
READ = 0.8
"""Confidence of what readings agree on."""
_PROMPTS = Prompts("agents.judging.commands.reading")
_FILES = ("system", "task", "again")


def player_by(played: PlayedRole, prompts: Prompts) -> JudgeModel:
    """Who plays the role, with the digests of the prompts that they are asked by."""
    return JudgeModel(
        endpoint=played.endpoint, model=played.model, sampling=played.sampling, prompts=dict(prompts.hashes)
    )


def by_its_words(call: ModelCall) -> ModelCall:
    """The same call, known by nothing but what stands in it."""
    return call.model_copy(update={"messages": tuple(map(as_said, call.messages))})


def asked_by(
    prompts: Prompts,
    files: Sequence[str],
    item: str,
    words: str,
    pictures: Sequence[str] = (),
    salt: str = "",
    known_by: str = "",
) -> ModelCall:
    """A call about an item: the room's `system` prompt and these `words`; `files` are all prompts that it goes by.

    `known_by`: what stands in the journal's key in place of the words, where these are others each time; empty: they
    do.
    """
    asked = Message(role="user", text=words, pictures=tuple(pictures))
    if known_by:
        asked = KnownMessage(role="user", text=words, pictures=tuple(pictures), known_by=known_by)
    return ModelCall(
        role="ui_judge",
        messages=(Message(role="system", text=prompts.rendered("system")), asked),
        template_hash=prompts.template_hash(*files),
        salt=salt,
        stage="judge",
        project=item,
    )


def stands_in(words: str, lines: Iterable[str]) -> bool:
    """Whether words stand in one of the lines, whatever spaces are between them."""
    said = " ".join(words.split())
    return bool(said) and any(said in line for line in lines)


def is_of_weight(words: str, lines: Iterable[str]) -> bool:
    """Whether words that stand in one of the lines are enough of it to show anything: all of it, or whole words with
    some signs.
    """
    said = " ".join(words.split())
    before = rf"(?<!{_LETTER})(?<!\d[.,])" if re.match(_LETTER, said) else ""
    behind = rf"(?!{_LETTER}|[.,]\d)" if re.match(_LETTER, said[-1:]) else ""
    whole = re.compile(f"{before}{re.escape(said)}{behind}")
    is_enough = weight(said) >= FEWEST
    return any(said == line or (is_enough and whole.search(line) is not None) for line in lines)


def rows(text: str) -> list[str]:
    """The lines of a text that say something, with single spaces."""
    return [row for line in text.splitlines() if (row := " ".join(line.split()))]


def printed_rows(output: str) -> list[str]:
    """The same of an output, as it is shown and as it came."""
    return list(dict.fromkeys((*printed_lines(output), *rows(output))))


def weight(words: str) -> int:
    """How many signs words have, without spaces; a Chinese character counts as two."""
    return sum(len(word) for word in words.split()) + len(_HAN.findall(words))


class Quote(Shape):
    """Words that a command printed, or that the written file holds."""

    source: str
    """`command 1`, `command 2` and so on, `file`, or the name of a file that the task names."""
    words: str
    """Copied letter by letter, within one line."""


class Score(Shape):
    """What a reader found."""

    observed: list[Quote]
    """The places that show what was done of what is expected; empty where nothing shows it."""
    missing: str
    """What is expected and not shown, in one sentence; empty where nothing is missing."""
    points: Literal["two", "one", "zero", "cannot tell"]
    """By the rubric; `cannot tell` where what you were shown does not decide it."""


def flaws_of(
    score: Score,
    transcript: Transcript,
    controls: Sequence[Transcript],
    product: str | None,
    files: Mapping[str, str] = {},
    *,
    is_start: bool = False,
) -> list[str]:
    """Why a score cannot be gone by, in words that a model can go by; empty where it can.

    Args:
        score: What was answered.
        transcript: What the score is of.
        controls: The same commands when something else was typed, or nothing.
        product: What the written file holds, as it was shown; None: no text was.
        files: Name → what it holds, of further files that may be quoted.
        is_start: Whether it is about what the program starts with, which it prints whatever is typed.
    """
    compared = () if is_start else controls
    texts = dict(files) if product is None else {**files, "file": product}
    return [*_contradictions(score), *_misquotes(score, transcript, compared, texts)]


def _contradictions(score: Score) -> Iterator[str]:
    if score.points in SHOWING and not score.observed:
        yield f"You give {score.points}, and quote nothing that shows it."
    if score.points == "two" and score.missing.strip():
        yield "You give two, and say that something is missing."
    if score.points in ("one", "zero") and weight(score.missing) < FEWEST_MISSING:
        yield f"You give {score.points}, and do not say what is missing."


def _misquotes(
    score: Score, transcript: Transcript, controls: Sequence[Transcript], texts: Mapping[str, str]
) -> Iterator[str]:
    shown = {name: rows(text) for name, text in texts.items()}
    # Whatever a submission calls its files: what a command printed is called so.
    shown |= {f"command {number}": printed_rows(ran.output) for number, ran in enumerate(transcript.ran, 1)}
    known = [row for ran in transcript.ran for row in rows(ran.input)]
    known += [row for control in controls for row in printed_rows(control.output)]
    found: list[str] = []
    for quote in score.observed:
        if (flaw := _flaw_of(quote, shown)) is not None:
            yield flaw
        else:
            found.append(quote.words)
    # Of what was misquoted nobody knows whether it would show anything.
    if found and score.points in SHOWING and all(stands_in(words, known) for words in found):
        yield "All that you quote was typed, or is printed whatever is typed, so it shows nothing."


def _flaw_of(quote: Quote, shown: Mapping[str, Sequence[str]]) -> str | None:
    if quote.source not in shown:
        return f"There is no {quote.source!r}, but: {', '.join(shown)}."
    if len(rows(quote.words)) > 1:
        return f"{quote.words!r} is more than a line of {quote.source}: quote each line by itself."
    if not stands_in(quote.words, shown[quote.source]):
        return f"{quote.words!r} does not stand in {quote.source}."
    if not is_of_weight(quote.words, shown[quote.source]):
        return f"{quote.words!r} is too little, or begins or ends within a word: quote more of its line."
    return None


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
        seen: ShownTask,
        known_by: str = "",
        in_vain: int = 0,
    ) -> PointsDecision:
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
            return PointsDecision(
                POINTS[first.points], _why(first), decided_by="model", confidence=READ, uses=uses
            )
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
        self, call: ModelCall, seen: ShownTask, transcript: Transcript, found: ByProgram
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
        seen: ShownTask,
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

    def _call(self, item: str, task: EvaluationTask, seen: ShownTask, salt: str, known_by: str) -> ModelCall:
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

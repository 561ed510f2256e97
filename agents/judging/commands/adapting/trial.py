"""Whether a hand-in answers what is proposed for a task as something that it knows, and not as nonsense."""

from collections.abc import Sequence

from agents.judging.commands.adapting.exploring import Explored, answers_to_nonsense, without
from agents.judging.commands.adapting.lines import calls
from agents.judging.commands.adapting.meaning import is_misused
from agents.judging.commands.bench import Bench
from agents.judging.commands.controls import with_garbage
from agents.judging.commands.line import commands_of
from agents.judging.commands.prose.wording import refusing
from agents.judging.commands.responses import crash, kept_from_running, response
from agents.judging.commands.running import carried_out
from agents.judging.commands.transcripts import Ran
from plans.records.criteria import EvaluationTask


async def is_sensible(bench: Bench, task: EvaluationTask, seen: Sequence[Explored]) -> bool:
    """Whether one of its commands is answered otherwise than what nobody would type, and by more than a refusal, and
    all of them are run.

    Raises SandboxRefused, StorageFailed, and AuthorError for what the grader lacks.
    """
    lines = commands_of(task, bench.grader)
    async with carried_out(bench, task, lines) as transcript:
        ran = transcript.ran
    if any(kept_from_running(one.output) or crash(one.output) for one in ran):
        return False
    async with carried_out(bench, task, [with_garbage(line) for line in lines]) as control:
        garbage = [one.output for one in control.ran]
    known = answers_to_nonsense(seen)
    return any(_is_known(one, other, known) for one, other in zip(ran, garbage, strict=True))


def _is_known(ran: Ran, garbage: str, nonsense: Sequence[str]) -> bool:
    said = response(ran.output)
    if not said or is_misused(ran.output) or len(refusing(said)) == len(said):
        return False
    if ran.input:
        return without(ran.output, "") != without(garbage, "")
    words = [word.text for call in calls(ran.line) or () for word in call.words[:1]]
    return bool(words) and without(ran.output, words[0]) not in nonsense

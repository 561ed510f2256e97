"""Proposals of a model for the parts of an interface that no program is sure of."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agents.gateway.prompts import Prompts
from agents.judging.commands.adapting.exploring import Explored, answers_to_nonsense, without
from agents.judging.commands.adapting.meaning import PresumedInterface, calls, is_misused, plain_words
from agents.judging.commands.adapting.tasks import Adapted, typed_into
from agents.judging.commands.prose.wording import refusing
from agents.judging.commands.reading.reader import asked_by, player_by
from agents.judging.commands.responses import crash, cut, kept_from_running, response, with_garbage
from agents.judging.commands.running import Bench, ExecutedCommand, carried_out
from agents.judging.commands.working_copies import commands_of, how_of
from plans.contracts.models import Model
from plans.errors import Event, JudgeError, ModelError, SandboxRefused, event_of
from plans.plain_text import lines_of
from plans.records.criteria import EvaluationTask
from plans.records.model_call import ModelCall, ModelUse, Shape, model_use
from plans.records.task_kinds import Command
from plans.records.usage import PlayedRole
from plans.records.verdict import Adaptation, retry_salt


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


def _is_known(ran: ExecutedCommand, garbage: str, nonsense: Sequence[str]) -> bool:
    said = response(ran.output)
    if not said or is_misused(ran.output) or len(refusing(said)) == len(said):
        return False
    if ran.input:
        return without(ran.output, "") != without(garbage, "")
    words = [word.text for call in calls(ran.line) or () for word in call.words[:1]]
    return bool(words) and without(ran.output, words[0]) not in nonsense


_LEAST_VALUE = 3
"""Letters from which on something that is typed is a value; a choice of a menu has fewer."""
_OPTION = re.compile(r"--?[A-Za-z]")


def flaws_of(
    before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]], seen: Sequence[Explored]
) -> list[str]:
    """Why proposed commands are not those of the task, in words; empty where nothing speaks against them.

    Args:
        before: (command line, what is typed) of the task.
        after: The same as it is proposed.
        seen: The programs of the submission, with all that they said.
    """
    if len(before) != len(after):
        return [f"it has {len(after)} commands for {len(before)}"]
    said = "\n".join(text for one in seen for text in (*one.texts, *one.texts.values()))
    starts = [one.start.line for one in seen]
    return [flaw for old, new in zip(before, after, strict=True) for flaw in _flaws(old, new, starts, said)]


def _flaws(old: tuple[str, str], new: tuple[str, str], starts: Sequence[str], said: str) -> Iterator[str]:
    (line, typed), (new_line, new_typed) = old, new
    if line == new_line and typed == new_typed:
        return
    found = calls(line)
    if not found or len(found) != 1:
        yield f"{line!r} does not start one program, and cannot be replaced"
        return
    call = found[0]
    ahead, behind = line[: call.head[0].begin], line[(call.words or call.head)[-1].end :]
    own = _own_words(new_line, ahead, behind, starts)
    if own is None:
        yield f"{new_line!r} does something else than start a program of the submission in place of {line!r}"
        return
    values = [word.text for word in call.words[1:] if not _OPTION.match(word.text)]
    values += [row for row in lines_of(typed) if len(row) >= _LEAST_VALUE]
    given = [*own, *lines_of(new_typed)]
    if lost := [value for value in values if value and value not in given]:
        yield f"{lost[0]!r} is given to the program no more"
    known = {*(word.text for word in call.words), *lines_of(typed)}
    if added := [one for one in given if len(one) >= _LEAST_VALUE and one not in known and one not in said]:
        yield f"{added[0]!r} stands neither in the task nor in anything that the submission says"


def _own_words(line: str, ahead: str, behind: str, starts: Sequence[str]) -> list[str] | None:
    """What a program of the submission is given; None where the line does anything else than start one."""
    if not line.startswith(ahead) or not line.endswith(behind) or len(line) < len(ahead) + len(behind):
        return None
    middle = line[len(ahead) : len(line) - len(behind)].strip()
    start = max(
        (one for one in starts if middle == one or middle.startswith(f"{one} ")), key=len, default=None
    )
    return None if start is None else plain_words(middle[len(start) :])


_PROMPTS = Prompts("agents.judging.commands.adapting")
_FILES = ("system", "interface")
_MOST_SHOWN = 3_000
"""Letters of each text of the submission that are shown."""
_MOST_TEXTS = 30
"""Such texts."""


class ProposedCommand(Shape):
    """What is run in place of one command."""

    line: str
    """The command line."""
    typed: str
    """What it reads from standard input; empty where it reads nothing."""


class ProposedTask(Shape):
    """How one task is tried."""

    task: str
    """Its id."""
    is_there: bool
    """Whether the program has what the task asks for."""
    commands: list[ProposedCommand]
    """One for each command of the task, in order; none where it is not there."""


class Proposal(Shape):
    """How the tasks are tried."""

    tasks: list[ProposedTask]


@dataclass(frozen=True)
class Proposals:
    """What came of asking."""

    adapted: Mapping[str, Adapted] = field(default_factory=dict[str, Adapted])
    """Task → how it is tried, of those that a program found sound."""
    refused: Mapping[str, str] = field(default_factory=dict[str, str])
    """Task → why what was proposed is not gone by."""
    events: Mapping[str, Event] = field(default_factory=dict[str, Event])
    """Task → what kept it from being proposed or tried, where that is no fault of the submission."""
    uses: tuple[ModelUse, ...] = ()

    def why(self, task: str) -> str:
        """Why a task stays open."""
        return self.refused.get(task, "a model names nothing that it could be")


class Proposer:
    """Asks a model for what the program of this room is not sure of."""

    def __init__(self, model: Model, player: PlayedRole) -> None:
        """One that asks nothing before it is used; `model` is asked in the role `ui_judge`, which `player` plays."""
        self.player = player_by(player, _PROMPTS)
        self._model = model

    async def proposed(
        self,
        bench: Bench,
        asked: PresumedInterface,
        seen: Sequence[Explored],
        tasks: Sequence[EvaluationTask],
        grader: Mapping[str, bytes],
    ) -> Proposals:
        """How tasks would be tried, and what is not gone by; raises what a Model raises, but for answers that cannot be
        used.
        """
        texts = _texts(seen)
        try:
            filled = await self._model.filled(_call(bench, asked, texts, tasks, grader), Proposal)
        except ModelError as error:
            ids = [task.id for task in tasks]
            return Proposals(
                refused=dict.fromkeys(ids, str(error)), events=dict.fromkeys(ids, event_of(error))
            )
        uses = tuple(map(model_use, filled.replies))
        told = {one.task: one for one in filled.value.tasks if one.is_there}
        made: dict[str, Adapted] = {}
        refused: dict[str, str] = {}
        events: dict[str, Event] = {}
        for task in tasks:
            if task.id not in told:
                continue
            try:
                found = await self._held(bench, task, told[task.id], seen, grader)
            except SandboxRefused as error:
                found, events[task.id] = f"it could not be tried: {error}", event_of(error)
            if isinstance(found, str):
                refused[task.id] = f"what a model proposes is not gone by: {found}"
            else:
                made[task.id] = found
        return Proposals(made, refused, events, uses)

    async def _held(
        self,
        bench: Bench,
        task: EvaluationTask,
        proposed: ProposedTask,
        seen: Sequence[Explored],
        grader: Mapping[str, bytes],
    ) -> Adapted | str:
        """The task as it is proposed, or why it is not tried so; raises SandboxRefused."""
        how = how_of(task)
        try:
            before = [(command.line, typed_into(command, grader)) for command in how.act]
        except JudgeError as error:
            return str(error)
        after = [(one.line, one.typed) for one in proposed.commands]
        if flaws := flaws_of(before, after, seen):
            return flaws[0]
        act = tuple(
            command.model_copy(
                update={"line": line, "input": command.input if typed == old else typed or None}
            )
            for command, (_, old), (line, typed) in zip(how.act, before, after, strict=True)
        )
        changed = task.model_copy(update={"how": how.model_copy(update={"act": act})})
        if not await is_sensible(bench, changed, seen):
            return "the program answers it as it answers what nobody would type"
        pairs = [
            (old, new)
            for (line, typed), (new_line, new_typed) in zip(before, after, strict=True)
            for old, new in ((line, new_line), (typed, new_typed))
            if old != new
        ]
        return Adapted(changed, tuple(Adaptation(asked=old, given=new, by="model") for old, new in pairs))


def _texts(seen: Sequence[Explored]) -> list[tuple[str, str]]:
    """(how it was started, what it said) of all programs, what says nothing left out."""
    found = [
        (f"{one.start.line} {words}".strip(), cut(said, _MOST_SHOWN))
        for one in seen
        for words, said in one.texts.items()
        if said.strip()
    ]
    return found[:_MOST_TEXTS]


def _call(
    bench: Bench,
    asked: PresumedInterface,
    texts: Sequence[tuple[str, str]],
    tasks: Sequence[EvaluationTask],
    grader: Mapping[str, bytes],
) -> ModelCall:
    shown = [
        (task.id, task.title, [(command.line, _typed(command, grader)) for command in how_of(task).act])
        for task in tasks
    ]
    words = _PROMPTS.rendered("interface", asked=asked, texts=texts, tasks=shown)
    in_vain = max((bench.unusable_answers.get(task.id, 0) for task in tasks), default=0)
    return asked_by(_PROMPTS, _FILES, bench.item, words, salt=retry_salt("", in_vain))


def _typed(command: Command, grader: Mapping[str, bytes]) -> str:
    try:
        return typed_into(command, grader)
    except JudgeError as error:
        return f"({error})"

"""What of an interface no program is sure of, asked of a model: how a task would be tried on what a hand-in has.

A model proposes command lines and what is typed into them. A program holds that to the task (the same commands beside,
each value of it kept, nothing added that the hand-in does not name, no program started but the hand-in's own), and runs
it: what a program answers as it answers nonsense is no counterpart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agents.gateway.prompts import Prompts
from agents.judging.commands.adapting.asked import Asked
from agents.judging.commands.adapting.checking import flaws_of
from agents.judging.commands.adapting.exploring import Explored
from agents.judging.commands.adapting.tasks import Adapted
from agents.judging.commands.adapting.trial import is_sensible
from agents.judging.commands.adapting.typed import typed_into
from agents.judging.commands.asking import asked_by, player_by
from agents.judging.commands.bench import Bench
from agents.judging.commands.kinds import how_of
from agents.judging.commands.responses import cut
from plans.contracts.models import Model
from plans.errors import Event, JudgeError, ModelError, SandboxRefused, event_of
from plans.records.criteria import EvaluationTask
from plans.records.judging import retry_salt
from plans.records.model_call import ModelCall, ModelUse, Shape, model_use
from plans.records.task_modes import Command
from plans.records.usage import PlayedRole
from plans.records.verdict import Adaptation

_PROMPTS = Prompts("agents.judging.commands.adapting")
_FILES = ("system", "interface")
_MOST_SHOWN = 3_000
"""Letters of each text of the hand-in that are shown."""
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
class Answer:
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
        asked: Asked,
        seen: Sequence[Explored],
        tasks: Sequence[EvaluationTask],
        grader: Mapping[str, bytes],
    ) -> Answer:
        """How tasks would be tried, and what is not gone by; raises what a Model raises, but for answers that cannot be
        used.
        """
        texts = _texts(seen)
        try:
            filled = await self._model.filled(_call(bench, asked, texts, tasks, grader), Proposal)
        except ModelError as error:
            ids = [task.id for task in tasks]
            return Answer(refused=dict.fromkeys(ids, str(error)), events=dict.fromkeys(ids, event_of(error)))
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
        return Answer(made, refused, events, uses)

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
    asked: Asked,
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

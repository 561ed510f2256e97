"""The judges that ask a model what a program cannot know about an app, and have the program prove it.

hybrid: the program decides what it can. The model binds targets that the program does not find by role and name, and
adapts tasks that do not pass, also those that failed: no failure stands before a model has looked. model: the same, but
the model binds all targets first.

The program runs the steps of a task and stops where it gets no further, or where it sees the contrary of what is
expected. The model is shown that page, the steps with what came of them, and what the targets were taken for. It
answers with bindings and with actions in place of a step, and the program runs the task again with other made-up
values. What passes so was observed by the program. The model's word alone passes nothing. It can only confirm a failure
that the program saw, or that nothing in a fully explored app is what a step needs.
"""

import base64
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import Field

from agents.browser.atlas import outline
from agents.browser.grounding.candidates import Presence, Prior
from agents.browser.grounding.ground import ground
from agents.gateway.prompts import Prompts, string
from agents.judging.bound import SETTLED
from agents.judging.dag import InfraFailure
from agents.judging.programmatic import Decider, ProgrammaticJudge, said_by
from agents.judging.scene import bound
from agents.judging.ui_model.adapting import AnsweredAction, actions_in_words, adapted_steps
from agents.judging.ui_model.binder import AnsweredBinding, Binder, asking
from agents.judging.wire import JudgeSettings, Stuck, TaskRequest
from plans.contracts.models import Model
from plans.contracts.sandboxing import SandboxProvider
from plans.digests import closure_digest, text_digest, value_digest
from plans.errors import Event
from plans.made_up import MadeUp
from plans.records.app_map import AdaptedStep, Binding, BindingKind, Finding
from plans.records.base import Record, found_in
from plans.records.criteria import EvaluationTask
from plans.records.expressions import placeholders
from plans.records.model_call import JudgeModel, ModelUse, Shape, model_use
from plans.records.steps import Absent, Expect, Target, Visible
from plans.records.usage import PlayedRole
from plans.records.verdict import (
    BY_POINTING,
    NOT_FOUND,
    JudgeRequest,
    OutcomeCause,
    OutcomeVerdict,
    Status,
    TaskVerdict,
    World,
)
from plans.step_words import name_of, shown, told

Mode = Literal["model", "hybrid"]
TaskConclusion = Literal["try", "fails", "cannot tell"]
_PROMPTS = Prompts("agents.judging.ui_model")
NO_MORE_SEEN = "a model saw no more"
"""Mark of a program's verdict that stands after a model has looked."""
_APPS_OWN = frozenset({OutcomeCause.CONTRARY_OBSERVED, OutcomeCause.VACUOUS, *NOT_FOUND})
"""Causes that say something of the app: a failure is confirmed of these alone, and of no fault of ours."""
_DEAD = frozenset({Event.PAGE_UNRESPONSIVE, Event.NOT_SERVABLE, Event.SERVER_SILENT})
"""Events of an app that does not answer, in which no model sees more."""
_PAGE_LETTERS = 24_000
"""Letters of the page that a question shows at most."""
_SCREENS_LETTERS = 8_000
"""The same of other screens."""
_REASON = 300
"""Letters of a model's reason, and of why the program did not pass an outcome."""
_CAME = 400
"""Letters of a step's result, and of a value."""
_CAME_LAST = 900
"""The same of the step at which a task got stuck."""


class WalkBounds(Record):
    """How often the model is asked about tasks that did not pass. All of it is in the judge's digest."""

    tries: int = Field(default=3, ge=1, le=20)
    """Questions about one task."""
    questions: int = Field(default=20, ge=0)
    """Questions about all tasks of one submission."""
    has_pictures: bool = False
    """Whether the model is shown a picture of the page; it has to be one that sees."""


class AnsweredOutcome(Shape):
    """What is to be said of one outcome."""

    id: str
    conclusion: Literal["fails", "cannot tell"]


class WalkAnswer(Shape):
    """What is to be done about a task that did not pass."""

    reason: str
    """In one or two sentences: what this page shows, and why it did not pass."""
    conclusion: TaskConclusion
    """try: the task is tried again with the bindings and actions below. fails: the app was operated as the steps mean
    it and does otherwise, or it has nothing by which it could be done. cannot tell: neither is certain."""
    outcomes: list[AnsweredOutcome]
    """Where the conclusion is no try: those outcomes for which another conclusion holds; else empty."""
    bindings: list[AnsweredBinding]
    """Of things that were taken for something else, or not found; empty where none."""
    actions: list[AnsweredAction]
    """In order; empty where none."""


class ModelJudge(ProgrammaticJudge):
    """Implements plans.contracts.runs.Judge; raises the errors of a Model whose answers do not come, too."""

    at_once = 1
    """Tasks run one at a time, so that no prompt depends on timing."""

    def __init__(
        self,
        chromium: Path | None,
        model: Model,
        player: JudgeModel,
        *,
        mode: Mode = "hybrid",
        bounds: WalkBounds | None = None,
        workers: int = 2,
        settings: JudgeSettings | None = None,
        sandbox: SandboxProvider | None = None,
    ) -> None:
        """See ProgrammaticJudge; `model` is asked in the role `ui_judge`, and `player` is what records call it."""
        super().__init__(chromium, workers=workers, settings=settings, sandbox=sandbox)
        self.name = mode
        self.model = player
        self.asked = model
        self.bounds = bounds or WalkBounds()

    @property
    def digest(self) -> str:
        """Digest of code, prompts, settings, browser, model and mode."""
        assert self.model is not None
        return value_digest(
            {
                "program": super().digest,
                "code": closure_digest((__name__,)),
                "bounds": self.bounds.model_dump(mode="json"),
                "model": self.model.model_dump(mode="json"),
                "mode": self.name,
            }
        )

    def decider(self, request: JudgeRequest, folder: Path) -> Decider:
        """See ProgrammaticJudge."""
        return _Walker(self, request, folder)


def judge_model(player: PlayedRole) -> JudgeModel:
    """The model that plays `ui_judge`, as records name it."""
    prompts = {f"judging/{name}": digest for name, digest in _PROMPTS.hashes.items()}
    return JudgeModel(endpoint=player.endpoint, model=player.model, sampling=player.sampling, prompts=prompts)


@dataclass(slots=True)
class _Walk:
    """Questions about one task, and what has come of them so far."""

    request: TaskRequest
    own: dict[str, Binding] = field(default_factory=dict[str, Binding])
    """Bindings of this task alone."""
    adapted: dict[int, AdaptedStep] = field(default_factory=dict[int, AdaptedStep])
    in_words: dict[int, str] = field(default_factory=dict[int, str])
    """Number of a step → its adaptation in words."""
    objections: list[str] = field(default_factory=list[str])
    """What could not be tried of the last answer."""
    uses: list[ModelUse] = field(default_factory=list[ModelUse])

    @property
    def task(self) -> EvaluationTask:
        return self.request.task

    def seed(self, number: int) -> int:
        """Of the values that the program makes up for a try."""
        return int(value_digest([self.request.random_seed, self.task.id, number])[:12], 16)


class _Walker(Decider):
    """Binds what is open, and adapts tasks that do not pass."""

    def __init__(self, judge: ModelJudge, request: JudgeRequest, folder: Path) -> None:
        super().__init__(request, judge.pool, folder)
        self._model = judge.asked
        self._bounds = judge.bounds
        self._binder = Binder(judge.asked, request, self.explored, asks_of_all=judge.name == "model")
        self.uses = self._binder.uses
        self._today = judge.settings.browser.today
        self._left = judge.bounds.questions

    @property
    def bindings(self) -> tuple[Binding, ...]:
        return self._binder.bindings

    async def tried(self, asked: TaskRequest) -> TaskVerdict | InfraFailure:
        request = asked.model_copy(update={"tells_stuck": True})
        walk, reply = _Walk(request), await self._binder.tried(request, self.run)
        verdict = said_by(reply)
        if isinstance(verdict, InfraFailure):
            return verdict
        is_open = verdict.status is not Status.PASSED and not request.task.is_of_clause
        if is_open and request.world is World.OPEN and verdict.event not in _DEAD:
            await self._binder.begin()
            found = await self._walked(walk, verdict, reply.stuck)
            if isinstance(found, InfraFailure):
                return found
            verdict = found.model_copy(update={"uses": tuple(walk.uses)})
        return self._credited(walk, verdict) if verdict.status is Status.PASSED else verdict

    async def _walked(
        self, walk: _Walk, first: TaskVerdict, stuck: Stuck | None
    ) -> TaskVerdict | InfraFailure:
        """Ask, and try what is answered, until it passes, the model comes to an end, or no question is left.

        A failure counts where the model confirms it. Where it wants a try, the verdict from before all tries stays
        open, or becomes so.
        """
        verdict, said = first, ""
        for number in range(1, self._bounds.tries + 1):
            if stuck is None or not self._left:
                break
            self._left -= 1
            answer = await self._asked(walk, verdict, stuck, number)
            said = string(answer.reason, _REASON)
            if answer.conclusion != "try":
                return self._concluded(walk.task, verdict, stuck, answer)
            if not self._is_taken(walk, stuck, answer):
                continue
            bound, adapted = self._binder.bound_with(walk.own), tuple(walk.adapted.values())
            update = {"bound": bound, "adapted": adapted, "before": None}
            # An app that works now and then would pass by chance, so a pass has to come twice. Other values are made up
            # than those that the model saw.
            for seed in (2 * number, 2 * number + 1):
                again = walk.request.model_copy(update={**update, "random_seed": walk.seed(seed)})
                reply = await self.run(again)
                if reply.verdict is None:
                    return said_by(reply)
                verdict, stuck = reply.verdict, reply.stuck
                if verdict.status is not Status.PASSED:
                    break
            else:
                return verdict
        if said:
            return _agreed(first, f"a model expects it to hold ({said}), and no way of it passed", ())
        why = "no page could be shown to a model" if stuck is None else "no question was left to confirm it"
        return _agreed(first, why, ())

    def _is_taken(self, walk: _Walk, stuck: Stuck, answer: WalkAnswer) -> bool:
        """Whether anything of an answer can be tried; what cannot is told with the next question."""
        bound, objections = self._binder.adopted(stuck.page, answer.bindings, walk.task)
        made_up = MadeUp(walk.seed(len(walk.uses)), self._today)
        adapted, faults = adapted_steps(walk.task, stuck, answer.actions, str(made_up.value("title")))
        walk.own |= bound
        walk.adapted |= adapted
        for number in adapted:
            own = [one for one in answer.actions if one.step == number]
            walk.in_words[number] = actions_in_words(stuck.page, own)
        walk.objections = [*(f"{one.target}: {one.why}" for one in objections), *faults]
        if not answer.bindings and not answer.actions:
            walk.objections.append("`try` needs a binding or an action: nothing was to be tried")
        return bool(adapted or bound)

    async def _asked(self, walk: _Walk, verdict: TaskVerdict, stuck: Stuck, number: int) -> WalkAnswer:
        concerned = [one for one in verdict.outcomes if one.outcome in stuck.outcomes]
        is_outlined = any(one.cause in NOT_FOUND for one in concerned)
        entries = _entries_meant(walk.task, stuck, self._binder.bound_with(walk.own).prior)
        page = _cut(outline(stuck.page, "s1", entries), _PAGE_LETTERS)
        screens = _cut(self._binder.other_screens(stuck.page, is_outlined=is_outlined), _SCREENS_LETTERS)
        things = self._binder.things_of(walk.task, walk.own, stuck.bindings)
        words = _PROMPTS.rendered(
            "walk",
            task=walk.task,
            steps=_steps(walk, stuck, {thing["id"] for thing in things}),
            things=things,
            screens=screens,
            is_outlined=is_outlined,
            verdict=verdict,
            reasons={
                one.outcome: string(one.reason, _REASON)
                for one in verdict.outcomes
                if one.status is not Status.PASSED and one not in concerned
            },
            objections=walk.objections,
            tries_left=min(self._bounds.tries - number, self._left),
            page=page,
            # No page can know the digest of its own words, so none can write the line that ends it.
            mark=text_digest(page + screens)[:12],
        )
        pictures = self._pictures(concerned)
        call = asking(self.request, "walk", words, f"{walk.task.id} {number}", walk.task.id, pictures)
        answer = await self._model.filled(call, WalkAnswer)
        walk.uses += map(model_use, answer.replies)
        return answer.value

    def _pictures(self, concerned: Collection[OutcomeVerdict]) -> tuple[str, ...]:
        """The picture of the page on which a task got stuck, as a `data:` address."""
        seen = next((one.observation for one in concerned if one.observation is not None), None)
        folder = self.request.evidence if self._bounds.has_pictures else None
        if folder is None or seen is None or not (name := seen.screenshot) or not (folder / name).is_file():
            return ()
        return (f"data:image/jpeg;base64,{base64.b64encode((folder / name).read_bytes()).decode()}",)

    def _concluded(
        self, task: EvaluationTask, verdict: TaskVerdict, stuck: Stuck, answer: WalkAnswer
    ) -> TaskVerdict:
        """The verdict of program and model, where the model has come to an end.

        An expectation of which the program saw the contrary has failed where the model says so. Where something was
        not found, the task fails only where the whole app was seen: else it may be elsewhere.
        """
        said = string(answer.reason, _REASON)
        own: dict[str, TaskConclusion] = {one.id: one.conclusion for one in answer.outcomes}
        failed = {
            one.outcome
            for one in verdict.outcomes
            if one.status is not Status.PASSED and own.get(one.outcome, answer.conclusion) == "fails"
        }
        if not failed:
            return _agreed(verdict, f"a model cannot tell: {said}", ())
        concerned = [one for one in verdict.outcomes if one.outcome in stuck.outcomes]
        if not {one.cause for one in concerned} <= _APPS_OWN:
            return _agreed(verdict, f"a model sees it fail ({said}), and the program did not see enough", ())
        confirmed = f"a model confirms it: {said}"
        if verdict.status is not Status.UNRESOLVED:
            return _agreed(verdict, confirmed, failed)
        step, unfound = task.steps[stuck.step - 1], {one.target for one in stuck.bindings if not one.bound_to}
        is_found = unfound.isdisjoint(map(name_of, found_in(step, Target)))
        was_observed = isinstance(step, Expect) and is_found and not any(one.is_unseen for one in concerned)
        if not was_observed and not self._binder.is_whole:
            return _agreed(verdict, f"a model sees no way ({said}), and not all of the app was seen", ())
        cause = OutcomeCause.CONTRARY_OBSERVED if was_observed else OutcomeCause.ABSENT_BY_PROOF
        update = {"status": Status.FAILED, "cause": cause, "decided_by": "model"}
        outcomes = tuple(
            one.model_copy(update={**update, "reason": f"{one.reason}; {confirmed}"})
            if one in concerned and one.outcome in failed
            else one
            for one in verdict.outcomes
        )
        return _agreed(verdict.model_copy(update={"outcomes": outcomes}), confirmed, failed)

    def _credited(self, walk: _Walk, passed: TaskVerdict) -> TaskVerdict:
        """A passing verdict, marked where it rests on the model; its bindings are kept for other tasks.

        That something can be seen rests on the model's word, where the model said what it is. The next round begins
        with adapted steps.
        """
        self._binder.keep_of(walk.task, walk.own)
        kinds = (*SETTLED, BindingKind.NO_STEP, BindingKind.ABSENT)
        known = self._binder.known(walk.own).items()
        by_model = {id for id, one in known if one.bound_by == "model" and one.kind in kinds}
        credited = {
            step.outcome
            for step in walk.task.steps
            if isinstance(step, Expect)
            for seen in (*found_in(step.that, Visible), *found_in(step.that, Absent))
            if name_of(seen.target) in by_model
        }
        outcomes = tuple(
            one.model_copy(update={"decided_by": "model"}) if one.outcome in credited else one
            for one in passed.outcomes
        )
        marks, finding = passed.marks, passed.finding
        used = {name_of(target) for target in found_in(walk.task.steps, Target)}
        if walk.uses or by_model & used:
            marks = tuple(sorted({*marks, BY_POINTING}))
        if walk.adapted:
            adapted = tuple(walk.adapted.values())
            finding = (finding or Finding()).model_copy(update={"adapted": adapted})
        return passed.model_copy(update={"outcomes": outcomes, "marks": marks, "finding": finding})


def _agreed(verdict: TaskVerdict, why: str, failed: Collection[str]) -> TaskVerdict:
    """The verdict of a program after a model has looked; of its failures those stand that the model sees too."""
    disputed = {"status": Status.UNRESOLVED, "cause": OutcomeCause.DISPUTED}
    outcomes = tuple(
        one.model_copy(update={**disputed, "reason": f"{one.reason}; {why}"})
        if one.status is Status.FAILED and one.outcome not in failed
        else one
        for one in verdict.outcomes
    )
    has_failed = any(one.status is Status.FAILED for one in outcomes)
    status = Status.FAILED if has_failed else Status.UNRESOLVED
    marks = tuple(sorted({*verdict.marks, NO_MORE_SEEN})) if status is verdict.status else verdict.marks
    reason = f"{verdict.reason}; {why}"
    return verdict.model_copy(
        update={"status": status, "outcomes": outcomes, "reason": reason, "marks": marks}
    )


def _entries_meant(task: EvaluationTask, stuck: Stuck, known: Prior) -> set[int]:
    """What the steps up to here mean by a drawn place or by a value of this try, with all that it stands in."""
    found: set[int] = set()
    for target in found_in(task.steps[: stuck.step], Target):
        needed = {name for text in found_in(target, str) for name in placeholders(text)}
        needed |= {each.drawn for each in found_in(target, Target) if each.drawn}
        if needed and needed <= stuck.names.keys():
            meant = ground(stuck.page, bound(target, stuck.names), known, "see")
            if meant.found is Presence.FOUND:
                found.update((meant.index, *stuck.page.ancestors(meant.index)))
    return found


def _steps(walk: _Walk, stuck: Stuck, ids: Collection[str]) -> list[dict[str, object]]:
    """The task's steps in words, with the ids of the things that each uses, and with what came of it."""
    rows: list[dict[str, object]] = []
    for number, step in enumerate(walk.task.steps, 1):
        is_stuck, name = number == stuck.step, getattr(step, "bind", None)
        came = "".join(stuck.account[number - 1 : number])
        if number < stuck.step and name in stuck.names:
            came = f"{{{name}}} = {string(shown(stuck.names[name]), _CAME)}"
        elif came:
            came = string(came, _CAME_LAST if is_stuck else _CAME)
        adapted = walk.adapted.get(number)
        used = dict.fromkeys(name_of(target) for target in found_in(step, Target))
        rows.append(
            {
                "number": number,
                "words": told(step),
                "things": [id for id in used if id in ids],
                "adapted": string(walk.in_words[number], _REASON) if adapted else "",
                "is_instead": adapted is not None and adapted.is_instead,
                "came": came,
                "is_stuck": is_stuck,
            }
        )
    return rows


def _cut(rows: Iterable[str], letters: int) -> str:
    """Whole rows up to so many letters, one beneath the other."""
    kept: list[str] = []
    for row in rows:
        letters -= len(row) + 1
        if letters < 0:
            kept.append("… the rest is left out")
            break
        kept.append(row)
    return "\n".join(kept)

"""The programmatic judge: evaluation tasks decided by steps in a real browser, without a model."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from agents.browser.charting.atlas import Atlas
from agents.browser.launching import require_chromium
from agents.judging.absence import vocabulary
from agents.judging.bound import BoundTargets, resolved
from agents.judging.dag import DecideOne, Heard, Mishap, decided, settled, unheard
from agents.judging.digest import browser_version, judge_digest
from agents.judging.hosting import OwnServer
from agents.judging.merging import undecided
from agents.judging.pool import SharedMap, WorkerPool, isolation
from agents.judging.settings import JudgeSettings
from agents.judging.wire import ExploreRequest, TaskRequest, WorkerReply, WorkerSetup
from agents.sandbox.roster import sandbox_digest
from agents.sandbox.serving import CommandSite, Site, StaticSite, find_site
from plans.contracts.sandboxing import SandboxProvider
from plans.digests import folder_digest
from plans.errors import (
    AuthorError,
    BrowserLost,
    Event,
    ModelError,
    NotServable,
    SandboxRefused,
    error_for,
    event_of,
)
from plans.items import judged_by
from plans.records.app_map import Binding
from plans.records.criteria import EvaluationTask
from plans.records.judge_model import JudgeModel
from plans.records.judging import JudgeRequest
from plans.records.marks import Mark, MarkCode
from plans.records.model_use import ModelUse
from plans.records.sandboxing import NONE_NEEDED, sandbox_marks, strength_of
from plans.records.verdict import (
    Judgement,
    OutcomeCause,
    Status,
    TaskVerdict,
)


class BoundApp(NamedTuple):
    """What a model or a person has bound in one app."""

    bindings: tuple[Binding, ...] = ()
    uses: tuple[ModelUse, ...] = ()
    """Replies of the model that it took."""


class Decider(NamedTuple):
    """What decides the tasks of one submission."""

    decide: DecideOne
    bound: Callable[[], BoundApp] = BoundApp
    """What was bound in it, once all is decided."""


Run = Callable[[TaskRequest], Awaitable[WorkerReply]]
"""Has a worker try a task; raises BrowserLost."""


class AppBinder(Protocol):
    """Knows what the targets of an item's criteria are in one app."""

    async def decided(self, request: TaskRequest, run: Run) -> TaskVerdict | Mishap:
        """What comes of a task with its targets bound."""
        ...


class GivenBindings:
    """What a person has bound, or a model in the round before; nobody is asked for more."""

    def __init__(self, request: JudgeRequest, explore: Callable[[], Awaitable[Atlas]]) -> None:
        """`explore` makes the map of the app."""
        self._request = request
        self._explore = explore
        self._lock = asyncio.Lock()
        self._bound: BoundTargets | None = None

    async def decided(self, request: TaskRequest, run: Run) -> TaskVerdict | Mishap:
        """What comes of a task with what still holds of the bindings."""
        async with self._lock:
            if self._bound is None:
                self._bound, _ = resolved(
                    self._request.bindings, self._request.criteria, await self._explore()
                )
        return said_by(await run(request.model_copy(update={"bound": self._bound})))


class ProgrammaticJudge:
    """Implements plans.contracts.judging.Judge. Inside `async with` its workers stay warm between judgements."""

    name = "programmatic"
    model: JudgeModel | None = None
    """The model that it may ask."""
    heard: Heard = staticmethod(unheard)
    """Who is told each verdict as soon as it is there; set before anything is judged."""

    def __init__(
        self,
        chromium: Path | None,
        *,
        workers: int = 2,
        settings: JudgeSettings | None = None,
        sandbox: SandboxProvider | None = None,
    ) -> None:
        """A judge; nothing is started before it is used.

        Args:
            chromium: The browser's binary.
            workers: Browsers at once, over all judgements.
            settings: Limits; left out, the measured defaults.
            sandbox: Runs hand-ins that serve themselves, each once it has been tried here; without one they are
                refused. Made anew in each worker from its name, as agents/sandbox/roster.py has it.
        """
        self.chromium = chromium
        self.settings = settings or JudgeSettings()
        self._sandbox = sandbox
        self._workers = workers
        self._pool: WorkerPool | None = None
        self._stay = AsyncExitStack()

    @property
    def digest(self) -> str:
        """Digest of code, settings and browser."""
        return judge_digest(self.chromium, self.settings)

    @property
    def sandbox_digest(self) -> str:
        """Digest of the sandbox's code; empty without one."""
        return sandbox_digest(self._sandbox.name) if self._sandbox else ""

    @property
    def versions(self) -> Mapping[str, str]:
        """Of the browser, as it says itself, and of Playwright; raises BrowserMissing."""
        return {
            "browser": browser_version(require_chromium(self.chromium)),
            "playwright": version("playwright"),
        }

    async def __aenter__(self) -> Self:
        await self._stay.enter_async_context(self.in_use())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stay.aclose()

    async def judge(self, request: JudgeRequest) -> Judgement:
        """See the contract Judge; also raises SandboxRefused when the hand-in must be run and nothing may run it, and
        AuthorError for tasks that are not tried in a browser.
        """
        # One that does not run would have every worker wait for it in vain.
        await asyncio.to_thread(browser_version, require_chromium(self.chromium))
        began = time.perf_counter()
        planned = request.criteria.with_prerequisites(request.only)
        _refuse_other_kinds(planned)
        bound = BoundApp()
        try:
            site = self._site(request)
        except NotServable as error:
            site = None
            verdicts = await decided(planned, partial(_none_served, str(error)))
        else:
            decider = self.decider(request)
            verdicts = await self._all_decided(decider, planned, has_server=isinstance(site, CommandSite))
            bound = decider.bound()
        executed = self._sandbox if isinstance(site, CommandSite) else None
        strength = strength_of(executed.strength) if executed else NONE_NEEDED
        return Judgement(
            item=request.item,
            graded_digest=judged_by(request),
            hand_in_digest=folder_digest(request.hand_in),
            judge=self.name,
            judge_digest=self.digest,
            world=request.world,
            tasks=tuple(verdicts[task.id] for task in planned),
            bindings=bound.bindings,
            uses=bound.uses,
            seconds=round(time.perf_counter() - began, 3),
            browser_seconds=round(sum(verdict.seconds for verdict in verdicts.values()), 3),
            sandbox=executed.name if executed else "none",
            sandbox_digest=self.sandbox_digest if executed else "",
            sandbox_strength=strength,
            model=self.model,
            marks=(*_served(site), *sandbox_marks(strength), *_framed(verdicts.values())),
        )

    async def _all_decided(
        self, decider: Decider, planned: Sequence[EvaluationTask], *, has_server: bool
    ) -> dict[str, TaskVerdict]:
        """Verdicts of all tasks.

        Where the hand-in has a server of its own, the first task finds out for all others whether it starts.
        """
        decide_one = decider.decide
        server = OwnServer() if has_server else None

        async def decide(task: EvaluationTask, passed: Mapping[str, TaskVerdict]) -> TaskVerdict | Mishap:
            if server is None:
                return await decide_one(task, passed)
            return await server.decided(task, partial(settled, task, partial(decide_one, task, passed)))

        async with self.in_use():
            return await decided(planned, decide, heard=self.heard)

    def decider(self, request: JudgeRequest) -> Decider:
        """What decides each task; inside `in_use`."""
        shared = SharedMap()
        binder = GivenBindings(request, partial(self.explored, request, shared)) if request.bindings else None
        return Decider(self.program(request, shared, binder), lambda: BoundApp(request.bindings))

    def program(
        self,
        request: JudgeRequest,
        shared: SharedMap,
        binder: AppBinder | None = None,
    ) -> DecideOne:
        """What attempts each task by its steps.

        `shared` holds the map of the app; `binder` says what the targets are in it that the program does not find by
        role and name.
        """
        pool = self._get_pool()
        words = vocabulary(request.criteria)

        async def attempt(task: EvaluationTask, passed: Mapping[str, TaskVerdict]) -> TaskVerdict | Mishap:
            asked = TaskRequest(
                task=task,
                tells_missed=binder is not None,
                hand_in=str(request.hand_in.resolve()),
                evidence=str(request.evidence.resolve()) if request.evidence else None,
                random_seed=request.random_seed,
                world=request.world,
                vocabulary=words,
                confirm=request.confirm is None or task.id in request.confirm,
                before=request.before.get(task.id),
            )
            run = partial(pool.run, shared=shared)
            try:
                return said_by(await run(asked)) if binder is None else await binder.decided(asked, run)
            except (BrowserLost, ModelError) as error:
                return Mishap(event_of(error), str(error))

        return attempt

    async def explored(self, request: JudgeRequest, shared: SharedMap | None = None) -> Atlas:
        """The map of the app, inside `in_use`; raises BrowserLost, and what else kept it from being made.

        `shared` is that of a judgement that is under way.
        """
        shared = shared or SharedMap()
        asked = ExploreRequest(
            hand_in=str(request.hand_in.resolve()),
            evidence=str(request.evidence.resolve()) if request.evidence else None,
            random_seed=request.random_seed,
        )
        reply = await self._get_pool().run(asked, shared)
        if reply.event is not None:
            raise error_for(reply.event)(reply.error)
        return Atlas.model_validate_json(await shared.get())

    @asynccontextmanager
    async def in_use(self) -> AsyncGenerator[None]:
        """Keep all workers warm."""
        async with self._get_pool().in_use():
            yield

    @property
    def worker_count(self) -> int:
        """Browsers at once."""
        return self._workers

    @property
    def worker_setup(self) -> WorkerSetup:
        """What each worker is told first; raises BrowserMissing."""
        return WorkerSetup(
            chromium=str(require_chromium(self.chromium)),
            settings=self.settings,
            isolated=isolation() is not None,
            sandbox=self._sandbox.name if self._sandbox else None,
            runtime=self._sandbox.runtime if self._sandbox else None,
        )

    def _get_pool(self) -> WorkerPool:
        if self._pool is None:
            self._pool = WorkerPool(self.worker_setup, self._workers)
        return self._pool

    def _site(self, request: JudgeRequest) -> Site:
        site = find_site(request.hand_in, request.left_out)
        if isinstance(site, CommandSite) and self._sandbox is not None:
            self._sandbox.preflight()
        elif isinstance(site, CommandSite):
            raise SandboxRefused(
                f"{request.hand_in} is served by its own command {' '.join(site.command)!r}, and no sandbox was "
                "chosen to run what others wrote, so it cannot be judged. Choose a sandbox by name, or hand in static "
                "files."
            )
        return site


def _refuse_other_kinds(planned: Sequence[EvaluationTask]) -> None:
    if others := [task for task in planned if task.how.kind != "browser"]:
        raise AuthorError(
            f"{others[0].id!r} is tried by {others[0].how.kind!r}, and this judge has a browser and nothing else: it "
            "would fail whatever was handed in. Judge it by the judge of its family."
        )


def _served(site: Site | None) -> tuple[Mark, ...]:
    """What a reader of the judgement must know about how the hand-in was served; None: it could not be."""
    if site is None:
        return (Mark(code=MarkCode.NOTHING_SERVABLE),)
    if isinstance(site, StaticSite) and site.instead_of:
        return (Mark(code=MarkCode.BUILT_SERVED, detail=f"{site.root.name}/"),)
    return ()


def _framed(verdicts: Iterable[TaskVerdict]) -> tuple[Mark, ...]:
    code = MarkCode.FOREIGN_FRAME
    return (Mark(code=code),) if any(code in verdict.marks for verdict in verdicts) else ()


def said_by(reply: WorkerReply) -> TaskVerdict | Mishap:
    """The verdict that a worker replies, or what kept it from one."""
    return reply.verdict or Mishap(reply.event or Event.HARNESS_CRASHED, reply.error)


async def _none_served(reason: str, task: EvaluationTask, passed: Mapping[str, TaskVerdict]) -> TaskVerdict:
    return undecided(task, Status.FAILED, reason, cause=OutcomeCause.NOT_SERVABLE)

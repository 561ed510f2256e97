"""The programmatic judge: evaluation tasks decided by steps in a real browser, without a model."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from subprocess import PIPE
from typing import NamedTuple, Self

from agents.browser.browser import require_chromium
from agents.browser.charting.atlas import Atlas
from agents.judging.attempt import undecided
from agents.judging.bound import BoundTargets, resolved
from agents.judging.dag import DecideOne, InfraFailure, OnVerdict, decided, ignore_verdict, settled
from agents.judging.pool import SharedMap, WorkerPool, isolation
from agents.judging.wire import ExploreRequest, JudgeSettings, TaskRequest, WorkerReply, WorkerSetup
from agents.sandbox.roster import sandbox_digest
from agents.sandbox.serving import CommandSite, Site, StaticSite, find_site
from plans.code_digests import closure_digest
from plans.contracts.sandboxing import SandboxProvider
from plans.digests import folder_digest, value_digest
from plans.errors import (
    AuthorError,
    BrowserLost,
    BrowserMissing,
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
from plans.records.sandboxing import NONE_NEEDED, Strength, sandbox_marks, strength_of
from plans.records.verdict import Judgement, OutcomeCause, Status, TaskVerdict
from plans.untrusted_text import folded

ENTRANCES = ("agents.judging.programmatic", "agents.judging.worker")
"""Modules whose imports are the judge's code: itself, and the program that it starts. Sandboxes are made by name and
not among it: a judgement names the sandbox that ran its hand-in."""
_VERSION_LIMIT = 15.0
"""Seconds that a browser has to say its version."""


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


TryBound = Callable[[TaskRequest, Run], Awaitable[TaskVerdict | InfraFailure]]
"""Has a worker try a task with the bindings that a model or a person made in the app."""


class ProgrammaticJudge:
    """Implements plans.contracts.judging.Judge. Inside `async with` its workers stay warm between judgements."""

    name = "programmatic"
    model: JudgeModel | None = None
    """The model that it may ask."""
    on_verdict: OnVerdict = staticmethod(ignore_verdict)
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
            sandbox: Runs hand-ins that serve themselves; without one they are refused. Each worker makes it anew from
                its name, as agents/sandbox/roster.py has it.
        """
        self.chromium = chromium
        self.settings = settings or JudgeSettings()
        self.worker_count = workers
        self._sandbox = sandbox
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
        await self._stay.enter_async_context(self._get_pool().in_use())
        return self

    async def __aexit__(self, *details: object) -> None:
        await self._stay.aclose()

    async def judge(self, request: JudgeRequest) -> Judgement:
        """See the contract Judge; also raises SandboxRefused when the hand-in must be run and nothing may run it, and
        AuthorError for tasks that are not tried in a browser.
        """
        # Without a browser that runs, every worker would wait for it in vain.
        await asyncio.to_thread(browser_version, require_chromium(self.chromium))
        began = time.perf_counter()
        planned = request.criteria.with_prerequisites(request.only)
        if others := [task for task in planned if task.how.kind != "browser"]:
            raise AuthorError(
                f"{others[0].id!r} is tried by {others[0].how.kind!r}, and this judge has a browser and nothing else: "
                "it would fail whatever was handed in. Judge it by the judge of its family."
            )
        try:
            site = self._site(request)
        except NotServable as error:
            site, decider, on_verdict = None, Decider(partial(_not_served, str(error))), ignore_verdict
        else:
            decider, on_verdict = self.decider(request), self.on_verdict
        decide = _with_one_start(decider.decide) if isinstance(site, CommandSite) else decider.decide
        async with self._get_pool().in_use():
            verdicts = await decided(planned, decide, on_verdict=on_verdict)
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
            marks=tuple(_marks(site, strength, verdicts.values())),
        )

    def decider(self, request: JudgeRequest) -> Decider:
        """What decides each task, while workers are in use."""
        shared = SharedMap()
        if not request.bindings:
            return Decider(self.program(request, shared))
        lock = asyncio.Lock()
        bound: BoundTargets | None = None

        async def try_bound(asked: TaskRequest, run: Run) -> TaskVerdict | InfraFailure:
            nonlocal bound
            async with lock:
                if bound is None:
                    atlas = await self.explored(request, shared)
                    bound, _ = resolved(request.bindings, request.criteria, atlas)
            return said_by(await run(asked.model_copy(update={"bound": bound})))

        return Decider(self.program(request, shared, try_bound), lambda: BoundApp(request.bindings))

    def program(
        self, request: JudgeRequest, shared: SharedMap, try_bound: TryBound | None = None
    ) -> DecideOne:
        """What attempts each task by its steps.

        Args:
            request: What is judged.
            shared: The map of the app.
            try_bound: Binds targets that the program does not find by role and name; None: nobody does.
        """
        pool = self._get_pool()

        async def attempt(
            task: EvaluationTask, passed: Mapping[str, TaskVerdict]
        ) -> TaskVerdict | InfraFailure:
            asked = TaskRequest(
                task=task,
                tells_missed=try_bound is not None,
                hand_in=str(request.hand_in.resolve()),
                evidence=str(request.evidence.resolve()) if request.evidence else None,
                random_seed=request.random_seed,
                world=request.world,
                confirm=request.confirm is None or task.id in request.confirm,
                before=request.before.get(task.id),
            )
            run = partial(pool.run, shared=shared)
            try:
                return said_by(await run(asked)) if try_bound is None else await try_bound(asked, run)
            except (BrowserLost, ModelError) as error:
                return InfraFailure(event_of(error), str(error))

        return attempt

    async def explored(self, request: JudgeRequest, shared: SharedMap | None = None) -> Atlas:
        """The map of the app, inside `async with`; raises BrowserLost, and whatever else prevents an exploration.

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

    def _get_pool(self) -> WorkerPool:
        if self._pool is None:
            setup = WorkerSetup(
                chromium=str(require_chromium(self.chromium)),
                settings=self.settings,
                isolated=isolation() is not None,
                sandbox=self._sandbox.name if self._sandbox else None,
                runtime=self._sandbox.runtime if self._sandbox else None,
            )
            self._pool = WorkerPool(setup, self.worker_count)
        return self._pool

    def _site(self, request: JudgeRequest) -> Site:
        """How the hand-in is served; raises NotServable, and SandboxRefused where it has to be run and cannot be."""
        site = find_site(request.hand_in, request.left_out)
        if isinstance(site, CommandSite):
            if self._sandbox is None:
                raise SandboxRefused(
                    f"{request.hand_in} is served by its own command {' '.join(site.command)!r}, and no sandbox was "
                    "chosen to run what others wrote, so it cannot be judged. Choose a sandbox by name, or hand in "
                    "static files."
                )
            self._sandbox.preflight()
        return site


def said_by(reply: WorkerReply) -> TaskVerdict | InfraFailure:
    """The verdict that a worker replies, or what kept it from one."""
    return reply.verdict or InfraFailure(reply.event or Event.HARNESS_CRASHED, reply.error)


async def _not_served(reason: str, task: EvaluationTask, passed: Mapping[str, TaskVerdict]) -> TaskVerdict:
    return undecided(task, Status.FAILED, reason, cause=OutcomeCause.NOT_SERVABLE)


def _with_one_start(decide_one: DecideOne) -> DecideOne:
    """Decide by `decide_one`, but let the first task find out for all whether the hand-in's own server starts.

    A silent server takes its whole time limit, and each root task would wait for it again.
    """
    first: asyncio.Future[TaskVerdict] | None = None

    async def decide(task: EvaluationTask, passed: Mapping[str, TaskVerdict]) -> TaskVerdict:
        nonlocal first
        attempt = partial(settled, task, partial(decide_one, task, passed))
        if first is None:
            first = asyncio.ensure_future(attempt())
            return await first
        found = await asyncio.shield(first)
        if found.event not in (Event.NOT_SERVABLE, Event.SERVER_SILENT):
            return await attempt()
        cause = OutcomeCause.NOT_SERVABLE
        return undecided(task, Status.FAILED, found.reason, event=found.event, cause=cause)

    return decide


def _marks(site: Site | None, strength: Strength, verdicts: Iterable[TaskVerdict]) -> Iterator[Mark]:
    """What a reader of the judgement must know about how the hand-in was served; `site` None: it could not be."""
    if site is None:
        yield Mark(code=MarkCode.NOTHING_SERVABLE)
    elif isinstance(site, StaticSite) and site.instead_of:
        yield Mark(code=MarkCode.BUILT_SERVED, detail=f"{site.root.name}/")
    yield from sandbox_marks(strength)
    if any(MarkCode.FOREIGN_FRAME in verdict.marks for verdict in verdicts):
        yield Mark(code=MarkCode.FOREIGN_FRAME)


def judge_digest(chromium: Path | None, settings: JudgeSettings) -> str:
    """Digest of the judge's code, data, settings and browser; without a browser of the rest."""
    return value_digest(
        {
            "code": closure_digest(ENTRANCES),
            "settings": settings.model_dump(mode="json"),
            "browser": browser_version(chromium) if chromium else "none",
            "playwright": version("playwright"),
        }
    )


def browser_version(chromium: Path) -> str:
    """What the browser says about itself; raises BrowserMissing when it cannot be run. It is started once a process."""
    said, fault = _asked_for_version(chromium)
    if fault:
        raise BrowserMissing(
            f"{chromium} {fault}, and pages are judged in a real browser. "
            "Reinstall it, or name another binary in BENCHWRIGHT_CHROMIUM."
        )
    return said


@cache
def _asked_for_version(chromium: Path) -> tuple[str, str]:
    """The browser's version and what is wrong with it; one of them is empty."""
    try:
        browser = subprocess.Popen(
            [chromium, "--version"], stdout=PIPE, stderr=PIPE, text=True, start_new_session=True
        )
    except OSError as error:
        return "", f"does not start ({error.strerror})"
    with browser:
        try:
            said, errors = browser.communicate(timeout=_VERSION_LIMIT)
        except subprocess.TimeoutExpired:
            # Its child processes hold its output and would go on.
            os.killpg(browser.pid, signal.SIGKILL)
            return "", f"does not answer --version within {_VERSION_LIMIT:g} s"
    if browser.returncode == 0:
        return said.strip(), ""
    words = folded(errors.strip() or said)[-300:] or "it says nothing"
    return "", f"does not run (exit code {browser.returncode} for --version: {words})"

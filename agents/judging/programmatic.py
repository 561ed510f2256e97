"""The programmatic judge: evaluation tasks decided by steps in a real browser, without a model."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AsyncExitStack
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from subprocess import PIPE
from typing import Self

from agents.browser.atlas import Atlas
from agents.browser.visits import require_chromium
from agents.judging.bound import BoundTargets, resolved
from agents.judging.dag import DecideOne, InfraFailure, OnVerdict, decided, ignore_verdict, settled, undecided
from agents.judging.pool import WorkerPool
from agents.judging.wire import ExploreRequest, JudgeSettings, TaskRequest, WorkerReply, WorkerSetup
from agents.sandbox.network import isolation
from agents.sandbox.roster import sandbox_digest
from agents.sandbox.serving import CommandSite, Site, StaticSite, find_site
from plans.contracts.sandboxing import SandboxProvider
from plans.digests import closure_digest, folder_digest, value_digest
from plans.errors import (
    AgentError,
    AuthorError,
    BrowserLost,
    BrowserMissing,
    Event,
    JudgeError,
    ModelError,
    NotServable,
    SandboxRefused,
    error_for,
    event_of,
)
from plans.items import judged_by
from plans.plain_text import folded
from plans.records.app_map import Binding
from plans.records.criteria import EvaluationTask
from plans.records.marks import Mark, MarkCode
from plans.records.model_call import JudgeModel, ModelUse
from plans.records.sandboxing import NONE_NEEDED, Strength, sandbox_marks, strength_of
from plans.records.verdict import Judgement, JudgeRequest, OutcomeCause, Status, TaskVerdict
from plans.scratch import scratch

ENTRANCES = ("agents.judging.programmatic", "agents.judging.worker")
"""Modules whose imports are the judge's code: itself, and the program that it starts. Sandboxes are made by name and
not among it: a judgement names the sandbox that ran its submission."""
_VERSION_LIMIT = 15.0
"""Seconds that a browser has to say its version."""


class Decider:
    """Decides the tasks of one submission by workers, with the bindings that a person made in it."""

    def __init__(self, request: JudgeRequest, pool: WorkerPool, folder: Path) -> None:
        """`folder` is for the map of the app."""
        self.request = request
        self.run = pool.run
        self.uses: list[ModelUse] = []
        """Replies of a model that the bindings took."""
        self._explores = ExploreRequest(
            submission=str(request.submission.resolve()),
            atlas=str(folder / "atlas.json"),
            evidence=str(request.evidence.resolve()) if request.evidence else None,
            random_seed=request.random_seed,
        )
        self._bound = None if request.bindings else BoundTargets()
        self._binding = asyncio.Lock()

    @property
    def bindings(self) -> tuple[Binding, ...]:
        """What a model or a person has bound in the app."""
        return self.request.bindings

    async def decide(
        self, task: EvaluationTask, passed: Mapping[str, TaskVerdict]
    ) -> TaskVerdict | InfraFailure:
        """See DecideOne; inside `in_use`."""
        asked = TaskRequest(
            **self._explores.model_dump(),
            task=task,
            world=self.request.world,
            confirm=self.request.confirm is None or task.id in self.request.confirm,
            before=self.request.before.get(task.id),
        )
        try:
            return await self.tried(asked)
        except (AgentError, BrowserLost, SandboxRefused, JudgeError, ModelError) as error:
            return InfraFailure(event_of(error), str(error))

    async def tried(self, asked: TaskRequest) -> TaskVerdict | InfraFailure:
        """The verdict of a task with what is bound; raises BrowserLost and ModelError."""
        async with self._binding:
            if self._bound is None:
                self._bound, _ = resolved(self.request.bindings, self.request.criteria, await self.explored())
        return said_by(await self.run(asked.model_copy(update={"bound": self._bound})))

    async def explored(self) -> Atlas:
        """The map of the app; raises BrowserLost, and whatever else prevents an exploration."""
        reply = await self.run(self._explores)
        if reply.event is not None:
            raise error_for(reply.event)(reply.error)
        return Atlas.model_validate_json(Path(self._explores.atlas).read_bytes())


class ProgrammaticJudge:
    """Implements plans.contracts.runs.Judge. Inside `async with` its workers stay warm between judgements."""

    name = "programmatic"
    model: JudgeModel | None = None
    """The model that it may ask."""
    at_once: int | None = None
    """Tasks of one submission at a time; None: all that can be begun."""
    on_verdict: OnVerdict = staticmethod(ignore_verdict)
    """Called with each verdict as soon as it is there; set before anything is judged."""

    def __init__(
        self,
        chromium: Path | None,
        *,
        workers: int = 2,
        settings: JudgeSettings | None = None,
        sandbox: SandboxProvider | None = None,
    ) -> None:
        """Nothing is started before it is used.

        `chromium` is the browser's binary, and `workers` are browsers at once, over all judgements. `sandbox` runs
        submissions that serve themselves, which are refused without one; each worker makes it anew from its name, as
        agents/sandbox/roster.py has it.
        """
        self.chromium = chromium
        self.settings = settings or JudgeSettings()
        self.worker_count = workers
        self._sandbox = sandbox
        self._pool: WorkerPool | None = None
        self._stay = AsyncExitStack()

    @property
    def digest(self) -> str:
        """Digest of code, data, settings and browser; without a browser of the rest."""
        return value_digest(
            {
                "code": closure_digest(ENTRANCES),
                "settings": self.settings.model_dump(mode="json"),
                "browser": browser_version(self.chromium) if self.chromium else "none",
                "playwright": version("playwright"),
            }
        )

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
        await self._stay.enter_async_context(self.pool.in_use())
        return self

    async def __aexit__(self, *details: object) -> None:
        await self._stay.aclose()

    async def judge(self, request: JudgeRequest) -> Judgement:
        """See the contract Judge; also raises SandboxRefused, and AuthorError for tasks that no browser tries."""
        # Without a browser that runs, every worker would wait for it in vain.
        await asyncio.to_thread(browser_version, require_chromium(self.chromium))
        began = time.perf_counter()
        planned = request.criteria.with_prerequisites(request.only)
        if others := [task for task in planned if not task.steps]:
            raise AuthorError(
                f"{others[0].id!r} is tried by {others[0].how.word()!r}, and this judge has a browser and no more: it "
                "would fail whatever was submitted. Judge it by the judge of its family."
            )
        with scratch("judgement") as folder:
            decider = self.decider(request, folder)
            decide, on_verdict = decider.decide, self.on_verdict
            try:
                site = self._site(request)
            except NotServable as error:
                site, decide, on_verdict = None, partial(_not_served, str(error)), ignore_verdict
            if isinstance(site, CommandSite):
                decide = _with_one_start(decide)
            async with self.pool.in_use():
                verdicts = await decided(planned, decide, at_once=self.at_once, on_verdict=on_verdict)
        executed = self._sandbox if isinstance(site, CommandSite) else None
        strength = strength_of(executed.strength) if executed else NONE_NEEDED
        return Judgement(
            item=request.item,
            graded_digest=judged_by(request),
            submission_digest=folder_digest(request.submission),
            judge=self.name,
            judge_digest=self.digest,
            world=request.world,
            tasks=tuple(verdicts[task.id] for task in planned),
            bindings=decider.bindings,
            uses=tuple(decider.uses),
            seconds=round(time.perf_counter() - began, 3),
            browser_seconds=round(sum(verdict.seconds for verdict in verdicts.values()), 3),
            sandbox=executed.name if executed else "none",
            sandbox_digest=self.sandbox_digest if executed else "",
            sandbox_strength=strength,
            model=self.model,
            marks=tuple(_marks(site, strength, verdicts.values())),
        )

    def decider(self, request: JudgeRequest, folder: Path) -> Decider:
        """What decides the tasks of a submission."""
        return Decider(request, self.pool, folder)

    async def explored(self, request: JudgeRequest) -> Atlas:
        """The map of an app, inside `async with`; raises as `judge` does, and whatever else prevents it."""
        self._site(request)
        with scratch("map") as folder:
            return await self.decider(request, folder).explored()

    @property
    def pool(self) -> WorkerPool:
        """The workers."""
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
        """How the submission is served; raises NotServable, and SandboxRefused where it has to be run and cannot be."""
        site = find_site(request.submission, request.left_out)
        if isinstance(site, CommandSite):
            if self._sandbox is None:
                raise SandboxRefused(
                    f"{request.submission} is served by its own command {' '.join(site.command)!r}, and no sandbox was "
                    "chosen to run what others wrote, so it cannot be judged. Choose a sandbox by name, or submit "
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
    """Decide by `decide_one`, but let the first task find out for all whether the submission's own server starts.

    A silent server takes its whole time limit, and each root task would wait for it again.
    """
    first: asyncio.Future[TaskVerdict] | None = None

    async def decide(task: EvaluationTask, passed: Mapping[str, TaskVerdict]) -> TaskVerdict | InfraFailure:
        nonlocal first
        if first is None:
            first = asyncio.ensure_future(settled(task, partial(decide_one, task, passed)))
            return await first
        found = await asyncio.shield(first)
        if found.event in (Event.NOT_SERVABLE, Event.SERVER_SILENT):
            cause = OutcomeCause.NOT_SERVABLE
            return undecided(task, Status.FAILED, found.reason, event=found.event, cause=cause)
        return await decide_one(task, passed)

    return decide


def _marks(site: Site | None, strength: Strength, verdicts: Iterable[TaskVerdict]) -> Iterator[Mark]:
    """What a reader of the judgement must know about how the submission was served; `site` None: it could not be."""
    if site is None:
        yield Mark(code=MarkCode.NOTHING_SERVABLE)
    elif isinstance(site, StaticSite) and site.instead_of:
        yield Mark(code=MarkCode.BUILT_SERVED, detail=f"{site.root.name}/")
    yield from sandbox_marks(strength)
    if any(MarkCode.FOREIGN_FRAME in verdict.marks for verdict in verdicts):
        yield Mark(code=MarkCode.FOREIGN_FRAME)


def browser_version(chromium: Path) -> str:
    """What the browser says about itself; raises BrowserMissing when it cannot be run. It is started once a process."""
    said, fault = _version_or_fault(chromium)
    if fault:
        raise BrowserMissing(
            f"{chromium} {fault}, and pages are judged in a real browser. "
            "Reinstall it, or name another binary in BENCHWRIGHT_CHROMIUM."
        )
    return said


@cache
def _version_or_fault(chromium: Path) -> tuple[str, str]:
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

"""Where concrete classes meet: the only place that knows which judge, gate, server and author there are."""

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.gate import Progress, ReleaseGate, no_progress
from agents.judging.programmatic import ProgrammaticJudge
from agents.sandbox.local_unsafe import LocalUnsafe
from agents.sandbox.serving import StaticServer
from plans.contracts import Judge, Sandbox, Server
from plans.errors import AuthorError
from plans.settings import Settings

SANDBOXES = {"local-unsafe": LocalUnsafe}
"""Name → provider. A weak one is chosen by its full name alone."""


def programmatic_judge(settings: Settings, sandbox: Sandbox | None = None) -> ProgrammaticJudge:
    """The judge; inside `async with` its browsers stay warm."""
    return ProgrammaticJudge(settings.chromium, workers=settings.worker_count, sandbox=sandbox)


def release_gate(
    judge: Judge, family: str, canary: str, *, repeats: int = 3, progress: Progress = no_progress
) -> ReleaseGate:
    """The release gate of a family's suites whose files carry `canary`."""
    return ReleaseGate(judge, every_check(family, canary), repeats=repeats, progress=progress)


def sandbox_named(name: str | None) -> Sandbox | None:
    """The sandbox that was chosen; AuthorError names those there are."""
    if name is None:
        return None
    if name not in SANDBOXES:
        raise AuthorError(f"There is no sandbox {name!r}. Use one of: {', '.join(SANDBOXES)}.")
    return SANDBOXES[name]()


def static_server() -> Server:
    """Serves static hand-ins on loopback."""
    return StaticServer()

"""The one tree of errors; each class knows whose fault it is, and the table says what that means for verdicts.

    BenchwrightError
    ├── AuthorError            a file, seed, suite or option is wrong
    │   ├── InvalidFile        … with every problem listed
    │   ├── SeedRefused        a seed that no category fits
    │   ├── PathEscape         a path that leaves its folder
    │   ├── WrongVerb          a suite, run or family that another command takes
    │   ├── RunMismatch        a run folder that belongs to other settings
    │   ├── JudgesDiffer       two runs whose verdicts different judges made
    │   ├── StaleReview        a decision for a checkpoint that is gone
    │   ├── NoReference        an imported item, of which nobody published one
    │   ├── EndpointRefused    a key, address, model or request that a model's endpoint turns down
    │   │   └── RequestTooLong … because the model does not read so much
    │   └── NotInJournal       a call that only the journal may answer, and it cannot
    ├── AgentError             the code agent's doing
    │   ├── NotServable        a submission in which nothing can be served
    │   │   └── ServerSilent   … because its own server runs and does not answer
    │   ├── PageUnresponsive   a page that does not answer
    │   └── FileRefused        a file that is not read, or not written, because of what it is
    ├── JudgeError             the judge could not decide
    ├── InfrastructureError    this machine or a service
    │   ├── BrowserMissing
    │   ├── BrowserLost
    │   ├── SandboxRefused     no safe place to run what others wrote
    │   │   └── SandboxLost    … because it, or a program in it, was killed from outside
    │   │       └── ProgramKilled  … as far as anybody can tell: the program may have arranged its own kill
    │   ├── CatalogBroken      a fault of a family's catalog, which is ours and no seed's
    │   ├── StorageFailed      disk full, no permission
    │   ├── InstallFailed      a code agent's program that its package client could not install
    │   ├── Busy               another process holds the lock
    │   ├── ProxyUnusable      a proxy that the environment names and that is not supported, such as SOCKS
    │   └── EndpointFailed     a model's endpoint that fails, so that there is no answer
    │       ├── EndpointBusy   … because it asks for more patience than a call has
    │       ├── EndpointSilent … because it says nothing in time
    │       └── AnswerUnusable … because what it sends is no answer: HTML, half of one, nothing, too much
    ├── BudgetError            money or time is used up
    │   └── QuotaUsedUp        the account at a model's endpoint
    └── ModelError             what a model answered, whole and paid for, and not to be used
        ├── GivenUp            work that was mended as often as may be, and is not good yet
        ├── AnswerTruncated    cut off where it was too long
        ├── AnswerRefused      the model declined, or its endpoint withheld what it said
        └── AnswerMisshapen    not of the shape that was asked for, also after it was shown its errors

Third-party errors are converted once, where they enter. Messages say what, why it matters and what to do.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import ClassVar, NamedTuple, cast

from plans.records.base import Problem
from plans.records.code_agent import Ended
from plans.records.marks import Event
from plans.records.verdict import Judgement, TaskVerdict


class Cause(StrEnum):
    """Whose fault an error is."""

    AUTHOR = "author"
    AGENT = "agent"
    JUDGE = "judge"
    INFRASTRUCTURE = "infrastructure"
    BUDGET = "budget"
    MODEL = "model"


EXIT_CODE: dict[Cause, int] = {
    Cause.AUTHOR: 3,
    Cause.INFRASTRUCTURE: 4,
    Cause.JUDGE: 5,
    Cause.BUDGET: 6,
    Cause.AGENT: 7,
    Cause.MODEL: 8,
}
"""Exit codes of the command; 0 is done, 1 done with "no" for an answer (problems found), 2 usage, 70 a defect of ours,
130 stopped."""


class Fate(StrEnum):
    """What an event means for the verdicts of a round."""

    ROUND_UNRESOLVED = "this round and later ones unresolved, earlier rounds stand"
    JUDGED_MARKED = "the workspace is judged as it is, and marked"
    JUDGED = "the workspace is judged as it is"
    ROOTS_FAILED = "root tasks failed"
    TASK_FAILED = "that task failed, with the reason"
    OUTCOME_FAILED = "that outcome failed, with the reason"
    UNRESOLVED = "unresolved, with the reason"
    RUN_STOPPED = "the run stops, and the same command goes on with it"


class EventRuling(NamedTuple):
    """What follows from an event."""

    fate: Fate
    tries: int = 1
    """How often in all something is tried that ends in this event, before its fate is met."""
    cause: Cause = Cause.INFRASTRUCTURE
    """Where the event leaves a whole trial undecided: whose fault that is, and so the exit code of the command."""


RULING: dict[Event, EventRuling] = {
    Event.DONE: EventRuling(Fate.JUDGED),
    Event.ENDPOINT_FAILED: EventRuling(Fate.ROUND_UNRESOLVED),
    Event.OUT_OF_TIME: EventRuling(Fate.JUDGED_MARKED),
    Event.OUT_OF_BUDGET: EventRuling(Fate.JUDGED_MARKED),
    Event.AGENT_FAILED: EventRuling(Fate.JUDGED),
    Event.AGENT_NOT_STARTED: EventRuling(Fate.ROUND_UNRESOLVED),
    Event.GAVE_UP: EventRuling(Fate.JUDGED_MARKED),
    Event.NOT_SERVABLE: EventRuling(Fate.ROOTS_FAILED, tries=2),
    # Another try would wait as long again.
    Event.SERVER_SILENT: EventRuling(Fate.ROOTS_FAILED),
    # The second try is for one that nothing was asked of yet, so that no outcome could fail.
    Event.PAGE_UNRESPONSIVE: EventRuling(Fate.OUTCOME_FAILED, tries=2),
    Event.BROWSER_LOST: EventRuling(Fate.UNRESOLVED, tries=2),
    Event.SANDBOX_REFUSED: EventRuling(Fate.UNRESOLVED, tries=2),
    Event.SANDBOX_LOST: EventRuling(Fate.UNRESOLVED, tries=2),
    # A program has many ways to have the kernel kill it. One that is killed in each try, while this machine had memory
    # left, is taken to do it itself: otherwise every submission could turn its failures into unresolved tasks.
    Event.PROGRAM_KILLED: EventRuling(Fate.TASK_FAILED, tries=3),
    # Of our own models; an agent that has used up its round's share is out of budget.
    Event.BUDGET_USED_UP: EventRuling(Fate.RUN_STOPPED),
    # Asked again word for word it would say the same.
    Event.ANSWER_UNUSABLE: EventRuling(Fate.UNRESOLVED, cause=Cause.MODEL),
    Event.HARNESS_CRASHED: EventRuling(Fate.UNRESOLVED, tries=2, cause=Cause.JUDGE),
}
"""Runner and judge ask it what is tried again, judged, marked and failed; all else stays unresolved."""


def needs_rejudging(event: Event | None) -> bool:
    """Whether a verdict with this event says nothing about the submission and has to be made again; None: no event."""
    return event is not None and RULING[event].fate is Fate.UNRESOLVED


def verdicts_to_rejudge(judgement: Judgement) -> tuple[TaskVerdict, ...]:
    """Verdicts that have to be made again, because the judge or this machine failed."""
    return tuple(verdict for verdict in judgement.tasks if needs_rejudging(verdict.event))


class Sign(StrEnum):
    """What speaks for how an agent's turn ended; several may be there at once."""

    BUDGET_REFUSED = "it was refused a call because the budget is used up"
    SAID_DONE = "it said that it is done, ended with 0, and its model had answered"
    ENDPOINT_IN_TROUBLE = "the endpoint's last word was a failure, or silence"
    SEEMS_DONE = "it ended with 0, its model had answered, and it has no word of its own for the end"
    TIMED_OUT = "it was stopped at its time limit"
    NEVER_ASKED = "it asked its model nothing, and so did nothing of its own"
    NEVER_STARTED = "its program could not be executed, and nothing in the workspace was changed"
    SAID_GIVEN_UP = "it said that it gives up, or met a limit of its own"


SPEAKS_FOR: dict[Sign, Ended] = {
    Sign.BUDGET_REFUSED: "out of budget",
    Sign.SAID_DONE: "done",
    Sign.ENDPOINT_IN_TROUBLE: "endpoint failed",
    Sign.SEEMS_DONE: "done",
    Sign.TIMED_OUT: "out of time",
    Sign.NEVER_ASKED: "harness failed",
    Sign.NEVER_STARTED: "agent not started",
    Sign.SAID_GIVEN_UP: "gave up",
}
"""Of the signs that are there the first one here decides, and so whose fault the end is."""


def ended_by(signs: Collection[Sign]) -> Ended:
    """How a turn with these signs ended; without any, the agent failed."""
    for sign, ended in SPEAKS_FOR.items():
        if sign in signs:
            return ended
    return "agent failed"


class BenchwrightError(Exception):
    """Base of all errors that a user may see."""

    cause: ClassVar[Cause]


class AuthorError(BenchwrightError):
    """Something that the user of the command can mend: a file, a seed, an option."""

    cause = Cause.AUTHOR


class InvalidFile(AuthorError):
    """A file, or a folder of them, with everything that is wrong in it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class SeedRefused(AuthorError):
    """A seed that no category of the family fits."""


class PathEscape(AuthorError):
    """A path that would leave the folder it belongs to."""


class WrongVerb(AuthorError):
    """A suite, run or family that this command does not take, and the command that does."""

    def __init__(self, what: str, command: str) -> None:
        self.command = command
        super().__init__(f"{what} {command}")


class RunMismatch(AuthorError):
    """A run folder made with other settings than those asked for."""


class JudgesDiffer(AuthorError):
    """Two runs whose judges differ in digest, mode or world, so that their numbers cannot be compared."""


class StaleReview(AuthorError):
    """A decision about a checkpoint that has been decided or replaced."""


class NoReference(AuthorError):
    """What is asked for takes a reference, and the item was imported without one."""


class EndpointRefused(AuthorError):
    """A model's endpoint turns a call down for its key, its address, its model or what it asks."""


class RequestTooLong(EndpointRefused):
    """What is asked is longer than the model can read."""


class NotInJournal(AuthorError):
    """Only the journal may answer, and it holds no reply to this call."""


class AgentError(BenchwrightError):
    """The code agent's doing, scored as it is."""

    cause = Cause.AGENT


class NotServable(AgentError):
    """A submission in which nothing can be served."""


class ServerSilent(NotServable):
    """A submission's own server that ran and did not answer; another try would wait as long again."""


class PageUnresponsive(AgentError):
    """A page that does not answer within its time."""


class FileRefused(AgentError):
    """A file of others that is not read, or not written: a link, no ordinary file, too large, out of its folder."""


class JudgeError(BenchwrightError):
    """The judge could not decide."""

    cause = Cause.JUDGE


class InfrastructureError(BenchwrightError):
    """This machine or a service failed; never scored."""

    cause = Cause.INFRASTRUCTURE


class BrowserMissing(InfrastructureError):
    """No Chromium was found."""


class BrowserLost(InfrastructureError):
    """The browser or its worker died."""


class SandboxRefused(InfrastructureError):
    """Nothing safe can run what others wrote."""


class SandboxLost(SandboxRefused):
    """A sandbox, or a program in it, was killed by something outside, such as the system when memory ran short."""


class ProgramKilled(SandboxLost):
    """A program that SIGKILL ended, without a sign of who sent it: nothing in the sandbox was seen to, and the kernel
    did not kill for want of memory.
    """


class StorageFailed(InfrastructureError):
    """A file could not be written: disk full, read-only, no permission."""


class InstallFailed(InfrastructureError):
    """A code agent's program could not be had from its package registry."""


class CatalogBroken(InfrastructureError):
    """A catalog that comes with the program is at fault, and not the seed that met it."""


class Busy(InfrastructureError):
    """Another process works on the same folder."""


class ProxyUnusable(InfrastructureError):
    """A proxy that the environment names for an address, of a kind that is not supported."""


class EndpointFailed(InfrastructureError):
    """A model's endpoint gave no answer that stands; the same work goes on from there when it does again."""


class EndpointBusy(EndpointFailed):
    """The endpoint asks to wait, and for longer than the call may take."""


class EndpointSilent(EndpointFailed):
    """The endpoint said nothing, or not all, within the time of the call."""


class AnswerUnusable(EndpointFailed):
    """What the endpoint sent is no answer of its protocol."""


class BudgetError(BenchwrightError):
    """Money, tokens or time are used up."""

    cause = Cause.BUDGET


class QuotaUsedUp(BudgetError):
    """The account at a model's endpoint has no credit left."""


class ModelError(BenchwrightError):
    """A model's answer came whole and cannot be used. Asking again word for word gives the same one."""

    cause = Cause.MODEL


class GivenUp(ModelError):
    """What a model made, mended as often as may be, is not good yet; the reasons tell why."""

    def __init__(self, what: str, reasons: Sequence[str] = ()) -> None:
        said = f"{what}: {' '.join(reasons)}" if reasons else what
        super().__init__(f"{said} Ask for something else, or name another model for the role.")
        self.reasons = tuple(reasons)


class AnswerTruncated(ModelError):
    """The answer is longer than its role may be."""


class AnswerRefused(ModelError):
    """The model declined, or its endpoint withheld what it said."""


class AnswerMisshapen(ModelError):
    """The answer is not of the shape that was asked for, also after the model was shown its errors."""


def first_of(errors: ExceptionGroup[Exception]) -> Exception:
    """What a group of tasks failed of: a defect, which nobody foresaw, before any error of ours."""
    _, defects = errors.split(BenchwrightError)
    first = (defects or errors).exceptions[0]
    return first_of(cast("ExceptionGroup[Exception]", first)) if isinstance(first, ExceptionGroup) else first


def event_of(error: Exception) -> Event:
    """What an exception is in the table of rulings; what nobody foresaw, ours or a plug-in's, is a crash.

    EndpointFailed is the endpoint's whoever asked: an agent in its turn, the judge, or the simulated user.
    """
    match error:
        case EndpointFailed():
            return Event.ENDPOINT_FAILED
        case BudgetError():
            return Event.BUDGET_USED_UP
        case ModelError():
            return Event.ANSWER_UNUSABLE
        case ServerSilent():
            return Event.SERVER_SILENT
        case NotServable():
            return Event.NOT_SERVABLE
        case PageUnresponsive():
            return Event.PAGE_UNRESPONSIVE
        case ProgramKilled():
            return Event.PROGRAM_KILLED
        case SandboxLost():
            return Event.SANDBOX_LOST
        case SandboxRefused():
            return Event.SANDBOX_REFUSED
        case BrowserLost():
            return Event.BROWSER_LOST
        case _:
            return Event.HARNESS_CRASHED


_ERRORS: dict[Event, type[BenchwrightError]] = {
    Event.NOT_SERVABLE: NotServable,
    Event.SERVER_SILENT: ServerSilent,
    Event.PAGE_UNRESPONSIVE: PageUnresponsive,
    Event.BROWSER_LOST: BrowserLost,
    Event.SANDBOX_REFUSED: SandboxRefused,
    Event.SANDBOX_LOST: SandboxLost,
    Event.ANSWER_UNUSABLE: ModelError,
    Event.HARNESS_CRASHED: JudgeError,
}


def error_for(event: Event) -> type[BenchwrightError]:
    """The class of error that an event in a verdict stands for, where nothing but the event is known any more."""
    return _ERRORS.get(event, InfrastructureError)

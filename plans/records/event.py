"""What can happen in a round; plans.errors.RULING says what follows from it."""

from enum import StrEnum


class Event(StrEnum):
    """How an agent's turn ends (by the words of plans.records.code_agent.Ended), and what can happen to a round or a
    task of it instead of an ordinary verdict.
    """

    DONE = "done"
    ENDPOINT_FAILED = "endpoint failed"
    OUT_OF_TIME = "out of time"
    OUT_OF_BUDGET = "out of budget"
    AGENT_FAILED = "agent failed"
    AGENT_NOT_STARTED = "agent not started"
    GAVE_UP = "gave up"
    NOT_SERVABLE = "not servable"
    SERVER_SILENT = "server silent"
    PAGE_UNRESPONSIVE = "page unresponsive"
    BROWSER_LOST = "browser lost"
    SANDBOX_REFUSED = "sandbox refused"
    SANDBOX_LOST = "sandbox lost"
    PROGRAM_KILLED = "program killed"
    BUDGET_USED_UP = "budget used up"
    ANSWER_UNUSABLE = "model's answer unusable"
    HARNESS_CRASHED = "harness failed"

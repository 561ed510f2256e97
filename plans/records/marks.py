"""Codes of what happens in a round, of marks, and of how a task of a program failed."""

from enum import StrEnum

from plans.records.base import Record


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


class MarkCode(StrEnum):
    """What a mark says; pipeline/report/marks.py has what each means to a reader, and how grave it is."""

    # Of rounds: how the agent's turn ended. The words are those of plans.records.code_agent.Ended.
    OUT_OF_TIME = "out of time"
    OUT_OF_BUDGET = "out of budget"
    GAVE_UP = "gave up"
    # Of rounds: what the agent was given, and what it left.
    PACKAGE_MIRROR = "package mirror"
    """Packages that others can change were within the agent's reach."""
    HOSTED_TOOLS = "hosted tools"
    """The agent's endpoint might search the web or run code for it."""
    FEEDBACK_WORSENED = "feedback made worse on purpose"
    """The round began with the words of a persona that gets something wrong on purpose."""
    FEEDBACK_REPLACED = "template's words for the user's model"
    """The round began with a template's words, because none of the model's could be used."""
    UNCHANGED = "nothing new submitted"
    """The agent left the workspace exactly as it had found it."""
    CANARY_LEAK = "canary came back"
    """The suite's canary stands where the run did not put it."""
    FILE_GONE = "file gone"
    """A file beside the round was removed since; no number depends on it. Never written: found when the run is read."""
    # Of rounds and judgements.
    SUBMISSION_CUT = "submission cut"
    """Something of the submission could not be kept."""
    WEAK_SANDBOX = "weak sandbox"
    UNSAFE_SANDBOX = "unsafe sandbox"
    # Of judgements.
    NOTHING_SERVABLE = "nothing servable"
    """The submission held nothing that could be run: of a web app, no page and no server of one."""
    BUILT_SERVED = "built folder served"
    """A built folder was served, because the start script needs node_modules; `detail` names the folder."""
    FOREIGN_FRAME = "foreign frame"
    """A page shows a frame, which is not looked into, where what is found nowhere else may stand. Tasks have it too."""
    FORGED_TESTS = "forged tests"
    """Tests are said to pass whatever they expect. Tasks have this mark too."""
    REUSED = "reused"
    """Taken over from an equal submission."""
    COUNTERFACTUAL = "counterfactual"
    """The round would have begun otherwise, had this judge decided the rounds before."""
    ENDED_EARLY = "ended early by other verdicts"
    """The trial went no further, because another judge had found nothing wrong."""
    CRITERIA_MOVED = "by the run's criteria"
    """Made again after what decides a verdict had changed in the suite."""
    UNPROVED = "unproved"
    """No evidence shows that the item's criteria tell good from bad; of a result, how many items."""
    # Of results of code agents alone.
    AGENT_FAILED = "agent failed"
    NEVER_SERVABLE = "never anything servable"
    """None of an agent's rounds left anything that could be served; not of an agent that is to do nothing."""
    UNFINISHED = "unfinished"
    USAGE_LOST = "use of our own models not known"
    """The run has lost the record of what models were used for."""
    # Of results of solvers alone.
    PART_ASKED = "part of the suite"
    OTHER_METRICS = "other metrics"
    FAMILY_CHANGED = "family changed"
    REPLAYED = "replayed"
    ANSWERS_MISSING = "answers missing"
    NO_TOKENS = "no tokens reported"
    ERROR_ANSWERS = "error objects as answers"
    SAME_ANSWER = "same answer everywhere"
    # Of comparisons.
    ACROSS_JUDGES = "across judges"
    """The two sides were judged by different judges, or by one judge in different worlds."""
    # Of files of earlier versions.
    OTHER = "other"
    """A mark of an earlier version that has no code; `detail` is what it said."""


class Mark(Record):
    """One mark."""

    code: MarkCode
    detail: str = ""
    """Which, how many, or whose; in words that no program reads."""

    @property
    def text(self) -> str:
        """Code and detail in a line."""
        return f"{self.code}: {self.detail}" if self.detail else self.code.value

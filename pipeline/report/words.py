"""The words and number formats that page and terminal share, so that both say the same."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from plans.plain_text import count_text, folded
from plans.records.base import Record
from plans.records.marks import MarkCode
from plans.records.model_settings import Allowance, Endpoint, ModelBudget, Price
from plans.records.result import CorrectedRate, JudgeAccuracy, Proportion, Rate, RoundScore, Uncorrected
from plans.records.run import JudgeRef, RunSpec, RunTimes
from plans.records.usage import ModelUsage, PlayedRole, Usage, UsageLine, Used
from plans.records.verdict import Status


@dataclass(frozen=True)
class HeadlineMetric:
    """One of the three headline numbers of a kind of run."""

    key: str
    """The field of a score that holds it."""
    title: str
    gloss: str
    short: str = ""

    def state(self, score: Record) -> Rate:
        """Of a round, the verdicts of that round's submission alone."""
        rate: Rate = getattr(score, self.key)
        return rate

    def cumulative(self, score: RoundScore) -> Rate:
        """Passed in any round up to that one."""
        rate: Rate = getattr(score, f"cumulative_{self.key}")
        return rate


@dataclass(frozen=True)
class KindWords:
    """What the kinds of runs say alike of other things."""

    unit: str
    """What is drawn for intervals, and paired in comparisons."""
    unresolved: str
    metrics: tuple[HeadlineMetric, ...]

    @property
    def interval(self) -> str:
        return f"95% interval, bootstrap over {self.unit}s"

    @property
    def range(self) -> str:
        return f"a range a–b counts {self.unresolved} as not passed (a) and as passed (b); its interval holds both"

    @property
    def degenerate(self) -> str:
        return f"† all {self.unit}s scored alike, so the 95% interval says nothing"


PROJECTS = KindWords(
    "project",
    "unresolved verdicts",
    (
        HeadlineMetric(
            "project_completion_rate",
            "Project Completion Rate",
            "Share of projects in which every evaluation task passed.",
            "PCR",
        ),
        HeadlineMetric(
            "task_pass_rate",
            "Task Pass Rate",
            "Weight of the passed evaluation tasks over the weight of all planned ones, averaged over projects.",
            "TPR",
        ),
        HeadlineMetric(
            "criteria_pass_rate",
            "Criteria Pass Rate",
            "Each task's weight shared among its expected outcomes; weight of the passed outcomes over all, averaged "
            "over projects.",
            "CPR",
        ),
    ),
)
INSTANCES = KindWords(
    "instance",
    "what is unresolved",
    (
        HeadlineMetric(
            "pass_all", "Pass all", "Share of instances whose answer passes every check that applies to it."
        ),
        HeadlineMetric(
            "fraction_passed",
            "Fraction passed",
            "Of each instance the share of the checks that apply and pass, averaged over instances.",
        ),
        HeadlineMetric(
            "refusal",
            "Refused",
            "Share of instances to which the answer is that there is no solution: wrong where there is one, right "
            "where there is none.",
        ),
    ),
)


@dataclass(frozen=True)
class StatusWords:
    """How a verdict is shown without relying on colour."""

    status: Status
    letter: str
    title: str
    gloss: str


STATUSES = (
    StatusWords(Status.PASSED, "P", "passed", "all expected outcomes hold"),
    StatusWords(Status.FAILED, "F", "failed", "it was tried, and an expected outcome does not hold"),
    StatusWords(Status.BLOCKED, "B", "blocked", "not tried, because a task that it depends on failed"),
    StatusWords(Status.UNRESOLVED, "U", "unresolved", "could not be decided; never counted for or against"),
)
"""In the order of legends."""

LETTER = {words.status: words.letter for words in STATUSES}
"""Status → letter."""

MARKS = {
    "carried": "the trial had finished before this round, and stands with its last submission",
    MarkCode.REUSED.value: "the same submission had been judged before, and its verdicts stand",
    MarkCode.NOTHING_SERVABLE.value: "there was no page to open, so every root task failed",
}
"""Word at a round → what it means; of those that readers meet in most runs."""

BASELINE_KINDS = {
    "oracle": "submits the reference",
    "nop": "does nothing",
    "apprentice": "by its skill submits the reference with fewer or more defects planted, and repairs what feedback "
    "names",
}
"""Kinds of agents that are baselines of the harness, with what they do."""

CORRECTED_WORDS = (
    "estimates what Task Pass Rate would be by people's labels, from how often the judge is right about labelled apps "
    "(Rogan and Gladen 1978); its 95% interval is a bootstrap over projects and labelled apps together"
)
MAJORITY_WORDS = "passed in more than half of the repeats"

UNCORRECTED = {
    Uncorrected.NO_CALIBRATION: "It has not been measured on labelled apps",
    Uncorrected.OTHER_DIGEST: "Other versions of this judge have been measured on labelled apps, and this one has not",
    Uncorrected.OTHER_FAMILY: "It has been measured on labelled apps of another family",
    Uncorrected.OTHER_WORLD: "It has been measured on labelled apps in another world",
    Uncorrected.TOO_FEW_LABELS: "It has been measured on too few labelled tasks or apps",
    Uncorrected.NO_INFORMATION: "It passes unfulfilled labelled tasks as often as fulfilled ones",
}
"""Why nothing is corrected for the judge's error → the same as the beginning of a sentence."""


JUDGES = {
    "model": "a model decides every task",
    "hybrid": "a program decides, and a model where it did not find something",
}
"""Name of a judge that asks a model → what it does."""


JUDGE_WORDS = {"programmatic": "program", "commands": "program"}
"""Name of a judge in files → the word by which --judge asks for it, where they differ."""


MANNERS = {
    "isolated": "each task on a fresh copy of the submission (isolated)",
    "ordered": "all tasks on one copy of the submission, in the order of the criteria (ordered)",
    "both": "each task on a fresh copy of the submission, and again all on one copy in their order (both)",
}
"""Manner of judging → on which copies commands are carried out."""


def rounds_text(run: RunSpec) -> str:
    """How many rounds, and that the later ones were no user's where they began with a report of checks."""
    rounds = count_text(run.play.rounds, "round")
    if run.play.later != "debug" or run.play.rounds == 1:
        return rounds
    others = "the second" if run.play.rounds == 2 else "the others"
    return f"{rounds}, the first of development and {others} of debugging"


def mode_text(run: RunSpec) -> str:
    """What agents were handed: at first, in later rounds, and about how they are reached."""
    first = "underspecified query" if run.play.mode == "query" else "whole PRD"
    interface = "" if run.play.interface == "fixed" else ", free interface"
    return f"{first}, {_later(run)}{interface}"


def _later(run: RunSpec) -> str:
    """Of one round with the query it is said that a user would answer."""
    later = run.play.rounds - 1
    if not later and run.play.mode == "full-prd":
        return "one round"
    if run.play.later == "feedback":
        return "rounds of feedback"
    return f"then {count_text(later, 'round')} of debugging" if later else "one round"


def percent(share: float, digits: int = 1) -> str:
    """A share from 0 to 1 as a percentage; never rounded up to 100 or down to 0."""
    value = round(share * 100, digits)
    smallest = 10**-digits
    if value >= 100 and share < 1:
        value = 100 - smallest
    if value <= 0 and share > 0:
        value = smallest
    return f"{value:.{digits}f}%"


def points(difference: float) -> str:
    """A difference of two shares, in percentage points."""
    return f"{difference * 100:.1f} percentage points"


def signed_range(low: float, high: float) -> str:
    """A difference of two shares in percentage points, or a range of them."""
    return signed(low) if abs(high - low) < 1e-9 else f"{signed(low)} to {signed(high)}"


def signed(share: float) -> str:
    """Percentage points with a sign: differences are no shares of anything."""
    return f"{share * 100:+.1f}".replace("-", "−").replace("+0.0", "0.0").replace("−0.0", "0.0")


def range_text(low: float, high: float, digits: int = 1) -> str:
    """One percentage, or a range when unresolved verdicts leave one."""
    if low == high:
        return percent(low, digits)
    return f"{percent(low, digits).removesuffix('%')}–{percent(high, digits)}"


def rate_text(rate: Rate, digits: int = 1) -> str:
    """The rate over what was planned."""
    return range_text(rate.low, rate.high, digits)


def interval_text(rate: Rate, digits: int = 1) -> str:
    """The rate's 95% interval, with a dagger when it says nothing."""
    return f"{_within(rate.ci_low, rate.ci_high, digits)}{'†' if rate.degenerate else ''}"


def decided_text(rate: Rate) -> str:
    """The rate over decided verdicts alone, with their share; empty when everything was decided."""
    if rate.decided_share >= 1:
        return ""
    if rate.decided is None:
        return "none decided"
    return f"{percent(rate.decided)} of the {percent(rate.decided_share)} that were decided"


def corrected_text(rate: CorrectedRate, digits: int = 1) -> str:
    """A rate corrected for the judge's error, with its 95% interval; a dagger where projects show no spread."""
    within = _within(rate.ci_low, rate.ci_high, digits)
    return f"{range_text(rate.low, rate.high, digits)} {within}{'†' if rate.degenerate else ''}"


def accuracy_text(accuracy: JudgeAccuracy) -> str:
    """How often the judge is right, and on what that was measured, in two sentences."""
    return (
        f"The judge passes {proportion_text(accuracy.sensitivity)} of the tasks that an honest app fulfils "
        f"(sensitivity) and fails {proportion_text(accuracy.false_fails)} of them; of the tasks that an app does not "
        f"fulfil it does not pass {proportion_text(accuracy.specificity)} (specificity). Measured on "
        f"{accuracy.made_on} on {count_text(accuracy.apps, 'labelled app')} with "
        f"{count_text(accuracy.fulfilled + accuracy.unfulfilled, 'task')}, which the judge's makers had seen judged "
        "before: sensitivity is an upper estimate."
    )


def uncorrected_text(why: Uncorrected) -> str:
    """Why rates are not corrected for the judge's error, with its code."""
    return f"{UNCORRECTED[why]}, so rates are not corrected for its error ({why})."


def proportion_text(share: Proportion | None, digits: int = 1) -> str:
    """A share of labelled tasks with its interval, as far as there are any."""
    if share is None:
        return UNKNOWN
    if share.low is None or share.high is None:
        return percent(share.value, digits)
    return f"{percent(share.value, digits)} {_within(share.low, share.high, digits)}"


def _within(low: float, high: float, digits: int) -> str:
    return f"[{percent(low, digits).removesuffix('%')}, {percent(high, digits)}]"


UNKNOWN = "–"
USED_WORDS = (
    "tokens as the relay counted them, or as an agent of your own reports them; cost in US dollars by the prices in "
    "benchwright.toml. – was told by nobody, and ≥ is the least, as some turns did not tell all"
)


UNTOLD_WORDS = "Tokens and cost of the agents: none was told, as for agents that ask no model."


def tells_usage(used: Iterable[Used]) -> bool:
    """Whether anything is known of what was used of a model."""
    return any(one.calls is not None or one.input_tokens is not None or one.cost is not None for one in used)


MODELS_WORDS = (
    "the models that judge, speak for the user or work as the minimal code agent, as the gateway counted them in this "
    "run, with what was repeated after a kill; what agents used stands above, that of the minimal one too"
)

UNFINISHED_WORDS = "Calls of rounds that are not finished count below alone, among those of our own models."


def tells_unfinished(usage: ModelUsage) -> bool:
    """Whether an agent is among our own models, so that it has calls in both tables."""
    return any(line.role == "coder" for line in usage.lines)


def role_rows(usage: ModelUsage) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Role and stage, and what was used there; at the end what was used in all."""
    return _rows(usage, lambda line: (line.role, line.stage or UNKNOWN))


def project_rows(usage: ModelUsage) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Project, round and role, and what was used there; at the end what was used in all."""
    return _rows(
        usage,
        lambda line: (
            line.project or UNKNOWN,
            UNKNOWN if line.round is None else str(line.round),
            line.role,
        ),
    )


def _rows(
    usage: ModelUsage, place: Callable[[UsageLine], tuple[str, ...]]
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    found: dict[tuple[str, ...], Usage] = {}
    for line in usage.lines:
        found[place(line)] = found.get(place(line), Usage()) + line.usage
    rows = [(name, usage_cells(used)) for name, used in sorted(found.items())]
    width = len(rows[0][0]) if rows else 1
    return [*rows, (("all", *[""] * (width - 1)), usage_cells(usage.total))]


def usage_cells(used: Usage) -> tuple[str, ...]:
    """Calls, those of them that gave nothing, tokens in and out, and cost: an estimate where not all was reported."""
    least = "≥ " if used.unreported else ""
    return (
        f"{used.calls:,}",
        f"{sum(used.failed.values()):,}",
        f"{least}{used.tokens.input:,}",
        f"{least}{used.tokens.output:,}",
        charged_text(used.cost, used.charged),
    )


def charged_text(cost: float | None, charged: float) -> str:
    """A cost in US dollars, or the estimate that was charged where it is not known."""
    if cost is not None:
        return dollars(cost)
    return f"≈ {dollars(charged)}" if charged else UNKNOWN


def judge_text(judge: JudgeRef) -> str:
    """How it decides, by which model, and on which copies."""
    told = JUDGES.get(judge.name)
    model = f"{judge.model.model} of {judge.model.endpoint}" if judge.model else ""
    name = JUDGE_WORDS.get(judge.name, judge.name)
    parts = (f"{name}: {told}" if told else name, model, MANNERS.get(judge.manner or "", ""))
    return "; ".join(part for part in parts if part)


def role_text(played: PlayedRole) -> str:
    """Which model plays a role, where, and with what parameters."""
    sampling = played.sampling.model_dump(exclude_none=True)
    return f"{played.model} of {played.endpoint}; " + ", ".join(f"{k} {v}" for k, v in sampling.items())


def endpoint_text(endpoint: Endpoint) -> str:
    """Where it is, what it speaks, and what a million tokens cost there."""
    prices = (f"; {model}: {_price_text(price)}" for model, price in endpoint.prices.items())
    tools = "; with tools that it carries out itself" if endpoint.hosted_tools else ""
    return f"{endpoint.url}, {' and '.join(endpoint.protocols)}{''.join(prices)}{tools}"


def _price_text(price: Price) -> str:
    cached = "" if price.cached_input is None else f" (${price.cached_input:g} from a cache)"
    return f"${price.input:g} in{cached}, ${price.output:g} out a million tokens"


def budget_text(budget: ModelBudget) -> str:
    """What might be used in a turn and in the run, when it began."""
    bounds = {"a turn": _allowance_text(budget.turn), "the run": _allowance_text(budget.run)}
    return "; ".join(f"{place}: {text}" for place, text in bounds.items() if text) or "none"


def _allowance_text(allowance: Allowance) -> str:
    bounds = {"{:,} calls": allowance.calls, "{:,} tokens": allowance.tokens, "${:,.15g}": allowance.cost}
    return ", ".join(words.format(bound) for words, bound in bounds.items() if bound is not None)


def tokens_text(tokens: int | None, *, is_least: bool) -> str:
    """A number of tokens; `is_least`: not every turn or call told its own."""
    return UNKNOWN if tokens is None else f"{'≥ ' if is_least else ''}{tokens:,}"


def turns_tokens_text(tokens: int | None, used: Used) -> str:
    """A number of tokens of an agent's turns."""
    return tokens_text(tokens, is_least=used.turns_told < used.turns)


def cost_text(used: Used) -> str:
    """US dollars of turns that may not all have told theirs."""
    if used.cost is None:
        return UNKNOWN
    return f"{'≥ ' if used.turns_priced < used.turns else ''}{dollars(used.cost)}"


def dollars(cost: float) -> str:
    """US dollars; sums beneath ten cents to the hundredth of a cent."""
    return f"${cost:,.{2 if cost >= 0.1 or cost == 0 else 4}f}"


def calls_text(used: Used) -> str:
    """Requests to a model, where a relay counted them."""
    return UNKNOWN if used.calls is None else f"{used.calls:,}"


def seconds_text(seconds: float) -> str:
    """A duration as people write it."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


def made_text(times: RunTimes) -> str:
    """When a run was made, and how long was worked on it; what is not known is –."""
    begun = time_text(times.started) if times.started else UNKNOWN
    if times.ended:
        begun += f" to {time_text(times.ended)}"
    elif times.started:
        begun += ", not finished"
    return f"{begun}; {UNKNOWN if times.worked is None else seconds_text(times.worked)} of work"


def time_text(time: datetime) -> str:
    """A moment, to the minute, with its offset from UTC."""
    return f"{time:%Y-%m-%d %H:%M} {time:%Z}"


def one_line(text: str, longest: int) -> str:
    """A text that others wrote, in one line of at most `longest` characters and an ellipsis."""
    told = folded(text)
    return told if len(told) <= longest else f"{told[:longest].rstrip()}…"


def spoken(name: str) -> str:
    """A name of plan or check as people read it: `number of objects`, which breaks where a column is narrow."""
    return name.replace("_", " ")

"""How a turn ended: what the program told, its exit code and its calls, weighed against each other."""

import pytest

from agents.coding.program import TurnReport, ending_of
from agents.gateway.counting import Traffic
from plans.records.sandboxing import ExecResult
from plans.records.usage import RelayRefusal, Tokens

DONE, FAILED, NOTHING = (
    TurnReport(ended="done"),
    TurnReport(ended="failed", detail="no"),
    TurnReport(ended="nothing"),
)
UNSURE = TurnReport(ended="done", is_certain=False)


def result(code: int = 0, *, timed_out: bool = False) -> ExecResult:
    return ExecResult(success=code == 0, returncode=code, stdout="", stderr="last words", timed_out=timed_out)


def traffic(*outcomes: str) -> Traffic:
    """Calls that ended so, in this order."""
    seen = Traffic()
    for outcome in outcomes:
        call = seen.begin("some-model", 10)
        match outcome:
            case "answered":
                call.tokens = Tokens(input=1, output=1)
                call.end("answered")
            case "budget":
                call.end("refused", RelayRefusal.BUDGET)
            case "400":
                call.end("rejected", "400")
            case "left":
                call.end("left")
            case "too long":
                call.is_too_long = True
                call.end("rejected", "400")
            case "other model":
                call.end("refused", RelayRefusal.OTHER_MODEL)
            case "waiting":
                call.began -= 20
            case _:
                call.end("endpoint failed", outcome)
    return seen


@pytest.mark.parametrize(
    ("told", "code", "calls", "ended"),
    [
        (DONE, 0, ["answered"], "done"),
        (DONE, 0, ["500", "answered"], "done"),
        (DONE, 1, ["answered"], "agent failed"),
        (NOTHING, 0, ["answered"], "agent failed"),
        (FAILED, 1, ["answered", "400"], "agent failed"),
        (FAILED, 1, ["answered", "401"], "endpoint failed"),
        (DONE, 0, ["401"], "endpoint failed"),
        (DONE, 0, ["answered", "500"], "done"),
        (UNSURE, 0, ["answered", "500"], "endpoint failed"),
        (UNSURE, 0, ["answered"], "done"),
        (UNSURE, 0, [], "harness failed"),
        (NOTHING, 127, [], "harness failed"),
        (TurnReport(ended="gave up"), 1, ["answered"], "gave up"),
        (DONE, 0, ["answered", "budget"], "out of budget"),
        (FAILED, 1, ["400"], "endpoint failed"),
        (NOTHING, 1, ["too long"], "endpoint failed"),
        (NOTHING, 1, ["other model"], "harness failed"),
        (NOTHING, 1, ["budget"], "out of budget"),
    ],
)
def test_no_word_and_no_exit_code_is_trusted_alone(
    told: TurnReport, code: int, calls: list[str], ended: str
) -> None:
    assert ending_of(told, result(code), traffic(*calls), 60).ended == ended


def test_out_of_time_is_the_agents_only_while_its_model_answers() -> None:
    late = result(137, timed_out=True)
    assert ending_of(NOTHING, late, traffic("answered"), 30).ended == "out of time"
    assert ending_of(DONE, late, traffic("answered"), 30).ended == "out of time"
    assert ending_of(NOTHING, late, traffic("answered", "429"), 30).ended == "endpoint failed"
    assert ending_of(NOTHING, late, traffic("answered", "waiting"), 30).ended == "endpoint failed"
    assert ending_of(NOTHING, late, traffic("answered", "waiting"), 300).ended == "out of time"


def test_a_conversation_that_an_agent_let_grow_is_its_own_doing() -> None:
    """An endpoint that takes no first message is another matter: nobody had been at work."""
    grown = traffic("too long")
    assert ending_of(NOTHING, result(1), grown, 60, is_first=False).ended == "agent failed"
    assert ending_of(NOTHING, result(1), grown, 60).ended == "endpoint failed"


def given_up(*spans: tuple[float, float], heard: float | None = None) -> Traffic:
    """Calls that the program left, from and to these seconds; of the last one something was heard at `heard`."""
    seen = traffic(*["left"] * len(spans))
    for call, (began, ended) in zip(seen.calls, spans, strict=True):
        call.began, call.ended = 1000 + began, 1000 + ended
    seen.calls[-1].heard = None if heard is None else 1000 + heard
    return seen


@pytest.mark.parametrize(
    ("calls", "ended"),
    [
        (given_up((0, 14), (16, 30), (32, 46)), "endpoint failed"),
        (given_up((0, 14), (0, 14), (0, 14)), "out of time"),
        (given_up((0, 14), (16, 30), (32, 46), heard=45), "out of time"),
        (given_up((0, 14)), "out of time"),
    ],
    ids=["one after another", "side by side", "heard in the end", "once"],
)
def test_a_silence_may_be_waited_out_in_several_calls(calls: Traffic, ended: str) -> None:
    """A program that gives every call up after a minute never waited long enough for an endpoint that said nothing."""
    assert ending_of(NOTHING, result(137, timed_out=True), calls, 60).ended == ended

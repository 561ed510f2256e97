"""Whatever a judge decides tasks by, their order and what follows from a failure are the same."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.judging.dag import InfraFailure, decided, undecided
from plans.errors import RULING, Event, Fate, needs_rejudging
from plans.records.criteria import EvaluationTask
from plans.records.verdict import Status, TaskVerdict
from tests.agents.judging.conftest import criteria, sees, task

Answer = Status | Event
"""What a scripted judge says at one try: a verdict, or what kept it from one."""

DECIDED = (Status.PASSED, Status.FAILED, Status.UNRESOLVED)


@dataclass
class Script:
    """Decides by what is written down, takes its time, and notes what it was asked."""

    answers: Mapping[str, Sequence[Answer]]
    """Task → its answer at each try; after the last one, that again."""
    asked: Counter[str] = field(default_factory=Counter[str])
    seen: dict[str, Mapping[str, TaskVerdict]] = field(default_factory=dict[str, Mapping[str, TaskVerdict]])
    running: int = 0
    most: int = 0

    async def decide(
        self, task: EvaluationTask, passed: Mapping[str, TaskVerdict]
    ) -> TaskVerdict | InfraFailure:
        self.running += 1
        self.most = max(self.most, self.running)
        await asyncio.sleep(0)
        self.running -= 1
        answers = self.answers[task.id]
        answer = answers[min(self.asked[task.id], len(answers) - 1)]
        self.asked[task.id] += 1
        self.seen[task.id] = passed
        if isinstance(answer, Event):
            return InfraFailure(answer, f"met {answer.value}")
        return undecided(task, answer, "as written")


def tasks_of(parents: Mapping[str, Sequence[str]]) -> tuple[EvaluationTask, ...]:
    return criteria(
        *(task(id, sees("o", "heading"), needs=tuple(needs)) for id, needs in parents.items())
    ).tasks


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    """Task → prerequisites, in any order but never in a circle."""
    ids = [f"t{number}" for number in range(draw(st.integers(1, 8)))]
    parents = {
        id: tuple(draw(st.lists(st.sampled_from(ids[:place]), unique=True, max_size=3))) if place else ()
        for place, id in enumerate(ids)
    }
    return {id: parents[id] for id in draw(st.permutations(ids))}


@st.composite
def scripts(draw: st.DrawFn) -> tuple[dict[str, tuple[str, ...]], Script]:
    parents = draw(graphs())
    answer = st.sampled_from([*DECIDED, *DECIDED, Status.PASSED, *Event])
    return parents, Script({id: draw(st.lists(answer, min_size=1, max_size=3)) for id in parents})


def expected(answers: Sequence[Answer]) -> tuple[Status, int]:
    """What RULING makes of the answers, and how many tries that takes."""
    for tried in range(1, 10):
        answer = answers[min(tried, len(answers)) - 1]
        if isinstance(answer, Status):
            return answer, tried
        if tried >= RULING[answer].tries:
            is_failed = RULING[answer].fate in (Fate.ROOTS_FAILED, Fate.TASK_FAILED)
            return (Status.FAILED if is_failed else Status.UNRESOLVED), tried
    raise AssertionError("RULING tries for ever")


@given(scripts(), st.sampled_from([None, 1, 2]))
def test_the_laws_of_the_dag(
    scripted: tuple[dict[str, tuple[str, ...]], Script], at_once: int | None
) -> None:
    parents, script = scripted
    tasks = tasks_of(parents)
    found = asyncio.run(decided(tasks, script.decide, at_once=at_once))
    assert list(found) == list(parents)
    for id, needs in parents.items():
        above = {found[parent].status for parent in needs}
        if above & {Status.FAILED, Status.BLOCKED}:
            assert (found[id].status, script.asked[id]) == (Status.BLOCKED, 0)
        elif Status.UNRESOLVED in above:
            assert (found[id].status, script.asked[id]) == (Status.UNRESOLVED, 0)
        else:
            assert (found[id].status, script.asked[id]) == expected(script.answers[id])
            assert set(script.seen[id]) >= set(needs)
            assert {verdict.status for verdict in script.seen[id].values()} <= {Status.PASSED}
            assert all(set(parents[one]) <= set(script.seen[id]) for one in script.seen[id])
    assert script.most <= (at_once or len(tasks))


async def test_a_stopped_task_says_which_prerequisite_stopped_it() -> None:
    script = Script(
        {"root": [Status.FAILED], "open": [Status.UNRESOLVED], "both": [], "below": [], "late": []}
    )
    parents = {"root": (), "open": (), "both": ("open", "root"), "below": ("both",), "late": ("open",)}
    found = await decided(tasks_of(parents), script.decide)
    assert {id: found[id].reason for id in ("both", "below", "late")} == {
        "both": "prerequisite 'root' failed",
        "below": "prerequisite 'both' blocked",
        "late": "prerequisite 'open' is unresolved",
    }
    assert {found[id].attempts for id in ("both", "below", "late")} == {0}


async def test_a_fault_is_tried_once_more_and_says_what_was_met() -> None:
    script = Script({"lost": [Event.BROWSER_LOST], "back": [Event.SANDBOX_REFUSED, Status.PASSED]})
    found = await decided(tasks_of({"lost": (), "back": ()}), script.decide)
    assert (found["lost"].status, found["lost"].attempts) == (Status.UNRESOLVED, 2)
    assert (found["lost"].reason, found["lost"].event) == ("met browser lost", Event.BROWSER_LOST)
    assert found["back"].status is Status.PASSED
    assert script.asked == {"lost": 2, "back": 2}


async def test_what_waits_for_a_spoiled_task_has_to_be_judged_again_with_it() -> None:
    """Only those in which the browser died were known by it, and the tasks that hung on them were not."""
    script = Script({"open": [Status.UNRESOLVED], "lost": [Event.BROWSER_LOST], "below": [], "late": []})
    parents = {"open": (), "lost": (), "below": ("open", "lost"), "late": ("below",)}
    found = await decided(tasks_of(parents), script.decide)
    assert {id for id, verdict in found.items() if needs_rejudging(verdict.event)} == {
        "lost",
        "below",
        "late",
    }
    dead = await decided(tasks_of({"dead": ()}), Script({"dead": [Event.NOT_SERVABLE]}).decide)
    assert (dead["dead"].event, needs_rejudging(dead["dead"].event)) == (Event.NOT_SERVABLE, False)


async def test_what_a_judge_did_not_foresee_ends_everything() -> None:
    """A verdict is never guessed: a fault of the judge itself is no verdict of the other tasks. It is raised by itself:
    of a group nobody could say whose fault it is.
    """

    async def broken(task: EvaluationTask, passed: Mapping[str, TaskVerdict]) -> TaskVerdict | InfraFailure:
        raise ZeroDivisionError(task.id)

    with pytest.raises(ZeroDivisionError):
        await decided(tasks_of({"one": ()}), broken)


async def test_a_circle_is_refused_and_not_waited_for() -> None:
    with pytest.raises(CycleError):
        await decided(tasks_of({"hen": ("egg",), "egg": ("hen",)}), Script({}).decide)

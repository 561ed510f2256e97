"""What a task found out about an app is where those that build on it begin."""

import pytest

from agents.judging.inheriting import lead_for
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.findings import Finding, Look, Meaning
from plans.records.judging import JudgeRequest
from plans.records.targets import Target
from plans.records.verdict import Status, TaskVerdict
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, task
from tests.agents.judging.test_searching import FILMS, FILTERS

FILM = {"role": "item", "name": "film"}
SEARCH = {"role": "textbox", "name": "Search"}
BUTTON = Look("button", "button", "", ("take",))
OTHER = Look("a", "link", "", ("take", "home"))


@pytest.mark.browser
@pytest.mark.slow
async def test_what_a_prerequisite_had_to_search_for_its_children_know(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    app = make_app(FILMS.replace("WANTED", FILTERS))
    plan = criteria(narrows("first", "braz"), narrows("second", "dun", needs=("first",)))

    seen = await judge.judge(JudgeRequest(item="films", hand_in=app, criteria=plan))

    first, second = seen.tasks
    assert "found by search" in first.marks
    assert (second.status, second.attempts) == (Status.PASSED, 1), second.reason
    assert "inherited" in second.marks
    assert "as its prerequisite 'first' was found" in second.reason
    assert second.finding == first.finding


@pytest.mark.browser
@pytest.mark.slow
async def test_what_does_not_pass_in_the_inherited_way_is_gone_about_as_ever(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    app = make_app(FILMS.replace("WANTED", FILTERS))
    writes = {"do": "fill", "value": "Ada", "target": SEARCH}
    plan = criteria(
        narrows("first", "braz"), task("second", writes, reads_value("Ada"), counts(4), needs=("first",))
    )

    seen = await judge.judge(JudgeRequest(item="films", hand_in=app, criteria=plan))

    second = seen.of("second")
    assert second.status is Status.PASSED, second.reason
    assert second.attempts == 2, "the inherited way, in which the list is empty, and then the usual one"
    assert second.finding is None


@pytest.mark.browser
@pytest.mark.slow
async def test_the_next_round_begins_with_what_the_last_one_found_and_takes_nothing_for_granted(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    works, broken = (make_app(FILMS.replace("WANTED", wanted), wanted[:4]) for wanted in (FILTERS, "true"))
    plan = criteria(narrows("search", "braz"))
    first = await judge.judge(JudgeRequest(item="films", hand_in=works, criteria=plan))
    finding = first.of("search").finding
    assert finding is not None

    again = await judge.judge(
        JudgeRequest(item="films", hand_in=works, criteria=plan, before={"search": finding})
    )
    worse = await judge.judge(
        JudgeRequest(item="films", hand_in=broken, criteria=plan, before={"search": finding})
    )

    assert again.of("search").status is Status.PASSED
    assert again.of("search").attempts == 2 < first.of("search").attempts, "twice, as nothing here proved it"
    assert worse.of("search").status is not Status.PASSED


def test_the_nearest_prerequisite_counts_and_what_concerns_another_target_does_not() -> None:
    plan = criteria(
        task("far", clicks("Take"), counts(1)),
        task("near", clicks("Take"), counts(1), needs=("far",)),
        task("child", clicks("Take", within={**FILM, "nth": 2}), counts(1), needs=("near",)),
        task("stranger", clicks("Leave"), counts(1), needs=("near",)),
    )
    tasks = {t.id: t for t in plan.tasks}
    take = Target(role="button", name="Take")
    verdicts = {
        "far": passed("far", Finding(meant=(Meaning(target=take, look=OTHER),), inside=True)),
        "near": passed("near", Finding(meant=(Meaning(target=take, look=BUTTON),))),
    }

    lead = lead_for(tasks["child"], tasks, verdicts, None)

    assert lead is not None
    assert [(m.target.within is not None, m.look) for m in lead.finding.meant] == [(True, BUTTON)]
    assert lead.finding.inside, "the child too looks into items"
    assert not lead.proven, "what was found for a button elsewhere has to pass twice for this one"
    assert lead_for(tasks["stranger"], tasks, verdicts, None) is None
    early = lead_for(tasks["stranger"], tasks, verdicts, Finding(inside=True))
    assert early is None, "nothing of it is looked for in items"


def test_what_only_the_round_before_says_is_not_proven() -> None:
    [only] = criteria(task("only", clicks("Take"), counts(1))).tasks
    before = Finding(meant=(Meaning(target=Target(role="button", name="Take"), look=BUTTON),))

    lead = lead_for(only, {"only": only}, {}, before)

    assert lead is not None
    assert not lead.proven
    assert lead.source == "as it was in the round before"


def narrows(id: str, text: str, needs: tuple[str, ...] = ()) -> dict[str, object]:
    """A search for a text that one of four films has."""
    return task(id, counts(4, "all"), {"do": "fill", "value": text, "target": SEARCH}, counts(1), needs=needs)


def counts(number: int, outcome: str = "shown") -> dict[str, object]:
    return expects(outcome, kind="reads", read="count", target=FILM, that=f"it == {number}")


def reads_value(text: str) -> dict[str, object]:
    return expects("typed", kind="reads", read="value", target=SEARCH, that=f"it == '{text}'")


def passed(id: str, finding: Finding) -> TaskVerdict:
    return TaskVerdict(task=id, status=Status.PASSED, reason="", outcomes=(), finding=finding)

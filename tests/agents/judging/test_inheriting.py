"""What a task found out about an app is where those that build on it begin."""

from agents.judging.inheriting import lead_for
from plans.records.findings import AdaptedStep, Finding, Look, Way
from plans.records.steps import Reload
from plans.records.targets import Target
from plans.records.verdict import Status, TaskVerdict
from tests.agents.judging.conftest import clicks, criteria, expects, task

FILM = {"role": "item", "name": "film"}
BUTTON = Look("button", "button", "", ("take",))
OTHER = Look("a", "link", "", ("take", "home"))


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
        "far": passed("far", Finding(ways=(Way(target=take, presses=(OTHER,)),))),
        "near": passed("near", Finding(ways=(Way(target=take, presses=(BUTTON,)),))),
    }

    lead = lead_for(tasks["child"], tasks, verdicts, None)

    assert lead is not None
    assert [(way.target.within is not None, way.presses) for way in lead.finding.ways] == [(True, (BUTTON,))]
    assert lead.proven, "it was found on this very submission"
    assert lead_for(tasks["stranger"], tasks, verdicts, None) is None


def test_what_only_the_round_before_says_is_not_proven() -> None:
    [only] = criteria(task("only", clicks("Take"), counts(1))).tasks
    adapted = AdaptedStep(step=2, actions=(Reload(do="reload"),))
    before = Finding(
        ways=(Way(target=Target(role="button", name="Take"), presses=(BUTTON,)),), adapted=(adapted,)
    )

    lead = lead_for(only, {"only": only}, {}, before)

    assert lead is not None
    assert not lead.proven
    assert lead.finding.adapted == (adapted,)


def counts(number: int, outcome: str = "shown") -> dict[str, object]:
    return expects(outcome, kind="reads", read="count", target=FILM, that=f"it == {number}")


def passed(id: str, finding: Finding) -> TaskVerdict:
    return TaskVerdict(task=id, status=Status.PASSED, reason="", outcomes=(), finding=finding)

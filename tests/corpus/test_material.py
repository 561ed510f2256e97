"""Labels, criteria and apps of the corpus fit together."""

import pytest

from plans.records.review import OutcomeLabel
from tests.corpus.bounds import read_floor
from tests.corpus.material import ADVERSARIAL, ASIDE, HALVES, App, apps, written

pytestmark = pytest.mark.slow

SMALL = frozenset({"garden-club", "gym-diary", "repair-corner"})
"""Projects with two honest apps."""
LABELLED = [pytest.param(app, id=app.name) for app in apps()]


def test_the_corpus_is_39_projects_of_two_or_three_honest_and_one_or_two_adversarial_apps() -> None:
    styles: dict[str, set[str]] = {}
    for app in written():
        styles.setdefault(app.project, set()).add(app.style)
    assert len(styles) == 39
    assert set(styles) > ASIDE
    for project, of_project in styles.items():
        assert len(of_project - ADVERSARIAL) == (2 if project in SMALL else 3)
        assert len(of_project & ADVERSARIAL) in (1, 2)


def test_half_of_the_honest_apps_set_aside_were_asked_to_be_accessible() -> None:
    honest = [app for app in written("aside") if not app.is_adversarial]
    assert sum(app.has_clause for app in honest) == len(honest) / 2
    assert all(bool(app.criteria().clause) == app.has_clause for app in honest)


@pytest.mark.parametrize("app", [pytest.param(app, id=app.name) for app in written()])
def test_an_app_can_be_judged(app: App) -> None:
    assert (app.site / "index.html").is_file()
    assert app.criteria().tasks


def test_nothing_is_labelled_that_does_not_exist() -> None:
    assert LABELLED
    assert set(apps()) <= set(written())


@pytest.mark.parametrize("app", LABELLED)
def test_every_outcome_is_labelled_and_no_other(app: App) -> None:
    labels = app.labels()
    assert (labels.item, labels.submission) == (app.project, app.style)
    asked = {task.id: {outcome.id for outcome in task.outcomes} for task in app.criteria().tasks}
    assert {task: set(outcomes) for task, outcomes in labels.tasks.items()} == asked


@pytest.mark.parametrize("app", LABELLED)
def test_two_hands_labelled_each_outcome(app: App) -> None:
    for task, outcomes in app.labels().tasks.items():
        for outcome, label in outcomes.items():
            assert len(label.hands) == 2, (task, outcome)
            assert is_settled(label), (task, outcome)


def is_settled(label: OutcomeLabel) -> bool:
    """What both said counts; where they disagreed it is told how that was settled."""
    return bool(label.why) if len(set(label.hands)) > 1 else label.holds == label.hands[0]


def test_the_floor_counts_the_labels_that_are_there() -> None:
    """Labels that were added, and a floor that was not raised with them, would leave room to take others away."""
    floor = read_floor()
    for half in HALVES:
        counted = sum(yes_or_no(app) for app in apps(half))
        assert counted == (least.labelled if (least := floor.of(half)) else 0)
    assert floor.small
    small = [app for app in apps("tuned") if app.name in floor.small.apps]
    assert len(small) == len(floor.small.apps)
    assert sum(yes_or_no(app) for app in small) == floor.small.labelled


def yes_or_no(app: App) -> int:
    labels = app.labels()
    return sum(labels.of_task(task) != "unclear" for task in labels.tasks)

"""Whether a message gives away what its leak policy keeps back, on the items that are shipped."""

from functools import cache

import pytest

from agents.users.model_user import Secrets, leaks_in, secrets_of
from agents.users.template_user import within_sentence
from plans.items import read_project, read_suite
from plans.paths import SuitePaths
from plans.records.criteria import EvaluationTask
from plans.records.project import Project
from tests.test_house import ROOT

SAMPLE = SuitePaths(ROOT / "generated" / "sample")


@cache
def projects() -> list[Project]:
    return [read_project(SAMPLE.item(item.id)) for item in read_suite(SAMPLE).items]


def cases() -> list[tuple[Project, EvaluationTask]]:
    return [(project, task) for project in projects() for task in project.criteria.tasks]


def told(project: Project, task: EvaluationTask) -> list[str]:
    """What a message about this task alone is told under the policy symptom."""
    parts = [
        part.title
        for part in project.prd.requirements
        if any(one.id in task.requirements for one in part.walk())
    ]
    return [project.prd.title, within_sentence(task.title), *parts]


def secrets(project: Project, task: EvaluationTask) -> Secrets:
    return secrets_of(project.criteria, project.prd, told(project, task), ())


def test_what_was_told_gives_nothing_away() -> None:
    for project, task in cases():
        kept = secrets(project, task)
        assert not [leak for line in told(project, task) for leak in leaks_in(f"{line}.", kept)], task.id


def test_what_is_kept_back_is_noticed_when_it_is_said() -> None:
    """All but statements of a few common words, such as "It takes text", which anybody may say by chance."""
    said = found = 0
    for project, task in cases():
        kept = secrets(project, task)
        texts = {one.id: one.text for one in project.prd.leaves()}
        for text in (*(one.statement for one in task.outcomes), *(texts[id] for id in task.requirements)):
            said += 1
            found += bool(leaks_in(text, kept))
    assert said > 200
    assert found / said > 0.9


def test_a_requirement_that_may_be_said_is_no_leak_and_every_other_is() -> None:
    project, task = cases()[0]
    leaves = {leaf.id: leaf for leaf in project.prd.leaves()}
    own = leaves[task.requirements[0]]
    lines = [*told(project, task), own.text]
    kept = secrets_of(project.criteria, project.prd, lines, {own.id})
    assert not leaks_in(own.text, kept)
    others = [leaf for leaf in leaves.values() if leaf.id != own.id]
    assert sum(bool(leaks_in(leaf.text, kept)) for leaf in others) > 0.9 * len(others)


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("cart-total", "The total in the cart is wrong."),
        ("cart-limit", "I could order far more of a plant than you have in stock, that can't be right."),
        ("cart-sold", "A plant that is sold out could still be put in the cart."),
        ("cart-remove", "I changed my mind about a plant, but taking it out of the cart does nothing."),
        ("search-narrow", "I type into the search and the list stays exactly as it was."),
        ("search-case", "Search finds a plant when I write it in small letters, but not in capitals."),
        ("browse-list", "When I open the shop I don't see any plants at all, just an empty page."),
        ("keyboard-move", "I wanted to get through that list of plants with the keyboard only."),
        ("keyboard-ends", "At the end of the list the keyboard sends me somewhere strange."),
    ],
)
def test_what_people_say_of_a_failure_is_no_leak(task: str, text: str) -> None:
    project = next(one for one in projects() if one.id == "plant-shop")
    assert not leaks_in(text, secrets(project, project.criteria.task(task)))


def test_data_that_are_typed_are_given_away_only_when_they_could_not_be_said_by_chance() -> None:
    kept = Secrets(ids=(), data=("SPRING10", "High", "12:30 on Monday"), statements=(), titles=(), told="")
    assert leaks_in("I typed SPRING10 and nothing happened.", kept) == [
        "'SPRING10' is a datum that you were not told"
    ]
    assert leaks_in("I came at 12:30 on Monday.", kept)
    assert leaks_in("I chose “High” in there.", kept)
    assert not leaks_in("The price is too high for me.", kept)
    assert not leaks_in("I typed SPRING10.", Secrets((), ("SPRING10",), (), (), told="the code SPRING10"))

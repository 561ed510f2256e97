"""A query that a reviewer edited asks for nothing that the project lacks."""

from functools import cache

import pytest

from plans.records.model_call import ModelUse
from plans.records.model_settings import ModelRole, SamplingSettings
from plans.records.project import Project, Provenance
from plans.records.seed import Seed
from plans.records.specification import Query, Underspecification
from plans.webapp.checks import CHECKS
from plans.webapp.generator import WebAppAuthor

AUTHOR = WebAppAuthor()
(ASKED_FOR,) = (check for check in CHECKS if check.name == "asked for")


@cache
def authored() -> Project:
    seed = Seed(id="plants", query="A shop for house plants with a cart and a search.")
    return AUTHOR.project(AUTHOR.recipe(seed, AUTHOR.plan(), 0), "canary")


def touched_by(role: ModelRole) -> Provenance:
    """A record of one reply, by which a model in this role made or weighed a part."""
    use = ModelUse(
        role=role,
        endpoint="mine",
        model="some-model",
        sampling=SamplingSettings(),
        prompt_hash="p",
        template_hash="t",
        key="k",
    )
    return Provenance().with_output("criteria.yaml", (use,))


def told(sentence: str, provenance: Provenance | None = None) -> list[str]:
    """What is said when the sentence is put at the end of the medium query."""
    project = authored().model_copy(update={"provenance": provenance})
    medium = project.query.at(Underspecification.MEDIUM)
    edited = medium.model_copy(update={"text": f"{medium.text} {sentence}"})
    query = Query(levels={**project.query.levels, Underspecification.MEDIUM: edited})
    check = ASKED_FOR.check(project.model_copy(update={"query": query}), AUTHOR.plan())
    return [problem.message for problem in check if problem.severity == "error"]


def test_the_authors_own_query_asks_for_what_is_there() -> None:
    assert ASKED_FOR.check(authored(), AUTHOR.plan()) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "I really need the cart, and a quick search!",
        "It is for my mother's shop.",
        "No kanban board, please.",
        "Add some colour.",
    ],
)
def test_other_words_for_what_is_there_are_free(sentence: str) -> None:
    assert told(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "lacking"),
    [
        ("Add a kanban board for the orders.", "by 'kanban board' for what the PRD lacks"),
        ("People should log in first.", "by 'log in' for what the PRD lacks: accounts need a server"),
    ],
)
def test_what_the_project_lacks_is_told_with_the_phrase(sentence: str, lacking: str) -> None:
    """The check promised it and nothing looked: an agent would have built what nobody counts."""
    (message,) = told(sentence)
    assert message.startswith(f"{sentence!r} asks")
    assert lacking in message


def test_parameters_that_hold_no_selection_are_told() -> None:
    """A parameters.yaml that was edited by hand is a problem of the item and no crash."""
    broken = authored().parameters.model_copy(update={"values": {"tone": "plain"}})
    project = authored().model_copy(update={"parameters": broken})
    (problem,) = ASKED_FOR.check(project, AUTHOR.plan())
    assert "holds no selection of the catalog (KeyError: 'features')" in problem.message


def test_what_a_model_only_weighed_is_held_to_the_catalog() -> None:
    """The evaluator's reply was taken for a maker's, and nothing was looked at any more."""
    kanban = "Add a kanban board for the orders."
    assert len(told(kanban, touched_by("evaluator"))) == 1

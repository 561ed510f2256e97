"""The family at work: instances from the plan, their checks, and what answers score."""

import json
from typing import Any

import pytest

from plans.errors import AuthorError
from plans.families import family_code
from plans.records.instance import AnswerMark, Evaluated
from plans.text.checks import CHECKS, check, questions
from plans.text.constraint import MOST
from plans.text.generator import draw
from plans.text.metrics import constraints_of, evaluate, labels
from plans.text.vocabulary_files import topics, world
from plans.text.writer import written
from tests.plans.text.drawn import GROUPS, instance, parameters, plan

pytestmark = pytest.mark.slow


def test_the_plan_names_what_the_files_hold() -> None:
    assert family_code("text").plan == plan()
    assert plan().parameter("user").values == tuple(one.name for one in world().users)
    assert plan().parameter("role").values == world().roles
    assert plan().parameter("task").values == tuple(one.name for one in world().tasks)
    assert {plan().parameter(group).maximum for group in GROUPS} == {MOST}
    known = set(topics().domains)
    assert all(set(one.domains) <= known for one in (*world().users, *world().tasks))
    assert sum(len(domain.topics) for domain in topics().domains.values()) >= 100
    assert min(len(world().users), len(world().tasks)) >= 30
    programs = [one.name for one in plan().quality_checks if one.decided_by == "program"]
    assert programs == [*CHECKS]


def test_an_instance_is_the_same_again_also_from_what_came_back() -> None:
    for number in range(40):
        drawn = instance(number)
        again = draw(drawn["parameters"], drawn["random_seed"])
        assert again["prompt"] == drawn["prompt"]
        assert again["constraints"] == drawn["constraints"]
        assert again["parameters"] == drawn["parameters"]
        assert json.loads(json.dumps(again)) == again


def test_numbers_of_constraints_are_those_sampled_and_two_at_least() -> None:
    few: dict[str, Any] = {**parameters(0), **dict.fromkeys(GROUPS, 0)}
    drawn = draw(few, 7)
    assert len(drawn["constraints"]) == 2
    assert len(drawn["metadata"]["added"]) == 2
    assert draw(drawn["parameters"], 7) == drawn
    assert not any(check(drawn).values())
    for number in range(40):
        wanted, got = parameters(number), instance(number)
        if sum(wanted[group] for group in GROUPS) >= 2:
            assert {group: got["parameters"][group] for group in GROUPS} == {
                group: wanted[group] for group in GROUPS
            }


def test_nothing_is_left_to_a_judge_but_in_instances_that_say_so() -> None:
    for number in range(60):
        drawn = instance(number)
        judged = [one for one in drawn["constraints"] if one["decided_by"] == "judge"]
        assert bool(judged) == (drawn["parameters"]["constraints_are"] == "judged")


def test_most_instances_stand_the_checks_and_none_conflicts() -> None:
    found = [check(instance(number)) for number in range(150)]
    assert all(one.keys() == set(CHECKS) for one in found)
    assert {one["consistency"] + one["completeness"] + one["constrainedness"] for one in found} == {""}
    assert sum(one["feasibility"] == "" for one in found) >= 149


@pytest.mark.parametrize(
    "other", [{"user": "nobody"}, {"topic": "socks"}, {"task": 3}, {"positive": 4}, {"iterative": None}]
)
def test_parameters_of_no_plan_are_refused(other: dict[str, Any]) -> None:
    with pytest.raises(AuthorError):
        draw({**parameters(1), **other}, 1)


def test_an_edited_prompt_or_constraint_is_noticed() -> None:
    drawn = instance(4)
    first = drawn["constraints"][0]
    left_out = {**drawn, "prompt": drawn["prompt"].replace(first["text"], "")}
    assert "is not in the prompt" in check(left_out)["completeness"]
    asked_more = {**drawn, "prompt": drawn["prompt"] + "\nDo not use any digits."}
    assert "asks for more" in check(asked_more)["completeness"]
    other = {**first, "kind": "term", "asks": {"forms": ["walrus"]}, "group": "positive"}
    changed = {**drawn, "constraints": [other, *drawn["constraints"][1:]]}
    assert "reads otherwise" in check(changed)["completeness"]
    barred = {**first, "kind": "no_term", "asks": {"forms": ["walrus"]}, "name": "negative-9"}
    both = {**drawn, "constraints": [other, barred]}
    assert "conflicts with negative-9" in check(both)["consistency"]
    misstated = {**drawn, "parameters": {**drawn["parameters"], "constrainedness": 0.9}}
    assert "stated 0.9" in check(misstated)["constrainedness"]


def test_what_no_text_was_found_for_is_unproved_and_not_called_a_conflict() -> None:
    kinds: list[tuple[str, dict[str, Any]]] = [
        ("heading", {"text": "First Steps"}),
        ("no_bullets", {}),
        (
            "if_then",
            {
                "condition": {"fact": "has_headings"},
                "consequence": {"fact": "bullets_at_least", "count": 2},
            },
        ),
    ]
    told = [
        {"name": f"own-{number}", "group": "positive", "kind": kind, "asks": asks, "text": ""}
        for number, (kind, asks) in enumerate(kinds)
    ]
    found = check({**instance(4), "constraints": told})
    assert found["consistency"] == ""
    assert found["feasibility"].startswith("unproved")


def test_a_model_is_asked_what_no_program_can_tell() -> None:
    drawn = instance(1)
    asked = questions(drawn)
    assert {one.name for one in plan().quality_checks if one.decided_by == "model"} == asked.keys()
    assert all(drawn["prompt"] in question for question in asked.values())


def scored(drawn: dict[str, Any], answer: str) -> Evaluated:
    return Evaluated.model_validate(evaluate(drawn, answer))


def test_a_text_made_for_it_passes_all_that_programs_decide() -> None:
    passed = 0
    for number in range(60):
        drawn = instance(number)
        text, missed = written(constraints_of(drawn), drawn["metadata"]["topic"])
        score = scored(drawn, text)
        judged = {one["name"] for one in drawn["constraints"] if one["decided_by"] == "judge"}
        assert {name for name, mark in score.checks.items() if mark is AnswerMark.UNRESOLVED} == judged
        assert {one.check for one in score.open} - {"topic"} == judged
        assert score.groups == {one["name"]: one["group"] for one in drawn["constraints"]}
        if not missed:
            assert score.pass_all is (None if judged else True)
            passed += 1
    assert passed > 50


@pytest.mark.parametrize(
    "answer", ["", " \n", "***", "I cannot write this: there is no text that meets all of these constraints."]
)
def test_saying_nothing_passes_nothing(answer: str) -> None:
    for number in range(20):
        score = scored(instance(number), answer)
        assert set(score.checks.values()) == {AnswerMark.FAILED}
        assert score.apart["topic"] is AnswerMark.FAILED
        assert score.is_refusal == answer.startswith("I")


@pytest.mark.parametrize(
    "answer",
    [
        "I can’t help with that.",
        "I'm sorry, but I can't comply with these constraints.",
        "I'm sorry, I really cannot fulfil this request.",
        "Sorry, but I am unable to assist you.",
        "As an AI language model, I cannot create such a letter.",
        "Unfortunately, I can not write a text that has both.",
        "I apologize, but I won't be able to provide the text.",
        "**I must decline this request.**",
        "It is not possible to write such a text: two of the constraints contradict each other.",
        "No text can meet all of these constraints.",
        "I'm sorry. I can't help.",
    ],
)
def test_saying_that_it_will_not_be_written_is_a_refusal(answer: str) -> None:
    score = scored(instance(1), answer)
    assert score.is_refusal
    assert set(score.checks.values()) == {AnswerMark.FAILED}


@pytest.mark.parametrize(
    "answer",
    [
        "I can't thank you enough for last Sunday. The children still talk about the bread that you baked with them.",
        "I can't recommend this enough! The bread is warm, the people are kind, and the oven is older than the house.",
        "I am unable to attend on Sunday, but my sister will bring the bread.",
        "I'm sorry, but the oven is broken, so that we have to bake at home this week.",
        "I cannot wait to write a book about it.",
        "I can't help but smile when I think of the bread.",
        "I must decline your kind invitation, as I bake on Sundays.",
        "As an AI researcher, I bake to forget my work.",
        "No text can replace the smell of bread.",
    ],
)
def test_a_friendly_text_that_begins_so_is_left_to_the_checks(answer: str) -> None:
    """A short text with the first two words of a refusal was once taken for one, and failed every check."""
    scores = [scored(instance(number), answer) for number in range(12)]
    assert not any(one.is_refusal for one in scores)
    assert any(AnswerMark.PASSED in one.checks.values() for one in scores)


@pytest.mark.parametrize(
    ("answer", "mark"),
    [
        ("This bread was a first success: I was baking at home. It grew.", AnswerMark.PASSED),
        ("The yeast made the dough rise in the oven.", AnswerMark.PASSED),
        ("The dough was cold.", AnswerMark.UNRESOLVED),
        ("Trains were late again. Nobody said why.", AnswerMark.FAILED),
    ],
)
def test_the_topic_is_told_apart_from_all_else(answer: str, mark: AnswerMark) -> None:
    drawn = {
        "prompt": "",
        "parameters": {},
        "constraints": [
            {
                "name": "positive-1",
                "group": "positive",
                "kind": "term",
                "asks": {"forms": ["again"]},
                "text": "",
            }
        ],
        "metadata": {
            "topic": "baking bread at home",
            "topic_words": ["yeast", "dough", "oven|ovens", "loaf|loaves"],
        },
    }
    score = scored(drawn, answer)
    assert score.apart == {"topic": mark}
    assert "topic" not in score.checks
    assert ("topic" in {one.check for one in score.open}) == (mark is AnswerMark.UNRESOLVED)


def test_what_holds_vacuously_passes_and_is_named() -> None:
    rule = {
        "condition": {"fact": "has_bullets"},
        "consequence": {"fact": "closes_with_question"},
    }
    drawn = instance(0) | {
        "constraints": [
            {"name": "conditional-1", "group": "conditional", "kind": "if_then", "asks": rule, "text": ""}
        ]
    }
    assert scored(drawn, "A text without any list. It ends.").vacuous == ("conditional-1",)
    listed = scored(drawn, "A text with a list:\n\n- one\n- two\n\nDoes it end?")
    assert (listed.vacuous, listed.pass_all) == ((), True)


def test_buckets() -> None:
    drawn = instance(9)
    told = labels(drawn)
    assert told.keys() >= {one.name for one in plan().disaggregations} - {"group", "kind"}
    groups = [group for group in GROUPS if any(one["group"] == group for one in drawn["constraints"])]
    assert told["combination"] == " + ".join(groups)
    assert told["constraints"] == str(len(drawn["constraints"]))
    for count, bucket in ((9, "0.5 to 0.6"), (18, "0.9 to 1.0"), (2, "0.1 to 0.2")):
        assert labels({**drawn, "constraints": drawn["constraints"][:1] * count})["constrainedness"] == bucket

"""What the simulated user says, and what it never says."""

import re
from collections.abc import Mapping

import pytest

from agents.users.personas import read_phrasebook
from agents.users.template_user import MOST_POINTS, TemplateUser
from plans.errors import AuthorError, InvalidFile
from plans.records.criteria import Criteria, ExpectedOutcome
from plans.records.feedback import Feedback, LeakPolicy
from plans.records.marks import Mark, MarkCode
from plans.records.specification import PRD
from plans.records.verdict import Judgement, OutcomeCause, Status, TaskVerdict
from tests.pipeline.runner.stand_ins import shop, verdict

SHOP = shop()
STEP_WORDS = re.compile(r"click|button|assert|selector|element|DOM|verdict|task|outcome|R\d", re.IGNORECASE)


def judged(statuses: Mapping[str, Status], criteria: Criteria = SHOP.criteria, *marks: MarkCode) -> Judgement:
    """A judgement in which every task passed but those named."""
    return Judgement(
        item="shop",
        graded_digest="0",
        submission_digest="0",
        judge="reading",
        judge_digest="0",
        tasks=tuple(verdict(task, statuses.get(task.id, Status.PASSED)) for task in criteria.tasks),
        marks=tuple(Mark(code=code) for code in marks),
    )


async def said(
    judgement: Judgement,
    policy: LeakPolicy = LeakPolicy.SYMPTOM,
    round: int = 1,
    seed: int = 1,
    prd: PRD = SHOP.prd,
) -> Feedback:
    return await TemplateUser().feedback(judgement, SHOP.criteria, prd, policy, round=round, random_seed=seed)


FAILED = Status.FAILED


async def test_only_root_failures_are_mentioned() -> None:
    feedback = await said(
        judged(
            {
                "cart-presence": FAILED,
                "cart-functionality": Status.BLOCKED,
                "cart-robustness": Status.BLOCKED,
                "search-presence": Status.UNRESOLVED,
                "search-functionality": Status.UNRESOLVED,
                "coupon-robustness": FAILED,
            }
        )
    )
    assert [point.task for point in feedback.points] == ["cart-presence", "coupon-robustness"]
    assert "cart" in feedback.text
    assert "coupon" in feedback.text
    assert "search" not in feedback.text
    assert not feedback.satisfied


@pytest.mark.parametrize("seed", range(12))
async def test_a_symptom_is_told_in_a_users_words_and_gives_no_requirement_away(seed: int) -> None:
    failures = {task.id: FAILED for task in SHOP.criteria.tasks if seed % 3 or task.level.value == "presence"}
    feedback = await said(judged(failures), seed=seed)
    assert not STEP_WORDS.search(feedback.text)
    assert not any(task.id in feedback.text for task in SHOP.criteria.tasks)
    assert "obeys" not in feedback.text
    assert "data-test" not in feedback.text
    assert all(point.requirements == () for point in feedback.points)


async def test_the_policy_decides_how_much_is_given_away() -> None:
    judgement = judged({"cart-functionality": FAILED})
    symptom, requirement, report = [await said(judgement, policy) for policy in LeakPolicy]
    assert "The cart obeys." not in symptom.text
    assert "The cart obeys." in requirement.text
    assert "an empty page" not in requirement.text
    assert requirement.points[0].requirements == ("R1.1",)
    assert "The cart obeys." in report.text
    assert "data-test-cart-functionality and saw an empty page" in report.text
    assert [feedback.policy for feedback in (symptom, requirement, report)] == list(LeakPolicy)


async def test_the_heaviest_comes_first_and_no_more_than_a_person_would_write() -> None:
    failures = {task.id: FAILED for task in SHOP.criteria.tasks}
    feedback = await said(judged(failures))
    assert len(feedback.points) == MOST_POINTS
    # A presence task weighs with the two that wait for it: 1 + 2 + 3.
    assert [point.task.rpartition("-")[2] for point in feedback.points[:6]] == ["presence"] * 6
    assert "There is more" in feedback.text


async def test_the_seed_chooses_the_words_and_nothing_else_does() -> None:
    judgement = judged({"cart-presence": FAILED, "search-functionality": FAILED})
    assert (await said(judgement, seed=3)).text == (await said(judgement, seed=3)).text
    assert len({(await said(judgement, seed=seed)).text for seed in range(20)}) > 5
    assert (await said(judgement, round=2)).text != (await said(judgement)).text


async def test_no_phrase_is_used_twice_before_all_were() -> None:
    feedback = await said(judged({task.id: FAILED for task in SHOP.criteria.tasks}))
    shapes = [
        re.sub(r"the \w+ is there", "…", point.text, flags=re.IGNORECASE) for point in feedback.points[:5]
    ]
    assert len(set(shapes)) == 5


async def test_nothing_to_complain_about_is_said_so() -> None:
    content = await said(judged({}))
    assert content.satisfied
    assert content.points == ()
    assert "nothing to complain about" in content.text
    unsure = await said(judged({"cart-presence": Status.UNRESOLVED}))
    assert unsure.satisfied
    assert "could not try everything" in unsure.text


async def test_a_page_that_does_not_open_is_one_complaint() -> None:
    roots = {task.id: FAILED if not task.depends_on else Status.BLOCKED for task in SHOP.criteria.tasks}
    feedback = await said(judged(roots, SHOP.criteria, MarkCode.NOTHING_SERVABLE))
    assert feedback.text.startswith("I can't open Corner Shop at all")
    assert len(feedback.points) == 1


async def test_a_page_cannot_flood_the_message() -> None:
    judgement = judged({"cart-functionality": FAILED})
    task = judgement.tasks[1]
    shouting = task.outcomes[0].model_copy(
        update={"observation": task.outcomes[0].observation.model_copy(update={"saw": "A\n" * 50_000})}  # type: ignore[union-attr]
    )
    tasks = (judgement.tasks[0], task.model_copy(update={"outcomes": (shouting,)}), *judgement.tasks[2:])
    feedback = await said(judgement.model_copy(update={"tasks": tasks}), LeakPolicy.FULL_REPORT)
    assert len(feedback.text) < 1000


async def test_a_requirement_that_the_prd_lacks_is_named() -> None:
    prd = SHOP.prd.model_copy(update={"requirements": SHOP.prd.requirements[1:]})
    with pytest.raises(AuthorError, match=r"'cart-presence' names requirement 'R1\.1'"):
        await said(judged({"cart-presence": FAILED}), LeakPolicy.REQUIREMENT, prd=prd)


def test_an_unknown_persona_is_refused() -> None:
    with pytest.raises(InvalidFile):
        TemplateUser("grumpy")


def called(titles: Mapping[str, str], topic: str) -> tuple[Criteria, PRD]:
    """The shop with other titles of the tasks of its cart, which the PRD calls `topic`."""
    tasks = tuple(
        task.model_copy(update={"title": titles.get(task.id, task.title)}) for task in SHOP.criteria.tasks
    )
    first = SHOP.prd.requirements[0].model_copy(update={"title": topic})
    prd = SHOP.prd.model_copy(update={"requirements": (first, *SHOP.prd.requirements[1:])})
    return SHOP.criteria.model_copy(update={"tasks": tasks}), prd


@pytest.mark.parametrize("seed", range(10))
async def test_every_complaint_says_what_part_of_the_product_it_is_about(seed: int) -> None:
    """An agent heard of a missing undo button no more than "I can't see that there is something to press"."""
    criteria, prd = called({"cart-presence": "There is something to press"}, "Undo")
    judgement = judged({"cart-presence": FAILED}, criteria)
    feedback = await TemplateUser().feedback(
        judgement, criteria, prd, LeakPolicy.SYMPTOM, round=1, random_seed=seed
    )
    assert "About undo: " in feedback.text
    named = judged({"search-presence": FAILED}, criteria)
    again = await TemplateUser().feedback(named, criteria, prd, LeakPolicy.SYMPTOM, round=1, random_seed=seed)
    assert "About search: " not in again.text
    assert "search" in again.text.lower()


@pytest.mark.parametrize("seed", range(10))
async def test_a_key_keeps_its_name_within_a_sentence(seed: int) -> None:
    criteria, prd = called({"cart-robustness": "Ctrl+Z takes back"}, "Undo")
    feedback = await TemplateUser().feedback(
        judged({"cart-robustness": FAILED}, criteria),
        criteria,
        prd,
        LeakPolicy.SYMPTOM,
        round=1,
        random_seed=seed,
    )
    assert "Ctrl+Z" in feedback.text


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("policy", LeakPolicy)
async def test_of_a_task_that_holds_in_part_that_much_is_told(policy: LeakPolicy, seed: int) -> None:
    """An app that lacked the unit alone once heard "I miss this: entries show area and estimate".

    Later it heard the outcome that failed, word for word, under every policy: only a full report may quote it.
    """
    task = SHOP.criteria.task("cart-presence")
    outcomes = (
        ExpectedOutcome(id="amounts", statement="Every entry shows a number"),
        ExpectedOutcome(id="unit", statement="The first entry shows the unit (h)."),
    )
    whole = task.model_copy(update={"outcomes": outcomes})
    criteria = SHOP.criteria.model_copy(update={"tasks": (whole, *SHOP.criteria.tasks[1:])})
    failed = verdict(whole, FAILED)
    held = failed.outcomes[0].model_copy(update={"status": Status.PASSED})
    judgement = judged({}, criteria)
    tasks = (failed.model_copy(update={"outcomes": (held, failed.outcomes[1])}), *judgement.tasks[1:])
    feedback = await TemplateUser().feedback(
        judgement.model_copy(update={"tasks": tasks}),
        criteria,
        SHOP.prd,
        policy,
        round=1,
        random_seed=seed,
    )
    assert re.search("in part|a part|not quite|not all|only some", feedback.text)
    assert ("The first entry shows the unit (h)" in feedback.text) == (policy is LeakPolicy.FULL_REPORT)
    assert "Every entry shows a number" not in feedback.text


def test_no_complaint_says_a_wish_as_if_it_were_so() -> None:
    """“Almost, but not quite: there is a form for booking” and “A heart marks an entry?” read as the opposite."""
    phrases = [text for texts in read_phrasebook("plain").complaint.values() for text in texts]
    assert len(phrases) >= 15
    for text in phrases:
        assert len(re.findall(r"that \{\{ wish \}\}", text)) == text.count("{{") == 1, text
        assert re.search("make sure|counting on|n't", text), text
        assert "?" not in text, text


async def test_what_was_not_found_is_told_behind_what_failed() -> None:
    """It may be there in another form, so it is no failure; but nobody makes findable what nobody misses."""
    unfound = ("search-presence", "search-functionality")
    seen = judged({"coupon-robustness": FAILED, **dict.fromkeys(unfound, Status.UNRESOLVED)})
    tasks = tuple(_unbound(one) if one.task in unfound else one for one in seen.tasks)
    feedback = await said(seen.model_copy(update={"tasks": tasks}))
    assert [point.task for point in feedback.points] == ["coupon-robustness", "search-presence"]


def _unbound(verdict: TaskVerdict) -> TaskVerdict:
    outcomes = tuple(one.model_copy(update={"cause": OutcomeCause.NOT_BOUND}) for one in verdict.outcomes)
    return verdict.model_copy(update={"outcomes": outcomes})

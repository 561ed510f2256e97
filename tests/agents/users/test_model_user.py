"""A simulated user whose words are a model's: what it is told, what it may say, and what is said when it cannot."""

import json
import re
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from agents.users.model_user import ModelUser, SaidComplaint, SaidMessage
from agents.users.personas import persona_names, read_persona
from agents.users.roster import user_choice
from pipeline.cli.run import run as run_verb
from plans.errors import AuthorError, EndpointFailed
from plans.records.feedback import Feedback, LeakPolicy
from plans.records.marks import MarkCode
from plans.records.model_call import EndpointAnswer, ModelRequest
from plans.records.verdict import Judgement, Status
from tests.agents.gateway.model_endpoint import (
    KEY,
    MODEL,
    completion,
    endpoint_saying,
    gateway_to,
    refused,
    sent,
    settings_for,
)
from tests.agents.gateway.scripted import Says, Scripted
from tests.agents.users.test_template_user import FAILED, SHOP, judged

SAID = {
    "cart-presence": "I could not find the cart anywhere.",
    "search-presence": "There is no search to be seen.",
    "coupon-functionality": "The coupon does nothing when I use it.",
}
BROKEN = judged(dict.fromkeys(SAID, FAILED))


def words(
    *texts: str, opening: str = "Hello.", closing: str = "Thanks!", asides: Sequence[str] = ()
) -> SaidMessage:
    complaints = [SaidComplaint(number=number, text=text) for number, text in enumerate(texts, 1)]
    return SaidMessage(opening=opening, complaints=complaints, asides=list(asides), closing=closing)


GOOD = words(*SAID.values())


@asynccontextmanager
async def speaking(
    *says: Says, persona: str = "plain"
) -> AsyncGenerator[tuple[ModelUser, list[ModelRequest]]]:
    """The user, whose model says this, and what it was asked."""
    model = Scripted(says)
    settings = settings_for("http://127.0.0.1:1/v1")
    async with open_gateway(settings, lambda _: KEY, connect=lambda *_: model) as gateway:
        yield ModelUser(gateway, persona), model.asked


async def heard(
    user: ModelUser,
    judgement: Judgement = BROKEN,
    policy: LeakPolicy = LeakPolicy.SYMPTOM,
    seed: int = 1,
) -> Feedback:
    return await user.feedback(judgement, SHOP.criteria, SHOP.prd, policy, round=1, random_seed=seed)


async def test_the_models_words_are_said_and_where_they_come_from_is_recorded() -> None:
    async with speaking(GOOD) as (user, asked):
        feedback = await heard(user)
    assert feedback.text.splitlines() == [
        "Hello.",
        "",
        *(f"- {text}" for text in SAID.values()),
        "",
        "Thanks!",
    ]
    assert [point.task for point in feedback.points] == list(SAID)
    assert feedback.wording is not None
    assert feedback.wording.by == "model"
    [use] = feedback.wording.uses
    assert (use.role, use.model, use.endpoint) == ("user", MODEL, "stub")
    assert use.key
    assert use.prompt_hash
    assert use.template_hash
    assert use.tokens is not None
    assert len(asked) == 1


async def test_a_single_complaint_is_a_paragraph() -> None:
    async with speaking(words("The cart is nowhere.")) as (user, _):
        feedback = await heard(user, judged({"cart-presence": FAILED}))
    assert feedback.text == "Hello. The cart is nowhere. Thanks!"


@pytest.mark.parametrize("policy", LeakPolicy)
async def test_a_model_is_told_what_the_policy_lets_it_say_and_nothing_off_the_page(
    policy: LeakPolicy,
) -> None:
    async with speaking(GOOD) as (user, asked):
        feedback = await heard(user, policy=policy)
    prompt = "\n".join(message.text for message in asked[0].messages)
    assert "the cart is there" in prompt
    assert "an empty page" not in prompt
    assert "data-test" not in prompt
    assert "as it should" not in prompt
    assert not any(task.id in prompt for task in SHOP.criteria.tasks)
    assert ("The cart obeys." in prompt) == (policy is not LeakPolicy.SYMPTOM)
    assert "coupon" in prompt.lower()
    assert "ratings" not in prompt.lower()
    # A report is exact, and made by program.
    assert ("saw an empty page" in feedback.text) == (policy is LeakPolicy.FULL_REPORT)
    assert feedback.points[0].requirements == (() if policy is LeakPolicy.SYMPTOM else ("R1.1",))


@pytest.mark.parametrize(
    ("spoilt", "finding"),
    [
        ("The cart, cart-presence, is not there.", "'cart-presence' is an id"),
        ("R1.1, the cart, is not there.", "'R1.1' is an id of a requirement"),
        ("The cart fails its test case.", "'test case' is a word of those who test"),
        ("The cart has no aria-label.", "'aria-label' is a word of those who build"),
        ("The cart is no .cart-list for me.", "'.cart-list' is a selector"),
        ("As an AI I see no cart.", "'as an AI' is a word of somebody who plays"),
        ("Something is missing somewhere.", "does not say that it is about 'Cart'"),
        ("   ", "is empty"),
        ("The cart " + "is not there, really, " * 40, "words; say it in at most"),
        ("See https://x.example/cart for it.", "is an address"),
    ],
)
async def test_what_no_user_would_say_is_sent_back_with_the_finding(spoilt: str, finding: str) -> None:
    bad = words(spoilt, *list(SAID.values())[1:])
    async with speaking(bad, GOOD) as (user, asked):
        feedback = await heard(user)
    assert feedback.text.startswith("Hello.")
    assert spoilt.strip() not in feedback.text or not spoilt.strip()
    assert feedback.wording is not None
    assert any(finding in told for told in feedback.wording.findings), feedback.wording.findings
    assert len(feedback.wording.uses) == 2
    shown = asked[1].messages
    assert [message.role for message in shown] == ["system", "user", "assistant", "user"]
    assert finding.replace("'", "") in shown[-1].text.replace("'", "")


@pytest.mark.parametrize(
    ("said", "finding"),
    [
        (words(*list(SAID.values())[:2]), "not there: 3"),
        (words(*SAID.values(), "And the ratings are gone."), "not handed: 4"),
        (
            words(*SAID.values()).model_copy(
                update={"complaints": [*GOOD.complaints, SaidComplaint(number=1, text="The cart!")]}
            ),
            "more than once: 1",
        ),
        (words(*SAID.values(), opening=" "), "opening is empty"),
        (words(*SAID.values(), asides=["It rains."]), "1 asides"),
    ],
)
async def test_every_complaint_is_said_once_and_no_other(said: SaidMessage, finding: str) -> None:
    async with speaking(said, GOOD) as (user, _):
        feedback = await heard(user)
    assert feedback.wording is not None
    assert finding in " ".join(feedback.wording.findings)
    assert [point.task for point in feedback.points] == list(SAID)


async def test_words_that_stay_bad_are_replaced_by_the_templates_and_it_is_said_why() -> None:
    bad = words("R1.1 is not there.", *list(SAID.values())[1:])
    async with speaking(bad) as (user, asked):
        feedback = await heard(user)
        [plain] = [
            await user._template.feedback(  # pyright: ignore[reportPrivateUsage]
                BROKEN, SHOP.criteria, SHOP.prd, LeakPolicy.SYMPTOM, round=1, random_seed=1
            )
        ]
    assert len(asked) == 3
    assert feedback.text == plain.text
    assert feedback.wording is not None
    assert feedback.wording.by == "template"
    assert len(feedback.wording.uses) == 3
    assert sum("'R1.1'" in finding for finding in feedback.wording.findings) == 3


@pytest.mark.parametrize(
    "answer",
    [
        EndpointAnswer(text="", finish="stop", refusal="I would rather not."),
        EndpointAnswer(text='{"opening": "Hel', finish="length"),
        "I have no JSON for you.",
    ],
)
async def test_an_answer_that_can_never_be_used_does_not_end_the_run(answer: Says) -> None:
    """Asked the same again it would say the same, so a run that stopped there could never be gone on with."""
    async with speaking(answer) as (user, _):
        feedback = await heard(user)
    assert feedback.wording is not None
    assert feedback.wording.by == "template"
    assert feedback.wording.findings
    assert "cart" in feedback.text


async def test_an_endpoint_that_fails_is_an_error_and_no_words_stand_for_it() -> None:
    endpoint = endpoint_saying(refused(503, "overloaded", retry_after="9999"))
    async with gateway_to(endpoint) as gateway:
        with pytest.raises(EndpointFailed):
            await heard(ModelUser(gateway, "plain"))


async def test_nothing_is_asked_where_there_is_nothing_to_complain_about() -> None:
    async with speaking(GOOD) as (user, asked):
        content = await heard(user, judged({}))
        unsure = await heard(user, judged({"cart-presence": Status.UNRESOLVED}))
    assert content.satisfied
    assert unsure.satisfied
    assert "nothing to complain" in content.text
    assert not asked


async def test_a_page_that_does_not_open_is_one_complaint_in_the_models_words() -> None:
    roots = {task.id: FAILED if not task.depends_on else Status.BLOCKED for task in SHOP.criteria.tasks}
    async with speaking(words("I get an empty window, whatever I do.")) as (user, asked):
        feedback = await heard(user, judged(roots, SHOP.criteria, MarkCode.NOTHING_SERVABLE))
    assert feedback.text == "Hello. I get an empty window, whatever I do. Thanks!"
    assert len(feedback.points) == 1
    assert "could not open it at all" in asked[0].messages[1].text


async def test_the_same_is_asked_once_for_all_agents_and_anew_for_another_repeat() -> None:
    async with speaking(GOOD) as (user, asked):
        first, again = await heard(user), await heard(user)
        await heard(user, seed=2)
    assert first == again
    assert len(asked) == 2


async def test_words_from_the_journal_are_the_same_byte_for_byte(tmp_path: Path) -> None:
    bad = words("R1.1 is not there.", *list(SAID.values())[1:])
    endpoint = endpoint_saying(*(sent(completion(json.dumps(one.model_dump()))) for one in (bad, GOOD)))
    path = tmp_path / "journal.sqlite"
    with open_journal(path) as journal:
        async with gateway_to(endpoint, journal) as gateway:
            told = await heard(ModelUser(gateway, "plain"))
    replies: list[str] = []
    for _ in range(2):
        with open_journal(path, replay=True) as journal:
            async with open_gateway(settings_for("http://127.0.0.1:1/v1"), lambda _: KEY, journal) as gateway:
                replies.append((await heard(ModelUser(gateway, "plain"))).model_dump_json())
    assert len(endpoint.asked) == 2
    assert replies == [told.model_dump_json()] * 2


def answering(gateway_says: Callable[[str], SaidMessage]) -> Scripted:
    return Scripted(lambda request: gateway_says(request.messages[1].text))


def obliging(prompt: str) -> SaidMessage:
    """A model that says what it was handed, with the causes and the subjects beside it."""
    texts: list[str] = []
    for part in prompt.split("## What else")[0].split("## Complaint")[1:]:
        wish = [row[2:] for row in part.splitlines() if row.startswith("> ")][1]
        cause = part.partition("it comes from ")[2].partition(".\n")[0]
        texts.append(f"It is not so that {wish}. {cause}".strip())
    asides = prompt.partition("## What else you speak of")[2].split("\n")
    subjects = [row.partition(". ")[2] for row in asides if row[:1].isdigit()]
    return words(*texts, asides=[f"By the way, {subject}!" for subject in subjects])


EVERYTHING = judged({task.id: FAILED for task in SHOP.criteria.tasks if task.level.value == "presence"})


async def spoilt(persona: str, seed: int) -> Feedback:
    settings = settings_for("http://127.0.0.1:1/v1")
    async with open_gateway(settings, lambda _: KEY, connect=lambda *_: answering(obliging)) as gateway:
        return await heard(ModelUser(gateway, persona), EVERYTHING, LeakPolicy.REQUIREMENT, seed)


async def test_a_noisy_user_keeps_some_back_and_speaks_of_other_things() -> None:
    said = [await spoilt("noisy", seed) for seed in range(40)]
    assert all(one.wording is not None and one.wording.by == "model" for one in said)
    assert all(one.text.count("By the way") == 2 for one in said)
    assert all(one.points[0].task == "cart-presence" for one in said)
    assert all(len(one.points) + len(one.unsaid) == 6 for one in said)
    kept = sum(len(one.unsaid) for one in said) / (5 * len(said))
    assert 0.2 < kept < 0.4
    assert all(point.fault is None for one in said for point in one.points)
    assert all(not one.satisfied for one in said)


async def test_a_misleading_user_blames_the_wrong_thing_and_is_content_with_what_fails() -> None:
    said = [await spoilt("misleading", seed) for seed in range(40)]
    points = [point for one in said for point in one.points]
    assert all(any(point.fault == "wrong cause" for point in one.points) for one in said)
    assert 0.4 < sum(point.fault == "wrong cause" for point in points) / len(points) < 0.6
    assert any(point.fault == "said to work" for point in points)
    assert all(one.points[0].fault != "said to work" for one in said)
    assert all(not point.requirements for point in points if point.fault == "said to work")
    assert (await spoilt("misleading", 3)) == (await spoilt("misleading", 3))


async def test_of_a_cause_that_was_not_blamed_it_is_told() -> None:
    single = judged({"cart-presence": FAILED})
    async with speaking(words("The cart is gone."), persona="misleading") as (user, _):
        feedback = await heard(user, single)
    assert feedback.wording is not None
    assert feedback.wording.by == "template"
    assert "does not put it down to" in feedback.wording.findings[0]


def test_personas_are_data_and_only_two_of_them_get_anything_wrong() -> None:
    assert {"plain", "terse", "chatty", "non-technical"} <= set(persona_names())
    faulty = {name for name in persona_names() if read_persona(name).faults.told}
    assert faulty == {"noisy", "misleading"}
    assert (
        read_persona("noisy").faults.told
        == "30% of complaints are kept back, remarks about something else: 2 a message"
    )


def test_a_user_is_chosen_by_name() -> None:
    assert not user_choice("template").is_by_model
    assert user_choice("model").persona == "plain"
    assert user_choice("model:terse").persona == "terse"
    with pytest.raises(AuthorError, match="misleading, noisy"):
        user_choice("model:grumpy")
    with pytest.raises(AuthorError, match="no simulated user 'mimic'"):
        user_choice("mimic")


def test_help_names_every_persona() -> None:
    said = " ".join(CliRunner().invoke(run_verb, ["--help"]).output.split())
    assert all(re.search(rf"\b{name}\b", said) for name in persona_names())

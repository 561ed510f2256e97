"""A model that writes an artifact is shown what is wrong with it, a few times; after that it is given up."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from agents.authoring.events import AuthoringEvent, ModelAsked, SentBack
from agents.authoring.generation.shapes import Edit
from agents.authoring.writing import (
    Patching,
    PatchRefused,
    ReadAnswer,
    UnreadableAnswer,
    Writer,
    WritingOrder,
)
from agents.gateway.gateway import Gateway, open_gateway
from plans.errors import GivenUp
from tests.agents.gateway.model_endpoint import settings_for
from tests.agents.gateway.scripted import Scripted

ORDER = WritingOrder(
    what="The greeting", template="greeting", words={}, stage="greet", project="shop", salt="1"
)


@asynccontextmanager
async def by(script: Scripted) -> AsyncGenerator[Gateway]:
    async with open_gateway(
        settings_for("http://127.0.0.1:9/v1"), lambda _: "key", connect=lambda endpoint, key: script
    ) as gateway:
        yield gateway


def said(text: str) -> Edit:
    return Edit(path="a", find="b", replace=text)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with prompts of its own."""
    prompts = tmp_path / "greeters" / "prompts"
    prompts.mkdir(parents=True)
    (prompts.parent / "__init__.py").write_text("")
    (prompts / "system.md.jinja").write_text("You greet.\n")
    (prompts / "greeting.md.jinja").write_text("Greet somebody.\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "greeters"


async def only_loud(written: Edit) -> ReadAnswer[str]:
    if not written.replace:
        raise UnreadableAnswer(["It is empty."])
    wrong = [] if written.replace.endswith("!") else ["It ends without `!`;\nsay it louder."]
    return ReadAnswer(written.replace, wrong)


async def test_what_is_wrong_is_shown_and_every_reply_is_kept(package: str) -> None:
    script = Scripted([said(""), said("Hello"), said("Hello!")])
    async with by(script) as gateway:
        made = await Writer(gateway, "planner", package).written(ORDER, Edit, only_loud)

    assert made.value == "Hello!"
    assert len(made.uses) == 3
    last = script.asked[-1].messages
    assert [message.role for message in last] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert "- It is empty." in last[3].text
    assert "- It ends without `!`; say it louder.\n" in last[5].text, "a problem stays one line of ours"
    assert len({use.template_hash for use in made.uses}) == 1


async def test_whoever_watches_is_told_why_an_answer_is_sent_back(package: str) -> None:
    """An author waited for minutes, and nothing said that three answers had not done."""
    heard: list[AuthoringEvent] = []
    script = Scripted([said(""), said("Hello"), said("Hello!")])
    async with by(script) as gateway:
        await Writer(gateway, "planner", package, hear=heard.append).written(ORDER, Edit, only_loud)

    asked, *sent = heard
    assert asked == ModelAsked("shop", "greeting", "planner")
    assert [one for one in sent if not isinstance(one, SentBack)] == [], "the last answer did"
    assert [one[:5] for one in sent] == [
        ("shop", "greeting", 1, 2, ("It is empty.",)),
        ("shop", "greeting", 2, 2, ("It ends without `!`;\nsay it louder.",)),
    ]
    assert len({one.key for one in sent if isinstance(one, SentBack)}) == 2


async def test_what_is_given_up_is_not_told_as_sent_back(package: str) -> None:
    heard: list[AuthoringEvent] = []
    async with by(Scripted([said("Hello")])) as gateway:
        with pytest.raises(GivenUp):
            await Writer(gateway, "planner", package, hear=heard.append).written(ORDER, Edit, only_loud)
    assert [one.time for one in heard if isinstance(one, SentBack)] == [1, 2]


async def test_what_stays_wrong_is_given_up_with_the_reasons(package: str) -> None:
    script = Scripted([said("Hello")])
    async with by(script) as gateway:
        with pytest.raises(
            GivenUp, match="greeting could not be written by .*, which plays planner"
        ) as caught:
            await Writer(gateway, "planner", package).written(ORDER, Edit, only_loud)

    assert caught.value.reasons == ("It ends without `!`;\nsay it louder.",)
    assert len(script.asked) == 3


def lengthened(before: Edit, patch: Edit) -> Edit:
    return before.model_copy(update={"replace": f"{before.replace} {patch.replace}"})


async def short(written: Edit) -> ReadAnswer[str]:
    if "now" in written.replace:
        raise PatchRefused(["Nobody is in a hurry."])
    return await only_loud(written)


async def test_a_patch_that_is_refused_does_not_stay_and_one_that_leaves_something_wrong_does(
    package: str,
) -> None:
    """What the refused patch had brought stood in what the next one was applied to."""
    script = Scripted([said("Hello"), said("now"), said("there"), said("you!")])
    async with by(script) as gateway:
        writer = Writer(gateway, "planner", package)
        made = await writer.written(ORDER, Edit, short, mends=3, patching=Patching(Edit, lengthened))
    assert made.value == "Hello there you!"


async def test_an_order_of_the_patching_asks_again_without_what_was_said_before(package: str) -> None:
    """Of two wrong steps, a model was sent the whole prompt and all its criteria again."""

    def again(standing: Edit, wrong: Sequence[str]) -> WritingOrder:
        return replace(ORDER, what=f"{standing.replace}: {' '.join(wrong)}")

    script = Scripted([said("Hello"), said("now"), said("there"), said("you!")])
    async with by(script) as gateway:
        writer = Writer(gateway, "planner", package)
        patching = Patching(Edit, lengthened, order=again)
        made = await writer.written(ORDER, Edit, short, mends=3, patching=patching)
    assert made.value == "Hello there you!"
    roles = [[message.role for message in one.messages] for one in script.asked]
    of_its_own = ["system", "user"]
    assert roles == [of_its_own, of_its_own, [*of_its_own, "assistant", "user"], of_its_own]


async def test_the_same_order_is_paid_for_once_and_another_attempt_anew(package: str) -> None:
    script = Scripted([said("Hello!")])
    async with by(script) as gateway:
        writer = Writer(gateway, "planner", package)
        await writer.written(ORDER, Edit, only_loud)
        await writer.written(ORDER, Edit, only_loud)
        assert len(script.asked) == 1
        await writer.written(replace(ORDER, salt="2"), Edit, only_loud)
    assert len(script.asked) == 2

"""JSON in a shape, whatever an endpoint takes: down the ladder, out of fences, and with errors shown to the model."""

import json
import shutil
from pathlib import Path
from typing import Literal

import pytest

from agents.gateway import prompts
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from agents.gateway.prompts import Prompts, json_in
from plans.errors import AnswerMisshapen, AnswerTruncated
from plans.records.model_call import Shape, asked_shape
from plans.records.model_settings import RoleSettings
from tests.agents.gateway.model_endpoint import (
    Body,
    ModelEndpoint,
    Piece,
    asking,
    completion,
    endpoint_saying,
    gateway_to,
    refused,
    sent,
    settings_for,
)
from tests.agents.gateway.scripted import Scripted


class Parameter(Shape):
    """One thing that a benchmark varies."""

    name: str
    """In one word."""
    values: list[str]
    kind: Literal["choice", "range"]
    note: str | None


class Planned(Shape):
    """A plan."""

    parameters: list[Parameter]


PLAN = Planned(parameters=[Parameter(name="size", values=["small"], kind="choice", note=None)])
JSON = PLAN.model_dump_json()
WRONG = '{"parameters": [{"name": "size", "values": "small", "kind": "sort"}]}'


def takes(*rungs: str) -> ModelEndpoint:
    """An endpoint that takes these ways of asking for JSON, and turns others down."""

    def says(body: Body, _: int) -> list[Piece]:
        kind = body.get("response_format", {}).get("type", "prompt")
        if kind not in rungs:
            return refused(400, f"response_format.type {kind!r} is not supported", param="response_format")
        return sent(completion(JSON))

    return ModelEndpoint(says)


@pytest.mark.parametrize("rung", ["json_schema", "json_object", "prompt"])
async def test_the_surest_way_that_an_endpoint_takes_is_found_once(rung: str) -> None:
    endpoint = takes(rung)
    async with gateway_to(endpoint) as gateway:
        filled = await gateway.filled(asking(), Planned)
        first = len(endpoint.asked)
        again = await gateway.filled(asking("and now?"), Planned)
    assert filled.value == PLAN
    assert again.replies[0].answer.rung == filled.replies[0].answer.rung == rung
    assert len(endpoint.asked) == first + 1, "it is remembered"
    told = json.dumps(endpoint.asked[-1]["messages"])
    assert ("JSON Schema" in told) == (rung != "json_schema")


async def test_words_that_ask_for_json_are_part_of_what_was_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They joined the call after its key and its digest were made: reworded, they had old answers given again, as
    answers to the same prompt.
    """
    reworded = tmp_path / "reworded"
    shutil.copytree(Path(prompts.__file__).with_name("prompts"), reworded / "prompts")
    (reworded / "__init__.py").touch()
    (reworded / "prompts" / "shape.md.jinja").write_text("Nothing but JSON, by this:\n\n{{ schema }}")
    endpoint = takes("prompt")
    with open_journal() as journal:
        async with gateway_to(endpoint, journal) as gateway:
            (first,) = (await gateway.filled(asking(), Planned)).replies
            plain = await gateway.reply(asking("In prose."))
            number = len(endpoint.asked)
            assert (await gateway.filled(asking(), Planned)).replies == (first,)
            monkeypatch.syspath_prepend(tmp_path)
            monkeypatch.setattr(prompts, "_PROMPTS", Prompts("reworded"))
            (second,) = (await gateway.filled(asking(), Planned)).replies
            assert len(endpoint.asked) == number + 1, "asked anew"
            assert "Nothing but JSON" in endpoint.asked[-1]["messages"][-1]["content"]
            assert first.key != second.key
            assert first.prompt_hash != second.prompt_hash
            assert await gateway.reply(asking("In prose.")) == plain, "what asks for no shape is as it was"
    assert len(endpoint.asked) == number + 1


async def test_an_endpoint_that_does_not_say_what_it_minds_is_asked_in_another_way() -> None:
    endpoint = ModelEndpoint(
        lambda body, _: refused(400, "Bad Request") if "response_format" in body else sent(completion(JSON))
    )
    async with gateway_to(endpoint) as gateway:
        assert (await gateway.filled(asking(), Planned)).value == PLAN


async def test_a_request_that_is_wrong_for_another_reason_teaches_nothing() -> None:
    """Once all ways were tried the lowest one was remembered, and every later answer came without a schema."""
    endpoint = ModelEndpoint(
        lambda _, number: refused(400, "Bad Request") if number < 3 else sent(completion(JSON))
    )
    async with gateway_to(endpoint) as gateway:
        with pytest.raises(Exception, match="Bad Request"):
            await gateway.filled(asking(), Planned)
        assert (await gateway.filled(asking(), Planned)).replies[0].answer.rung == "json_schema"


async def test_an_endpoint_that_passes_the_schema_over_is_told_it_in_words_from_then_on() -> None:
    """Many take `response_format` and take no notice of it."""
    endpoint = endpoint_saying(sent(completion("Sure! Here is a plan.")), sent(completion(JSON)))
    async with gateway_to(endpoint) as gateway:
        filled = await gateway.filled(asking(), Planned)
        later = await gateway.filled(asking("later"), Planned)
    assert [reply.answer.rung for reply in (*filled.replies, *later.replies)] == [
        "json_schema",
        "json_object",
        "json_object",
    ]


PARAMETERS: dict[str, tuple[str, str]] = {
    "temperature": ("Unsupported value: 'temperature' does not support 0.2 with this model.", "temperature"),
    "seed": ("seed: Extra inputs are not permitted", "seed"),
    "max_tokens": ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens"),
}


@pytest.mark.parametrize("case", PARAMETERS)
async def test_a_parameter_that_an_endpoint_does_not_take_is_left_out_and_it_is_said(case: str) -> None:
    words, name = PARAMETERS[case]
    endpoint = ModelEndpoint(
        lambda body, _: refused(400, words) if name in body else sent(completion("Yes."))
    )
    role = RoleSettings(temperature=0.2, seed=7, max_output=99)
    async with gateway_to(endpoint, role=role) as gateway:
        reply = await gateway.reply(asking())
        await gateway.reply(asking("again"))
    assert len(endpoint.asked) == 3
    if case == "max_tokens":
        assert endpoint.asked[-1]["max_completion_tokens"] == 99
    else:
        assert reply.answer.left_out == (case,)
        assert reply.sampling.temperature == 0.2, "what was asked for stays known"


async def test_a_model_is_shown_its_own_errors() -> None:
    endpoint = endpoint_saying(sent(completion(WRONG)), sent(completion(JSON)))
    async with gateway_to(endpoint) as gateway:
        filled = await gateway.filled(asking(), Planned)
    assert filled.value == PLAN
    assert len(filled.replies) == 2
    *_, said, shown = endpoint.asked[1]["messages"][:3]
    assert said == {"role": "assistant", "content": WRONG}
    for complaint in ("parameters.0.values: ", "parameters.0.kind: ", "parameters.0.note: "):
        assert complaint in shown["content"]


async def test_it_is_shown_them_twice_and_no_more() -> None:
    endpoint = endpoint_saying(sent(completion(WRONG)))
    async with gateway_to(endpoint) as gateway:
        with pytest.raises(AnswerMisshapen, match=r"shown its errors 2 times.*parameters\.0\.values"):
            await gateway.filled(asking(), Planned)
        assert gateway.usage().total.calls == len(endpoint.asked) == 3


async def test_half_an_answer_is_not_repaired() -> None:
    endpoint = endpoint_saying(sent(completion(JSON[:20], finish="length")))
    async with gateway_to(endpoint) as gateway:
        with pytest.raises(AnswerTruncated, match="max_output"):
            await gateway.filled(asking(), Planned)
    assert len(endpoint.asked) == 1


SAID: dict[str, str] = {
    "bare": JSON,
    "fenced": f"```json\n{JSON}\n```",
    "fenced, with words about it": f"Here is the plan:\n\n```\n{JSON}\n```\nI hope that it helps!",
    "words about it": f"Here you are: {JSON} Good luck.",
    "after thoughts": f"<think>A plan {{is}} wanted.</think>\n{JSON}",
    "after thoughts that the endpoint began": f"A plan {{is}} wanted.\n</think>\n\n{JSON}",
    "in thoughts that never end": f"<think>{JSON}",
}


@pytest.mark.parametrize("case", SAID)
def test_json_is_found_wherever_a_model_puts_it(case: str) -> None:
    assert json.loads(json_in(SAID[case])) == json.loads(JSON)


def test_fences_in_a_text_of_the_json_are_no_fences_about_it() -> None:
    said = json.dumps({"text": "```js\nlet a = {}\n```"})
    assert json_in(said) == said


class WithDefault(Shape):
    name: str = "size"


class WithTuple(Shape):
    pair: tuple[int, str]


class WithDictionary(Shape):
    prices: dict[str, float]


@pytest.mark.parametrize("shape", [WithDefault, WithTuple, WithDictionary])
def test_a_shape_that_endpoints_refuse_is_refused_before_one_is_asked(shape: type[Shape]) -> None:
    with pytest.raises(TypeError, match=f"{shape.__name__} is no shape to ask a model for"):
        asked_shape(shape)


async def test_a_scripted_model_stands_behind_the_same_gateway() -> None:
    scripted = Scripted([WRONG, PLAN, "Thank you."])
    settings = settings_for("http://127.0.0.1:9/v1")
    async with open_gateway(settings, lambda _: "", connect=lambda *_: scripted) as gateway:
        assert (await gateway.filled(asking(), Planned)).value == PLAN
        assert (await gateway.reply(asking("bye"))).text == "Thank you."
        assert gateway.usage().total.calls == len(scripted.asked) == 3
